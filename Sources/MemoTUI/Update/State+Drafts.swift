internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  /// The most seconds of typing that a killed process may lose.
  private static let draftInterval = 1.0

  /// Input that would be lost if the board ended now and its jobs didn't finish.
  ///
  /// A job may wait for another memo or a slow hook, so its input must survive until it ends. Then
  /// nobody edits it any more.
  private var unrecorded: [(draft: Draft, isAtWork: Bool)] {
    let open = panes.compactMap { pane in
      pane.draft.map { (draft: $0, isAtWork: pane.form?.saving != nil) }
    }
    let jobs = works.compactMap { $0.asker?.draft }
    return open + jobs.map { ($0, true) }
  }

  /// Saves drafts of current input, and deletes those that were saved or discarded.
  ///
  /// A changed draft replaces the outdated one of the same subject.
  /// - Parameter isAll: Whether to save all input now; otherwise at most once per interval.
  /// - Returns: Effects to perform before all others, so that a job starts after its draft is kept.
  mutating func keepDrafts(all isAll: Bool = false) -> [Effect] {
    let unrecorded = unrecorded
    let isDue = isAll || seconds - keptTime >= Self.draftInterval
    var former = kept.filter { saved in !unrecorded.contains { $0.draft == saved.value } }
    var waiting: Set<Draft.Subject> = []
    var keep: [Effect] = []
    for (draft, isAtWork) in unrecorded where !kept.values.contains(draft) {
      // A job is about to save it, so keep it now.
      guard isDue || isAtWork else {
        waiting.insert(draft.subject)
        continue
      }
      let number = former.first { $0.value.subject == draft.subject }?.key ?? freeNumber
      former[number] = nil
      kept[number] = draft
      keep.append(.keepDraft(draft.numbered(number)))
      if !isAtWork { keptTime = seconds }
    }
    let gone = former.filter { !waiting.contains($0.value.subject) }.sorted { $0.key < $1.key }
    for (number, _) in gone { kept[number] = nil }
    return keep + gone.map { .dropDraft($0.value.numbered($0.key)) }
  }

  /// The smallest unused draft number.
  private var freeNumber: Int { (0...kept.count).first { kept[$0] == nil } ?? 0 }

  /// Seconds until input must be saved as a draft; nil if all is saved.
  var draftMoment: Double? {
    let isOpen = unrecorded.contains { !kept.values.contains($0.draft) }
    return isOpen ? max(0, keptTime + Self.draftInterval - seconds) : nil
  }

  /// Offers the drafts of killed boards, once the tasks are read.
  mutating func offerDrafts() {
    guard present != nil, !leftDrafts.isEmpty else { return }
    let drafts = leftDrafts
    leftDrafts = []
    let choices = Choices(
      words.draftsLeft(drafts.count),
      drafts.map { draft in
        let title =
          draft.draft.subject == .newLines
          ? NewTasks(draft.draft).title(words) : EditForm(draft.draft, nil).title(words)
        var row = Choices.Row(
          text: title.sanitized,
          detail: words.moment(draft.draft.time, on: page), step: .openDraft(draft))
        row.keys = [KeyStroke("D"): .effect(.discardDraft(draft))]
        return row
      }, isNarrowed: false,
      hints: [
        KeyHint("Enter", words.opensDraft), KeyHint("D", words.discardsDraft),
        KeyHint("Esc", words.decidesLater),
      ])
    panes.append(.choices(choices))
  }

  /// Opens a draft as if it had just been typed.
  mutating func open(_ draft: AbandonedDraft) -> [Effect] {
    let opened = draft.draft
    if opened.subject == .newLines {
      ask(about: NewTasks(opened))
    } else {
      let task = opened.key.flatMap { present?.tasks[$0] }
      panes.append(.form(TaskForm(editing: EditForm(opened, task))))
    }
    // Without a change there is nothing to keep.
    guard let changed = panes.last?.draft else { return [.discardDraft(draft)] + refreshForms() }
    var draft = draft
    draft.draft.number = freeNumber
    kept[draft.draft.number] = changed
    keptTime = seconds
    return [.takeDraft(draft)] + refreshForms()
  }
}

extension Pane {
  /// The pane's unsaved input, also while a job saves it; nil if there is none.
  var draft: Draft? {
    switch self {
    case .form(let form):
      form.saving != nil || form.isChanged || form.isEditing && form.editedFile != nil
        ? form.draft : nil
    case .choices(let choices): choices.lines.map(\.draft) ?? choices.asker?.draft
    case .prompt(let prompt):
      if prompt.action == .add {
        NewTasks(lines: [prompt.field.text], status: prompt.status).draft
      } else {
        prompt.form.flatMap { $0.isChanged ? $0.draft : nil }
      }
    case .text, .theme: nil
    }
  }
}

extension Draft {
  fileprivate func numbered(_ number: Int) -> Draft {
    var draft = self
    draft.number = number
    return draft
  }
}
