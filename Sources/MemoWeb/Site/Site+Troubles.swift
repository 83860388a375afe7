internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// What is to be looked at: what gave way in merges, and files that can't be understood.
extension Site {
  func problems(_ storeState: StoreState, _ page: PageMaker, _ query: BoardQuery) -> Answer {
    let tasks = storeState.keys.compactMap { storeState.tasks[$0] }.filter { $0.conflictNotes > 0 }
    guard !tasks.isEmpty else { return .response(page.problems(query, [:])) }
    return .read { store throws(MemoError) in
      var open: [StandingSide.Place: StandingSide.Question] = [:]
      for task in tasks {
        for (index, placed) in task.document.conflictNotes.enumerated() {
          open[.init(path: task.path, index: index)] = .init(task, placed.note)
        }
      }
      let paths = Dictionary(
        tasks.compactMap { task in task.id.map { ($0.text, task.path) } },
        uniquingKeysWith: { one, _ in one })
      var sides: [StandingSide.Place: StandingSide] = [:]
      // The last one first: who made it what it is now.
      try store.log(LogQuery(tasks: Set(tasks.map(\.logTarget)))) { entry in
        let path = entry.id.flatMap { paths[$0] } ?? entry.path
        for (place, question) in open where place.path == path {
          guard let side = question.answer(entry) else { continue }
          sides[place] = side
          open[place] = nil
        }
        return !open.isEmpty
      }
      return page.problems(query, sides)
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
    change.notesConflicts = form["clash"] == "both"
    let job = Job(.text(change), [source.key])
    return .run(job) { ending, name in
      if let conflict = ending.conflict { return page.conflict(source, conflict, back) }
      return ending.isDone
        ? page.said(ending, name, of: job, back)
        : page.source(source, back, error: page.reason(of: ending), Self.status(of: ending))
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
