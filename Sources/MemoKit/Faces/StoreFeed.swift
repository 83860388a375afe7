internal import Git
public import StoreFiles
public import TaskFile

/// Returns a new snapshot of a store whenever it changes, by this program, another memo, an editor
/// or git.
///
/// For one thread. Wait for ``descriptors`` and ``deadline`` and call ``take()``, or let
/// ``next(until:)`` wait. Nothing wakes up while nothing changes, and unchanged files are not read
/// again.
public final class StoreFeed {
  private let root: String
  private let environment: Environment
  private let pace: FeedPace
  /// Shared by all stores that are opened here, so that unchanged files are not read again.
  let readings = Readings()

  private var watches: FeedWatches?
  private let timer = ClockTimer()
  private var standing = StatusMemory()
  /// The last update that was returned.
  private var last: FeedUpdate?
  private var reported: MemoError?
  /// The first and the last change event since then.
  private var burst: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
  /// When to look again without an event.
  private var nextTry: ContinuousClock.Instant?

  /// - Throws: ``MemoError`` of kind `noStore` if this folder is not a store.
  public convenience init(
    _ root: String, environment: Environment, _ pace: FeedPace = FeedPace()
  ) throws(MemoError) {
    self.init(of: try Store.open(root, environment: environment), pace)
  }

  /// - Parameter store: Only its folder is used; the store is opened again for each update.
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

  /// Readable when something may have changed.
  ///
  /// They can differ after each update.
  public var descriptors: [Int32] {
    (watches?.descriptors ?? []) + [timer.descriptor].compactMap { $0 }
  }

  /// When to call ``take()`` without an event.
  public var deadline: ContinuousClock.Instant {
    let moment = last.map { last in
      let seconds = Double(max(0, last.nextMoment - environment.now()))
      // The machine may sleep through the moment, and no event follows.
      return ContinuousClock.now + .seconds(timer.isThere ? seconds : min(seconds, Self.longestNap))
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

  /// The current news, without waiting; nil if there is none.
  public func take() -> FeedNews? {
    listen()
    let now = ContinuousClock.now
    let isDue =
      quietMoment.map { $0 <= now } ?? false || nextTry.map { $0 <= now } ?? false
      || last.map { isOver($0, at: environment.now()) } ?? false
    return isDue ? look() : nil
  }

  /// Whether overdue and waiting tasks may differ by now: time has passed, or the clock was set
  /// back.
  private func isOver(_ update: FeedUpdate, at seconds: Int64) -> Bool {
    update.nextMoment <= seconds || seconds < update.now.secondsSince1970
  }

  /// As ``take()``, without waiting for a quiet moment: for a caller that has just changed
  /// something.
  public func refresh() -> FeedNews? {
    listen()
    return look()
  }

  /// Only the files, without git, which takes as long again: for a first screen before the first
  /// update.
  ///
  /// - Returns: Nil if they can't be read; the update will have the reason.
  func files() -> FeedUpdate? {
    guard let store = try? openedStore(), let snapshot = try? store.read() else { return nil }
    let now = environment.localTime
    return FeedUpdate(
      snapshot: snapshot, changes: [], head: nil, standing: StoreStatus(),
      settings: store.settings, now: now, nextMoment: snapshot.nextMoment(after: now))
  }

  /// Waits for news.
  ///
  /// - Returns: Nil if the request was made.
  public func next(until request: EndRequest) -> FeedNews? {
    while !request.isMade {
      if let news = take() { return news }
      let pause = ContinuousClock.now.duration(to: deadline) / .seconds(1)
      Readable.wait(for: descriptors + [request.bell.readable], upTo: pause)
    }
    return nil
  }

  /// The store, opened again.
  ///
  /// The next update reuses what is read with it.
  ///
  /// Settings and remotes may have changed, so nothing is kept.
  func openedStore() throws(MemoError) -> Store {
    let store = try Store.open(root, environment: environment)
    store.readings = readings
    return store
  }

  private func listen() {
    // The clock was set, or the moment has come; the code below finds out which.
    if timer.take(), let last { timer.set(after: last.nextMoment - environment.now()) }
    guard watches?.take() ?? false else { return }
    burst = (burst?.first ?? .now, .now)
  }
}

extension StoreFeed {
  private func look() -> FeedNews? {
    burst = nil
    nextTry = nil
    let now = environment.localTime
    do throws(MemoError) {
      let store = try openedStore()
      watchAnew(store)
      let snapshot = try store.read()
      let (standing, head) = store.standing(of: snapshot, &standing)
      // No event says that git's folder is back, or that a disk is writable again.
      if store.gitFolder == nil || standing.isForbidden {
        nextTry = .now + .seconds(pace.retry)
      }
      // The store is back, which is news.
      let isBack = reported != nil
      reported = nil
      let update = FeedUpdate(
        snapshot: snapshot, changes: last.map { snapshot.changes(since: $0.snapshot) } ?? [],
        head: head?.hex, standing: standing, settings: store.settings, now: now,
        nextMoment: snapshot.nextMoment(after: now))
      let isNews = isBack || last.map { update.isNews(after: $0) } ?? true
      last = update
      timer.set(after: update.nextMoment - now.secondsSince1970)
      return isNews ? .update(update) : nil
    } catch {
      watches = nil
      nextTry = .now + .seconds(pace.retry)
      guard reported != error else { return nil }
      reported = error
      return .lost(error)
    }
  }

  /// Called before anything is read, so that no change is missed.
  private func watchAnew(_ store: Store) {
    guard watches?.places != FeedWatches.places(of: store) || watches?.isLost ?? true else {
      return
    }
    watches = FeedWatches(store, pace)
  }
}

extension FeedUpdate {
  /// Whether a reader of the last update would see a difference now.
  fileprivate func isNews(after old: FeedUpdate) -> Bool {
    !changes.isEmpty || head != old.head || standing != old.standing || settings != old.settings
      || snapshot.strays != old.snapshot.strays || old.nextMoment <= now.secondsSince1970
      // The clock was set back.
      || now.secondsSince1970 < old.now.secondsSince1970
  }
}

/// What ``StoreFeed`` returns.
public enum FeedNews: Sendable {
  /// Something changed. The first one is the state at the beginning.
  case update(FeedUpdate)
  /// The store can't be read, for example because its folder is absent. An update follows when it
  /// can.
  ///
  /// Reported once for each reason.
  case lost(MemoError)
}

/// The current store, and the changes since the last update.
public struct FeedUpdate: Sendable {
  public var snapshot: Snapshot
  /// Changes since the last update, sorted by path; empty at first.
  public var changes: [SnapshotChange]
  /// The commit of HEAD in hexadecimal digits; nil for a branch without commits.
  public var head: String?
  public var standing: StoreStatus
  /// The settings in `.memo/config.yml`.
  public var settings: StoreSettings
  /// When it was read.
  ///
  /// Overdue and waiting tasks are those of this moment.
  public var now: LocalTime
  /// When that changes without a change of files, in seconds since 1970: a task becomes overdue or
  /// stops waiting, or a day begins.
  public var nextMoment: Int64
}

/// The times of a ``StoreFeed``, in seconds.
public struct FeedPace: Hashable, Sendable {
  /// How long nothing must change before the store is read.
  public var quiet = 0.08
  /// The longest wait after the first change, if changes go on.
  public var longestBurst = 0.25
  /// The interval between looks at the files if the system sends no events.
  public var polling = 2.0
  /// The interval between attempts to read an unreadable store.
  public var retry = 1.0
  /// Whether to ignore the system's events, for tests of polling.
  var alwaysPolls = false

  public init() {}
}

/// The watched folders: the store's and git's.
final class FeedWatches {
  private let watches: [FolderWatch]
  /// The identity of the folders: a new folder at the same path must be watched again.
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
      // An absent folder counts as another one.
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
    // A symbolic link of the user's may point there.
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

  /// When to look if the system sends no events; nil if it does.
  var nextLook: ContinuousClock.Instant? { watches.compactMap(\.nextLook).min() }

  /// Reads the pending events.
  ///
  /// - Returns: Whether something may have changed.
  func take() -> Bool { watches.reduce(false) { $1.take() || $0 } }

  /// Whether no event would report that an absent folder is back.
  var isLost: Bool { watches.contains(where: \.isLost) }

  /// Why the files are polled; nil if the system sends events.
  var pollingReason: String? { watches.compactMap(\.pollingReason).first }

  func isBeingWritten(_ path: String) -> Bool { watches.first?.isBeingWritten(path) ?? false }
}

/// The difference of a task between two snapshots.
public struct SnapshotChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added, removed
    /// The text, the status or a problem changed; the path is the same.
    case changed
    /// The file moved; its text may have changed, too.
    case moved
  }

