import Foundation
import Git
import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Laws for any history: all answers about a task agree.
///
/// Neither unrelated commits nor caches change an answer.
@Suite struct LawTests {
  static let count = Effort.count(2)
  static let first = Effort.firstSeed
  static let seeds = first..<first + count

  private func desk(_ seed: Int, noise: Int = 0, isWide: Bool = false) throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    let commits = WildCommits(seed: UInt64(seed), commits: 30, isWide: isWide)
    let repository = try Repository.open(at: desk.scratch("kim"))
    let ids = try commits.write(to: repository, noise: noise)
    let last = try #require(ids.last)
    try desk.scratch.git("reset", "--quiet", "--hard", last.hex, in: "kim")
    return desk
  }

  private func log(_ desk: Desk, _ task: StoredTask? = nil) throws -> [LogEntry] {
    let store = try desk.store()
    return try store.entries(LogQuery(tasks: task.map { try store.refs(of: [$0]) }))
  }

  /// Later seeds include one task under two names after a merge, copies that change places, and
  /// sides that start at different times.
  private static let wideSeeds =
    Set(seeds)
    .union(Effort.isWhole ? [174, 389, 521, 557, 559, 582, 643, 766, 1324] : [33, 52, 643, 1324])
    .sorted()

  /// Two files with one id are one task until one of them gets a new id.
  @Test(arguments: wideSeeds) func filesWithOneIDAreOneTask(seed: Int) throws {
    let desk = try desk(seed, isWide: true)
    let store = try desk.store()
    let files = try #require(try store.history(try store.git())).present().values
    let tasks = Dictionary(grouping: files, by: \.task)
    for (task, files) in tasks where files.count > 1 {
      #expect(files.allSatisfy { [nil, task.id].contains($0.state.id) }, "\(seed) \(task)")
    }
  }

  @Test(arguments: seeds) func aTaskIsDoneSinceOneDate(seed: Int) throws {
    let desk = try desk(seed)
    let store = try desk.store()
    let snapshot = try store.read()
    let history = try #require(try store.history(try store.git()))
    for task in snapshot.tasks where task.status == .done {
      let since = try #require(try history.present(at: task.path)?.facts.since)
      let commit = try #require(try history.commit(at: since))
      let done = commit.authored
      let day = try #require(done.date)
      // The date in the log.
      let line = try #require(
        try log(desk, task).first {
          $0.commit == commit.id.hex
        }, "\(seed): \(task.path)")
      #expect(line.time == done)
      #expect(line.path.hasPrefix("done/"), "\(seed): \(task.path)")
      #expect(line.kind != .edit && line.kind != .delete, "\(seed): \(task.path)")
      // The month in the archive.
      let archived = try store.archive([task.path], isTrial: true)
      let month = "\(day)".prefix(7).split(separator: "-").joined(separator: "/")
      #expect(
        archived.report.changes.map(\.path).allSatisfy { $0.hasPrefix("done/\(month)/") },
        "\(seed): \(task.path)")
      // The week in the statistics.
      let path = try Filter.parse(["path:\(task.path)"], now: desk.environment.localTime)
      let stats = try store.stats(of: path, since: PastMoment(second: 0))
      let monday = day.monday
      #expect(
        stats.weeks.contains { $0.monday == monday && $0.done > 0 }, "\(seed): \(task.path)")
    }
  }

  @Test(arguments: seeds) func unrelatedCommitsChangeNoAnswer(seed: Int) throws {
    let (one, other) = (try desk(seed), try desk(seed, noise: 4))
    let (expected, found) = (try Answers(one), try Answers(other))
    for name in expected.all.keys.sorted() {
      #expect(expected.all[name] == found.all[name], "\(seed): \(name)")
    }
    for desk in [one, other] { try editByHand(desk) }
    #expect(try recorded(one) == recorded(other), "\(seed)")
  }

  /// Removes an id, copies a file, and changes a status in a text.
  private func editByHand(_ desk: Desk) throws {
    for (number, path) in desk.tasks().sorted().enumerated() {
      let text = try desk.read(path)
      switch number % 4 {
      case 0: try desk.write(text.replacing(/\nid: .*/, with: ""), to: path)
      case 1: try desk.write(text, to: "todo/second-\(number).md")
      case 2: try desk.write(text.replacing("\ntags", with: "\nstatus: doing\ntags"), to: path)
      default: break
      }
    }
  }

  /// The files after the next writing command, without new ids.
  private func recorded(_ desk: Desk) throws -> [String] {
    let known = Set(try log(desk).compactMap(\.id))
    _ = try desk.store().add(NewTask(title: "Bread"))
    return try desk.store().read().tasks.map { task in
      let id = task.id.map { known.contains($0.text) ? $0.text : "new" } ?? "none"
      return "\(task.path) \(id) \(task.status)"
    }.sorted()
  }

  private static let file = ".git/memo/cache/history.sqlite"

  @Test(arguments: seeds) func cachesChangeNoAnswer(seed: Int) throws {
    let desk = try desk(seed)
    let expected = try Answers(desk)
    let whole = try desk.bytes(Self.file)
    var zeroed = whole
    for place in whole.count / 2..<whole.count { zeroed[place] = 0 }
    for bytes in [
      whole, Array(whole.prefix(whole.count / 2)), zeroed, [], Array("nothing".utf8),
      Array(whole.prefix(100)) + Array(repeating: 0xFF, count: whole.count),
    ] {
      try desk.scratch.write(bytes, to: desk.path(Self.file))
      #expect(try Answers(desk) == expected, "\(seed) \(bytes.count)")
    }
    let all = try log(desk)
    for limit in [1, 5, 30, 1000] {
      var newest: [LogEntry] = []
      try desk.store().log(LogQuery(limit: limit)) { entry in
        newest.append(entry)
        return true
      }
      #expect(newest == Array(all.prefix(limit)), "\(seed) \(limit)")
    }
  }

  /// It doesn't matter which line of commits a clone had first, and was asked about.
  @Test(arguments: [false, true], seeds)
  func theOrderOfFetchingChangesNoAnswer(isWide: Bool, seed: Int) throws {
    let desk = try desk(seed, isWide: isWide)
    let expected = try Answers(desk)
    let head = try #require(try desk.store().git().head().commit)
    // Before its folder was moved, the store was another one.
    let store = try desk.store()
    let commits = try #require(try store.history(try store.git())).commits()
      .filter { $0.prefix == nil }
    var random = SeededRandom(seed: UInt64(seed))
    for isKept in [false, true, true, true] {
      if !isKept { try desk.remove(Self.file) }
      for _ in 0..<2 {
        let commit = try #require(commits.randomElement(using: &random)).id
        try desk.scratch.git("reset", "--quiet", "--hard", commit.hex, in: desk.folder)
        let store = try desk.store()
        _ = try store.history(try store.git())
      }
      try desk.scratch.git("reset", "--quiet", "--hard", head.hex, in: desk.folder)
      let found = try Answers(desk)
      for name in expected.all.keys.sorted() {
        #expect(found.all[name] == expected.all[name], "\(seed): \(name)")
      }
    }
  }
}

