package import MemoKit
internal import Synchronization
internal import TaskFile

/// Makes the state of a store of each update that a feed tells, one after another.
///
/// In which order tasks were done is asked of the whole history. As long as neither that nor a done
/// task has become another, the order is that of the state before.
package final class StoreStateMaker: Sendable {
  private let root: String
  private let environment: Environment
  private let last = Mutex<StoreState?>(nil)

  /// - Parameter root: The store's folder, absolute.
  package init(_ root: String, _ environment: Environment) {
    self.root = root
    self.environment = environment
  }

  /// - Parameter update: The one behind that of the call before.
  package func storeState(_ update: FeedUpdate) -> StoreState {
    last.withLock { last in
      var storeState = StoreState(update, root, environment, done: last?.done(in: update))
      storeState.left = last?.left(after: update) ?? []
      storeState.former = last?.former(of: storeState, after: update) ?? [:]
      last = storeState
      return storeState
    }
  }
}

extension StoreState {
  /// Nobody has more open.
  private static var mostLeft: Int { 100 }

  /// Which files without an id are not where they were any more, once there was an update.
  fileprivate func left(after update: FeedUpdate) -> [PlacedDocument] {
    let gone = update.changes.filter { $0.kind == .removed }.suffix(Self.mostLeft)
      .compactMap { tasks[TaskKey(name: $0.path)] }
      .map { PlacedDocument(path: $0.path, document: $0.document) }
    return Array((left + gone).suffix(Self.mostLeft))
  }

  /// What files that had no id were known by, as a recording would say which they are now.
  fileprivate func former(of now: StoreState, after update: FeedUpdate) -> [TaskKey: TaskKey] {
    // Where another file is by now, the name is that one's.
    var former = former.filter { now.tasks[$0.key] != nil && now.tasks[$0.value] == nil }
    let before = update.changes.compactMap { tasks[TaskKey(name: $0.path)] }
    guard !before.isEmpty else { return former }
    let after = update.changes.filter { $0.kind != .removed }.compactMap { change in
      [change.id?.text, change.path].compactMap { $0.map { TaskKey(name: $0) } }
        .first { now.tasks[$0] != nil }
    }
    let pairing = Pairing(
      before: before.map { TaskVersion($0) },
      after: after.compactMap { now.tasks[$0].map { TaskVersion($0) } }, unchangedIDs: [])
    let keys = PathMap(after) { now.tasks[$0]?.path ?? $0.name }
    for pair in pairing.pairs {
      guard let old = pair.before.map({ TaskKey(name: $0.path) }),
        let new = pair.after.flatMap({ keys[$0.path] }), old != new,
        now.tasks[old] == nil
      else { continue }
      former[new] = old
    }
    return former
  }

  /// What is done after an update, with the last one first; nil where that has to be found out.
  fileprivate func done(in update: FeedUpdate) -> [StoredTask]? {
    guard let head, head == update.head else { return nil }
    let changed = PathMap(update.changes.flatMap { [$0.path, $0.formerPath].compactMap { $0 } }) {
      $0
    }
    let paths = keys.compactMap { tasks[$0] }.filter { $0.status == .done }.map(\.path)
    let done = update.snapshot.tasks.filter { $0.status == .done }
    guard paths.count == done.count, !paths.contains(where: { changed[$0] != nil }),
      !done.contains(where: { changed[$0.path] != nil })
    else { return nil }
    let byPath = PathMap(done) { $0.path }
    let found = paths.compactMap { byPath[$0] }
    return found.count == done.count ? found : nil
  }
}
