internal import Git
public import StoreFiles

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
      snapshot: snapshot, changes: [], head: nil, standing: StoreStanding(),
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
