internal import Git
public import StoreFiles
public import TaskFile

/// Gives a store as it is, again and again, whenever it has become another by whomever: this
/// program, another memo, an editor, git.
///
/// One thread uses it. It never waits by itself: wait for its ``descriptors`` and its ``deadline``
/// and ask ``take()``, or let ``next(until:)`` do so. As long as nothing changes nothing wakes up.
/// Files that are as they were are not read again.
public final class StoreFeed {
  private let root: String
  private let environment: Environment
  private let pace: FeedPace
  /// For every store that is opened here, one after another.
  let readings = Readings()

  private var watches: FeedWatches?
  private let timer = ClockTimer()
  private var standing = StandingMemory()
  /// What was told last.
  private var last: FeedUpdate?
  private var reported: MemoError?
  /// The first and the last change that was heard of since.
  private var burst: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
  /// When to look again although nothing is heard.
  private var nextTry: ContinuousClock.Instant?

  /// - Throws: ``MemoError`` of kind `noStore` when there is none in this very folder.
  public convenience init(
    _ root: String, environment: Environment, _ pace: FeedPace = FeedPace()
  ) throws(MemoError) {
    self.init(of: try Store.open(root, environment: environment), pace)
  }

  /// - Parameter store: Only its folder is taken; it is opened anew for each update.
  public convenience init(of store: Store, _ pace: FeedPace = FeedPace()) {
    self.init(store.root, store.environment, pace)
  }

  /// - Parameter root: Absolute, links resolved.
  init(_ root: String, _ environment: Environment, _ pace: FeedPace) {
    self.root = root
    self.environment = environment
    self.pace = pace
    nextTry = .now
  }

  /// Have something to read when there may be news; others may come with each update.
  public var descriptors: [Int32] {
    (watches?.descriptors ?? []) + [timer.descriptor].compactMap { $0 }
  }

  /// When to ask although there is nothing to read.
  public var deadline: ContinuousClock.Instant {
    let moment = last.map { last in
      let seconds = Double(max(0, last.nextMoment - environment.now()))
      // A machine that sleeps may sleep through the moment, and nobody tells.
      return ContinuousClock.now + .seconds(timer.isThere ? seconds : min(seconds, Self.longestNap))
    }
    return [moment, nextTry, quietMoment, watches?.nextLook].compactMap { $0 }.min() ?? .now
  }

  /// In seconds.
  private static let longestNap = 60.0

  /// When the changes are over, or have gone on long enough.
  private var quietMoment: ContinuousClock.Instant? {
    burst.map {
      min($0.last + .seconds(pace.quiet), $0.first + .seconds(pace.longestBurst))
    }
  }

  /// What there is to say now, without waiting for anything; nil for nothing.
  public func take() -> FeedNews? {
    listen()
    let now = ContinuousClock.now
    let isDue =
      quietMoment.map { $0 <= now } ?? false || nextTry.map { $0 <= now } ?? false
      || last.map { isOver($0, at: environment.now()) } ?? false
    return isDue ? look() : nil
  }

  /// Whether what was said of overdue tasks may not hold any more: time has passed, or the clock was
  /// set back.
  private func isOver(_ update: FeedUpdate, at seconds: Int64) -> Bool {
    update.nextMoment <= seconds || seconds < update.now.secondsSince1970
  }

  /// The same, without waiting for a quiet moment: for who has just changed something.
  public func refresh() -> FeedNews? {
    listen()
    return look()
  }

  /// The files alone, as they are now, without asking git, which takes as long again: to be shown
  /// until the first update is there.
  ///
  /// - Returns: Nil where they can't be read; why, an update says.
  func files() -> FeedUpdate? {
    guard let store = try? openedStore(), let snapshot = try? store.read() else { return nil }
    let now = environment.localTime
    return FeedUpdate(
      snapshot: snapshot, changes: [], head: nil, standing: StoreStatus(),
      settings: store.settings, now: now, nextMoment: snapshot.nextMoment(after: now))
  }

  /// Waits until there is something to say.
  ///
  /// - Returns: Nil when it was asked to end.
  public func next(until request: EndRequest) -> FeedNews? {
    while !request.isMade {
      if let news = take() { return news }
      let pause = ContinuousClock.now.duration(to: deadline) / .seconds(1)
      Readable.wait(for: descriptors + [request.bell.readable], upTo: pause)
    }
    return nil
  }

  /// The store, opened now; what is read with it is known to the next update.
  ///
  /// Opened anew each time: settings and remotes may have changed, and nothing adds up.
  func openedStore() throws(MemoError) -> Store {
    let store = try Store.open(root, environment: environment)
    store.readings = readings
    return store
  }

