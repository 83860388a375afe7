internal import MemoCLI
package import MemoKit
package import TaskFile

/// A store as it was seen last, or as it was at a moment of its past.
package struct StoreState: Sendable {
  /// The folder's name.
  package var name = ""
  package var branch: String?
  /// The commit that it is on, in hexadecimal digits; nil where that isn't known.
  package var head: String?
  /// All files, as filters look at them.
  package var snapshot: Snapshot?
  /// Of all tasks, those that are done with the last one first.
  package var keys: [TaskKey] = []
  package var tasks: [TaskKey: StoredTask] = [:]
  /// How many letters of an id tell it from all others.
  package var prefixes: [TaskID: Int] = [:]
  /// What looks like a task and is none.
  package var strays: [StoreProblem] = []
  /// What is wrong with the store's settings, their filters and the themes.
  package var problemsBesideTasks: [StoreProblem] = []
  /// How it stands with the other side.
  package var standing = Standing()
  /// What is other than in the state before, or new.
  package var changed: Set<TaskKey> = []
  /// Files without an id that are not where they were any more, the last one last, as they were
  /// then: who has one open still asks for it by its path, and it may only have been moved.
  package var left: [PlacedDocument] = []
  /// What files without an id were known by before they were given one, or were moved: who shows them
  /// knows what was there as what is there now.
  package var former: [TaskKey: TaskKey] = [:]
  /// The store's themes and the person's own, also those that can't be used.
  package var themes: [ThemeFile] = []
  /// The theme that the store's settings want.
  package var themeName: String?
  /// Filters that the store's settings give names to.
  package var filters: [NamedFilter] = []
  /// The moment that it is of; nil for the present.
  package var moment: Moment?
  /// When tasks were changed last, by their paths; empty where nobody has asked.
  package var changeTimes = PathMap<Timestamp>()

  package struct Moment: Hashable, Sendable {
    package var time: Timestamp
    package var commit: String

    package init(time: Timestamp, commit: String) {
      self.time = time
      self.commit = commit
    }
  }

  /// What the frame says of syncing.
  package struct Standing: Hashable, Sendable {
    /// How it stands with the other side; nil for a store without a remote.
    package var sync: Sync?
    /// Where the other side is.
    package var remotePlace: RemotePlace?
    /// So many files were changed by hand, and are in no commit yet.
    package var unrecorded = 0
    /// Why nothing can be written; nil where it can.
    package var readOnly: String?
    /// What to try then.
    package var hints: [String] = []
    /// Whether something is only here.
    package var isAhead = false
    /// When a sync last succeeded, started by anybody.
    package var lastSync: Timestamp?
    /// What `memo.autosync` says; nil as long as nobody was asked.
    package var syncsByItself: Bool?

    package init() {}

    package enum Sync: Hashable, Sendable {
      case syncing
      /// So many commits wait.
      case offline(Int)
      /// So many wait for a process that is to send them, and is stopped.
      case suspended(Int, process: Int32)
      case toSend(Int)
      /// Nothing waits, and nobody has synced this clone yet.
      case unsynced
      /// The last time.
      case synced(Timestamp)
    }
  }

  /// A filter with a name, as the store's settings have them.
  package struct NamedFilter: Hashable, Sendable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  package init() {}

  package var conflicts: Int { tasks.values.reduce(0) { $0 + ($1.conflictNotes > 0 ? 1 : 0) } }

  package var problems: Int {
    problemsBesideTasks.count + strays.count
      + tasks.values.reduce(0) { $0 + ($1.problems.isEmpty ? 0 : 1) }
  }
}

extension StoreState {
  /// What the file of a task is known by; nil for one that isn't there.
  package func key(of task: StoredTask) -> TaskKey? {
    keys.first { tasks[$0].map { TaskKey(name: $0.path) } == TaskKey(name: task.path) }
  }

  /// - Parameter done: Those that are done, the last one first.
  package init(_ snapshot: Snapshot, done: [StoredTask]) {
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
