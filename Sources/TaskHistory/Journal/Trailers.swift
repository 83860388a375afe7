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

  private let message: [UInt8]
  /// Positions in the order of the message, since of thousands of trailers usually one is read.
  private var found: [Found] = []

  fileprivate struct Found {
    var key: Range<Int>
    var value: Range<Int>
    /// Continuation lines of the value.
    var more: [Range<Int>] = []
  }

  package init(_ message: String) {
    self.message = Array(message.utf8)
    // Most other commits contain no trailer of memo.
    guard Self.mayHaveAny(self.message) else { return }
    var end = self.message.count
    while let paragraph = Self.lastParagraph(self.message, before: end), !paragraph.isFirst,
      let block = Self.block(paragraph.lines, of: self.message)
    {
      found = block + found
      end = paragraph.start
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
  package var lines: [Line] { found.map { Line(key: text($0.key), value: value(of: $0)) } }

  /// In the order of the message.
  func values(_ key: String) -> [String] {
    found.filter { message.isSameIgnoringCase($0.key, key.utf8) }.map(value)
  }

  private func value(of found: Found) -> String {
    ([found.value] + found.more).map(text).joined(separator: " ")
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: message[range], as: UTF8.self)
  }

  package static func adding(_ lines: [String], to message: String) -> String {
    guard !lines.isEmpty else { return message }
    let bytes = Array(message.utf8)
    let last = lastParagraph(bytes, before: bytes.count)
    let isBehindOthers = last.map { !$0.isFirst && block($0.lines, of: bytes) != nil } ?? false
    var end = message.endIndex
    while end > message.startIndex, message[message.index(before: end)].isWhitespace {
      end = message.index(before: end)
    }
    return message[..<end] + (isBehindOthers ? "\n" : "\n\n") + lines.joined(separator: "\n") + "\n"
  }

  private struct Paragraph {
    /// Without line endings.
    var lines: [Range<Int>]
    var isFirst: Bool

    var start: Int { lines[0].lowerBound }
  }

  /// The last paragraph before a position; nil without one.
  private static func lastParagraph(_ message: [UInt8], before end: Int) -> Paragraph? {
    var lines: [Range<Int>] = []
    var end = end
    while end > 0 {
      let isEnded = message[end - 1] == UInt8(ascii: "\n")
      let text = isEnded ? end - 1 : end
      let start = (message[..<text].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      if !message.trimmed(start..<text).isEmpty {
        lines.append(start..<text)
      } else if !lines.isEmpty {
        break
      }
      end = start
    }
    guard !lines.isEmpty else { return nil }
    return Paragraph(lines: lines.reversed(), isFirst: message.trimmed(0..<end).isEmpty)
  }

  /// The trailers of a paragraph; nil if it is text.
  ///
  /// All lines must be trailers, or a quarter of them if git or memo wrote one, as in git.
  private static func block(_ lines: [Range<Int>], of message: [UInt8]) -> [Found]? {
    var (found, others, isKnown, goesOn) = ([Found](), 0, false, false)
    for line in lines {
      let isIndented = message[line.lowerBound].isBlank
      if message[line].starts(with: "(cherry picked from commit ".utf8) {
        isKnown = true
      } else if goesOn, isIndented {
        found[found.count - 1].more.append(message.trimmed(line))
      } else if !isIndented, let trailer = Found(line, of: message) {
        isKnown =
          isKnown || message[trailer.key].elementsEqual("Signed-off-by".utf8)
          || message.isSameIgnoringCase(trailer.key.prefix(5), "memo-".utf8)
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

extension Trailers.Found {
  /// - Returns: Nil if the line is not a trailer.
  init?(_ line: Range<Int>, of message: [UInt8]) {
    guard let colon = message[line].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    key = message.trimmed(line.lowerBound..<colon)
    guard !key.isEmpty,
      message[key].allSatisfy({ $0 == UInt8(ascii: "-") || $0.isLetterOrDigit })
    else { return nil }
    value = message.trimmed(colon + 1..<line.upperBound)
  }
}

extension [UInt8] {
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let start = self[range].firstIndex(where: { !$0.isBlank }),
      let last = self[range].lastIndex(where: { !$0.isBlank })
    else { return range.lowerBound..<range.lowerBound }
    return start..<last + 1
  }

  /// Whether a range equals an ASCII text, ignoring case.
  fileprivate func isSameIgnoringCase(_ range: Range<Int>, _ text: String.UTF8View) -> Bool {
    range.count == text.count && zip(self[range], text).allSatisfy { $0.lowercase == $1.lowercase }
  }
}

extension UInt8 {
  /// White space as in git.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0A).contains(self) || self == 0x0D }

  fileprivate var lowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}
