import Foundation
import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing
@testable import TaskHistory

/// Random histories of plain git, editors and memo, after which all commands have to agree about
/// each task: its status, since when and by whom, its place, whether it was deleted, and its
/// fields.
///
/// `MEMO_ALL=500` plays 500, `MEMO_SEED=1234` is the first seed, and `MEMO_HISTORY_FOLDER=/tmp/x`
/// keeps the histories there.
@Suite struct CommandAgreementPropertyTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = Effort.count(2)
  private static let first = Effort.firstSeed

  /// The fixed seeds once failed: copies that changed places; an undo that moved a file with
  /// another status in its text; a status that an unreadable file got from its text; an undone and
  /// redone merge with a task finished on both sides, or with a choice between name and folder; an
  /// undo that deleted a task and restored its unreadable file; a merge with the copy of a deleted
  /// task; an unreadable file that the other side moved there and back.
  private static let seeds =
    Set(first..<first + count)
    .union(Effort.isWhole ? [2030, 2082, 2087, 3032, 3099, 5112, 7132] : [2030, 2087, 3099, 7132])
    .sorted()

  @Test(arguments: seeds)
  func allCommandsAgree(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed), people: 2)
    for _ in 0..<40 { try history.plainStep() }
    if let folder = Self.environment["MEMO_HISTORY_FOLDER"] { try history.keep(in: folder) }
    for who in 0..<2 {
      try history.commitAll(who)
      let desk = history.team[who]
      let faults = try Answers(desk).faults
      #expect(faults == [], "\(seed) \(desk.folder)\n\(history.text)")
    }
    // memo's repairs change no answer and lose nothing.
    for who in 0..<2 {
      let desk = history.team[who]
      let dates = try Answers(desk).dates
      let isAlone = try !history.sync(who).output.contains(/[1-9]\d* commits? in/)
      let later = try Answers(desk)
      #expect(later.faults == [], "\(seed) \(desk.folder), synced\n\(history.text)")
      // Somebody else may have done the same at another time.
      for (id, date) in dates where later.dates[id] != nil && isAlone {
        #expect(later.dates[id] == date, "\(seed) \(id)\n\(history.text)")
      }
    }
    for desk in history.team.desks { try checkUndo(on: desk, "\(seed)\n\(history.text)") }
  }

  /// An undo, and a redo, count for every command.
  private func checkUndo(on desk: Desk, _ place: String) throws {
    let dates = try Answers(desk).dates
    let undone = desk.memo("undo", "--yes")
    guard undone.status != .refused else { return }
    let faults = try Answers(desk).faults
    #expect(faults == [], "undone on \(desk.folder) \(place)")
    let redone = desk.memo("redo", "--yes")
    let later = try Answers(desk)
    #expect(later.faults == [], "redone on \(desk.folder) \(place)")
    guard undone.status == .done, redone.status == .done else { return }
    // While a deleted task is back, its copy has an id of its own; if the copy has the task's id
    // again, it is the task.
    guard !undone.error.contains("is a copy and gets a new id") else { return }
    #expect(later.dates == dates, "redone on \(desk.folder) \(place)")
  }
}

/// The commands' answers about each task of a clone, and where they disagree.
private struct Answers {
  private(set) var faults: [String] = []
  /// The dates since which tasks are done, by id.
  private(set) var dates: [String: String] = [:]
  private let desk: Desk
  private let hasMerges: Bool

  init(_ desk: Desk) throws {
    self.desk = desk
    hasMerges = try !desk.scratch.git("rev-list", "--merges", "HEAD", in: desk.folder).isEmpty
    let store = try Store.open(desk.scratch(desk.folder), environment: desk.environment)
    let snapshot = try store.read()
    try checkBoards(store, snapshot)
    try checkLastDone(snapshot)
    let times = try store.completionTimes(of: snapshot.tasks)
    let ids = Dictionary(grouping: snapshot.tasks.compactMap(\.id)) { $0 }.mapValues(\.count)
    for task in snapshot.tasks {
      try check(task, store, times[task.path])
      if let id = task.id, ids[id] == 1, let time = times[task.path] { dates[id.text] = "\(time)" }
    }
    try checkPresent(store, snapshot)
    try checkDeleted(store, snapshot)
    try checkLost(store, snapshot)
  }

  private mutating func expect(_ one: String?, _ other: String?, _ what: String) {
    if one != other { faults.append("\(what): \(one ?? "nothing") and \(other ?? "nothing")") }
  }

  private func board(_ snapshot: Snapshot) -> [String] {
    snapshot.tasks.map { "\($0.path) \($0.id?.text ?? "") \($0.status)" }.sorted()
  }

  /// `list`, `list --at` and `diff`.
  private mutating func checkBoards(_ store: Store, _ snapshot: Snapshot) throws {
    let head = try store.past("HEAD")
    expect("\(board(snapshot))", "\(board(head.snapshot))", "list and list --at HEAD")
    expect("\(try store.differences(from: head).map(\.nameAndPath))", "[]", "diff HEAD")
    for back in [1, 5, 20] {
      guard let past = try? store.past("HEAD~\(back)") else { continue }
      for changes in [
        try store.differences(from: past), try store.differences(from: past, to: head),
      ] {
        let (came, went) = (
          changes.filter { $0.kind == .add }, changes.filter { $0.kind == .delete }
        )
        expect(
          "\(past.snapshot.tasks.count + came.count - went.count)", "\(snapshot.tasks.count)",
          "diff HEAD~\(back)")
        // A task that lost its id may have it back from a deleted copy.
        for change in went where change.id != nil && came.contains(where: { $0.id == change.id }) {
          faults.append("diff HEAD~\(back) says that \(change.nameAndPath) went and came")
        }
      }
    }
  }

