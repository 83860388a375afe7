/// Looks from time to time whether files are as they were.
struct FolderPoll {
  private let scope: FolderWatch.Scope
  private let pause: Double
  private var last: Int?
  private var nextLook = ContinuousClock.now

  init(_ scope: FolderWatch.Scope, every pause: Double) {
    self.scope = scope
    self.pause = pause
  }

  /// What is there now is what later looks are compared with.
  mutating func begin() {
    last = fingerprint()
    nextLook = .now + .seconds(pause)
  }

  mutating func wait(upTo seconds: Double, or bell: Bell) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      _ = bell.wait(upTo: min(end, nextLook).secondsFromNow)
      if bell.isRung { return false }
      if nextLook <= .now {
        let old = last
        begin()
        if last != old { return true }
      }
      if end <= .now { return false }
    }
  }

  /// A number that changes with the name, size, times and place of any file; nil when the
  /// folder can't be read.
  private func fingerprint() -> Int? {
    guard let tree = try? WorkTree(scope.root) else { return nil }
    var hasher = Hasher()
    for folder in scope.folders {
      // What can't be read looks like a change, and whoever looks then is told why.
      for entry in (try? tree.list(folder)) ?? [] where entry.kind != .folder {
        guard scope.isFile(WorkTree.split(entry.path).name) else { continue }
        hasher.combine(entry.path)
        // What can't be seen counts as gone; that it is seen again is a change, too.
        hasher.combine((try? tree.status(of: entry.path)) ?? nil)
      }
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
