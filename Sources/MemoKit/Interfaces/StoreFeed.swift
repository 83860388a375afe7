internal import Git
public import StoreFiles
internal import TaskFile
public import TaskHistory

/// Returns a new snapshot of a store whenever any program changes it.
///
/// Use it on one thread, wait for ``descriptors`` and ``deadline``, and call ``take()``.
public final class StoreFeed {
  private let root: String
  private let environment: Environment
  private let pace: FeedPace

  private var watches: FeedWatches?
  private var storeStatus = StatusMemory()
  private var last: FeedUpdate?
  private var reported: MemoError?
  /// The first and last change event since the last look.
  private var burst: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
  /// When to look again without an event.
  private var nextTry: ContinuousClock.Instant?

  /// - Parameter store: Only its folder is used; each update opens the store again.
  public convenience init(of store: Store, _ pace: FeedPace = FeedPace()) {
    self.init(store.root, store.environment, pace)
  }

  /// - Parameter root: Absolute, with links resolved.
  init(_ root: String, _ environment: Environment, _ pace: FeedPace) {
    self.root = root
    self.environment = environment
    self.pace = pace
    nextTry = .now
  }

  /// Descriptors that become readable when something may have changed.
  ///
  /// They can differ after each update.
  public var descriptors: [Int32] { watches?.descriptors ?? [] }

  /// When to call ``take()`` without an event.
  public var deadline: ContinuousClock.Instant {
    let moment = last.map { last in
      let seconds = Double(max(0, last.nextMoment - environment.now()))
      // The machine may be asleep at that moment, and no event follows.
      return ContinuousClock.now + .seconds(min(seconds, Self.longestNap))
    }
    return [moment, nextTry, quietMoment, watches?.nextLook].compactMap { $0 }.min() ?? .now
  }

  /// In seconds.
  private static let longestNap = 60.0

  /// When a burst of changes is over, or has lasted long enough.
  private var quietMoment: ContinuousClock.Instant? {
    burst.map {
      min($0.last + .seconds(pace.quiet), $0.first + .seconds(pace.longestBurst))
    }
  }

  /// The current news, without waiting; nil without news.
  ///
  /// The first update is the initial state. A failure means that the store can't be read, for
  /// example because its folder is absent. It is reported once for each reason, and an update
  /// follows when the store is readable again.
  public func take() -> Result<FeedUpdate, MemoError>? {
    listen()
    let now = ContinuousClock.now
    let isDue =
      quietMoment.map { $0 <= now } ?? false || nextTry.map { $0 <= now } ?? false
      || last.map { $0.isOver(at: environment.now()) } ?? false
    return isDue ? look() : nil
  }

  /// Looks at once, for a caller that has just changed something.
  public func refresh() -> Result<FeedUpdate, MemoError>? {
    listen()
    return look()
  }

  /// Only the files, for a first screen; git would take as long again.
  ///
  /// - Returns: Nil if the files can't be read; the first update reports the reason.
  func files() -> FeedUpdate? {
    guard let store = try? openedStore(), let snapshot = try? store.read() else { return nil }
    let now = environment.localTime
    return FeedUpdate(
      snapshot: snapshot, changes: [], head: nil, storeStatus: StoreStatus(),
      settings: store.settings, now: now, nextMoment: snapshot.nextMoment(after: now))
  }

  /// Opens the store again, since its settings and remotes may have changed.
  func openedStore() throws(MemoError) -> Store {
    try Store.open(root, environment: environment)
  }

  private func listen() {
    guard watches?.take() ?? false else { return }
    burst = (burst?.first ?? .now, .now)
  }
}

extension StoreFeed {
  private func look() -> Result<FeedUpdate, MemoError>? {
    burst = nil
    nextTry = nil
    let now = environment.localTime
    do throws(MemoError) {
      let store = try openedStore()
      watchAnew(store)
      let snapshot = try store.read()
      let (storeStatus, head) = store.storeStatus(of: snapshot, &storeStatus)
      // No event reports the return of the `.git` folder or of write permission.
      if store.gitFolder == nil || storeStatus.isForbidden {
        nextTry = .now + .seconds(pace.retry)
      }
      // The return of the store is news.
      let isBack = reported != nil
      reported = nil
      let update = FeedUpdate(
        snapshot: snapshot, changes: last.map { snapshot.changes(since: $0.snapshot) } ?? [],
        head: head?.hex, storeStatus: storeStatus, settings: store.settings, now: now,
        nextMoment: snapshot.nextMoment(after: now))
      let isNews = isBack || last.map { update.isNews(after: $0) } ?? true
      last = update
      return isNews ? .success(update) : nil
    } catch {
      watches = nil
      nextTry = .now + .seconds(pace.retry)
      guard reported != error else { return nil }
      reported = error
      return .failure(error)
    }
  }

  /// Call this before reading the store, so that no change is missed.
  private func watchAnew(_ store: Store) {
    guard watches?.places != FeedWatches.places(of: store) || watches?.isLost ?? true else {
      return
    }
    watches = FeedWatches(store, pace)
  }
}

extension FeedUpdate {
  fileprivate func isNews(after old: FeedUpdate) -> Bool {
    !changes.isEmpty || head != old.head || storeStatus != old.storeStatus
      || settings != old.settings
      || snapshot.strays != old.snapshot.strays || old.isOver(at: now.secondsSince1970)
  }

  /// Whether other tasks may be overdue or waiting now, since time passed or the clock was set
  /// back.
  fileprivate func isOver(at seconds: Int64) -> Bool {
    nextMoment <= seconds || seconds < now.secondsSince1970
  }
}