  /// The latest finished tasks, from the end of the history and from all of it.
  private mutating func checkLastDone(_ snapshot: Snapshot) throws {
    let done = snapshot.tasks.filter { $0.status == .done }
    // A store caches its answers, so each call gets a new one.
    func store() throws -> Store {
      try Store.open(desk.scratch(desk.folder), environment: desk.environment)
    }
    let times = try store().completionTimes(of: done)
    for task in done.prefix(3) {
      let alone = try store().completionTimes(of: [task])[task.path]
      expect("\(alone as Any)", "\(times[task.path] as Any)", "done:, asked of \(task.path) alone")
    }
  }

  /// `log`, `blame`, `archive`, `stats` and `list done:`.
  private mutating func check(_ task: StoredTask, _ store: Store, _ time: Timestamp?) throws {
    let name = "\(task.path) \(task.id?.text ?? "")"
    var entries: [LogEntry] = []
    try store.log(LogQuery(tasks: store.refs(of: [task]))) { entry in
      entries.append(entry)
      return true
    }
    // No entry lists the choices of git's own merge, files that shared an id have one log, and the
    // log of a copy starts where it got its own id.
    if !hasMerges, !entries.contains(where: \.isCopy), entries.last?.kind == .add {
      let replay = Replay(entries)
      expect(replay.isThere ? "there" : "gone", "there", "log of \(name)")
      // An unreadable file has no answers.
      if task.item.isUsable {
        expect(replay.fields["status"], task.status.rawValue, "log and list, status of \(name)")
      }
      expect(replay.fields["file"], task.path, "log and list, path of \(name)")
    }
    let blame = try store.blame(task)
    let status = blame.fields.first { $0.part == .field("status") }
    if task.item.isUsable { expect(status?.value, task.status.rawValue, "blame of \(name)") }
    let entry = entries.first { $0.commit == status?.change?.commit }
    expect(entry?.author, status?.change?.author, "log and blame, author of \(name)")
    let count = try store.stats(
      of: Filter.parse(["path:\(task.path)"], now: desk.environment.localTime),
      since: PastMoment.parse("2020-01-01", now: desk.environment.localTime)
    ).done
    guard task.status == .done else { return expect("\(time as Any)", "nil", "done: of \(name)") }
    if task.item.isUsable {
      expect(
        status?.change.map { "\($0.time)" }, time.map { "\($0)" }, "blame and done: of \(name)")
    }
    if count < 1 { faults.append("stats of \(name): \(count)") }
    guard task.item.isUsable, task.id != nil, let day = time?.date else { return }
    let archived = try store.archive([task.path], isTrial: true).report.changes.map(\.path)
    let month = "\(day)".prefix(7).split(separator: "-").joined(separator: "/")
    for path in archived where !path.hasPrefix("done/\(month)/") {
      faults.append("archive of \(name): \(path), done \(day)")
    }
  }

  /// `show` and `status`, against `list`.
  private mutating func checkPresent(_ store: Store, _ snapshot: Snapshot) throws {
    for task in snapshot.tasks {
      let output = desk.memo("show", task.path, "--json").output
      let json = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let shown = (json?["tasks"] as? [[String: Any]])?.first
      expect(shown?["path"] as? String, task.path, "show and list")
      expect(shown?["status"] as? String, "\(task.status)", "show and list, \(task.path)")
    }
    let ids = Set(snapshot.tasks.compactMap(\.id?.text))
    for change in try store.status().pending where change.kind == .delete {
      if let id = change.id, ids.contains(id) {
        faults.append("status says that \(change.nameAndPath) went")
      }
    }
  }

  /// `find --history`, against `log --deleted` and the files.
  private mutating func checkLost(_ store: Store, _ snapshot: Snapshot) throws {
    let lost = try store.deletedLines(try TextQuery([""]), snapshot)
    for line in lost {
      let name = "\(line.line.part) '\(line.line.text)' of \(line.path) \(line.id ?? "")"
      let living = snapshot.tasks.filter { $0.id?.text == line.id && line.id != nil }
      for task in living where line.line.part == .body {
        let lines = task.document.body.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.contains(where: { $0 == line.line.text }) {
          faults.append("find --history has \(name), and so has \(task.path)")
        }
      }
    }
    try store.deletedTasks { task in
      guard !task.title.isEmpty else { return true }
      if !lost.contains(where: { $0.line.part == .title && $0.line.text == task.title }) {
        faults.append("find --history hasn't \(task.title) of \(task.path)")
      }
      return true
    }
  }

  /// `log --deleted`, against `list` and `log`.
  private mutating func checkDeleted(_ store: Store, _ snapshot: Snapshot) throws {
    let living = Set(snapshot.tasks.compactMap(\.id))
    var deleted: [DeletedTask] = []
    try store.deletedTasks { task in
      deleted.append(task)
      return true
    }
    for task in deleted {
      let name = "\(task.path) \(task.id?.text ?? "")"
      guard let id = task.id else { continue }
      if living.contains(id) { faults.append("log --deleted has \(name), and so has list") }
      var entries: [LogEntry] = []
      try store.log(LogQuery(tasks: [.id(id)])) { entry in
        entries.append(entry)
        return true
      }
      if !hasMerges {
        expect(Replay(entries).isThere ? "there" : "gone", "gone", "log of deleted \(name)")
      }
    }
  }
}
