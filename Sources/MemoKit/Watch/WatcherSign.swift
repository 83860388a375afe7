internal import Git
internal import Recording
internal import StoreFiles

/// Where a watcher leaves its state for others to see: `memo/watch` in git's folder.
///
/// It is only ever shown, so one that can't be written is no loss.
final class WatcherSign {
  private let folder: String
  private let file: String
  private let environment: Environment
  private var state: WatcherState

  /// - Parameters:
  ///   - folder: git's, of this work tree.
  ///   - process: The number of this process.
  init(_ store: Store, in folder: String, process: Int32) {
    self.folder = folder
    file = store.watchFile
    environment = store.environment
    state = WatcherState(process: process, activity: .resting, since: environment.timestamp)
    write()
  }

  func show(_ activity: WatcherState.Activity) {
    state.activity = activity
    state.since = environment.timestamp
    write()
  }

  /// It is in step with the remote.
  func showSuccess() {
    state.lastSuccess = environment.timestamp
    show(.resting)
  }

  /// Nobody takes the number of a process that ended for one that lives.
  func remove() {
    try? WorkTree(folder).remove(file, expecting: Array(state.text.utf8))
  }

  private func write() { WorkTree.keep(Array(state.text.utf8), in: folder, as: file) }
}
