internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// So many seconds of typing may be lost at most, should the process be killed.
  private static let draftInterval = 1.0

  /// What is open, else what is being recorded and was typed last.
  private var sheet: Sheet? {
    panes.last { $0.sheet != nil }?.sheet
      ?? askers.max { $0.key < $1.key }.flatMap { $0.value.pane?.sheet }
  }

  /// The sheet in which something is typed that isn't saved; nil for none.
  private var unsavedSheet: Sheet? { sheet.flatMap { $0.isUnsaved ? $0 : nil } }

  /// What would be lost if the board ended now and nothing that goes on came to an end.
  var sheetAtEnd: Sheet? { sheet.flatMap { $0.isUnsaved || $0.isSaving ? $0 : nil } }

  /// Keeps what is typed, and throws away what is saved or given up.
  mutating func keepDraft() -> [Effect] {
    guard let sheet = unsavedSheet else {
      guard let kept, sheet?.isSaving != true else { return [] }
      self.kept = nil
      return [.dropDraft(kept)]
    }
    guard kept != sheet, seconds - keptTime >= Self.draftInterval else { return [] }
    kept = sheet
    keptTime = seconds
    return [.keepDraft(sheet)]
  }

  /// Seconds after which what is typed has to be kept; nil where it is.
  var draftMoment: Double? {
    guard let sheet = unsavedSheet, kept != sheet else { return nil }
    return max(0, keptTime + Self.draftInterval - seconds)
  }

  /// What a board that was killed has left is offered; what it had just saved is thrown away.
  mutating func offerDrafts() -> [Effect] {
    guard let present, !leftDrafts.isEmpty else { return [] }
    let drafts = leftDrafts.filter { !isSaved($0.draft, in: present) }
    let saved = leftDrafts.filter { !drafts.contains($0) }
    leftDrafts = []
    offer(drafts)
    return saved.map { .discardDraft($0) }
  }

  /// Whether the tasks, or the themes, say all that was typed.
  private func isSaved(_ draft: Draft, in world: World) -> Bool {
    switch draft.subject {
    case .newTask:
      let fields = TaskForm(draft, nil).fields
      return world.tasks.values.contains { fields.isSaid(by: $0, now: now) }
    case .newLines:
      return NewTasks(draft).isAdded(to: world.tasks.values, since: draft.time)
    case .task, .file:
      guard let task = task(of: draft.subject) else { return false }
      let form = TaskForm(draft, task)
      return form.fields.isSaid(by: task, of: form.changes, now: now)
    case .theme:
      let form = ThemeForm(draft)
      return world.themes.contains { form.isSaid(by: $0) }
    }
  }

  private func task(of subject: Draft.Subject) -> StoredTask? {
    switch subject {
    case .newTask, .newLines, .theme: nil
    case .task(let id): present?.tasks[TaskKey(name: id.text)]
    case .file(let path): present?.tasks[TaskKey(name: path)]
    }
  }

  private mutating func offer(_ drafts: [AbandonedDraft]) {
    guard !drafts.isEmpty else { return }
    var choices = Choices(
      words.draftsLeft(drafts.count),
      drafts.map { draft in
        var row = Choices.Row(
          text: Sheet(draft.draft, nil).title(words).sanitized,
          detail: words.moment(draft.draft.time, on: page), step: .openDraft(draft))
        row.keys = [KeyStroke("D"): .discardDraft(draft)]
        return row
      })
    choices.isNarrowed = false
    choices.hints = [
      KeyHint("Enter", words.opensDraft), KeyHint("D", words.throwsAway),
      KeyHint("Esc", words.decidesLater),
    ]
    panes.append(.choices(choices))
  }

  /// Opens a draft as if it had just been typed.
  mutating func open(_ draft: AbandonedDraft) -> [Effect] {
    let sheet = Sheet(draft.draft, task(of: draft.draft.subject))
    switch sheet {
    case .task(let form): panes.append(.form(form))
    case .theme(let form): panes.append(.theme(form))
    case .lines(let new): ask(about: new)
    }
    kept = sheet
    keptTime = seconds
    refreshThemes()
    return [.takeDraft(draft)] + refreshForms()
  }
}
