internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// So many seconds of typing may be lost at most, should the process be killed.
  private static let draftInterval = 1.0

  /// Something typed that would be lost if the board ended now and nothing came to an end that goes
  /// on.
  private struct Unrecorded {
    var sheet: Sheet
    /// Whether it is being recorded, and nobody types in it any more.
    var isAtWork: Bool
  }

  /// What is typed in the panes, and what is being recorded: a line that waits for another memo, or
  /// for a hook that takes its time, is not to be lost while the next one is typed.
  private var unrecorded: [Unrecorded] {
    panes.compactMap(\.sheet).filter { $0.isUnsaved || $0.isSaving }
      .map { Unrecorded(sheet: $0, isAtWork: $0.isSaving) }
      + askers.sorted { $0.key < $1.key }.compactMap { $0.value.pane?.sheet }
      .filter { $0.isUnsaved || $0.isSaving }.map { Unrecorded(sheet: $0, isAtWork: true) }
  }

  /// Keeps what is typed, and throws away what is recorded or given up.
  ///
  /// - Parameter isAll: Whether all is kept now; else what is typed is kept after a while.
  /// - Returns: What is to be done before anything else happens, and what after.
  mutating func keepDrafts(all isAll: Bool = false) -> (keep: [Effect], drop: [Effect]) {
    numberDrafts()
    let unrecorded = unrecorded
    let isDue = isAll || seconds - keptTime >= Self.draftInterval
    var keep: [Effect] = []
    for item in unrecorded {
      let sheet = item.sheet
      guard let number = sheet.number, kept[number] != sheet else { continue }
      if kept[number]?.says(sheet) != true {
        // It is about to be written elsewhere: there is no next second to wait for.
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

  /// The smallest number by which nothing is kept.
  private var freeNumber: Int {
    let sheets = panes.compactMap(\.sheet) + askers.values.compactMap { $0.pane?.sheet }
    let used = Set(kept.keys).union(sheets.compactMap(\.number))
    return (0...used.count).first { !used.contains($0) } ?? 0
  }

  /// Seconds after which what is typed has to be kept; nil where it is.
  var draftMoment: Double? {
    let isOpen = unrecorded.contains { typed in
      guard let number = typed.sheet.number, let kept = kept[number] else { return true }
      return kept != typed.sheet && !kept.says(typed.sheet)
    }
    return isOpen ? max(0, keptTime + Self.draftInterval - seconds) : nil
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
  private func isSaved(_ draft: Draft, in storeState: StoreState) -> Bool {
    switch draft.subject {
    case .newTask:
      let fields = TaskForm(draft, nil).fields
      return storeState.tasks.values.contains { fields.isSaid(by: $0, now: now) }
    case .newLines:
      return NewTasks(draft).isAdded(to: storeState.tasks.values, since: draft.time)
    case .task, .file:
      guard let task = task(of: draft.subject) else { return false }
      let form = TaskForm(draft, task)
      return form.fields.isSaid(by: task, of: form.edit.changes, now: now)
    case .theme:
      let form = ThemeForm(draft)
      return storeState.themes.contains { form.isSaid(by: $0) }
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
    case .theme(let form): panes.append(.theme(form))
    case .lines(let new): ask(about: new)
    }
    kept[number] = sheet
    keptTime = seconds
    refreshThemes()
    return [.takeDraft(draft)] + refreshForms()
  }
}

extension Sheet {
  /// Whether it holds something to be kept, and has no number yet.
  fileprivate var hasNoNumber: Bool { number == nil && (isUnsaved || isSaving) }
}
