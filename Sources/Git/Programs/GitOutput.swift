/// How far a transfer is, as git counts it.
public struct TransferProgress: Hashable, Sendable {
  /// What git counts: "Receiving objects".
  public var activity: String
  public var done: Int
  /// 0 when nobody knows.
  public var total: Int
  /// How much came so far, and how quickly: "1.20 MiB | 600.00 KiB/s"; may be empty.
  public var rate: String

  /// Reads a line as git counts: `Counting objects:  50% (1/2)`, or `Enumerating objects: 5`.
  ///
  /// - Parameters:
  ///   - line: Of git, or of a server; what it holds besides is never shown.
  ///   - isRewritten: Whether the next one takes its place.
  init?(_ line: Substring, isRewritten: Bool) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let label = line[..<colon]
    guard !label.isEmpty, label.count <= 40,
      label.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == " ") })
    else { return nil }
    var rest = line[colon...].dropFirst().drop { $0 == " " }
    guard var count = Self.number(&rest) else { return nil }
    var total = 0
    if rest.hasPrefix("% (") {
      rest = rest.dropFirst(3)
      guard let done = Self.number(&rest), rest.popFirst() == "/",
        let all = Self.number(&rest), rest.popFirst() == ")"
      else { return nil }
      (count, total) = (done, all)
    } else {
      guard isRewritten || rest.hasSuffix(", done.") else { return nil }
    }
    guard rest.isEmpty || rest.hasPrefix(", ") else { return nil }
    let end = rest.hasSuffix(", done.") ? rest.dropLast(", done.".count) : rest
    let rate = end.dropFirst(2)
    let isRate = rate.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || " ./|".contains($0))
    }
    activity = String(label)
    done = count
    self.total = total
    self.rate = isRate && rate.contains(" | ") && rate.count <= 40 ? String(rate) : ""
  }

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    text = text[digits.endIndex...]
    return Int(digits)
  }
}

/// Reads what git prints on standard error while it talks to a remote.
///
/// Only its counts are understood. All other lines are for people, and only so many are kept.
struct GitOutput {
  /// The last lines that don't count anything.
  private(set) var lines: [String] = []
  private(set) var progress: TransferProgress?
  /// When the counts changed last.
  private(set) var lastChange = ContinuousClock.now
  /// What nobody was shown yet.
  private var waiting: [String] = []
  private var shown = 0
  private var unfinished: [UInt8] = []

  private static let (mostLines, mostBytes, mostShown) = (10, 500, 40)

  init(_ bytes: [UInt8] = []) { take(bytes) }

  mutating func take(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        finish(isRewritten: byte == UInt8(ascii: "\r"))
      } else if unfinished.count < Self.mostBytes {
        unfinished.append(byte)
      }
    }
  }

  private mutating func finish(isRewritten: Bool) {
    var text = String(decoding: unfinished, as: UTF8.self)[...]
    unfinished = []
    // What a server says is filled up, to cover what was there.
    while text.last?.isWhitespace == true { text.removeLast() }
    let plain = text.hasPrefix("remote: ") ? text.dropFirst("remote: ".count) : text
    if let progress = TransferProgress(plain, isRewritten: isRewritten) {
      if progress != self.progress { (self.progress, lastChange) = (progress, .now) }
      return
    }
    guard !plain.isEmpty, plain != "remote:", !Self.isReport(plain) else { return }
    lines = (lines + [String(text)]).suffix(Self.mostLines)
    waiting = (waiting + [String(text)]).suffix(Self.mostLines)
  }

  /// What git tells of the references that it moved, and of what memo sees to.
  ///
  /// It is not shown, as with `--quiet`, which would take the counts away as well.
  private static func isReport(_ line: Substring) -> Bool {
    [
      " ", "From ", "To ", "Total ", "Delta compression ", "Cloning into ",
      "warning: You appear to have cloned an empty", "warning: remote HEAD refers to nonexistent",
    ].contains { line.hasPrefix($0) }
  }

  /// What is to be shown now.
  mutating func takeWaiting() -> [String] {
    let lines = waiting.prefix(max(0, Self.mostShown - shown))
    shown += lines.count
    waiting = []
    return Array(lines)
  }
}
