package import MemoKit
internal import Synchronization

/// Converts the updates of a feed to states of the store, one after another.
package final class StoreStateMaker: Sendable {
  private let root: String
  private let environment: Environment
  private let last = Mutex<StoreState?>(nil)

  /// - Parameter root: The absolute path of the store's folder.
  package init(_ root: String, _ environment: Environment) {
    self.root = root
    self.environment = environment
  }

  /// - Parameter update: The update after that of the previous call.
  package func storeState(_ update: FeedUpdate) -> StoreState {
    last.withLock { last in
      var storeState = StoreState(update, root, environment)
      storeState.former = last?.former(of: storeState, after: update) ?? [:]
      last = storeState
      return storeState
    }
  }
}

extension StoreState {
  /// The old keys of tasks that have new ones.
  fileprivate func former(of now: StoreState, after update: FeedUpdate) -> [TaskKey: TaskKey] {
    // Drop an old key that another file now has.
    var former = former.filter { now.tasks[$0.key] != nil && now.tasks[$0.value] == nil }
    for change in update.changes {
      guard let old = change.before.flatMap(key(of:)), let new = change.after.flatMap(now.key(of:)),
        old != new, now.tasks[old] == nil
      else { continue }
      former[new] = old
    }
    return former
  }
}
