internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// Unsaved input of a task's form or a prompt.
enum Sheet: Hashable, Sendable {
  case task(TaskForm)
  case lines(NewTasks)

  var isUnsaved: Bool {
    switch self {
    case .task(let form):
      form.saving == nil && (form.isChanged || form.isEditing && form.editedFile != nil)
    case .lines(let new): !new.isEmpty
    }
  }

  var isSaving: Bool {
    switch self {
    case .task(let form): form.saving != nil
    case .lines: false
    }
  }

  /// The draft's number, which identifies it among drafts of the same task.
  var number: Int? {
    get {
      switch self {
      case .task(let form): form.draft
      case .lines(let new): new.draft
      }
    }
    set {
      switch self {
      case .task(var form):
        form.draft = newValue
        self = .task(form)
      case .lines(var new):
        new.draft = newValue
        self = .lines(new)
      }
    }
  }

  /// Whether both have the same text, whatever their cursor and messages.
  func says(_ other: Sheet) -> Bool {
    let time = Timestamp(secondsSince1970: 0, offsetMinutes: 0)
    return draft(at: time) == other.draft(at: time)
  }

  func title(_ words: Words) -> String {
    switch self {
    case .task(let form):
      let others = form.edit.changes.filter { $0 != .title && $0 != .body }
      let said = others.map { "\(words.name(of: $0)) \(form.fields[$0])" }
      return form.fields.title + (said.isEmpty ? "" : " (\(said.joined(separator: ", ")))")
    case .lines(let new):
      let more = new.lines.count - 1
      return (new.lines.first ?? "") + (more > 0 ? " (\(words.moreLines(more)))" : "")
    }
  }

  func draft(at time: Timestamp) -> Draft {
    var draft =
      switch self {
      case .task(let form): form.draft(at: time)
      case .lines(let new): new.draft(at: time)
      }
    draft.number = number ?? 0
    return draft
  }

  /// - Parameter task: The current task, if it still exists.
  init(_ draft: Draft, _ task: StoredTask?) {
    switch draft.subject {
    case .newTask, .task, .file: self = .task(TaskForm(draft, task))
    case .newLines: self = .lines(NewTasks(draft))
    }
  }
}

extension Pane {
  /// The pane's unsaved input; nil if the pane has no input to keep.
  var sheet: Sheet? {
    switch self {
    case .form(let form): return .task(form)
    case .choices(let choices): return choices.lines.map { .lines($0) } ?? choices.asker?.sheet
    case .prompt(let prompt):
      if case .add(let status) = prompt.purpose {
        return .lines(
          NewTasks(lines: [prompt.field.text], status: status, draft: prompt.draft))
      }
      return prompt.form.map { .task($0) }
    case .confirmation, .text, .theme: return nil
    }
  }

  mutating func keep(as number: Int) {
    switch self {
    case .form(var form):
      form.draft = number
      self = .form(form)
    case .choices(var choices):
      if choices.lines == nil { choices.asker?.keep(as: number) }
      choices.lines?.draft = number
      self = .choices(choices)
    case .prompt(var prompt):
      prompt.draft = number
      self = .prompt(prompt)
    case .confirmation, .text, .theme: break
    }
  }
}
