/// Looks from time to time whether files are as they were.
struct FolderPoll {
  private let scope: FolderWatch.Scope
  private let pause: Double
  private var last: Int?
  private(set) var nextLook = ContinuousClock.now

  init(_ scope: FolderWatch.Scope, every pause: Double) {
    self.scope = scope
    self.pause = pause
  }

  /// What is there now is what later looks are compared with.
  mutating func begin() {
    last = fingerprint()
    nextLook = .now + .seconds(pause)
  }

  mutating func wait(upTo seconds: Double, or bell: WakePipe) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      _ = bell.wait(upTo: min(end, nextLook).secondsFromNow)
      if bell.isRung { return false }
      if look() { return true }
      if end <= .now { return false }
    }
  }

  /// Looks, if it is time to.
  ///
  /// - Returns: Whether something may have changed since the last time.
  mutating func look() -> Bool {
    guard nextLook <= .now else { return false }
    let old = last
    begin()
    return last != old
  }

  /// A number that changes with the name, size, times and place of any file; nil when the
  /// folder can't be read.
  private func fingerprint() -> Int? {
    guard let tree = try? WorkTree(scope.root) else { return nil }
    var hasher = Hasher()
    for folder in scope.folders {
      // What can't be read looks like a change, and whoever looks then is told why.
      for entry in (try? tree.list(folder)) ?? [] where entry.kind != .folder {
        guard scope.isFile(entry.path) else { continue }
        hasher.combine(entry.path)
        // What can't be seen counts as gone; that it is seen again is a change, too.
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
  fileprivate var secondsFromNow: Double {
    let (seconds, attoseconds) = (self - .now).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
