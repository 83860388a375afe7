import BenchmarkSeed
import Foundation
import PlayedTerminal

/// The promised times for a store of a given size.
struct BoardGoals {
  private let isLarge: Bool
  init(_ count: Int) { isLarge = count > 1_000 }

  private func goal(_ small: Double, _ large: Double) -> Double { isLarge ? large : small }

  var frame: Double { 30 }
  var start: Double { goal(40, 150) }
  var key: Double { goal(8, 16) }
  var letter: Double { goal(10, 40) }
  var save: Double { goal(250, 400) }
  var bytes: Double { 1000 }
  var memory: Double { goal(25, 60) }
}

/// Measures the terminal board with a store of a given size.
struct BoardBench {
  struct Row {
    var what: String
    var value: Double
    var unit: String
    var goal: (BoardGoals) -> Double
  }

  private let memo: String
  private let seed: Seed
  private let store: String
  private let environment: [String: String]

  init(memo: String, root: String, _ seed: Seed) throws {
    self.memo = memo
    self.seed = seed
    store = "\(root)/\(seed.count)"
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": root,
      "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "GIT_AUTHOR_NAME": "Kim", "GIT_AUTHOR_EMAIL": "kim@example.org",
      "GIT_COMMITTER_NAME": "Kim", "GIT_COMMITTER_EMAIL": "kim@example.org",
    ]
    for (name, value) in environment { setenv(name, value, 1) }
    try seed.make(at: store)
    // Files that were changed a moment ago are not cached yet.
    _ = try shell("git status -s >/dev/null; '\(memo)' init . >/dev/null; sleep 2.2")
    _ = try shell(
      "'\(memo)' list >/dev/null; '\(memo)' log -n 1 >/dev/null; '\(memo)' list >/dev/null")
  }

  func measure(_ tell: (Row) -> Void) throws {
    var (frames, starts): ([Double], [Double]) = ([], [])
    for _ in 0..<9 {
      let begin = ContinuousClock.now
      let terminal = try board()
      _ = try wait(terminal, "TODO", from: 0)
      frames.append(since(begin))
      _ = try wait(terminal, seed.count.grouped, from: 0)
      starts.append(since(begin))
      terminal.type("q")
    }
    tell(Row(what: "start to the frame", value: frames.median, unit: "ms") { $0.frame })
    tell(Row(what: "start to the first board", value: starts.median, unit: "ms") { $0.start })
    let terminal = try board()
    _ = try wait(terminal, seed.count.grouped, from: 0)
    usleep(500_000)
    let (times, bytes) = try keys(terminal, Array(repeating: "j", count: 300))
    tell(Row(what: "key to screen, p50", value: times.median, unit: "ms") { $0.key })
    tell(Row(what: "key to screen, p99", value: times.part(0.99), unit: "ms") { $0.key })
    tell(Row(what: "bytes a step, mean", value: bytes.mean, unit: "B") { $0.bytes })
    tell(Row(what: "bytes a step, most", value: bytes.max() ?? 0, unit: "B") { $0.bytes })
    _ = try keys(terminal, ["g", "/"])
    let letters = try keys(
      terminal, "milkpaint".map { String($0) } + Array(repeating: "\u{7F}", count: 9)
    ).times
    tell(Row(what: "letter of a filter, p50", value: letters.median, unit: "ms") { $0.letter })
    tell(Row(what: "letter of a filter, most", value: letters.max() ?? 0, unit: "ms") { $0.letter })
    _ = try keys(terminal, ["\r", "g"])
    let saves = try saves(terminal)
    tell(Row(what: "a save to the screen, p95", value: saves.part(0.95), unit: "ms") { $0.save })
    let pushes = try pushes(terminal)
    tell(Row(what: "a push to the screen, p95", value: pushes.part(0.95), unit: "ms") { $0.save })
    let (ours, command) = try changes(terminal)
    tell(Row(what: "a change recorded", value: ours, unit: "ms") { _ in command })
    // Idle threads end after a few seconds.
    usleep(8_000_000)
    let before = Usage(terminal.process)
    tell(Row(what: "memory", value: before.resident, unit: "MB") { $0.memory })
    tell(Row(what: "memory, most", value: before.most, unit: "MB") { $0.memory })
    usleep(5_000_000)
    let after = Usage(terminal.process)
    tell(Row(what: "idle CPU in 5 s", value: after.cpu - before.cpu, unit: "ms") { _ in 0 })
    tell(
      Row(what: "idle wake-ups in 5 s", value: after.wakeUps(since: before), unit: "") { _ in 0 })
    terminal.type("q")
  }

  private func board() throws -> PseudoTerminal {
    try PseudoTerminal("exec '\(memo)' board", in: store, environment: environment)
  }

  private func wait(_ terminal: PseudoTerminal, _ text: String, from start: Int) throws -> Int {
    guard let place = terminal.place(behind: text, from: start, seconds: 20) else {
      throw TerminalFailure(description: "'\(text)' doesn't come:\n\(terminal.window.text)")
    }
    return place
  }

  /// The time from each key to the end of the redrawing.
  private func keys(
    _ terminal: PseudoTerminal, _ keys: [String]
  ) throws -> (times: [Double], bytes: [Double]) {
    var (times, bytes): ([Double], [Double]) = ([], [])
    for key in keys {
      let (start, begin) = (terminal.bytes.count, ContinuousClock.now)
      terminal.type(key)
      let end = try wait(terminal, "\u{1B}[?2026l", from: start)
      times.append(since(begin))
      bytes.append(Double(end - start))
      // Longer than a person needs between keys, so that a redrawing doesn't delay the next one.
      usleep(3000)
    }
    return (times, bytes)
  }

  /// The path of the first task.
  private func firstPath() throws -> String {
    try shell(
      "'\(memo)' list --json | head -c 2000 | sed -n 's/.*\"path\": *\"\\([^\"]*\\)\".*/\\1/p' | head -n 1"
    )
  }

  /// An editor saves the first task.
  private func saves(_ terminal: PseudoTerminal) throws -> [Double] {
    let path = "\(store)/\(try firstPath())"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw TerminalFailure(description: "there is no \(path)")
    }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return try (0..<20).map { number in
      // Every letter changes, so all of them are sent.
      let word = String(letters[number..<(number + 5)])
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.hasPrefix("title:") ? "title: \(word)" : String($0)
      }
      let (start, begin) = (terminal.bytes.count, ContinuousClock.now)
      try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      _ = try wait(terminal, word, from: start)
      defer { usleep(300_000) }
      return since(begin)
    }
  }

  /// The times from a moved branch on, when somebody pushes into this clone and git updates its
  /// files.
  private func pushes(_ terminal: PseudoTerminal) throws -> [Double] {
    _ = try shell(
      """
      git add -A && git commit -qm saved && git config receive.denyCurrentBranch updateInstead \
      && rm -rf ../peer && git clone -q . ../peer
      """)
    let path = try firstPath()
    // Every letter changes, as above.
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = (0..<12).map { String(letters[$0..<($0 + 5)]) }
    return try words.map { word in
      _ = try shell(
        "cd ../peer && sed -i 's/^title:.*/title: \(word)/' '\(path)'"
          + " && git commit -qam \(word)")
      let (start, old) = (terminal.bytes.count, branch)
      guard system("cd '\(store)/../peer' && git push -q &") == 0 else { return 0 }
      while branch == old { usleep(200) }
      let begin = ContinuousClock.now
      _ = try wait(terminal, word, from: start)
      defer { usleep(300_000) }
      return since(begin)
    }
  }

  private var branch: String {
    (try? String(contentsOfFile: "\(store)/.git/refs/heads/main", encoding: .utf8)) ?? ""
  }

  /// Medians of finishing a task on the board and with the command.
  private func changes(_ terminal: PseudoTerminal) throws -> (Double, Double) {
    // The edits above are committed first.
    _ = try shell("'\(memo)' status >/dev/null; '\(memo)' set \(seed.id(1)) warm=yes >/dev/null")
    usleep(500_000)
    let ours = (0..<9).map { _ in
      let (old, begin) = (branch, ContinuousClock.now)
      terminal.type("d")
      while branch == old, since(begin) < 20_000 { usleep(200) }
      let time = since(begin)
      usleep(400_000)
      return time
    }
    let theirs = try (0..<9).map { number in
      let begin = ContinuousClock.now
      _ = try shell("'\(memo)' done \(seed.id(seed.count - 1 - number)) >/dev/null 2>&1")
      return since(begin)
    }
    usleep(500_000)
    return (ours.median, theirs.median)
  }

  /// The output without the last line ending.
  private func shell(_ script: String) throws -> String {
    let file = "\(store)/../out"
    guard system("cd '\(store)' && { \(script) ; } >'\(file)'") == 0 else {
      throw TerminalFailure(description: "failed: \(script)")
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// In milliseconds.
  private func since(_ begin: ContinuousClock.Instant) -> Double {
    begin.duration(to: .now) / .milliseconds(1)
  }
}

/// The resources that a process used so far, on Linux; zeros elsewhere.
struct Usage {
  /// In MB.
  var (resident, most) = (0.0, 0.0)
  /// User and system time, in milliseconds.
  var cpu = 0.0
  /// How often each thread gave up the processor, which equals its wake-ups.
  private var switches: [String: Double] = [:]

  func wakeUps(since old: Usage) -> Double {
    switches.reduce(0) { $0 + $1.value - (old.switches[$1.key] ?? 0) }
  }

  init(_ process: pid_t) {
    func text(_ name: String) -> String {
      (try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)) ?? ""
    }
    func number(_ key: String, in text: String) -> Double {
      text.split(separator: "\n").first { $0.hasPrefix(key + ":") }?
        .split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0
    }
    let status = text("status")
    (resident, most) = (number("VmRSS", in: status) / 1024, number("VmHWM", in: status) / 1024)
    let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
    if fields.count > 12 { cpu = ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) * 10 }
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    for thread in threads {
      switches[thread] = number("voluntary_ctxt_switches", in: text("task/\(thread)/status"))
    }
  }
}

extension [Double] {
  var median: Double { part(0.5) }
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
  func part(_ part: Double) -> Double {
    isEmpty ? 0 : sorted()[Swift.min(count - 1, Int(Double(count) * part))]
  }
}

extension Double {
  var shown: String { self < 10 ? String(format: "%.1f", self) : String(format: "%.0f", self) }
}

extension Int {
  /// In the board's notation: `10,000`.
  var grouped: String {
    self < 1000 ? "\(self)" : "\(self / 1000)," + String(format: "%03d", self % 1000)
  }
}
