import Foundation
import TestSupport
import Testing

/// Random histories of the program as it was built, and of real git.
///
/// `MEMO_PROCESS_HISTORIES=200` plays as many, `MEMO_HISTORY=1234` begins with that seed.
@Suite struct HistoryProcessTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["MEMO_PROCESS_HISTORIES"].flatMap { Int($0) } ?? 3
  private static let first = environment["MEMO_HISTORY"].flatMap { Int($0) } ?? 0

  @Test(arguments: first..<(first + count)) func nothingIsLost(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed), program: .built)
    history.play(steps: 30)
    #expect(history.faults == [], "\(history.text)")
    if !history.faults.isEmpty, let folder = Self.environment["MEMO_HISTORY_FOLDER"] {
      try history.keep(in: folder)
    }
  }
}
