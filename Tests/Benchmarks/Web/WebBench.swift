import BenchmarkSeed
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Measures the browser board with a store of a given size.
struct WebBench {
  struct Row {
    var what: String
    var value: Double
    var unit: String
    var goal: Double
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let memo: String
  private let seed: Seed
  private let store: String
  private let port = 7366

  init(memo: String, root: String, _ seed: Seed) throws {
    self.memo = memo
    self.seed = seed
    store = "\(root)/\(seed.count)"
    let environment = [
      "HOME": root, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "GIT_AUTHOR_NAME": "Kim",
      "GIT_AUTHOR_EMAIL": "kim@example.org", "GIT_COMMITTER_NAME": "Kim",
      "GIT_COMMITTER_EMAIL": "kim@example.org",
    ]
    for (name, value) in environment { setenv(name, value, 1) }
    try seed.make(at: store)
    try shell("git status -s >/dev/null; '\(memo)' init . >/dev/null; sleep 2.2")
    try shell("'\(memo)' list >/dev/null; '\(memo)' log -n 1 >/dev/null; '\(memo)' list >/dev/null")
  }

  func measure(_ tell: (Row) -> Void) throws {
    var (listening, answers): ([Double], [Double]) = ([], [])
    for _ in 0..<7 {
      let begin = ContinuousClock.now
      let server = try WebProcess("\(memo)-web", in: store, port: port)
      listening.append(since(begin))
      server.enter()
      _ = try server.get("")
      answers.append(since(begin))
      server.stop()
    }
    tell(Row(what: "start to listening", value: listening.median, unit: "ms", goal: 30))
    tell(Row(what: "start to the first answer", value: answers.median, unit: "ms", goal: 150))
    let server = try WebProcess("\(memo)-web", in: store, port: port)
    defer { server.stop() }
    server.enter()
    var bytes = 0
    for (name, path) in [
      ("a page", ""), ("a filtered page", "?q=%2Bhome"), ("a list", "?view=list"),
    ] {
      let times = try (0..<30).map { _ in
        let begin = ContinuousClock.now
        bytes = try server.get(path).count
        return since(begin)
      }
      if path.isEmpty {
        tell(Row(what: "a page", value: Double(bytes) / 1000, unit: "kB", goal: 60))
      }
      tell(Row(what: "\(name), answered", value: times.median, unit: "ms", goal: 15))
    }
    let streams = try server.streams(5)
    tell(
      Row(
        what: "a save to every page, p95", value: try saves(server, streams).part(0.95), unit: "ms",
        goal: 300))
    let (ours, command) = try changes(server)
    tell(Row(what: "a change recorded", value: ours, unit: "ms", goal: command))
    sleep(8)
    let before = server.cpu
    tell(Row(what: "memory", value: server.resident, unit: "MB", goal: 80))
    sleep(10)
    tell(
      Row(
        what: "idle CPU a minute, 5 pages", value: (server.cpu - before) * 6, unit: "ms", goal: 20))
    for stream in streams { stream.cancel() }
  }

  /// The time from saving a task in an editor until all pages are notified.
  private func saves(_ server: WebProcess, _ streams: [WebStream]) throws -> [Double] {
    let path = try shell("ls todo/*.md | head -n 1")
    let text = try String(contentsOfFile: "\(store)/\(path)", encoding: .utf8)
    return try (0..<20).map { number in
      let counts = streams.map(\.count)
      let begin = ContinuousClock.now
      try "\(text)\nsaved \(number)\n".write(
        toFile: "\(store)/\(path)", atomically: true, encoding: .utf8)
      while zip(streams, counts).contains(where: { $0.count == $1 }), since(begin) < 20_000 {
        usleep(500)
      }
      defer { usleep(300_000) }
      return since(begin)
    }
  }

  /// Medians of adding a tag on the board and with the command.
  private func changes(_ server: WebProcess) throws -> (Double, Double) {
    try shell("'\(memo)' set \(seed.id(1)) warm=yes >/dev/null 2>&1")
    usleep(500_000)
    let ours = try (0..<9).map { number in
      let begin = ContinuousClock.now
      try server.post("do", "do=set&tags=%2Bmeasured&task=\(seed.id(20 + number))")
      defer { usleep(400_000) }
      return since(begin)
    }
    let theirs = try (0..<9).map { number in
      let begin = ContinuousClock.now
      try shell("'\(memo)' set \(seed.id(40 + number)) +measured >/dev/null 2>&1")
      return since(begin)
    }
    return (ours.median, theirs.median)
  }

  /// The output without the last line ending.
  @discardableResult
  private func shell(_ script: String) throws -> String {
    let file = "\(store)/../out"
    guard system("cd '\(store)' && { \(script) ; } >'\(file)'") == 0 else {
      throw Failure(description: "failed: \(script)")
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

/// In milliseconds.
func since(_ begin: ContinuousClock.Instant) -> Double {
  begin.duration(to: .now) / .milliseconds(1)
}
