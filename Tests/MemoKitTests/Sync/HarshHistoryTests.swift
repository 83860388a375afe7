import Foundation
import TestSupport
import Testing

/// Random histories in which everybody changes everything, in all ways there are.
///
/// `MEMO_HISTORIES=500` plays as many, `MEMO_HISTORY=1234` begins with that seed, and
/// `MEMO_HISTORY_FOLDER=/tmp/x` keeps there what is needed to look at those that fail.
@Suite struct HarshHistoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["MEMO_HISTORIES"].flatMap { Int($0) } ?? 12
  private static let first = environment["MEMO_HISTORY"].flatMap { Int($0) } ?? 0

  @Test(arguments: first..<(first + count)) func nothingIsLost(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed))
    let check = history.play(steps: 40)
    #expect(history.faults == [], "\(history.text)")
    if !history.faults.isEmpty, let folder = Self.environment["MEMO_HISTORY_FOLDER"] {
      try history.keep(in: folder)
    }
    #expect(check != nil)
  }
}
