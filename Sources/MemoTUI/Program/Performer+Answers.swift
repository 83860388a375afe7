internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension Performer {
  /// Answers a board's question from the store.
  func answer(
    _ question: Question, on store: Store, _ page: Page
  ) throws(MemoError) -> Answer {
    switch question {
    case .journal(let key): return try .choices(journal(of: key, store, page))
    case .past(let when): return .storeState(StoreState(try store.past(when), of: store))
    case .problems: return try .choices(problems(store, page))
    case .lastDone:
      guard let last = try store.operations(upTo: 1).undoable.first else {
        return .nothing(words.nothingToUndo)
      }
      return ask(words.askToUndo, last, store, page, ["undo", last.id])
    case .lastUndone:
      guard let last = try store.operations(upTo: 0).redoable.first else {
        return .nothing(words.nothingToRedo)
      }
      return ask(words.askToRedo, last, store, page, ["redo"])
    case .changes(of: let key, since: let opened):
      let storeState = StoreState(try store.read(), done: [])
      return try .news(store.news(of: key, since: opened, in: storeState, words, on: page))
    case .changeTimes:
      let tasks = try store.read().tasks
      return .changeTimes(try store.facts(for: [.changed], among: tasks).changed)
    }
  }

  private func ask(
    _ question: (String, String) -> String, _ last: MemoKit.Operation, _ store: Store, _ page: Page,
    _ command: [String]
  ) -> Answer {
    let said = words.said(last, in: store, on: page)
    let asked = question(said, words.moment(last.time, on: page))
    return .choices(Choices(asking: asked, .run(.command(command)), words))
  }

  /// A limit for scrolling.
  private static let mostEntries = 500

  private func journal(
    of key: TaskKey?, _ store: Store, _ page: Page
  ) throws(MemoError) -> Choices {
    var query = LogQuery(limit: Self.mostEntries)
    var title = words.journalOf(Paths.name(of: store.root))
    if let key {
      let task = try store.read().task(named: key.name, from: nil as String?)
      query.tasks = try store.refs(of: [task])
      title = words.journalOf(task.title.sanitized)
    }
    var rows: [Choices.Row] = []
    try store.log(query) { entry in
      rows.append(
        Choices.Row(
          text: words.said(entry, on: page).text,
          detail: "\(entry.author.sanitized)  \(words.moment(entry.time, on: page))",
          step: .open(.text(text(of: entry, page))),
          keys: [KeyStroke("u"): undo(entry)]))
      return true
    }
    var choices = Choices(title, rows, isNarrowed: false)
    choices.hints =
      [KeyHint("Enter", words.showsTheChange), KeyHint("u", words.undoesEntry)]
      + (key == nil ? [] : [KeyHint("J", words.storesJournal)]) + [KeyHint("Esc", words.goesBack)]
    if key != nil { choices.keys = [KeyStroke("J"): .effect(.load(.journal(nil)))] }
    return choices
  }

  private func undo(_ entry: LogEntry) -> Step {
    .run(.command(["undo", entry.commit]))
  }

  /// A change in full, with its added and removed lines.
  private func text(of entry: LogEntry, _ page: Page) -> TextPane {
    var lines = [
      Run(text: words.said(entry, on: page).text),
      Run(
        text:
          "\(entry.author.sanitized), \(words.moment(entry.time, on: page)), \(entry.commit.prefix(7))",
        role: .dim),
    ]
    for line in entry.lines.lines {
      lines.append(
        Run(
          text: (line.isAdded ? "+ " : "- ") + line.text.sanitizedLines,
          role: line.isAdded ? .good : .late))
    }
    var pane = TextPane(entry.title, lines)
    pane.keys = [KeyStroke("u"): undo(entry)]
    pane.hints = [KeyHint("u", words.undoesEntry)]
    return pane
  }

  private func problems(_ store: Store, _ page: Page) throws(MemoError) -> Choices {
    let snapshot = try store.read()
    let storeState = StoreState(snapshot, done: snapshot.tasks.filter { $0.status == .done })
    var rows: [Choices.Row] = []
    for key in storeState.keys {
      guard let task = storeState.tasks[key] else { continue }
      rows += storeState.conflicts(of: key).map { conflict in
        Choices.Row(
          text: "\(task.title.sanitized): \(words.notedLine(conflict, on: page))",
          detail: words.conflict,
          role: .conflict, step: .show(key),
          keys: [
            KeyStroke("c"): .run(conflict.resolution(takesNote: false)),
            KeyStroke("C"): .run(conflict.resolution(takesNote: true)),
            KeyStroke("e"): .effect(.handOver(["edit", key.name])),
          ])
      }
      for problem in task.problems {
        rows.append(
          Choices.Row(
            text: words.placedReason(of: problem).line.sanitized, detail: words.problem,
            role: .late, step: .show(key),
            keys: [KeyStroke("e"): .effect(.handOver(["edit", key.name]))]))
      }
    }
    rows += (store.problemsBesideTasks() + snapshot.strays).map {
      Choices.Row(
        text: words.placedReason(of: $0).line.sanitized, detail: words.problem, role: .late)
    }
    var choices = Choices(words.conflictsAndProblems, rows, isNarrowed: false)
    choices.emptiness = words.noConflicts
    choices.source = .question(.problems)
    choices.hints = [
      KeyHint("Enter", words.selectsTheTask), KeyHint("c", words.keeps),
      KeyHint("C", words.takesDiscarded), KeyHint("e", words.edits), KeyHint("Esc", words.goesBack),
    ]
    return choices
  }
}
