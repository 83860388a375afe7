package import Platform

/// Detects changes of files below some folders.
///
/// Uses the operating system's notifications, or polls where these don't work. Not thread-safe. A
/// change only means "something may have changed"; the caller reads the files to learn more.
public final class FolderWatch {
  public struct Scope: Sendable {
    /// An existing folder: absolute, without symbolic links.
    public var root: String
    /// The names of folders in the root that are watched recursively; they need not exist.
    public var folders: [String]
    /// The names of files in the root that are watched; they need not exist.
    public var files: Set<String>
    /// Whether a file in the folders matters, by its path below the root; all folders matter.
    public var isFile: @Sendable (String) -> Bool

    public init(
      root: String, folders: [String], files: Set<String> = [],
      isFile: @escaping @Sendable (String) -> Bool
    ) {
      self.root = root
      self.folders = folders
      self.files = files
      self.isFile = isFile
    }

    func concerns(_ path: String) -> Bool {
      guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else {
        return files.contains(path)
      }
      return folders.contains(String(path[..<slash])) && isFile(path)
    }
  }

  private let scope: Scope
  private var source: SystemSource?
  private var poll: FolderPoll

  /// - Parameters:
  ///   - pause: The polling interval in seconds.
  ///   - alwaysPolls: Whether to poll even if notifications work.
  public init(_ scope: Scope, pollingEvery pause: Double, alwaysPolls: Bool = false) {
    self.scope = scope
    poll = FolderPoll(scope: scope, pause: pause)
    // Other machines' changes in a network file system go unnoticed.
    if !alwaysPolls, !System.isShared(scope.root) {
      // Fails for more folders than the system can watch.
      source = try? SystemSource(scope)
    }
    if source == nil { poll.begin() }
  }

  /// - Returns: Whether something may have changed, before the bell or the timeout.
  package func wait(upTo seconds: Double, or bell: WakePipe) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let pause = (nextLook.map { min($0, end) } ?? end).secondsFromNow
      System.wait(for: [bell.readable] + [descriptor].compactMap { $0 }, upTo: pause)
      if take() { return true }
      // After any notification callers look at what isn't watched, such as git's settings.
      if source != nil || bell.isRung || end <= .now { return false }
    }
  }

  /// Readable when changes may be pending; nil while polling.
  public var descriptor: Int32? { source?.descriptor }

  /// The time of the next poll, by ``take()``; nil with notifications.
  public var nextLook: ContinuousClock.Instant? { source == nil ? poll.nextLook : nil }

  /// Processes pending notifications without waiting.
  ///
  /// - Returns: Whether something may have changed.
  public func take() -> Bool {
    guard let source else { return poll.look() }
    do throws(FileError) {
      return try source.take()
    } catch {
      // More folders than the system can watch.
      self.source = nil
      poll.begin()
      return true
    }
  }

  /// Whether the root was missing at the last check; a new folder there goes unnoticed.
  public var isLost: Bool { source?.isLost ?? false }
}

/// Detects changes by polling.
private struct FolderPoll {
  let scope: FolderWatch.Scope
  let pause: Double
  var last: Int?
  var nextLook = ContinuousClock.now

  /// Records the state for later comparisons.
  mutating func begin() {
    last = fingerprint()
    nextLook = .now + .seconds(pause)
  }

  /// Polls if the interval has passed.
  mutating func look() -> Bool {
    guard nextLook <= .now else { return false }
    let old = last
    begin()
    return last != old
  }

  /// A hash of path, size and times of all files; nil if the root can't be read.
  private func fingerprint() -> Int? {
    guard let tree = try? WorkTree(scope.root) else { return nil }
    var hasher = Hasher()
    for folder in scope.folders {
      // Counts as a change; the caller's reading reports the error.
      for entry in (try? tree.list(folder)) ?? [] where entry.kind != .folder {
        guard scope.isFile(entry.path) else { continue }
        hasher.combine(entry.path)
        // Counts as missing, so becoming readable is a change.
        hasher.combine((try? tree.status(of: entry.path)) ?? nil)
      }
    }
    for name in scope.files.sorted() {
      hasher.combine(WorkTree.status(at: "\(scope.root)/\(name)"))
    }
    return hasher.finalize()
  }
}

extension ContinuousClock.Instant {
  fileprivate var secondsFromNow: Double { (self - .now) / .seconds(1) }
}