extension Desk {
  fileprivate func bytes(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: scratch(path(file)))))
  }
}

/// The answers about a store's history, without names of commits.
private struct Answers: Equatable {
  private(set) var all: [String: [String]] = [:]

  init(_ desk: Desk) throws {
    let snapshot = try desk.store().read()
    all["log"] = try Self.log(desk)
    for task in snapshot.tasks { all["log \(task.path)"] = try Self.log(desk, task) }
    let stats = try desk.store().stats(since: PastMoment(second: 0))
    all["stats"] = ["\(stats)"]
    all["archive"] = try desk.store().archive(isTrial: true).report.changes.map(\.path)
    var deleted: [String] = []
    try desk.store().deletedTasks { task in
      deleted.append(
        "\(task.id?.text ?? "") \(task.title) \(task.path) \(task.deletion.time)"
          + " \(task.deletion.author)")
      return true
    }
    all["deleted"] = deleted
    all["find"] = try desk.store().deletedLines(TextQuery(["line"]), snapshot).map {
      "\($0.path) \($0.change.time) \($0.change.author) \($0.line.text)"
    }
  }

  private static func log(_ desk: Desk, _ task: StoredTask? = nil) throws -> [String] {
    let store = try desk.store()
    return try store.entries(LogQuery(tasks: task.map { try store.refs(of: [$0]) })).map { entry in
      "\(entry.kind) \(entry.id ?? "") \(entry.path) \(entry.time) \(entry.author)"
        + " \(entry.isCopy) \(entry.changes) \(entry.decisions.map { $0.words() })"
    }
  }
}
