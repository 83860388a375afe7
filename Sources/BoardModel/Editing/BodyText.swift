/// A task's text as the field of its sheet shows it, and the text again from what the field gives
/// back.
///
/// The empty line between the front matter and the text is the file's, and nobody has to type it.
package struct BodyText: Sendable {
  /// What stands before the field's text.
  package let lead: String
  private let isEmpty: Bool
  private let lines: SourceLines

  package init(_ body: String) {
    let bytes = Array(body.utf8)
    lead = ["\r\n", "\n"].first { bytes.starts(with: $0.utf8) } ?? ""
    isEmpty = bytes.isEmpty
    lines = SourceLines(Array(bytes.dropFirst(lead.utf8.count)), keepsControls: true)
  }

  package var shown: String { lines.shown }

  /// - Parameter typed: As browsers send it, its lines ended by CR and LF.
  package func body(of typed: String) throws(SourceLines.Unclear) -> String {
    let bytes = try lines.bytes(of: typed)
    let start = isEmpty && !bytes.isEmpty ? "\n" : lead
    return start + String(decoding: bytes, as: UTF8.self)
  }
}
