internal import Git
public import StoreFiles
internal import TaskFile

/// Time and file events as a watch sees them; tests play their own.
struct WatchSenses {
  /// Seconds on a clock that is never set back, and goes on while the machine sleeps.
  var now: () -> Double
  /// Waits up to so many seconds; true when files may have changed.
  var wait: (Double) -> Bool
  /// Whether a program has a file open that it has written to; the path is the store's.
  var isBeingWritten: (String) -> Bool
  /// Why changes are looked for again and again; nil where the system tells of them.
  var pollingReason: () -> String?
  /// Whether it was asked to end.
  var isAskedToEnd: @Sendable () -> Bool
}

extension WatchSenses {
  /// The system's own.
  init(of root: String, _ pace: WatchPace, until request: EndRequest) {
    let watch = FolderWatch(
      FolderWatch.Scope(
        root: root, folders: NonTaskFiles.watchedFolders,
        isFile: NonTaskFiles.isWatched
      ),
      pollingEvery: pace.polling)
    let start = ContinuousClock.now
    self.init(
      now: { start.duration(to: .now) / .seconds(1) },
      // A pause in which the machine slept is over when it is over on the clock.
      wait: { watch.wait(upTo: min($0, Self.longestNap), or: request.bell) },
      isBeingWritten: watch.isBeingWritten,
      pollingReason: { watch.pollingReason },
      isAskedToEnd: { request.isMade })
  }

  /// In seconds.
  private static let longestNap = 60.0
}

/// Asks a watch to end when it has done what it is about.
public final class EndRequest: Sendable {
  let bell: Bell

  /// - Throws: ``MemoError`` when the process has too many files open.
  public init() throws(MemoError) {
    bell = try MemoError.rethrowing(Bell())
  }

  public func make() { bell.ring() }
  public var isMade: Bool { bell.isRung }

  /// A byte written here is a request as well: for signal handlers, which may do little else.
  ///
  /// Open as long as this object is there.
  public var descriptor: Int32 { bell.descriptor }
}
