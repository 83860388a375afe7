internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// What can be done where two have changed the same, below what each has made of it.
  func choices(_ conflict: Ending.Conflict, _ form: TaskForm) -> Choices {
    let who = conflict.by.isEmpty ? words.somebody : conflict.by.sanitized
    guard let theirs = conflict.theirs.map({ TaskDocument($0, form.document.aliases) }),
      let path = conflict.path
    else {
      var choices = Choices(
        words.deletedTheTask(who),
        [
          Choices.Row(text: words.bringBack, detail: "1", step: .keepBoth),
          Choices.Row(text: words.letBeDeleted, detail: "2", step: .discardForm),
        ])
      choices.takeLetters()
      return choices
    }
    var choices = Choices(
      words.changedTheSame(who),
      [
        Choices.Row(
          text: words.keepMine, detail: "1", step: .keepMine(path: path, theirs: theirs.bytes)),
        Choices.Row(
          text: words.keepTheirs(who), detail: "2",
          step: .keepTheirs(path: path, theirs: theirs.bytes)),
        Choices.Row(text: words.keepBoth, detail: "3", step: .keepBoth),
      ])
    let other = TaskForm(theirs, path: path, key: form.key)
    let name = words.theirs(who, at: words.moment(conflict.time, on: page))
    choices.above = both(form, other, name)
    let all = Choices.Row(
      text: words.readBoth, detail: "v",
      step: .read(TextPane(words.changedTheSame(who), whole(form, other, name))))
    // Where there is no room for them above, they are what comes first.
    choices.rows.append(all)
    if PaneDrawing.ChoiceLayout(choices, size).isCut {
      choices.rows.insert(choices.rows.removeLast(), at: 0)
    }
    choices.takeLetters()
    return choices
  }

  /// What both have changed, with each one's lines.
  private func whole(_ mine: TaskForm, _ theirs: TaskForm, _ who: String) -> [TextPane.Line] {
    mine.conflicts(with: theirs).flatMap { field in
      func lines(_ form: TaskForm, _ role: Role) -> [TextPane.Line] {
        let text = field == .body ? form.body.sanitizedLines.trimmedEnd : shown(form, field)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { TextPane.Line(text: "  \($0)", role: role) }
      }
      let name = words.name(of: field)
      return [TextPane.Line(text: "\(name), \(words.mine):", role: .dim)] + lines(mine, .text)
        + [TextPane.Line(text: "\(name), \(who):", role: .dim)] + lines(theirs, .soon)
    }
  }

  /// What both have changed: its name, one's own version, and theirs.
  private func both(_ mine: TaskForm, _ theirs: TaskForm, _ who: String) -> [TextPane.Line] {
    mine.conflicts(with: theirs).flatMap { field in
      let (ours, other) =
        field == .body
        ? (lines(of: mine.body, notIn: theirs.body), lines(of: theirs.body, notIn: mine.body))
        : (shown(mine, field), shown(theirs, field))
      return [
        TextPane.Line(text: words.name(of: field), role: .dim),
        TextPane.Line(text: "  \(words.mine): \(ours)"),
        TextPane.Line(text: "  \(who): \(other)", role: .soon),
      ]
    }
  }

  private func shown(_ form: TaskForm, _ field: TaskForm.Field) -> String {
    switch field {
    case .status: return words.name(of: form.status)
    case .priority: return words.name(of: form.priority)
    case .title, .deadline, .tags, .body:
      let text = form.value(field).sanitized
      return text.isEmpty ? words.empty : text
    }
  }

  /// The first line that the other text lacks, and how many more there are.
  private func lines(of text: String, notIn other: String) -> String {
    let others = Set(other.split(whereSeparator: \.isNewline))
    let own = text.split(whereSeparator: \.isNewline).filter {
      !others.contains($0) && !$0.allSatisfy(\.isWhitespace)
    }
    guard let first = own.first else { return words.empty }
    return String(first).sanitized
      + (own.count > 1 ? " (\(words.moreLines(own.count - 1)))" : "")
  }

  /// Takes the side of what two have changed that was chosen.
  mutating func resolveConflict(_ step: Step) -> [Effect] {
    guard var form = panes.last?.form else { return [] }
    switch step {
    case .keepBoth:
      // What it says was right when it was saved first, and the sheet stays as it is otherwise.
      guard var job = try? form.job(now: now, words), case .text(var change) = job.kind else {
        return []
      }
      change.notesConflicts = true
      job.kind = .text(change)
      // Of a task that was deleted there is no other version of which a note could tell.
      if let key = form.key, present?.tasks[key] == nil { job = job.bringingBack }
      let effects = run(job)
      guard !effects.isEmpty else { return [] }
      form.saving = jobs
      panes[panes.count - 1] = .form(form)
      return effects
    case .keepMine(let path, let theirs):
      // What was changed here is changed in what they have made of it.
      form.path = path
      form.document = TaskDocument(theirs, form.document.aliases)
      return save(form)
    case .keepTheirs(let path, let theirs):
      let document = TaskDocument(theirs, form.document.aliases)
      form.giveUp(whatIsOtherIn: document)
      form.path = path
      form.document = document
      guard !form.changes.isEmpty else {
        message = Message(kind: .news, text: words.theirsStands)
        return closePane()
      }
      return save(form)
    default: return []
    }
  }
}

extension Choices {
  /// Has the letters at the right end of the rows do what the rows do.
  mutating func takeLetters() {
    isNarrowed = false
    let letters = rows.compactMap { row in
      // Enter is the selected row's.
      KeyStroke(row.detail).flatMap { key in
        key == KeyStroke(.enter) ? nil : row.step.map { (key, $0) }
      }
    }
    for index in rows.indices {
      rows[index].keys = Dictionary(letters) { first, _ in first }
    }
  }
}
