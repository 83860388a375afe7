internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// The most seconds of typing that a killed process may lose.
  private static let draftInterval = 1.0

  /// Input that would be lost if the board ended now and its jobs didn't finish.
  private struct Unrecorded {
    var sheet: Sheet
    /// Whether a job saves it, so that nobody edits it any more.
    var isAtWork: Bool
  }

  /// Input in panes and in running jobs.
  ///
  /// A job may wait for another memo or a slow hook, so its input must survive until it ends.
  private var unrecorded: [Unrecorded] {
    panes.compactMap(\.sheet).filter { $0.isUnsaved || $0.isSaving }
      .map { Unrecorded(sheet: $0, isAtWork: $0.isSaving) }
      + askers.sorted { $0.key < $1.key }.compactMap { $0.value.pane?.sheet }
      .filter { $0.isUnsaved || $0.isSaving }.map { Unrecorded(sheet: $0, isAtWork: true) }
  }

  /// Saves drafts of current input, and deletes those that were saved or discarded.
  ///
  /// - Parameter isAll: Whether to save all input now; otherwise at most once per interval.
  /// - Returns: Effects to perform before all others, and after them.
  mutating func keepDrafts(all isAll: Bool = false) -> (keep: [Effect], drop: [Effect]) {
    numberDrafts()
    let unrecorded = unrecorded
    let isDue = isAll || seconds - keptTime >= Self.draftInterval
    var keep: [Effect] = []
    for item in unrecorded {
      let sheet = item.sheet
      guard let number = sheet.number, kept[number] != sheet else { continue }
      if kept[number]?.says(sheet) != true {
        // A job is about to save it, so keep it now.
        guard isDue || item.isAtWork else { continue }
        keep.append(.keepDraft(sheet))
        if !item.isAtWork { keptTime = seconds }
      }
      kept[number] = sheet
    }
    let numbers = Set(unrecorded.compactMap(\.sheet.number))
    let gone = kept.keys.filter { !numbers.contains($0) }.sorted()
    return (keep, gone.compactMap { kept.removeValue(forKey: $0) }.map { .dropDraft($0) })
  }

  private mutating func numberDrafts() {
    for index in panes.indices where panes[index].sheet.map(\.hasNoNumber) ?? false {
      let number = freeNumber
      panes[index].keep(as: number)
    }
    for key in askers.keys.sorted() where askers[key]?.pane?.sheet.map(\.hasNoNumber) ?? false {
      let number = freeNumber
      askers[key]?.pane?.keep(as: number)
    }
  }

  /// The smallest unused draft number.
  private var freeNumber: Int {
    let sheets = panes.compactMap(\.sheet) + askers.values.compactMap { $0.pane?.sheet }
    let used = Set(kept.keys).union(sheets.compactMap(\.number))
    return (0...used.count).first { !used.contains($0) } ?? 0
  }

  /// Seconds until input must be saved as a draft; nil if all is saved.
  var draftMoment: Double? {
    let isOpen = unrecorded.contains { typed in
      guard let number = typed.sheet.number, let kept = kept[number] else { return true }
      return kept != typed.sheet && !kept.says(typed.sheet)
    }
    return isOpen ? max(0, keptTime + Self.draftInterval - seconds) : nil
  }

  private func task(of subject: Draft.Subject) -> StoredTask? {
    switch subject {
    case .newTask, .newLines: nil
    case .task(let id): present?.tasks[TaskKey(name: id.text)]
    case .file(let path): present?.tasks[TaskKey(name: path)]
    }
  }

  /// Offers the drafts of killed boards, once the tasks are read.
  mutating func offerDrafts() {
    guard present != nil, !leftDrafts.isEmpty else { return }
    let drafts = leftDrafts
    leftDrafts = []
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
      KeyHint("Enter", words.opensDraft), KeyHint("D", words.discardsDraft),
      KeyHint("Esc", words.decidesLater),
    ]
    panes.append(.choices(choices))
  }

  /// Opens a draft as if it had just been typed.
  mutating func open(_ draft: AbandonedDraft) -> [Effect] {
    var draft = draft
    let number = freeNumber
    draft.draft.number = number
    var sheet = Sheet(draft.draft, task(of: draft.draft.subject))
    sheet.number = number
    switch sheet {
    case .task(let form): panes.append(.form(form))
    case .lines(let new): ask(about: new)
    }
    kept[number] = sheet
    keptTime = seconds
    return [.takeDraft(draft)] + refreshForms()
  }
}

extension Sheet {
  /// Whether it has content to keep but no number yet.
  fileprivate var hasNoNumber: Bool { number == nil && (isUnsaved || isSaving) }
}
