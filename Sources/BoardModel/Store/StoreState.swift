package import MemoKit

/// A store as last read, or at a moment of its history.
package struct StoreState: Sendable {
  /// The folder's name.
  package var name = ""
  package var branch: String?
  /// The hash of the current commit in hexadecimal digits; nil if unknown.
  package var head: String?
  /// All files, for filters.
  package var snapshot: Snapshot?
  /// All tasks; done tasks start with the last one finished.
  package var keys: [TaskKey] = []
  package var tasks: [TaskKey: StoredTask] = [:]
  /// The length of each id's shortest unique prefix.
  package var prefixes: [TaskID: Int] = [:]
  /// Problems in the store's settings, filters and themes, then files that look like tasks but
  /// aren't.
  package var problemsBesideTasks: [StoreProblem] = []
  package var status = StoreStatus()
  /// Nil for a store without a remote.
  package var sync: Sync?
  /// Tasks that are new or changed since the state before.
  package var changed: Set<TaskKey> = []
  /// Maps the current key of a task to its key before it got an id or moved.
  ///
  /// A board that shows the old key can so recognize the task.
  package var former: [TaskKey: TaskKey] = [:]
  /// The themes of the store and of the user, including invalid ones.
  package var themes: [ThemeFile] = []
  /// The theme in the store's settings.
  package var themeName: String?
  /// The named filters of the settings.
  package var filters: [(name: String, filter: String?)] = []
  /// The moment of the history; nil for the present.
  package var moment: Timestamp?
  /// When each path last changed; empty if not read.
  package var changeTimes = PathMap<Timestamp>()

  /// The state of syncing.
  package enum Sync: Hashable, Sendable {
    case syncing
    /// The remote was unreachable at the last sync; this many commits are not pushed.
    case offline(Int)
    /// The last sync failed for another reason; this many commits are not pushed.
    case failed(Int)
    case toSend(Int)
    /// All commits are pushed, but the time of the last sync is unknown.
    case unsynced
    /// The time of the last sync.
    case synced(Timestamp)

    /// Whether a sync that failed so leaves a mark.
    ///
    /// None if another one runs, this one was aborted, or there is no remote.
    package static func isMarked(_ failure: MemoError.Kind) -> Bool {
      ![.busy, .interrupted, .noRemote].contains(failure)
    }

    /// The state after a sync that failed.
    package func after(failure isOffline: Bool) -> Self {
      switch self {
      case .syncing: self
      case .offline(let count), .failed(let count), .toSend(let count):
        isOffline ? .offline(count) : .failed(count)
      case .synced, .unsynced: isOffline ? .offline(0) : .failed(0)
      }
    }
  }

  package init() {}

  package var conflicts: Int { tasks.values.reduce(0) { $0 + ($1.conflictNotes > 0 ? 1 : 0) } }

  package var problems: Int {
    problemsBesideTasks.count + tasks.values.reduce(0) { $0 + ($1.problems.isEmpty ? 0 : 1) }
  }
}

extension StoreState {
  /// The key of a task's file; nil if the state lacks the file.
  package func key(of task: StoredTask) -> TaskKey? {
    TaskKey.possible(of: task).first { tasks[$0]?.isAt(task.path) == true }
  }

  /// - Parameter done: The done tasks, the last one finished first.
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
    problemsBesideTasks = snapshot.strays
  }

  private static func doubles(of tasks: [StoredTask]) -> Set<TaskID> {
    var seen = Set<TaskID>(minimumCapacity: tasks.count)
    return Set(tasks.compactMap { $0.id.flatMap { seen.insert($0).inserted ? nil : $0 } })
  }
}

extension StoreState {
  package init(reading store: Store) throws(MemoError) {
    self.init(try store.read(), of: store)
  }

  /// - Parameter snapshot: The current files.
  package init(_ snapshot: Snapshot, of store: Store) {
    self.init(
      snapshot, done: store.lastDoneFirst(snapshot.tasks.filter { $0.status == .done }))
    takeNames(of: store)
  }

  package init(_ past: PastState, of store: Store) {
    self.init(
      past.snapshot,
      done: store.lastDoneFirst(
        past.snapshot.tasks.filter { $0.status == .done }, at: past.commit))
    name = store.folderName
    (head, moment) = (past.commit, past.time)
  }

  /// Converts the update of a feed.
  ///
  /// If the history can't be read, done tasks have the order of the files.
  init(_ update: FeedUpdate, _ root: String, _ environment: Environment) {
    // The feed reports why a store can't be opened.
    let store = try? Store.open(root, environment: environment)
    if let store, update.head != nil {
      self.init(update.snapshot, of: store)
    } else {
      // Without a commit, the order of done tasks is unknown.
      self.init(update.snapshot, done: update.snapshot.tasks.filter { $0.status == .done })
      if let store { takeNames(of: store) }
    }
    head = update.head
    branch = update.storeStatus.branch
    changed = Set(update.changes.compactMap(\.after).flatMap(TaskKey.possible(of:)))
    status = update.storeStatus
    sync = Sync(status)
  }

  private mutating func takeNames(of store: Store) {
    name = store.folderName
    problemsBesideTasks = store.problemsBesideTasks() + problemsBesideTasks
    themes = store.themes()
    themeName = store.settings.theme
    filters = store.contexts
  }
}

extension Store {
  fileprivate var folderName: String {
    root.split(separator: "/").last.map(String.init) ?? root
  }
}

extension StoreState.Sync {
  /// - Returns: Nil for a store without a remote.
  fileprivate init?(_ status: StoreStatus) {
    guard status.upstream != nil else { return nil }
    if case .syncing? = status.watcher?.activity {
      self = .syncing
    } else if status.syncTrouble != nil,
      case .waiting(_, let isOffline)? = status.watcher?.activity
    {
      // The reason is shown by a manual sync.
      self = isOffline ? .offline(status.ahead) : .failed(status.ahead)
    } else if status.ahead > 0 {
      self = .toSend(status.ahead)
    } else {
      self = status.lastSync.map { .synced($0) } ?? .unsynced
    }
  }
}
