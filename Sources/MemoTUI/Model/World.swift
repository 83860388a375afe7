internal import MemoCLI
internal import MemoKit
internal import TaskFile

/// A store as it was seen last, or as it was at a moment of its past.
struct World: Sendable {
  /// The folder's name.
  var name = ""
  var branch: String?
  /// All files, as filters look at them.
  var snapshot: Snapshot?
  /// Of all tasks, those that are done with the last one first.
  var keys: [TaskKey] = []
  var tasks: [TaskKey: StoredTask] = [:]
  /// How many letters of an id tell it from all others.
  var prefixes: [TaskID: Int] = [:]
  /// What looks like a task and is none.
  var strays: [StoreProblem] = []
  /// How it stands with the other side.
  var standing = Standing()
  /// What is other than in the world before, or new.
  var changed: Set<TaskKey> = []
  /// The store's themes and the person's own, also those that can't be used.
  var themes: [ThemeFile] = []
  /// The theme that the store's settings want.
  var themeName: String?
  /// Filters that the store's settings give names to.
  var filters: [BoardState.NamedFilter] = []
  /// The moment that it is of; nil for the present.
  var moment: Moment?

  struct Moment: Hashable, Sendable {
    var time: Timestamp
    var commit: String
  }

  /// What the frame says of syncing.
  struct Standing: Hashable, Sendable {
    /// Short, as `✓ synced 14:02` or `⚠ offline, 3 wait`; empty for a store without a remote.
    var text = ""
    var isTrouble = false
    /// Why nothing can be written; nil where it can.
    var readOnly: String?
    /// Whether something is only here.
    var isAhead = false
    /// What `memo.autosync` says; nil as long as nobody was asked.
    var syncsByItself: Bool?
  }

  var conflicts: Int { tasks.values.reduce(0) { $0 + ($1.conflictNotes > 0 ? 1 : 0) } }

  var problems: Int {
    strays.count + tasks.values.reduce(0) { $0 + ($1.problems.isEmpty ? 0 : 1) }
  }
}

extension World {
  /// - Parameter done: Those that are done, the last one first.
  init(_ snapshot: Snapshot, done: [StoredTask]) {
    let doubles = Self.doubles(of: snapshot.tasks)
    let open = snapshot.tasks.filter { $0.status != .done }
    keys.reserveCapacity(snapshot.tasks.count)
    tasks.reserveCapacity(snapshot.tasks.count)
    for task in open + done {
      let key = TaskKey(task, doubles: doubles)
      keys.append(key)
      tasks[key] = task
    }
    self.snapshot = snapshot
    prefixes = snapshot.shortestPrefixes()
    strays = snapshot.strays
  }

  private static func doubles(of tasks: [StoredTask]) -> Set<TaskID> {
    var seen = Set<TaskID>(minimumCapacity: tasks.count)
    return Set(tasks.compactMap { $0.id.flatMap { seen.insert($0).inserted ? nil : $0 } })
  }
}
