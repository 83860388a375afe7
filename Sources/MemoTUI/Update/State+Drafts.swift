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
    let jobs = works.compactMap { $0.asker?.draft }.map { (draft: $0, isAtWork: true) }
    return jobs
      + panes.compactMap { pane in pane.draft.map { ($0, pane.form?.saving != nil) } }
  }

  /// Saves drafts of current input, which replace the saved ones.
  ///
  /// - Parameter isAll: Whether to save typed text now; otherwise at most once per interval.
  /// - Returns: Effects to perform before all others, so that a job starts after its draft is kept.
  mutating func keepDrafts(all isAll: Bool = false) -> [Effect] {
    let unrecorded = unrecorded
    guard unrecorded.map(\.draft) != kept else { return [] }
    let isDue =
      isAll || seconds - keptTime >= Self.draftInterval
      // Saved or discarded text is not offered again.
      || unrecorded.count < kept.count
      || !Set(kept.map(\.subject)).isSubset(of: unrecorded.map(\.draft.subject))
      // A job is about to save it, so keep it now.
      || unrecorded.contains { $0.isAtWork && !kept.contains($0.draft) }
    return isDue ? [keptNow()] : []
  }

  private mutating func keptNow(insteadOf abandoned: AbandonedDraft? = nil) -> Effect {
    (kept, keptTime) = (unrecorded.map(\.draft), seconds)
    return .keepDrafts(kept, insteadOf: abandoned)
  }

  /// Seconds until input must be saved as a draft; nil if all is saved.
  var draftMoment: Double? {
    unrecorded.map(\.draft) == kept ? nil : max(0, keptTime + Self.draftInterval - seconds)
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
  mutating func open(_ draft: AbandonedDraft) {
    let opened = draft.draft
    if opened.subject == .newLines {
      ask(about: NewTasks(opened))
    } else {
      let task = opened.key.flatMap { present?.tasks[$0] }
      panes.append(.form(TaskForm(editing: EditForm(opened, task))))
    }
    // Without a change there is nothing to keep.
    let isChanged = panes.last?.draft != nil
    effects.append(isChanged ? keptNow(insteadOf: draft) : .discardDraft(draft))
    refreshForms()
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
