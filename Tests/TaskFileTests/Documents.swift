import TaskFile

extension TaskDocument {
  init(text: String) { self.init(Array(text.utf8)) }

  /// The whole file, which is UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The task in a file `the-file.md`.
  var item: TaskItem { item(fileName: "the-file") }

  /// All problems, worded as in `memo check` without the path.
  var complaints: [String] { item.problems.map { "\($0.line):\($0.column): \($0.message)" } }

  /// The document after a change.
  func setting(_ key: String, to value: FieldValue) throws -> TaskDocument {
    var copy = self
    try copy.set(key, to: value)
    return copy
  }

  /// The document without a key.
  func removing(_ key: String) throws -> TaskDocument {
    var copy = self
    try copy.remove(key)
    return copy
  }
}

/// A file with these lines as its front matter.
func withHeader(_ header: String, body: String = "") -> TaskDocument {
  TaskDocument(text: "---\n\(header)\n---\n\(body)")
}