/// The current store and the changes since the last update.
public struct FeedUpdate: Sendable {
  public var snapshot: Snapshot
  /// Sorted by path; empty in the first update.
  public var changes: [FilePair<StoredTask>]
  /// The commit of HEAD in hexadecimal digits; nil for a branch without commits.
  public var head: String?
  public var storeStatus: StoreStatus
  /// The settings in `.memo/config.yml`.
  public var settings: StoreSettings
  /// The time of the update, for overdue and waiting tasks.
  public var now: LocalTime
  /// The next time at which lists change although no file does, in seconds since 1970.
  ///
  /// A task becomes overdue or stops waiting, or a day begins.
  public var nextMoment: Int64
}

/// The times of a ``StoreFeed``, in seconds.
public struct FeedPace: Hashable, Sendable {
  /// How long nothing may change before the store is read.
  public var quiet = 0.08
  /// The longest wait after the first change, if changes go on.
  public var longestBurst = 0.25
  /// The interval of polling if the system sends no events.
  public var polling = 2.0
  /// The interval between attempts to read an unreadable store.
  public var retry = 1.0
  /// Whether to ignore the system's events, for tests of polling.
  var alwaysPolls = false

  public init() {}
}

/// Watches the folders of the store and of git.
final class FeedWatches {
  private let watches: [FolderWatch]
  /// The identity of the folders, since a new folder at the same path needs a new watch.
  let places: [Place]

  struct Place: Hashable {
    var path: String
    var device: UInt64
    var inode: UInt64
  }

  init(_ store: Store, _ pace: FeedPace) {
    places = Self.places(of: store)
    watches = Self.scopes(of: store).map {
      FolderWatch($0, pollingEvery: pace.polling, alwaysPolls: pace.alwaysPolls)
    }
  }

  static func places(of store: Store) -> [Place] {
    scopes(of: store).compactMap { scope in
      // An absent folder has no place, so its return counts as a change.
      WorkTree.status(at: scope.root).map {
        Place(path: scope.root, device: $0.device, inode: $0.inode)
      }
    }
  }

  private static func scopes(of store: Store) -> [FolderWatch.Scope] {
    let files = FolderWatch.Scope(
      root: store.root, folders: NonTaskFiles.watchedFolders, isFile: NonTaskFiles.isWatched)
    guard let git = store.gitFolder else { return [files] }
    let memo = [store.watchFile, "memo/lock", "memo/last-sync"]
    let isFile = { @Sendable (path: String) in
      path.hasPrefix("refs/") ? !path.hasSuffix(".lock") : memo.contains(path)
    }
    // The user's symbolic links may point there.
    let own = WorkTree.resolved(git.own) ?? git.own
    let common = WorkTree.resolved(git.common) ?? git.common
    let (ownFolders, shared) = (["memo", "rebase-merge", "rebase-apply", "sequencer"], ["refs"])
    let ownFiles: Set = [
      "HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "config.worktree",
    ]
    let sharedFiles: Set = ["packed-refs", "config"]
    guard own != common else {
      return [
        files,
        FolderWatch.Scope(
          root: own, folders: ownFolders + shared, files: ownFiles.union(sharedFiles),
          isFile: isFile),
      ]
    }
    return [
      files, FolderWatch.Scope(root: own, folders: ownFolders, files: ownFiles, isFile: isFile),
      FolderWatch.Scope(root: common, folders: shared, files: sharedFiles, isFile: isFile),
    ]
  }

  var descriptors: [Int32] { watches.compactMap(\.descriptor) }

  /// When to poll; nil if the system sends events.
  var nextLook: ContinuousClock.Instant? { watches.compactMap(\.nextLook).min() }

  /// Reads the pending events.
  ///
  /// - Returns: Whether something may have changed.
  func take() -> Bool { watches.reduce(false) { $1.take() || $0 } }

  /// Whether no event would report the return of an absent folder.
  var isLost: Bool { watches.contains(where: \.isLost) }
}

extension Snapshot {
  /// The differences from an earlier snapshot, in the order of paths.
  ///
  /// Tasks are matched as the recording of hand edits matches them.
  public func changes(since old: Snapshot) -> [FilePair<StoredTask>] {
    var left = PathMap(old.tasks) { $0.path }
    let news = tasks.filter { task in
      guard let former = left[task.path], former.isSeen(like: task),
        former.isSameFile(as: task, readAt: old.began) || former.document == task.document
      else { return true }
      left[task.path] = nil
      return false
    }
    guard !news.isEmpty || !left.isEmpty else { return [] }
    let gone = left.values.sorted { $0.precedes($1) }
    return Pairing(before: gone, after: news, unchangedIDs: []).pairs
      .sorted { $0.path.precedes(path: $1.path) }
  }
}

extension FilePair<StoredTask> {
  /// The present path; for a removed task, the last one.
  fileprivate var path: String { after?.path ?? before?.path ?? "" }
}

extension StoredTask {
  /// Whether the facts that depend on more than the file are equal.
  fileprivate func isSeen(like other: StoredTask) -> Bool {
    status == other.status && problems == other.problems
  }

  /// Whether a file is certainly unchanged.
  ///
  /// - Parameter moment: When this task was read. File systems have coarse times, so a later change
  ///   of a file that was changed in the two seconds before might not show.
  fileprivate func isSameFile(as other: StoredTask, readAt moment: FileStatus.Time) -> Bool {
    guard let file, file == other.file else { return false }
    return max(file.modified.seconds, file.changed.seconds) < moment.seconds - 2
  }
}
