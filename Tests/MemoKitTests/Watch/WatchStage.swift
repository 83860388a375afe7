import Synchronization
import TestSupport
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// A simulated watch: events occur at given seconds, without waiting.
final class WatchStage {
  let desk: Desk
  private var scenes: [(at: Double, change: () throws -> Void)] = []
  private let clock = Clock()
  private var now: Double {
    get { clock.seconds.withLock { $0 } }
    set { clock.seconds.withLock { $0 = newValue } }
  }

  private final class Clock: Sendable {
    let seconds = Mutex(0.0)
  }
  private var problem: (any Error)?
  /// The events, each with its second.
  private(set) var reported: [String] = []
  /// Whether memo has written files, which the system reports like any others.
  private var hasWritten = false

  init(_ desk: Desk) { self.desk = desk }

  /// Plans an event at this second, and a report about changed files.
  func at(_ second: Double, _ change: @escaping () throws -> Void) {
    scenes.append((second, change))
  }

  /// Plays until this second, and then ends the watch.
  func play(until end: Double, _ pace: WatchPace = WatchPace()) throws {
    let senses = WatchInputs(
      now: { self.now }, wait: { self.wait($0, end) },
      isAskedToEnd: { [clock] in clock.seconds.withLock { $0 } >= end })
    var loop = WatchLoop(
      root: desk.scratch(desk.folder), environment: desk.environment, pace: pace, senses: senses,
      onEvent: {
        if case .recorded = $0 { self.hasWritten = true }
        self.reported += $0.lines.map { "\(Int(self.now)): \($0)" }
      })
    try loop.run()
    if let problem { throw problem }
  }

  private func wait(_ seconds: Double, _ end: Double) -> Bool {
    if hasWritten {
      hasWritten = false
      return true
    }
    let moment = min(now + seconds, end)
    guard let next = scenes.enumerated().min(by: { $0.element.at < $1.element.at }),
      next.element.at <= moment
    else {
      now = moment
      return false
    }
    now = max(now, next.element.at)
    do { try scenes.remove(at: next.offset).change() } catch { problem = error }
    return true
  }
}

extension WatchEvent {
  /// A short form for comparisons.
  fileprivate var lines: [String] {
    switch self {
    case .started(_, let upstream, let interval):
      ["started \(upstream ?? "alone") \(Int(interval))"]
    case .recorded(let report):
      report.recorded.map { "recorded \($0.kind) \($0.title)" } + report.notices
    case .unfinished(let problem): ["unfinished \(problem.path)"]
    case .notRecorded(let error): ["not recorded: \(error.message)"]
    case .synced(let report):
      report.recorded.map { "recorded \($0.kind) \($0.title)" }
        + ["synced \(report.incoming) in \(report.outgoing) out"]
    case .notSynced(let error, let waiting):
      ["not synced: \(error.kind), \(waiting) wait"]
    case .upstream(let name): ["upstream \(name ?? "gone")"]
    case .ended(let waiting): ["ended, \(waiting) wait"]
    }
  }
}
