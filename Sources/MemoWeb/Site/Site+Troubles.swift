internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// What is to be looked at: what gave way in merges, and files that can't be understood.
extension Site {
  /// So many tasks with conflicts are looked up in the journal, which may be long.
  private static let mostLookedUp = 30

  func problems(_ world: World, _ page: PageMaker, _ query: BoardQuery) -> Answer {
    let keys = world.keys.filter { (world.tasks[$0]?.conflictNotes ?? 0) > 0 }
      .prefix(Self.mostLookedUp)
    guard !keys.isEmpty else { return .response(page.problems(query, [:])) }
    return .read { store throws(MemoError) in
      var decisions: [TaskKey: [MergeDecision]] = [:]
      for key in keys {
        guard let task = world.tasks[key] else { continue }
        try store.log(LogQuery(tasks: [task.logTarget])) { entry in
          decisions[key, default: []] += entry.decisions
          // As many as there are notes can be told; what is older was settled.
          return decisions[key]?.count ?? 0 < task.conflictNotes
        }
      }
      return page.problems(query, decisions)
    }
  }

  /// *Done* of a file's text: with what others did meanwhile, as a sheet is saved.
  func saveSource(
    _ source: Source, _ form: FormFields, _ aliases: FieldAliases?, _ page: PageMaker,
    _ back: BoardQuery
  ) -> Answer {
    guard source.text != source.opened else {
      return .response(.redirect(prefix + back.suffix))
    }
    let document = TaskDocument(source.text, aliases)
    if let problem = document.item(fileName: Paths.stem(of: source.path)).problems.first {
      return .response(page.source(source, back, problem, 400))
    }
    var change = Job.TextChange(path: source.path, opened: source.opened, text: source.text)
    change.notesClashes = form["clash"] == "both"
    let job = Job(.text(change), [source.key])
    return .run(job) { ending, name in
      if let clash = ending.clash { return page.clash(source, clash, back) }
      return ending.isDone
        ? page.said(ending, name, of: job, back)
        : page.source(source, back, error: Self.reason(ending), 400)
    }
  }
}

/// A file that is mended as its text.
struct Source: Hashable, Sendable {
  var address: String
  var key: TaskKey
  var path: String
  /// The file as it was opened, and as somebody has changed it.
  var opened: [UInt8]
  var text: [UInt8]
}

extension StoredTask {
  /// Whether there is a text that somebody can mend.
  var isEditable: Bool { isOnDisk && !document.bytes.isEmpty }
}