  private func listen() {
    // The clock was set, or the moment has come; what that means is found out below.
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
      // Of git's folder nobody tells when it comes back, nor when a disk can be written again.
      if store.gitFolder == nil || standing.isForbidden {
        nextTry = .now + .seconds(pace.retry)
      }
      // That it is back is news by itself.
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

  /// Before anything is read, so that nothing changes unheard of.
  private func watchAnew(_ store: Store) {
    guard watches?.places != FeedWatches.places(of: store) || watches?.isLost ?? true else {
      return
    }
    watches = FeedWatches(store, pace)
  }
}

extension FeedUpdate {
  /// Whether a reader of the last one would see anything else now.
  fileprivate func isNews(after old: FeedUpdate) -> Bool {
    !changes.isEmpty || head != old.head || standing != old.standing || settings != old.settings
      || snapshot.strays != old.snapshot.strays || old.nextMoment <= now.secondsSince1970
      // The clock was set back.
      || now.secondsSince1970 < old.now.secondsSince1970
  }
}

/// What a ``StoreFeed`` has to say.
public enum FeedNews: Sendable {
  /// Something is other than it was; the first one is what is there at the beginning.
  case update(FeedUpdate)
  /// The store can't be read any more, as where its folder is gone; an update tells when it can.
  ///
  /// It is told once for each reason.
  case lost(MemoError)
}

/// A store as it is now, and what that changes.
public struct FeedUpdate: Sendable {
  public var snapshot: Snapshot
  /// Since the last update, sorted by path; at the first one, nothing.
  public var changes: [SnapshotChange]
  /// The commit of HEAD, in hexadecimal digits; nil for a branch without one.
  public var head: String?
  public var standing: StoreStatus
  /// What `.memo/config.yml` says.
  public var settings: StoreSettings
  /// When it was read: what is overdue, or waits, is so at this moment.
  public var now: LocalTime
  /// Until when, in seconds since 1970, that stays true of these files: something becomes overdue
  /// then, or has waited long enough, or a day begins.
  public var nextMoment: Int64
}

/// How quick a ``StoreFeed`` is; all in seconds.
public struct FeedPace: Hashable, Sendable {
  /// Without another change, before the store is read again.
  public var quiet = 0.08
  /// After the first change it is read although more go on.
  public var longestBurst = 0.25
  /// From one look at the files to the next one, where the system doesn't tell of changes.
  public var polling = 2.0
  /// From one look for a store that can't be read to the next one.
  public var retry = 1.0
  /// Whether the system is not even asked for news, as in a test of what is done where it has none.
  var alwaysPolls = false

  public init() {}
}

/// The folders in which a change may mean something to who looks at a store: its own, and git's.
final class FeedWatches {
  private let watches: [FolderWatch]
  /// Which folders these are: another one at the same path is to be watched anew.
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
      // What is gone is not the same, either.
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
    // A link of the user's may lead there.
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

  /// When a look is to be taken where the system doesn't tell; nil where it does.
  var nextLook: ContinuousClock.Instant? { watches.compactMap(\.nextLook).min() }

  /// Takes the news there is.
  ///
  /// - Returns: Whether something may have changed.
  func take() -> Bool { watches.reduce(false) { $1.take() || $0 } }

  /// Whether a folder that comes back would go unheard of.
  var isLost: Bool { watches.contains(where: \.isLost) }

  /// Why changes are looked for again and again; nil where the system tells of them.
  var pollingReason: String? { watches.compactMap(\.pollingReason).first }

  func isBeingWritten(_ path: String) -> Bool { watches.first?.isBeingWritten(path) ?? false }
}

/// How a task of one snapshot stands in a later one.
public struct SnapshotChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added, removed
    /// Its text, its status, or what is wrong with it is another; its file is where it was.
    case changed
    /// Its file is elsewhere; its text may be another as well.
    case moved
  }

  public var kind: Kind
  /// Nil for a file without an id, which is known by its path.
  public var id: TaskID?
  /// Where its file is now; of one that was removed, where it was.
  public var path: String
  /// Where its file was before it was moved; else nil.
  public var formerPath: String?
}

extension Snapshot {
  /// What is different from an earlier snapshot of the store, sorted by path.
  ///
  /// Tasks are the same by their ids, and by their paths where they have none or several have one.
  public func changes(since old: Snapshot) -> [SnapshotChange] {
    var left: [TaskReading: StoredTask] = [:]
    left.reserveCapacity(old.tasks.count)
    for task in old.tasks { left[task.reading] = task }
    // Most files were not read again, and mean what they did.
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
      // Also a file that had no id until now.
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
  /// - Returns: Nil where the one looks as the other.
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
  /// Whether all that depends on more than its file is the same.
  fileprivate func isSeen(like other: StoredTask) -> Bool {
    status == other.status && problems == other.problems
  }
}
