internal import MemoKit

struct ClaimCommand: Command {
  static let grammar = Grammar(
    "claim", "Claim a task, so that nobody else works on it",
    """
    Claims the first task of 'memo next' that nobody has claimed or started, or the task that \
    you name, and moves it to doing. With a remote, the claim counts when the remote has \
    accepted it, so only one of several workers gets the task. memo syncs for that. A claim ends \
    with 'memo done' or 'memo release', or after the time of --for.

    Exit code 1: there is nothing to claim, or somebody else has claimed the task. Exit code 3: \
    the remote was not reached, and nothing is claimed.
    """,
    examples: """
      memo claim
      memo claim +docs --as bot-1 --for 30m
      memo claim kx
      memo claim --local
      """,
    options: [.noFilter, .quiet])

  @Arguments(filter: "words", "A task, or a filter as in 'memo list'") var words
  @Value("--as", "name", "Name of the worker (default: your name in git)") var worker
  @Time(
    "--for", "Duration of the claim: 30m, 1h (default), 2d", in: 60...30 * 86_400,
    hint: "30m, 1h or 2d; from 1m to 30d") var seconds
  @Flag("--local", "Without the remote; others may claim the same task") var isLocal

  func run(in context: Context) throws -> Outcome {
    defer { context.progress.end() }
    let store = try context.store()
    // Errors in the arguments come before any access to a remote.
    _ = try choice(store.read(), store, context)
    let request = ClaimRequest(
      name: try Self.worker(worker, store), seconds: Int64(seconds ?? 3600), isLocal: isLocal)
    let report = try store.claim(request, context.progress) { snapshot throws(MemoError) in
      let choice: String?
      do { choice = try self.choice(snapshot, store, context) } catch { throw MemoError(of: error) }
      guard let choice else {
        throw MemoError(
          .notFound, "there is no task to claim",
          hints: ["'memo next' lists ready tasks, also claimed and started ones"])
      }
      return choice
    }
    return ChangeOutput(report: report, kind: .claim).outcome(in: context)
  }

  /// The task to claim; nil for none.
  private func choice(_ snapshot: Snapshot, _ store: Store, _ context: Context) throws -> String? {
    if words.count == 1, let word = words.first, !Filter.isFilterWord(word) {
      let folder = context.folder(in: store)
      if snapshot.task(called: word, from: folder) != nil
        || snapshot.candidates(named: word, from: folder, for: .changing).count == 1
      {
        return snapshot.ownName(of: try snapshot.task(named: word, from: folder, for: .changing))
      }
    }
    let now = context.now
    try context.checkTags(words, among: snapshot.tasks)
    let narrowing = try Selection.narrowing(
      words, noFilter: context.options.noFilter, snapshot, store, at: now)
    let free = snapshot.tasks.filter { task in
      // A task started without a claim belongs to the person who started it. An expired claim is
      // free.
      task.claim(at: now) == nil
        && (task.status == .todo || !task.values(of: KnownField.claimedBy.rawValue).isEmpty)
        && narrowing.filter.matches(task, at: now)
    }
    let links = TaskLinks(snapshot.tasks)
    return Urgency.order(free, links, store.settings.urgency, at: now).first
      .map(snapshot.ownName)
  }

  /// The worker's name: from `--as`, or the user's name in git.
  fileprivate static func worker(_ name: String?, _ store: Store) throws -> String {
    guard let name else { return try store.userName() }
    if let obstacle = FieldValue.obstacle(to: name) { throw MemoError(.usage, "--as: \(obstacle)") }
    let worker = name.trimmingSpaces
    guard !worker.isEmpty, !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw MemoError(
        .usage, "--as: a name is one line without control characters", hints: ["write --as bot-1"])
    }
    return worker
  }
}

struct Release: Command {
  static let grammar = Grammar(
    "release", "Release tasks that you have claimed",
    "The tasks go back to todo. Others see it after the next sync.",
    examples: """
      memo release kx
      memo release kx qv
      memo release kx --as bot-1
      """,
    options: [.quiet])

  @Arguments("tasks", "The tasks", isOptional: false) var tasks
  @Value("--as", "name", "Name of the worker (default: your name in git)") var worker

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let report = try store.release(
      tasks, from: context.folder(in: store), by: try ClaimCommand.worker(worker, store))
    return ChangeOutput(report: report, kind: .release).outcome(in: context)
  }
}
