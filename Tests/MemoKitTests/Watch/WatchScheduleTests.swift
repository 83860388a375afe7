import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// The watch's schedule, with a simulated clock.
@Suite struct WatchScheduleTests {
  let pace = WatchPace()

  /// A schedule that recorded and synced at 0.
  private func settled() -> WatchSchedule {
    var schedule = WatchSchedule(pace, at: 0)
    schedule.beginRecord()
    schedule.recorded(at: 0, hasNews: true)
    schedule.synced(at: 0)
    return schedule
  }

  @Test func startsWithRecordingAndASync() {
    var schedule = WatchSchedule(pace, at: 7)
    #expect(schedule.action(at: 7) == .record)
    schedule.beginRecord()
    schedule.recorded(at: 8, hasNews: false)
    #expect(schedule.action(at: 8) == .sync)
    schedule.synced(at: 9)
    #expect(schedule.action(at: 9) == .wait(until: 309))
    #expect(schedule.action(at: 309) == .sync)
  }

  @Test func aBurstIsRecordedAfterAQuietMoment() {
    var schedule = settled()
    schedule.filesChanged(at: 10)
    schedule.filesChanged(at: 11)
    schedule.filesChanged(at: 12.5)
    #expect(schedule.action(at: 12.5) == .wait(until: 14.5))
    #expect(schedule.action(at: 14.5) == .record)
  }

  @Test func continuousSavesAreRecorded() {
    var schedule = settled()
    for moment in 10..<30 { schedule.filesChanged(at: Double(moment)) }
    #expect(schedule.action(at: 29) == .wait(until: 30))
    schedule.filesChanged(at: 30)
    #expect(schedule.action(at: 30) == .record)
    schedule.beginRecord()
    schedule.filesChanged(at: 31)
    schedule.recorded(at: 31, hasNews: true)
    #expect(schedule.action(at: 31) == .wait(until: 33))
  }

  @Test func commitsAreSyncedSoon() {
    var schedule = settled()
    schedule.recorded(at: 20, hasNews: true)
    #expect(schedule.action(at: 20) == .wait(until: 25))
    // Another commit doesn't delay it.
    schedule.recorded(at: 23, hasNews: true)
    #expect(schedule.action(at: 25) == .sync)
    schedule.synced(at: 25)
    schedule.recorded(at: 26, hasNews: false)
    #expect(schedule.action(at: 26) == .wait(until: 325))
  }

  @Test func noSyncHappensDuringASave() {
    var schedule = settled()
    schedule.filesChanged(at: 299)
    #expect(schedule.action(at: 300) == .wait(until: 301))
    #expect(schedule.action(at: 301) == .record)
    schedule.beginRecord()
    schedule.recorded(at: 301, hasNews: true)
    #expect(schedule.action(at: 301) == .sync)
  }

  @Test func unfinishedFilesDoNotBlockSyncs() {
    var schedule = settled()
    schedule.lookAgain(at: 400)
    schedule.lookAgain(at: 450)
    #expect(schedule.action(at: 10) == .wait(until: 300))
    #expect(schedule.action(at: 300) == .sync)
    schedule.synced(at: 300)
    #expect(schedule.action(at: 300) == .wait(until: 400))
    #expect(schedule.action(at: 400) == .record)
  }

  @Test func pausesGrowWhileTheRemoteIsAway() {
    var schedule = settled()
    var now = 0.0
    var pauses: [Double] = []
    for _ in 0..<8 {
      schedule.syncFailed(at: now, chance: 0.5)
      guard case .wait(let moment) = schedule.action(at: now) else { break }
      pauses.append(moment - now)
      now = moment
      #expect(schedule.action(at: now) == .sync)
    }
    #expect(pauses == [10, 20, 40, 80, 160, 300, 300, 300])
    // A save doesn't end the pause.
    schedule.recorded(at: now, hasNews: true)
    schedule.syncFailed(at: now, chance: 0)
    #expect(schedule.action(at: now) == .wait(until: now + 225))
    schedule.syncFailed(at: now, chance: 0.999)
    guard case .wait(let latest) = schedule.action(at: now) else { return }
    #expect(latest - now < 375)
    // After a success the pauses start again.
    schedule.synced(at: now)
    schedule.syncFailed(at: now, chance: 0.5)
    #expect(schedule.action(at: now) == .wait(until: now + 10))
  }

  @Test func failedRecordingsAreTriedAgain() {
    var schedule = settled()
    schedule.filesChanged(at: 290)
    schedule.beginRecord()
    schedule.recordFailed(at: 292, chance: 0.5)
    #expect(schedule.action(at: 301) == .wait(until: 302))
    #expect(schedule.action(at: 302) == .record)
    schedule.beginRecord()
    schedule.recordFailed(at: 302, chance: 0.5)
    #expect(schedule.action(at: 302) == .wait(until: 322))
    // A save causes an attempt at once.
    schedule.filesChanged(at: 303)
    #expect(schedule.action(at: 303) == .wait(until: 305))
    schedule.beginRecord()
    schedule.recorded(at: 305, hasNews: false)
    #expect(schedule.action(at: 305) == .sync)
  }

  /// After any events, nothing waits forever and nothing is rushed.
  @Test(arguments: 0..<UInt64(Effort.count(2))) func anyScheduleIsFair(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var schedule = WatchSchedule(pace, at: 0)
    var (now, failures) = (0.0, 0)
    var pending: (first: Double, last: Double)?
    var lastTry = 0.0
    for _ in 0..<2000 {
      switch schedule.action(at: now) {
      case .record:
        if let saved = pending {
          #expect(now >= min(saved.last + pace.quiet, saved.first + pace.longestBurst))
        }
        pending = nil
        schedule.beginRecord()
        failures = Int.random(in: 0..<4, using: &random) == 0 ? failures + 1 : 0
        if failures == 0 {
          schedule.recorded(at: now, hasNews: Bool.random(using: &random))
        } else {
          schedule.recordFailed(at: now, chance: Double.random(in: 0..<1, using: &random))
        }
        if Int.random(in: 0..<9, using: &random) == 0 {
          schedule.lookAgain(at: now + pace.unfinished)
        }
      case .sync:
        #expect(pending == nil && failures == 0)
        lastTry = now
        if Int.random(in: 0..<3, using: &random) == 0 {
          schedule.synced(at: now)
        } else {
          schedule.syncFailed(at: now, chance: Double.random(in: 0..<1, using: &random))
        }
      case .wait(let moment):
        #expect(moment > now)
        #expect(moment <= now + pace.longestRetry * 1.25)
        if let saved = pending { #expect(moment <= saved.first + pace.longestBurst) }
        let saves = Int.random(in: 0..<3, using: &random) > 0
        now = saves ? Double.random(in: now...moment, using: &random) : moment
        if saves {
          pending = (pending?.first ?? now, now)
          schedule.filesChanged(at: now)
        }
      }
      if failures == 0 { #expect(now - lastTry < 1200) }
    }
  }
}
