public import Recording
public import StoreFiles
public import Sync

/// What happens while a store is watched.
public enum WatchEvent: Sendable {
  /// It begins.
  ///
  /// - Parameters:
  ///   - root: The store's folder.
  ///   - upstream: The branch it is synced with, as `origin/main`; nil when there is none.
  ///   - interval: Seconds between two syncs.
  case started(root: String, upstream: String?, interval: Double)
  /// The system doesn't tell of changes, for this reason; so it looks every few seconds.
  case polling(reason: String, every: Double)
  /// Saves were recorded, or a person should hear something about them.
  case recorded(ChangeReport)
  /// A file was saved that can't be understood; it is left alone for a while.
  case unfinished(StoreProblem)
  /// Recording failed; it is tried again.
  case notRecorded(MemoError)
  /// Something came in or went out, or the remote is there again.
  case synced(SyncReport)
  /// A sync failed; it is tried again.
  ///
  /// - Parameter waiting: Commits that the remote lacks.
  case notSynced(MemoError, waiting: Int)
  /// There is no remote, or there is one now.
  case upstream(String?)
  /// It ends as it was asked to.
  ///
  /// - Parameter waiting: Commits that the remote lacks.
  case ended(waiting: Int)
}
