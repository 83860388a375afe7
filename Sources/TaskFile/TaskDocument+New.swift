extension TaskDocument {
  /// The text of a new task: the keys in their order, then the body.
  ///
  /// - Parameters:
  ///   - title: Empty where somebody is about to write one.
  ///   - body: Markdown; it gets a final newline.
  ///   - aliases: What the store has other words for: they are the ones that are written.
  public static func new(
    title: String, status: Status, deadline: Deadline?, priority: Priority?, tags: [String],
    id: TaskID, created: Timestamp, body: String, _ aliases: FieldAliases? = nil
  ) -> TaskDocument {
    var lines = ["---"]
    func add(_ key: String, _ text: String, _ encoded: (String) -> String = { $0 }) {
      let words = aliases?.words(forNew: key, .text(text)) ?? (key, .text(text))
      guard case .text(let text) = words.value else { return }
      lines.append("\(words.name): \(encoded(text))")
    }
    add("title", title) { $0.isEmpty ? "" : Scalar.encoded($0) }
    add("status", status.rawValue) { Scalar.encoded($0, isTyped: true) }
    if let deadline { add("deadline", deadline.description) }
    if let priority { add("priority", priority.rawValue) { Scalar.encoded($0, isTyped: true) } }
    if !tags.isEmpty {
      let items = tags.map { Scalar.encoded($0, inList: true) }
      add("tags", "[\(items.joined(separator: ", "))]")
    }
    lines += ["id: \(id)", "created: \(created)", "---", ""]
    var text = lines.joined(separator: "\n")
    if !body.isEmpty { text += "\n" + body + (body.hasSuffix("\n") ? "" : "\n") }
    return TaskDocument(Array(text.utf8), aliases)
  }
}