  public var kind: Kind
  /// Nil for a file without an id.
  ///
  /// The path identifies it then.
  public var id: TaskID?
  /// The current path; for a removed task, the last one.
  public var path: String
  /// The path before a move; else nil.
  public var formerPath: String?
}

extension Snapshot {
  /// The differences from an earlier snapshot, sorted by path.
  ///
  /// Tasks are matched by id. Tasks without an id, and duplicates, are matched by path.
  public func changes(since old: Snapshot) -> [SnapshotChange] {
    var left: [TaskReading: StoredTask] = [:]
    left.reserveCapacity(old.tasks.count)
    for task in old.tasks { left[task.reading] = task }
    // Files that were not read again are unchanged.
    let news = tasks.filter { task in
      guard let former = left[task.reading], former.isSeen(like: task) else { return true }
      left[task.reading] = nil
      return false
    }
    guard !news.isEmpty || !left.isEmpty else { return [] }
    let doubles = doubleIDs.union(old.doubleIDs)
    let sole = { (task: StoredTask) in task.id.flatMap { doubles.contains($0) ? nil : $0 } }
    var byID: [TaskID: StoredTask] = [:]
    var byPath: [PathKey: StoredTask] = [:]
    for task in left.values {
      if let id = sole(task) { byID[id] = task } else { byPath[PathKey(task.path)] = task }
    }
    var changes: [SnapshotChange] = []
    for task in news {
      // This includes a file that has just got an id.
      let former =
        sole(task).flatMap { byID.removeValue(forKey: $0) }
        ?? byPath.removeValue(forKey: PathKey(task.path))
      changes += [SnapshotChange(from: former, to: task)].compactMap { $0 }
    }
    for task in [byID.values.map { $0 }, byPath.values.map { $0 }].joined() {
      changes.append(SnapshotChange(kind: .removed, id: task.id, path: task.path))
    }
    return changes.sorted { $0.path.precedes(path: $1.path) }
  }
}

extension SnapshotChange {
  /// - Returns: Nil if both look the same.
  fileprivate init?(from former: StoredTask?, to task: StoredTask) {
    guard let former else {
      self.init(kind: .added, id: task.id, path: task.path)
      return
    }
    let isMoved = !former.path.isSamePath(as: task.path)
    guard isMoved || !former.isSeen(like: task) || former.document != task.document else {
      return nil
    }
    self.init(
      kind: isMoved ? .moved : .changed, id: task.id, path: task.path,
      formerPath: isMoved ? former.path : nil)
  }
}

extension StoredTask {
  /// Whether everything is equal that depends on more than the file.
  fileprivate func isSeen(like other: StoredTask) -> Bool {
    status == other.status && problems == other.problems
  }
}
