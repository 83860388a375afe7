/// What a watch does when; it only reckons, and knows no clock, no file and no remote.
///
/// Moments are seconds on any clock that is never set back.
struct WatchSchedule {
  enum Action: Hashable {
    /// Record what was saved.
    case record
    case sync
    /// Nothing before this moment, unless files change.
    case wait(until: Double)
  }

  private let pace: WatchPace
  /// The first and the last change that is not recorded yet.
  private var changes: (first: Double, last: Double)?
  /// When to record even if nothing changes: files were left alone, or recording failed.
  private var lookAgain: Double?
  private var nextSync: Double
  private var recordFailures = 0
  private var syncFailures = 0

  /// Begins with recording what was saved before, and a sync.
  init(_ pace: WatchPace, at now: Double) {
    self.pace = pace
    lookAgain = now
    nextSync = now
  }

  /// Whether something was saved that is not recorded yet.
  var hasChanges: Bool { changes != nil }

  func action(at now: Double) -> Action {
    // A second look is none of a file that is being saved this very moment.
    let nextRecord = endOfBurst ?? lookAgain
    if let nextRecord {
      if nextRecord <= now { return .record }
      // A sync records first: not in the middle of a save, and not what could not be recorded.
      if changes != nil || recordFailures > 0 { return .wait(until: nextRecord) }
    }
    return nextSync <= now ? .sync : .wait(until: min(nextSync, nextRecord ?? nextSync))
  }

  /// When the changes are over, or have gone on long enough.
  private var endOfBurst: Double? {
    changes.map { min($0.last + pace.quiet, $0.first + pace.longestBurst) }
  }

  mutating func filesChanged(at now: Double) {
    changes = (changes?.first ?? now, now)
  }

  /// Recording begins: what changes from now on is for the next one.
  mutating func beginRecord() {
    changes = nil
    lookAgain = nil
  }

  /// - Parameter hasNews: Whether there are commits that were not in the last sync.
  mutating func recorded(at now: Double, hasNews: Bool) {
    recordFailures = 0
    // Where the remote was not reached, a save doesn't make it reachable.
    if hasNews, syncFailures == 0 { nextSync = min(nextSync, now + pace.soon) }
  }

  /// Files were left alone, and have waited long enough at this moment.
  mutating func lookAgain(at moment: Double) {
    lookAgain = min(lookAgain ?? moment, moment)
  }

  /// - Parameter chance: From 0 to 1, so that not all clones try at the same moment.
  mutating func recordFailed(at now: Double, chance: Double) {
    recordFailures += 1
    lookAgain = now + pause(recordFailures, chance)
  }

  mutating func synced(at now: Double) {
    syncFailures = 0
    nextSync = now + pace.interval
  }

  mutating func syncFailed(at now: Double, chance: Double) {
    syncFailures += 1
    nextSync = now + pause(syncFailures, chance)
  }

  /// Doubles from failure to failure up to a bound, give or take a quarter.
  private func pause(_ failures: Int, _ chance: Double) -> Double {
    var pause = min(pace.firstRetry, pace.interval)
    for _ in 1..<failures where pause < pace.longestRetry { pause *= 2 }
    return min(pause, pace.longestRetry) * (0.75 + chance / 2)
  }
}
