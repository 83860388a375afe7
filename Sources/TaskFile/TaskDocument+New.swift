extension TaskDocument {
  /// The text of a new task: the keys in their order, then the body.
  ///
  /// - Parameters:
  ///   - title: Empty where somebody is about to write one.
  ///   - body: Markdown; it gets a final newline.
  public static func new(
    title: String, status: Status, deadline: Deadline?, priority: Priority?, tags: [String],
    id: TaskID, created: Timestamp, body: String
  ) -> TaskDocument {
    let value = title.isEmpty ? "" : Scalar.encoded(title)
    var lines = ["---", "title: \(value)", "status: \(status.rawValue)"]
    if let deadline { lines.append("deadline: \(deadline)") }
    if let priority { lines.append("priority: \(priority.rawValue)") }
    if !tags.isEmpty {
      let items = tags.map { Scalar.encoded($0, inList: true) }
      lines.append("tags: [\(items.joined(separator: ", "))]")
    }
    lines += ["id: \(id)", "created: \(created)", "---", ""]
    var text = lines.joined(separator: "\n")
    if !body.isEmpty { text += "\n" + body + (body.hasSuffix("\n") ? "" : "\n") }
    return TaskDocument(Array(text.utf8))
  }
}
