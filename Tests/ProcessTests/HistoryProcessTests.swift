import Foundation
import TestSupport
import Testing

/// Random histories with the built program and git.
///
/// `MEMO_ALL=200` plays 200 of them, `MEMO_SEED=1234` is the first seed.
@Suite struct HistoryProcessTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = Effort.count(2)
  private static let first = Effort.firstSeed

  @Test(arguments: first..<(first + count)) func nothingIsLost(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed), program: .built)
    history.play(steps: 30)
    #expect(history.faults == [], "\(history.text)")
    if !history.faults.isEmpty, let folder = Self.environment["MEMO_HISTORY_FOLDER"] {
      try history.keep(in: folder)
    }
  }
}
