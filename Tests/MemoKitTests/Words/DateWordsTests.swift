import MemoKit
import TaskFile
import TestSupport
import Testing

/// Dates as people type them, seen from one moment each.
@Suite struct DateWordsTests {
  /// A Friday in November, shortly after three in the afternoon.
  static let friday = "2026-11-20 15:04"
  static let sunday = "2026-11-22 15:04"
  static let leapDay = "2028-02-29 15:04"
  static let newYearsEve = "2026-12-31 15:04"
  static let endOfJanuary = "2027-01-31 15:04"

  static let understood: [(now: String, words: String, means: String)] = [
    (friday, "2026-12-01", "2026-12-01"),
    (friday, "2026-12-01 17:00", "2026-12-01 17:00"),
    (friday, "2026-12-01T17:00+09:00", "2026-12-01T17:00+09:00"),
    (friday, "2020-01-01", "2020-01-01"),
    (friday, "12-01", "2026-12-01"),
    (friday, "11-20", "2026-11-20"),
    (friday, "11-19", "2027-11-19"),
    (friday, "1-5", "2027-01-05"),
    (friday, "02-29", "2028-02-29"),
    (friday, "today", "2026-11-20"),
    (friday, "Today", "2026-11-20"),
    (friday, "  today  ", "2026-11-20"),
    (friday, "tomorrow", "2026-11-21"),
    (friday, "fri", "2026-11-27"),
    (friday, "friday", "2026-11-27"),
    (friday, "Sat", "2026-11-21"),
    (friday, "thurs", "2026-11-26"),
    (friday, "mon", "2026-11-23"),
    (friday, "next week", "2026-11-23"),
    (friday, "next month", "2026-12-01"),
    (friday, "next year", "2027-01-01"),
    (friday, "next fri", "2026-11-27"),
    (friday, "eow", "2026-11-22"),
    (friday, "eom", "2026-11-30"),
    (friday, "eoy", "2026-12-31"),
    (friday, "+3d", "2026-11-23"),
    (friday, "3d", "2026-11-23"),
    (friday, "2w", "2026-12-04"),
    (friday, "+1m", "2026-12-20"),
    (friday, "1y", "2027-11-20"),
    (friday, "+0d", "2026-11-20"),
    (friday, "in 3 days", "2026-11-23"),
    (friday, "in 1 day", "2026-11-21"),
    (friday, "in 2 weeks", "2026-12-04"),
    (friday, "in 1 month", "2026-12-20"),
    (friday, "fri 17:00", "2026-11-27 17:00"),
    (friday, "tomorrow 9:30", "2026-11-21 09:30"),
    (friday, "next week 08:00", "2026-11-23 08:00"),
    (friday, "in 3 days 12:00", "2026-11-23 12:00"),
    (friday, "12-01 23:59", "2026-12-01 23:59"),
    (friday, "eom 00:00", "2026-11-30 00:00"),
    (friday, "17:00", "2026-11-20 17:00"),
    (friday, "15:00", "2026-11-21 15:00"),
    (sunday, "sun", "2026-11-29"),
    (sunday, "eow", "2026-11-22"),
    (sunday, "next week", "2026-11-23"),
    (sunday, "mon", "2026-11-23"),
    (leapDay, "today", "2028-02-29"),
    (leapDay, "02-29", "2028-02-29"),
    (leapDay, "02-28", "2029-02-28"),
    (leapDay, "eom", "2028-02-29"),
    (leapDay, "+1y", "2029-02-28"),
    (leapDay, "4y", "2032-02-29"),
    (leapDay, "1m", "2028-03-29"),
    (newYearsEve, "tomorrow", "2027-01-01"),
    (newYearsEve, "eoy", "2026-12-31"),
    (newYearsEve, "eow", "2027-01-03"),
    (newYearsEve, "01-01", "2027-01-01"),
    (newYearsEve, "next month", "2027-01-01"),
    (newYearsEve, "2m", "2027-02-28"),
    (endOfJanuary, "1m", "2027-02-28"),
    (endOfJanuary, "next month", "2027-02-01"),
  ]

  static let impossible = [
    "", " ", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-12-01", "02-30", "13-01",
    "0-1", "11-31", "soon", "fr", "frx", "fridayy", "next", "next eow", "next 3", "in", "in 3",
    "in three days", "in -3 days", "-3d", "+3x", "+d", "d", "3", "1.5d", "99999999d", "9999999y",
    "25:00", "fri 25:00", "fri 17:60", "fri 17", "17:00 fri", "today tomorrow", "none 17:00",
    "2026-12-01 17", "2026-12-01 25:00", "12-01-02", "12/01", "2026-12-01x", "١٢-٠١", "９d",
  ]

  private func moment(_ text: String) throws -> LocalTime {
    let stamp = try #require(Timestamp(text.replacing(" ", with: "T") + ":05+00:00"))
    return LocalTime(secondsSince1970: stamp.secondsSince1970, utcOffset: 0)
  }

  @Test(arguments: understood)
  func isUnderstood(_ example: (now: String, words: String, means: String)) throws {
    let found = try DateWords.parse(example.words, now: try moment(example.now))
    #expect(found?.description == example.means, "\(example.words)")
  }

  @Test(arguments: impossible) func isAnError(_ words: String) throws {
    let now = try moment(Self.friday)
    let error = #expect(throws: DateWordsError.self, "\(words)") {
      try DateWords.parse(words, now: now)
    }
    #expect(error?.message == "'\(words)' is no date")
    #expect(error?.hints.count == 1)
  }

  @Test func noneClears() throws {
    let now = try moment(Self.friday)
    #expect(try DateWords.parse("none", now: now) == nil)
    #expect(try DateWords.parse(" None ", now: now) == nil)
  }

  /// The day is the reader's own, not the one in London.
  @Test func todayIsWhereTheReaderIs() throws {
    let moment = try #require(Timestamp("2026-11-20T20:00:00+00:00")).secondsSince1970
    let tokyo = LocalTime(secondsSince1970: moment, utcOffset: 9 * 3600)
    #expect(try DateWords.parse("today", now: tokyo)?.description == "2026-11-21")
    let honolulu = LocalTime(secondsSince1970: moment, utcOffset: -10 * 3600)
    #expect(try DateWords.parse("eow", now: honolulu)?.description == "2026-11-22")
    #expect(try DateWords.parse("11:00", now: honolulu)?.description == "2026-11-20 11:00")
  }

  /// Whatever the day, a word never means one in the past.
  @Test func neverInThePast() throws {
    let start = try moment(Self.friday).secondsSince1970
    for day in Int64(0)..<800 {
      let now = LocalTime(secondsSince1970: start + day * 86_400, utcOffset: 0)
      for words in ["mon", "sun", "12-31", "2-29", "eow", "eom", "eoy", "next week", "1m"] {
        let found = try #require(try DateWords.parse(words, now: now))
        #expect(found.date >= now.date, "\(words) on \(now.date)")
      }
    }
  }
}
