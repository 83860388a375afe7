import BenchmarkSeed

/// Runs every command in odd stores of two sizes.
///
/// It finds commands that take long, and commands whose time more than doubles with the size.
struct Shapes {
  let memo: String
  let root: String
  /// Prefixes of the names of shapes or commands; empty for all.
  let only: [String]

  static let heading = row("", "", ["once", "twice", "ratio"])

  /// The limit in seconds of processor time, after which a command is ended.
  private static let longest = 60
  /// The limit in seconds for the larger store.
  private static let goal = 5.0
  /// Shorter times are mostly starting the program, so their ratio means nothing.
  private static let least = 0.15

  /// In order: each command meets the changes of those before.
  private static let commands: [String] = [
    "list --all", "list after:word", "list --sort title", "list project:x or +tag7", "next",
    "today",
    "board --print", "status", "check", "check --fix --dry-run", "show ONE", "show ONE --json",
    "show todo", "open ONE 1", "find word", "log -n 20", "log", "log ONE", "blame ONE", "stats",
    "conflicts", "diff", "add Milk", "set ONE +x", "set ONE -- -x", "note ONE hello", "tick ONE 1",
    "postpone ONE 1d", "rename ONE", "done ONE", "undo", "redo", "undo", "set todo +x --yes",
    "undo",
    "done todo --yes", "status", "log -n 20", "undo", "remove ONE --yes", "restore ONE", "archive",
  ]

  /// - Parameter size: The size of the smaller store.
  func measure(_ size: Int, notify: (String) -> Void) throws {
    for shape in OddShape.all {
      let commands = Self.commands.filter { command in
        only.isEmpty || only.contains { shape.name.hasPrefix($0) || command.hasPrefix($0) }
      }
      guard !commands.isEmpty else { continue }
      let times = try [size, 2 * size].map { try measure(shape, $0, commands) }
      for (index, command) in commands.enumerated() {
        let (once, twice) = (times[0][index], times[1][index])
        // Processor time, which depends little on other processes.
        let ratio = twice.cpu / max(once.cpu, 1e-6)
        let isSlow = twice.wall > Self.goal || twice.cpu > Self.least && ratio > 2.4
        notify(
          Self.row(
            shape.name, command,
            [
              Report.milliseconds(once.wall), Report.milliseconds(twice.wall), ratio.text(1),
            ]) + (isSlow ? "  !" : ""))
      }
    }
  }

  private func measure(
    _ shape: OddShape, _ size: Int, _ commands: [String]
  ) throws -> [Cost] {
    let store = "\(root)/shape"
    try shape.make(at: store, size)
    try shell(
      """
      git -C '\(store)' config gc.auto 0; git -C '\(store)' config memo.opener true
      '\(memo)' init '\(store)' >/dev/null 2>&1 || true
      '\(memo)' -C '\(store)' list >/dev/null 2>&1 || true
      """)
    defer { try? shell("rm -rf '\(store)'") }
    return try commands.map { command in
      let words = command.split(separator: " ").map { $0 == "ONE" ? OddShape.task : String($0) }
      // Commands that fail in a shape, such as opening a link where there is none, are measured as
      // well.
      return try run(
        ["/bin/sh", "-c", "ulimit -t \(Self.longest); exec \"$@\"", "sh", memo, "-C", store]
          + words,
        mayFail: true)
    }
  }

  private static func row(_ shape: String, _ command: String, _ cells: [String]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    return padded(shape, 24) + padded(command, 24)
      + cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
  }
}
