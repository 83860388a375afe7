package import TaskFile

/// A task as one text whose first line is its title.
///
/// If the file has no `title` field, the first line of its body already is the title.
package struct NoteText: Sendable {
  private let hasTitle: Bool

  /// - Parameter document: Nil for a new task.
  package init(_ document: TaskDocument?) {
    hasTitle = document.map { $0.value(of: "title") != nil } ?? true
  }

  package func shown(_ fields: TaskFields) -> String {
    let body = BodyText(fields.body).shown
    guard hasTitle else { return body }
    return body.isEmpty ? fields.title : "\(fields.title)\n\(body)"
  }

  /// Splits a typed text into title and body.
  ///
  /// - Parameter former: The title before the edit.
  package func parts(of text: String, _ former: String) -> (title: String, body: String) {
    guard hasTitle else { return (former, text) }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let place = lines.firstIndex { $0.contains { !$0.isWhitespace } } ?? 0
    let rest = lines.dropFirst(place + 1).joined(separator: "\n")
    return (lines.isEmpty ? "" : String(lines[place]).trimmedEnd, rest)
  }
}
