internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// What is typed, and recorded at *Done* only.
enum Sheet: Hashable, Sendable {
  case task(TaskForm)
  case lines(NewTasks)
  case theme(ThemeForm)

  /// Whether something is typed in it that isn't saved.
  var isUnsaved: Bool {
    switch self {
    case .task(let form):
      form.isEditing && form.saving == nil && (!form.changes.isEmpty || form.editedFile != nil)
    case .lines(let new): !new.isEmpty
    case .theme(let form): form.saving == nil && form.isChanged
    }
  }

  var isSaving: Bool {
    switch self {
    case .task(let form): form.saving != nil
    case .lines: false
    case .theme(let form): form.saving != nil
    }
  }

  func title(_ words: any Catalog) -> String {
    switch self {
    case .task(let form):
      let others = form.changes.filter { $0 != .title && $0 != .body }
      let said = others.map { "\(words.name(of: $0)) \(form.value($0))" }
      return form.value(.title) + (said.isEmpty ? "" : " (\(said.joined(separator: ", ")))")
    case .lines(let new):
      let more = new.lines.count - 1
      return (new.lines.first ?? "") + (more > 0 ? " (\(words.moreLines(more)))" : "")
    case .theme(let form):
      let name = form.texts[0].text
      return name.isEmpty ? words.newTheme : "\(words.theme): \(name)"
    }
  }

  /// As it is kept while it isn't saved.
  func draft(at time: Timestamp) -> Draft {
    switch self {
    case .task(let form): form.draft(at: time)
    case .lines(let new): new.draft(at: time)
    case .theme(let form): form.draft(at: time)
    }
  }

  /// - Parameter task: As it is now, where it is still there.
  init(_ draft: Draft, _ task: StoredTask?) {
    switch draft.subject {
    case .newTask, .task, .file: self = .task(TaskForm(draft, task))
    case .newLines: self = .lines(NewTasks(draft))
    case .theme: self = .theme(ThemeForm(draft))
    }
  }
}

extension Pane {
  /// What is typed in it; nil for what is none.
  var sheet: Sheet? {
    switch self {
    case .form(let form): return .task(form)
    case .theme(let form): return .theme(form)
    case .choices(let choices): return choices.lines.map { .lines($0) } ?? choices.asker?.sheet
    case .prompt(let prompt):
      if case .add(let status) = prompt.purpose {
        return .lines(NewTasks(lines: [prompt.field.text], status: status))
      }
      return prompt.form.map { .task($0) }
    case .confirmation, .text: return nil
    }
  }
}
