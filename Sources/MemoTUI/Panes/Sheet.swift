internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// What is typed on several lines, and recorded at *Done* only.
enum Sheet: Hashable, Sendable {
  case task(TaskForm)
  case theme(ThemeForm)

  /// Whether something is typed in it that isn't saved.
  var isUnsaved: Bool {
    switch self {
    case .task(let form): form.isEditing && form.saving == nil && !form.changes.isEmpty
    case .theme(let form): form.saving == nil && form.isChanged
    }
  }

  var isSaving: Bool {
    switch self {
    case .task(let form): form.saving != nil
    case .theme(let form): form.saving != nil
    }
  }

  func title(_ words: any Catalog) -> String {
    switch self {
    case .task(let form): return form.value(.title)
    case .theme(let form):
      let name = form.texts[0].text
      return name.isEmpty ? words.newTheme : "\(words.theme): \(name)"
    }
  }

  /// As it is kept while it isn't saved.
  func draft(at time: Timestamp) -> Draft {
    switch self {
    case .task(let form): form.draft(at: time)
    case .theme(let form): form.draft(at: time)
    }
  }

  /// - Parameter task: As it is now, where it is still there.
  init(_ draft: Draft, _ task: StoredTask?) {
    switch draft.subject {
    case .newTask, .task, .file: self = .task(TaskForm(draft, task))
    case .theme: self = .theme(ThemeForm(draft))
    }
  }
}

extension Pane {
  init(_ sheet: Sheet) {
    switch sheet {
    case .task(let form): self = .form(form)
    case .theme(let form): self = .theme(form)
    }
  }

  /// Nil for what is none.
  var sheet: Sheet? {
    switch self {
    case .form(let form): .task(form)
    case .theme(let form): .theme(form)
    case .prompt, .confirmation, .choices, .text: nil
    }
  }
}
