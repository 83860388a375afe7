internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// So many seconds of typing may be lost at most, should the process be killed.
  private static let draftInterval = 1.0

  /// The sheet in which something is typed that isn't saved; nil for none.
  var unsavedForm: TaskForm? {
    guard let form = panes.last(where: { $0.form != nil })?.form, form.isEditing,
      form.saving == nil, !form.changes.isEmpty
    else { return nil }
    return form
  }

  /// Keeps what is typed, and throws away what is saved or given up.
  mutating func keepDraft() -> [Effect] {
    guard let form = unsavedForm else {
      guard let kept, panes.last(where: { $0.form != nil })?.form?.saving == nil else { return [] }
      self.kept = nil
      return [.dropDraft(kept)]
    }
    guard kept != form, seconds - keptTime >= Self.draftInterval else { return [] }
    kept = form
    keptTime = seconds
    return [.keepDraft(form)]
  }

  /// Seconds after which what is typed has to be kept; nil where it is.
  var draftMoment: Double? {
    guard let form = unsavedForm, kept != form else { return nil }
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

  /// Whether the tasks say all that was typed.
  private func isSaved(_ draft: Draft, in world: World) -> Bool {
    guard case .newTask = draft.subject else {
      guard let task = task(of: draft.subject) else { return false }
      let form = TaskForm(draft, task)
      return form.fields.isSaid(by: task, of: form.changes, now: now)
    }
    let fields = TaskForm(draft, nil).fields
    return world.tasks.values.contains { fields.isSaid(by: $0, now: now) }
  }

  private func task(of subject: Draft.Subject) -> StoredTask? {
    switch subject {
    case .newTask: nil
    case .task(let id): present?.tasks[TaskKey(name: id.text)]
    case .file(let path): present?.tasks[TaskKey(name: path)]
    }
  }

  private mutating func offer(_ drafts: [AbandonedDraft]) {
    guard !drafts.isEmpty else { return }
    var choices = Choices(
      words.draftsLeft(drafts.count),
      drafts.map { draft in
        let form = TaskForm(draft.draft, nil)
        var row = Choices.Row(
          text: form.value(.title).sanitized, detail: words.moment(draft.draft.time, on: page),
          step: .openDraft(draft))
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
    let form = TaskForm(draft.draft, task(of: draft.draft.subject))
    panes.append(.form(form))
    kept = form
    keptTime = seconds
    return [.takeDraft(draft)] + refreshForms()
  }
}
