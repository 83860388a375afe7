internal import StoreFiles

/// The lines at the end of a commit's message that are for programs, as `Memo-Task: kxtwqzbnrm`.
///
/// Found as git finds them: in the last paragraph, or in several where a hook has added one of
/// its own; never in the first, which is the subject.
package struct Trailers {
  package struct Line: Hashable {
    var key: String
    var value: String

    /// Nil for a line that is no trailer.
    init?(_ line: some StringProtocol) {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let key = String(line[..<colon]).trimmingSpaces
      guard !key.isEmpty, key.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isLetterOrDigit })
      else { return nil }
      self.key = key
      value = String(line[line.index(after: colon)...]).trimmingSpaces
    }

    package var text: String { "\(key): \(value)" }
  }

  /// In the order of the message.
  package private(set) var lines: [Line] = []

  package init(_ message: String) {
    // Most of others' have none that anybody here asks for.
    guard Self.mayHaveAny(message) else { return }
    for paragraph in Self.paragraphs(message).dropFirst().reversed() {
      guard let found = Self.block(paragraph) else { return }
      lines = found + lines
    }
  }

  /// Whether `emo-` stands somewhere, in any case.
  private static func mayHaveAny(_ message: String) -> Bool {
    var last: UInt32 = 0
    for byte in message.utf8 {
      last = last << 8 | UInt32(byte | 0x20)
      if last == 0x656D_6F2D { return true }
    }
    return false
  }

  /// The values of a key, in the order of the message.
  func values(_ key: String) -> [String] {
    lines.filter { $0.key.lowercased() == key.lowercased() }.map(\.value)
  }

  /// A message with more of them.
  package static func adding(_ lines: [String], to message: String) -> String {
    guard !lines.isEmpty else { return message }
    let paragraphs = paragraphs(message)
    let isBehindOthers = paragraphs.count > 1 && paragraphs.last.flatMap(block) != nil
    var end = message.endIndex
    while end > message.startIndex, message[message.index(before: end)].isWhitespace {
      end = message.index(before: end)
    }
    return message[..<end] + (isBehindOthers ? "\n" : "\n\n") + lines.joined(separator: "\n") + "\n"
  }

  private static func paragraphs(_ message: String) -> [[Substring]] {
    message.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .split { line in line.allSatisfy(\.isWhitespace) }.map { Array($0) }
  }

  /// The trailers of a paragraph; nil for one of mere text.
  ///
  /// As in git, every line is one, or at least a quarter where a line is there that git, or
  /// memo, has written.
  private static func block(_ paragraph: [Substring]) -> [Line]? {
    var (found, others, isKnown, goesOn) = ([Line](), 0, false, false)
    for line in paragraph {
      if line.hasPrefix("(cherry picked from commit ") {
        isKnown = true
      } else if goesOn, line.first?.isWhitespace == true {
        found[found.count - 1].value += " " + String(line).trimmingSpaces
      } else if line.first?.isWhitespace != true, let trailer = Line(line) {
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

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}
