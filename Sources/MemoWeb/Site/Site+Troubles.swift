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

  /// With the line ends that the file has: a browser sends all as CR and LF.
  static func bytes(_ text: String, endingAs opened: [UInt8]) -> [UInt8] {
    let plain = text.replacing("\r\n", with: "\n")
    let newlines = opened.count { $0 == UInt8(ascii: "\n") }
    let returns = opened.count { $0 == UInt8(ascii: "\r") }
    guard newlines > 0, returns == newlines else { return Array(plain.utf8) }
    return Array(plain.replacing("\n", with: "\r\n").utf8)
  }
}

extension StoredTask {
  /// Whether a field of a page gives its text back as it is: it is UTF-8, with one kind of line ends
  /// and no other control characters.
  var isEditable: Bool {
    guard isOnDisk, !document.bytes.isEmpty else { return false }
    let bytes = document.bytes
    let returns = bytes.count { $0 == UInt8(ascii: "\r") }
    let newlines = bytes.count { $0 == UInt8(ascii: "\n") }
    let hasOneEnd = returns == 0 || returns == newlines
    return hasOneEnd && String(validating: bytes, as: UTF8.self) != nil
      && !bytes.contains { ($0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0)) || $0 == 0x7F }
  }
}
