internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

extension Performer {
  /// What the board asked, found in the store.
  func answer(_ question: Question, _ facts: PageFacts) -> Answer {
    var page = Page(context, .never)
    page.now = facts.now
    page.style.width = facts.width
    do throws(MemoError) {
      let store = try context.store()
      switch question {
      case .journal(let key): return try .choices(journal(of: key, store, page))
      case .past(let when): return try .world(past(when, store))
      case .problems: return try .choices(problems(store, page))
      case .lastChange(let key): return try .news(lastChange(of: key, store, page))
      }
    } catch {
      return .failure(error.message, hints: error.hints)
    }
  }

  /// How dates are shown in an answer.
  struct PageFacts: Sendable {
    var now: LocalTime
    var width: Int?

    init(_ page: Page) {
      now = page.now
      width = page.style.width
    }
  }

  /// More entries than anybody scrolls through at once.
  private static let mostEntries = 500

  private func journal(
    of key: TaskKey?, _ store: Store, _ page: Page
  ) throws(MemoError) -> Choices {
    var query = LogQuery(limit: Self.mostEntries)
    var title = "journal of \(Paths.name(of: store.root))"
    if let key {
      let task = try store.read().task(named: key.name, from: nil as String?)
      query.tasks = [task.logTarget]
      title = "journal of \(task.title.sanitized)"
    }
    var rows: [Choices.Row] = []
    try store.log(query) { entry in
      rows.append(
        Choices.Row(
          text: entry.words(page),
          detail: "\(entry.author.sanitized)  \(page.moment(entry.time))",
          step: .read(Self.text(of: entry, page)),
          keys: [KeyStroke("u"): .run(.command(["undo", entry.commit]))]))
      return true
    }
    var choices = Choices(title, rows)
    choices.isNarrowed = false
    choices.keyHint =
      "Enter shows the change   u takes it back   "
      + (key == nil ? "" : "J the store's journal   ") + "Esc goes back"
    if key != nil { choices.again = (KeyStroke("J"), .load(.journal(nil))) }
    return choices
  }

  /// A change whole, with the lines that came and went.
  private static func text(of entry: LogEntry, _ page: Page) -> TextPane {
    var lines = [
      TextPane.Line(
        text: "\(entry.author.sanitized), \(page.moment(entry.time)), \(entry.commit.prefix(7))",
        role: .dim)
    ]
    for line in entry.lines.lines {
      lines.append(
        TextPane.Line(
          text: (line.isAdded ? "+ " : "- ") + line.text.sanitizedLines,
          role: line.isAdded ? .good : .late))
    }
    var pane = TextPane(entry.words(page), lines)
    pane.keys = [KeyStroke("u"): .run(.command(["undo", entry.commit]))]
    pane.keyHint = "u takes this change back   Esc goes back"
    return pane
  }

  private func past(_ when: String, _ store: Store) throws(MemoError) -> World {
    let moment: PastState
    moment = try store.past(when)
    var world = World(
      moment.snapshot,
      done: store.lastDoneFirst(
        moment.snapshot.tasks.filter { $0.status == .done }, at: moment.commit))
    world.name = Paths.name(of: store.root)
    world.moment = World.Moment(time: moment.time, commit: moment.commit)
    return world
  }

  private func problems(_ store: Store, _ page: Page) throws(MemoError) -> Choices {
    let snapshot = try store.read()
    let world = World(snapshot, done: [])
    var rows: [Choices.Row] = []
    for task in snapshot.tasks where task.conflictNotes > 0 || !task.problems.isEmpty {
      let key = world.keys.first { world.tasks[$0]?.path == task.path } ?? TaskKey(task)
      for note in task.document.conflictNotes {
        rows.append(
          Choices.Row(
            text: "\(task.title.sanitized): \(note.note.plainText.onOneLine.sanitized)",
            detail: "conflict",
            role: .conflict, step: .show(key),
            keys: [
              KeyStroke("c"): .run(.command("resolve", [key], [])),
              KeyStroke("C"): .run(.command("resolve", [key], ["--theirs"])),
              KeyStroke("e"): .handOver(["edit", key.name]),
            ]))
      }
      for problem in task.problems {
        rows.append(
          Choices.Row(
            text: problem.line.sanitized, detail: "problem", role: .late, step: .show(key),
            keys: [KeyStroke("e"): .handOver(["edit", key.name])]))
      }
    }
    rows += snapshot.strays.map {
      Choices.Row(text: $0.line.sanitized, detail: "problem", role: .late)
    }
    var choices = Choices("conflicts and problems", rows)
    choices.isNarrowed = false
    choices.emptiness = "none: all is well"
    choices.keyHint =
      "Enter selects the task   c keeps   C takes the note   e edits   Esc goes back"
    return choices
  }

  private func lastChange(
    of key: TaskKey, _ store: Store, _ page: Page
  ) throws(MemoError) -> String {
    var words = "changed by somebody meanwhile"
    let snapshot = try store.read()
    let world = World(snapshot, done: [])
    guard let task = world.tasks[key] else {
      words = "it was deleted meanwhile"
      try store.deletedTasks { deletion in
        guard deletion.id?.text == key.name || deletion.path == key.name else { return true }
        words = "\(deletion.author.sanitized) deleted it, \(page.moment(deletion.time))"
        return false
      }
      return words + "; Done brings it back with your text"
    }
    try store.log(LogQuery(tasks: [task.logTarget], limit: 1)) { entry in
      words = "\(entry.author.sanitized), \(page.moment(entry.time)): \(entry.words(page))"
      return false
    }
    return words
  }
}
