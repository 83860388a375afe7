package import MemoKit

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
    moment = Moment(time: past.time, commit: past.commit)
  }

  /// Converts the update of a feed.
  ///
  /// If the history can't be read, done tasks have the order of the files.
  ///
  /// - Parameter done: The done tasks in order; nil if unknown.
  init(
    _ update: FeedUpdate, _ root: String, _ environment: Environment, done: [StoredTask]? = nil
  ) {
    // The feed reports why a store can't be opened.
    let store = try? Store.open(root, environment: environment)
    if let store, update.head != nil, done == nil {
      self.init(update.snapshot, of: store)
    } else {
      // Without a commit, the order of done tasks is unknown.
      self.init(
        update.snapshot, done: done ?? update.snapshot.tasks.filter { $0.status == .done })
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
    problemsBesideTasks = store.problemsBesideTasks()
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
