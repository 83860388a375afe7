/// The text of a file, converted to the text of an input field and back.
///
/// Browsers unify line ends and can't hold NUL and invalid UTF-8. So an unchanged text keeps its
/// bytes; the lines of a changed one end as the first line of the file does.
package struct SourceLines: Sendable {
  /// Replaces NUL and invalid UTF-8 in the field.
  package static let mark: Unicode.Scalar = "\u{FFFD}"

  private let bytes: [UInt8]
  /// The field's text, with lines ended by LF.
  package let shown: String

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    shown = String(decoding: bytes, as: UTF8.self).withLineFeeds
  }

  /// Whether a changed text still has a ``mark`` in place of bytes, which it would lose.
  package func isMasked(in text: String) -> Bool {
    text.withLineFeeds.unicodeScalars.contains(Self.mark) && self.bytes(of: text) != bytes
      && (bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil)
  }

  /// The bytes of the field's text.
  ///
  /// - Parameter text: Lines end with CR and LF, as browsers send them, or with LF.
  package func bytes(of text: String) -> [UInt8] {
    let typed = text.withLineFeeds
    // Compare bytes: `String` treats canonically equivalent letters as equal.
    guard !typed.utf8.elementsEqual(shown.utf8) else { return bytes }
    let first = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
    guard let first, bytes[first...].starts(with: [0x0D, 0x0A]) else { return Array(typed.utf8) }
    return Array(
      typed.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        .joined(separator: [0x0D, 0x0A]))
  }
}

extension String {
  /// The text with LF at all line ends, and ``SourceLines/mark`` in place of NUL.
  fileprivate var withLineFeeds: String {
    var scalars = UnicodeScalarView()
    var isBehindCR = false
    for scalar in unicodeScalars {
      if !isBehindCR || scalar != "\n" {
        scalars.append(scalar == "\r" ? "\n" : scalar == "\0" ? SourceLines.mark : scalar)
      }
      isBehindCR = scalar == "\r"
    }
    return String(scalars)
  }
}
