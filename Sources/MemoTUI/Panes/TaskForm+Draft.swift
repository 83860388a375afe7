internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// The draft format: a line for each field, a blank line, and the body.
extension TaskForm {
  var draft: Draft {
    let subject: Draft.Subject =
      key.map { key in TaskID(key.name).map { .task($0) } ?? .file(key.name) } ?? .newTask
    let lines = Field.allCases.filter { $0 != .body }.map { "\($0.rawValue): \(fields[$0])\n" }
    return Draft(
      of: subject, path: path.isEmpty ? nil : path, opened: edit.base?.document.bytes ?? [],
      text: Array((lines.joined() + "\n" + fields.body).utf8), editedFile: editedFile, at: .unset)
  }

  /// The title, and the other changed fields.
  func title(_ words: Words) -> String {
    let others = edit.changes.filter { $0 != .title && $0 != .body }
    let said = others.map { "\(words.name(of: $0)) \(fields[$0])" }
    return fields.title + (said.isEmpty ? "" : " (\(said.joined(separator: ", ")))")
  }

  /// Adds the text that an editor had saved when the board was killed.
  static func completed(_ draft: Draft) -> Draft {
    guard let path = draft.editedFile, let bytes = Store.content(ofFile: path),
      let text = String(validating: bytes, as: UTF8.self),
      let blank = draft.text.firstRange(of: Array("\n\n".utf8))
    else { return draft }
    var draft = draft
    draft.text = draft.text[..<blank.upperBound] + Array(text.utf8)
    return draft
  }

  /// - Parameter task: The current task, if it still exists.
  init(_ draft: Draft, _ task: StoredTask?) {
    switch draft.subject {
    case .newTask, .newLines: self.init(new: .todo)
    case .task(let id): self.init(draft, TaskKey(name: id.text), task)
    case .file(let path): self.init(draft, TaskKey(name: path), task)
    }
    let text = String(decoding: draft.text, as: UTF8.self)
    guard let blank = text.firstRange(of: "\n\n") else { return }
    for line in text[..<blank.lowerBound].split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard let field = parts.first.flatMap({ Field(rawValue: $0) }) else { continue }
      if field != .body { edit.fields[field] = parts.count > 1 ? String(parts[1].dropFirst()) : "" }
    }
    edit.fields.body = String(text[blank.upperBound...])
    focus(on: .title)
  }

  private init(_ draft: Draft, _ key: TaskKey, _ task: StoredTask?) {
    self.init(
      PlacedDocument(
        path: draft.path ?? task?.path ?? "todo/task.md",
        document: TaskDocument(draft.opened, task?.document.aliases)), key)
  }
}

extension Timestamp {
  /// The time of a draft that is not saved yet.
  static let unset = Timestamp(secondsSince1970: 0, offsetMinutes: 0)
}
