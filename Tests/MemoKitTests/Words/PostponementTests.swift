import MemoKit
import TaskFile
import TestSupport
import Testing

@Suite struct PostponementTests {
  /// 2027-03-20 12:00 in Berlin, where summer time begins on the 28th.
  private let now = LocalTime(secondsSince1970: 1_805_540_400) { SuccessionTests.berlin($0) }

  private func moved(_ deadline: String?, _ wait: String?, _ words: String) throws -> String? {
    let dates = try #require(Postponement(words, now: now)).dates(
      deadline: deadline.flatMap { Deadline($0) }, wait: wait.flatMap { Deadline($0) })
    return dates.map {
      [$0.deadline, $0.wait].map { $0?.description ?? "-" }.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("2027-03-27", "3d", "2027-03-30 -"), ("2027-03-27", "3 days", "2027-03-30 -"),
    ("2027-03-27", "a week", "2027-04-03 -"), ("2027-03-27", "-1d", "2027-03-26 -"),
    ("2027-01-31", "1 month", "2027-02-28 -"), ("2027-03-27 17:00", "1d", "2027-03-28 17:00 -"),
    // An hour is exact, a day keeps the time of the day.
    ("2027-03-28 01:30", "1h", "2027-03-28 03:30 -"),
    ("2027-03-27 23:00", "2h", "2027-03-28 01:00 -"),
    ("2027-03-27T17:00+01:00", "2d", "2027-03-29T17:00+02:00 -"),
    ("2027-03-27T17:00+09:00", "2d", "2027-03-29T17:00+09:00 -"),
    ("2027-03-27 17:00", "fri", "2027-03-26 17:00 -"),
    ("2027-03-27 17:00", "fri 9:00", "2027-03-26 09:00 -"),
  ]) func movesTheCurrentDate(deadline: String, words: String, moved: String) throws {
    #expect(try self.moved(deadline, nil, words) == moved)
  }

  @Test func theWaitMovesAlong() throws {
    #expect(try moved("2027-03-27", "2027-03-25", "1 month") == "2027-04-27 2027-04-25")
    #expect(try moved(nil, "2027-03-25", "1w") == "- 2027-04-01")
    #expect(try moved(nil, nil, "1w") == nil)
    #expect(try moved("2027-03-27", nil, "2h") == nil)
    #expect(try moved("9999-12-31", nil, "1d") == nil)
  }

  @Test(arguments: ["", "3", "soon", "none", "d", "3x"]) func otherWordsAreRefused(words: String) {
    #expect(Postponement(words, now: now) == nil)
  }
}
