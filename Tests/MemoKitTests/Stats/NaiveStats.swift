import Foundation
import TestSupport

/// The same numbers, counted again from what `git log` prints.
struct NaiveStats {
  private(set) var weeks: [String: Int] = [:]
  /// Tasks that came to be done more than once: any of these weeks may be the one since which
  /// they have been.
  private(set) var doubted: [Set<String>] = []
  private(set) var leadTimes: [Int] = []
  private(set) var cycleTimes: [Int] = []
  /// Of open tasks, in seconds.
  private(set) var ages: [Int] = []

  private typealias Life = (
    added: [(Int, String)], moved: [(Int, String)], deleted: [(Int, String)]
  )

  init(_ bench: Scratch, _ folder: String, now: Int) throws {
    // -m: a merge is shown once for each parent.
    let log = try bench.git(
      "log", "-m", "--raw", "--no-abbrev", "--no-renames", "--root", "--format=commit %H %at %P",
      "HEAD",
      in: folder)
    let blobs = Set(
      log.split(separator: "\n").filter { $0.hasPrefix(":") }
        .flatMap { $0.split(separator: " ")[2...3].map(String.init) })
    let ids = try Self.ids(of: blobs.filter { $0.contains { $0 != "0" } }, bench, folder)

    var commits: [(hash: String, time: Int, count: Int, parents: [[String: (String?, String?)]])] =
      []
    for line in log.split(separator: "\n") {
      if line.hasPrefix("commit ") {
        let words = line.split(separator: " ")
        if commits.last?.hash != String(words[1]) {
          commits.append((String(words[1]), Int(words[2]) ?? 0, max(1, words.count - 3), []))
        }
        commits[commits.count - 1].parents.append([:])
      } else if line.hasPrefix(":") {
        let path = line.split(separator: "\t")[1]
        let status = path.split(separator: "/")[0]
        guard ["todo", "doing", "done"].contains(status) else { continue }
        let words = line.split(separator: " ")
        let last = commits.count - 1
        let parent = commits[last].parents.count - 1
        if let id = ids[String(words[2])] {
          commits[last].parents[parent][id, default: (nil, nil)].0 = String(status)
        }
        if let id = ids[String(words[3])] {
          commits[last].parents[parent][id, default: (nil, nil)].1 = String(status)
        }
      }
    }
    var lives: [String: Life] = [:]
    for commit in commits where commit.parents.count == commit.count {
      for (id, change) in commit.parents[0] {
        let all = commit.parents.map { $0[id] ?? ("=", "=") }
        guard
          all.allSatisfy({ ($0.0 == nil) == (change.0 == nil) && $0.0 != $0.1 && $0.1 == change.1 })
        else { continue }
        switch change {
        case (nil, let to?): lives[id, default: ([], [], [])].added.append((commit.time, to))
        case (_?, let to?): lives[id, default: ([], [], [])].moved.append((commit.time, to))
        case (let from?, nil): lives[id, default: ([], [], [])].deleted.append((commit.time, from))
        default: break
        }
      }
    }
    let files = try bench.git("ls-tree", "-r", "HEAD", "todo", "doing", "done", in: folder)
    var present: [String: String] = [:]
    for line in files.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      if let id = ids[String(parts[0].split(separator: " ")[2])] {
        present[id] = String(parts[1].split(separator: "/")[0])
      }
    }
    for (id, life) in lives {
      let last = present[id] ?? life.deleted.max { $0.0 < $1.0 }?.1
      let added = life.added.map(\.0).min() ?? 0
      let everDone = (life.moved + life.added).contains { $0.1 == "done" }
      guard last == "done" || present[id] == nil && everDone else {
        if last != nil, present[id] != nil { ages.append(now - added) }
        continue
      }
      let moves = life.moved.filter { $0.1 == "done" }.map(\.0)
      let came = life.added.filter { $0.1 == "done" }.map(\.0)
      guard let done = moves.max() ?? came.min() else { continue }
      let formatter = DateFormatter()
      func week(_ time: Int) -> String {
        formatter.string(from: Date(timeIntervalSince1970: Double(time)))
      }
      formatter.locale = Locale(identifier: "en_US_POSIX")
      // As the commits' authors have it.
      formatter.timeZone = TimeZone(secondsFromGMT: 7200)
      formatter.dateFormat = "YYYY-'W'ww"
      formatter.calendar = Calendar(identifier: .iso8601)
      formatter.calendar.timeZone = formatter.timeZone
      // A merge may have dropped what was done on one side only.
      let isLastSure = present[id] != nil || Set(life.deleted.map(\.1)) == ["done"]
      guard moves.count + came.count == 1, isLastSure else {
        doubted.append(Set((moves + came).map(week)))
        continue
      }
      weeks[week(done), default: 0] += 1
      if !moves.isEmpty || came.isEmpty { leadTimes.append(max(0, done - added)) }
      let starts = (life.added + life.moved).filter { $0.1 == "doing" }.map(\.0)
      if let start = starts.min() { cycleTimes.append(max(0, done - start)) }
    }
  }

  private static func ids(
    of blobs: Set<String>, _ bench: Scratch, _ folder: String
  ) throws -> [String: String] {
    var ids: [String: String] = [:]
    let list = blobs.sorted()
    let ran = try run(
      "git", ["cat-file", "--batch"], in: bench(folder), environment: bench.environment,
      input: list.map { $0 + "\n" }.joined())
    var current = ""
    for line in ran.output.split(separator: "\n") {
      if line.hasSuffix(" blob") || line.contains(" blob ") { current = String(line.prefix(40)) }
      if line.hasPrefix("id: ") { ids[current] = String(line.dropFirst(4)) }
    }
    return ids
  }
}
