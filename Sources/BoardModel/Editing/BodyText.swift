/// A task's body, converted to the text of an input field and back.
///
/// The field hides the empty line between the front matter and the body.
package struct BodyText: Sendable {
  /// The line break before the field's text: `\r\n`, `\n` or nothing.
  package let lead: String
  private let isEmpty: Bool
  private let lines: SourceLines

  package init(_ body: String) {
    let bytes = Array(body.utf8)
    lead = ["\r\n", "\n"].first { bytes.starts(with: $0.utf8) } ?? ""
    isEmpty = bytes.isEmpty
    lines = SourceLines(Array(bytes.dropFirst(lead.utf8.count)))
  }

  package var shown: String { lines.shown }

  /// - Parameter typed: The field's text; browsers end its lines with CR and LF.
  package func body(of typed: String) -> String {
    let bytes = lines.bytes(of: typed)
    let start = isEmpty && !bytes.isEmpty ? "\n" : lead
    return start + String(decoding: bytes, as: UTF8.self)
  }
}
