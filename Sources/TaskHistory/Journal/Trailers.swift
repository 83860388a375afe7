/// The trailers of a commit's message, for example `Memo-Task: kxtwqzbnrm`.
///
/// Like git, it finds them in the last paragraph, but not in the first, which is the subject. It
/// also reads paragraphs before the last one, since a hook may have added its own.
package struct Trailers {
  package struct Line: Hashable {
    var key: String
    var value: String

    package var text: String { "\(key): \(value)" }
  }

  /// In the order of the message.
  package private(set) var lines: [Line] = []
  /// Whether commits of several operations were squashed, with git or by a host, which may put text
  /// between their trailers.
  private(set) var areOfSeveralOperations = false

  package init(_ message: String) {
    let bytes = Array(message.utf8)
    // Most other commits contain no trailer of memo.
    guard Self.mayHaveAny(bytes) else { return }
    let operations = Self.paragraphs(bytes).joined().compactMap { Line($0) }
      .filter { $0.key == OperationMark.key }.map { $0.value.prefix { $0 != " " } }
    areOfSeveralOperations = Set(operations).count > 1
    for paragraph in Self.paragraphs(bytes).dropFirst().reversed() {
      guard let block = Self.block(paragraph) else { return }
      lines = block + lines
    }
  }

  /// Whether the message contains `emo-` in any case.
  private static func mayHaveAny(_ message: [UInt8]) -> Bool {
    var last: UInt32 = 0
    for byte in message {
      last = last << 8 | UInt32(byte | 0x20)
      if last == 0x656D_6F2D { return true }
    }
    return false
  }

  /// In the order of the message.
  func values(_ key: String) -> [String] {
    lines.filter { $0.key.lowercased() == key.lowercased() }.map(\.value)
  }

  package static func adding(_ lines: [String], to message: String) -> String {
    guard !lines.isEmpty else { return message }
    let last = paragraphs(Array(message.utf8)).dropFirst().last
    let isBehindOthers = last.flatMap(block) != nil
    var end = message.endIndex
    while end > message.startIndex, message[message.index(before: end)].isWhitespace {
      end = message.index(before: end)
    }
    return message[..<end] + (isBehindOthers ? "\n" : "\n\n") + lines.joined(separator: "\n") + "\n"
  }

  private typealias Bytes = ArraySlice<UInt8>

  /// The lines of each paragraph.
  private static func paragraphs(_ message: [UInt8]) -> [ArraySlice<Bytes>] {
    message.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .split { $0.allSatisfy(\.isBlank) }
  }

  /// The trailers of a paragraph; nil if it is text.
  ///
  /// All lines must be trailers, or a quarter of them if git or memo wrote one, as in git.
  private static func block(_ lines: ArraySlice<Bytes>) -> [Line]? {
    var (found, others, isKnown, goesOn) = ([Line](), 0, false, false)
    for line in lines {
      let isIndented = line.first?.isBlank ?? false
      if line.starts(with: "(cherry picked from commit ".utf8) {
        isKnown = true
      } else if goesOn, isIndented {
        found[found.count - 1].value += " \(line.trimmed)"
      } else if !isIndented, let trailer = Line(line) {
        isKnown =
          isKnown || trailer.key == "Signed-off-by" || trailer.key.lowercased().hasPrefix("memo-")
        found.append(trailer)
        goesOn = true
      } else {
        others += 1
        goesOn = false
      }
    }
    return found.isEmpty && !isKnown || others > (isKnown ? 3 * found.count : 0) ? nil : found
  }
}

extension Trailers.Line {
  /// - Returns: Nil if the line is not a trailer.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    (key, value) = (line[..<colon].trimmed, line[(colon + 1)...].trimmed)
    guard !key.isEmpty,
      key.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isLetterOrDigit })
    else { return nil }
  }
}

extension ArraySlice<UInt8> {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isBlank)
    let end = start.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }
}

extension UInt8 {
  /// White space as in git.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0A).contains(self) || self == 0x0D }

  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}
