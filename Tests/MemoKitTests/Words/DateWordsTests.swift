import MemoKit
import TaskFile
import TestSupport
import Testing

/// Dates as people type them, each at a given time.
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
    (friday, "noon", "2026-11-21 12:00"), (friday, "fri noon", "2026-11-27 12:00"),
    (friday, "midnight", "2026-11-20 23:59"), (friday, "fri midnight", "2026-11-27 23:59"),
    (friday, "fri evening", "2026-11-27 20:00"), (friday, "fri at noon", "2026-11-27 12:00"),
    (friday, "this evening", "2026-11-20 20:00"), (friday, "in the evening", "2026-11-20 20:00"),
    (friday, "tomorrow morning", "2026-11-21 09:00"),
    (friday, "tomorrow night", "2026-11-21 20:00"),
    (friday, "sat in the afternoon", "2026-11-21 15:00"),
    (friday, "eoq", "2026-12-31"), (friday, "next quarter", "2027-01-01"),
    (friday, "end of next quarter", "2027-03-31"), (endOfJanuary, "eoq", "2027-03-31"),
    (leapDay, "end of quarter", "2028-03-31"),
    (friday, "2026-W48-3", "2026-11-25"), (friday, "2026-w53-7", "2027-01-03"),
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
    (friday, "5pm", "2026-11-20 17:00"),
    (friday, "5:30 PM", "2026-11-20 17:30"),
    (friday, "12am", "2026-11-21 00:00"),
    (friday, "2h", "2026-11-20 17:04"), (friday, "17h", "2026-11-21 08:04"),
    (friday, "in 2h", "2026-11-20 17:04"), (friday, "17h30", "2026-11-20 17:30"),
    // A time before the day.
    (friday, "12:00 mon", "2026-11-23 12:00"), (friday, "17:00 fri", "2026-11-27 17:00"),
    (friday, "5 pm today", "2026-11-20 17:00"), (friday, "5pm on friday", "2026-11-27 17:00"),
    (friday, "at noon tomorrow", "2026-11-21 12:00"), (friday, "midnight sat", "2026-11-21 23:59"),
    (friday, "9:30 next week", "2026-11-23 09:30"), (friday, "9h30 in 3 days", "2026-11-23 09:30"),
    (friday, "17:00 2026-12-01", "2026-12-01 17:00"),
    (friday, "17:00 tue, 1 dec", "2026-12-01 17:00"),
    (friday, "Tue 2026-12-01 17:00", "2026-12-01 17:00"),
    (friday, "Tue 2026-12-01T17:00+09:00", "2026-12-01T17:00+09:00"),
    (friday, "fri next week", "2026-11-27"), (friday, "wed W48 9:00", "2026-11-25 09:00"),
    // As people and other programs write them.
    (friday, "2027-1-5", "2027-01-05"), (friday, "20270105", "2027-01-05"),
    (friday, "20270105 17:00", "2027-01-05 17:00"), (friday, "2027-1", "2027-01-01"),
    (friday, "jan", "2027-01-01"), (friday, "January", "2027-01-01"),
    (friday, "nov", "2026-11-30"), (friday, "dec 2027", "2027-12-01"),
    (friday, "end of dec", "2026-12-31"), (friday, "31", "2026-12-31"),
    (friday, "3", "2026-12-03"), (friday, "20", "2026-11-20"),
    (friday, "som", "2026-12-01"), (friday, "sow", "2026-11-23"), (friday, "soq", "2027-01-01"),
    (friday, "soy", "2027-01-01"), (friday, "start of next month", "2026-12-01"),
    (friday, "start of month 9:00", "2026-12-01 09:00"),
    (friday, "beginning of 2027", "2027-01-01"),
    (friday, "the 31st of December", "2026-12-31"), (friday, "December the 31st", "2026-12-31"),
    (friday, "31 de dec de 2027", "2027-12-31"),
    (friday, "9h30", "2026-11-21 09:30"),
    (friday, "fri at 5pm", "2026-11-27 17:00"),
    (friday, "tonight", "2026-11-20 20:00"),
    (friday, "tonight 22:00", "2026-11-20 22:00"),
    (friday, "now", "2026-11-20 15:04"),
    (friday, "2 hours", "2026-11-20 17:04"),
    (friday, "in 90 minutes", "2026-11-20 16:34"),
    (friday, "+2h", "2026-11-20 17:04"),
    (friday, "15th", "2026-12-15"),
    (friday, "20th", "2026-11-20"),
    (friday, "31st", "2026-12-31"),
    (friday, "24.", "2026-11-24"),
    (friday, "dec 31", "2026-12-31"),
    (friday, "31 dec", "2026-12-31"),
    (friday, "31st of December", "2026-12-31"),
    (friday, "Dec 31, 2027", "2027-12-31"),
    (friday, "Tue, 1 dec 2026", "2026-12-01"),
    (friday, "sept 3 9:00", "2027-09-03 09:00"),
    (friday, "29 feb", "2028-02-29"),
    (friday, "31.12.", "2026-12-31"),
    (friday, "31.12", "2026-12-31"),
    (friday, "31. 12. 2027", "2027-12-31"),
    (friday, "31.12.27", "2027-12-31"),
    (friday, "2026/12/31", "2026-12-31"),
    (friday, "12月31日", "2026-12-31"),
    (friday, "end of week", "2026-11-22"),
    (friday, "end of month", "2026-11-30"),
    (friday, "end of next month 17:00", "2026-12-31 17:00"),
    (friday, "end of 2027", "2027-12-31"),
    (friday, "in a week", "2026-11-27"),
    (friday, "in one month", "2026-12-20"),
    (friday, "this week", "2026-11-22"),
    (friday, "this month", "2026-11-30"),
    (friday, "this thu", "2026-11-19"),
    (friday, "W48", "2026-11-23"),
    (friday, "w47", "2026-11-22"),
    (friday, "W1", "2027-01-04"),
    (friday, "2026-W53", "2026-12-28"),
    (friday, "2027-02", "2027-02-01"),
    (friday, "-3d", "2026-11-17"),
    (friday, "2 days overdue", "2026-11-18"),
    (friday, "today 15:00, overdue", "2026-11-20 15:00"),
    (friday, "17:00 ", "2026-11-20 17:00"),
    (newYearsEve, "1st", "2027-01-01"),
    (newYearsEve, "W53", "2027-01-03"),
    (endOfJanuary, "30th", "2027-03-30"),
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
    (leapDay, "2mo", "2028-04-29"),
    (leapDay, "in three days", "2028-03-03"),
    (leapDay, "two weeks", "2028-03-14"),
    (leapDay, "day after tomorrow", "2028-03-02"),
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
    "", " ", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-32", "26-12-01", "02-30", "13-01",
    "0-1", "11-31", "soon", "fr", "frx", "fridayy", "next", "next eow", "next 3", "in", "in 3",
    "in eleven days", "in -3 days", "30m", "1700", "1d 2h", "+3x", "2027-W53", "W54", "W0", "13pm",
    "0am",
    "32nd", "dec 32", "dec 31 32", "31/12", "12/31/2026", "31-12-2026", "20271301", "2027010",
    "end of", "end of fridge", "this", "overdue", "31.12.1", "1.2.3.4", "12-1-", "31..12", "+d",
    "d", "32", "1.5d", "99999999d", "9999999y",
    "25:00", "fri 25:00", "fri 17:60", "fri 17", "fri 17h", "17x", "today tomorrow", "none 17:00",
    // Every word has a meaning.
    "fri overdue", "next week overdue", "2d overdue", "today overdue", "in 3 days overdue",
    "2026-12-15 overdue", "fri at", "fri in the", "fri ago", "fri,", "this 17:00", "in the 17:00",
    "now just", "dec 31 the", "of dec 31", "dec 31 of", "dec the", "de dec", "the fri", "fri fri",
    "17:00 fri 18:00", "fri 17:00 fri", "17:00 on", "on fri", "fri or sat", "not fri", "fri todo",
    "eom + 3d", "eom +3d", "3 days before christmas", "2026-12-01 17:00 CET", "3 working days",
    "fri 2026-12-01", "Mon, 1 dec 2026", "fri dec 1 17:00", "17:00 fri 2026-12-01",
    "fri 2026-12-01T17:00", "someday",
    "2026-12-01 17", "2026-12-01 25:00", "12-01-02", "12/01", "2026-12-01x",
  ]

  private func moment(_ text: String) throws -> LocalTime {
    let stamp = try #require(Timestamp(text.replacing(" ", with: "T") + ":05+00:00"))
    return LocalTime(secondsSince1970: stamp.secondsSince1970, utcOffset: 0)
  }

  @Test(arguments: understood)
  func datesAreUnderstood(_ example: (now: String, words: String, means: String)) throws {
    let found = try DateWords.parse(example.words, now: try moment(example.now))
    #expect(found?.description == example.means, "\(example.words)")
  }

  @Test(arguments: impossible) func impossibleDatesAreErrors(_ words: String) throws {
    let now = try moment(Self.friday)
    let error = #expect(throws: MemoError.self, "\(words)") {
      try DateWords.parse(words, now: now)
    }
    #expect(error?.message.hasPrefix("invalid date '\(words)'") == true)
    #expect(error?.hints.count == 1)
  }

  private static let hints: [(String, String)] = [
    ("fri 2026-12-01", "write 2026-12-01 or fri"),
    ("feb 30", "'feb' is understood, '30' is not"), ("in 3", "write 'in 3 days'"),
    ("1d 2h", "'1d' is understood, '2h' is not"), ("1h 30m", "'1h' is understood, '30m' is not"),
    ("2026-02-30", "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"),
    ("1h 30", "'1h' is understood, '30' is not"),
    ("3h 2", "'3h' is understood, '2' is not"), ("30m", "write 30min"), ("1700", "write 17:00"),
    ("mon eod", "'mon' is understood, 'eod' is not"),
    ("mid january", "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"),
    ("17:00 fri 2026-12-01", "write '17:00 2026-12-01' or fri"), ("fri 17.30", "write 'fri 17:30'"),
    ("half past 5", "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"),
    ("31/12", "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"),
    ("fri 17h", "write 'fri 17:00'"), ("fri 17", "write 'fri 17:00'"),
    ("tomorow", "write tomorrow"), ("fridayy 17:00", "write 'friday 17:00'"), ("fr", "write fri"),
    ("tmr 5pm", "write 'tomorrow 5pm'"),
    ("3 working days", "'3' is understood, 'working days' is not"),
    ("eom + 3d", "'eom' is understood, '+ 3d' is not"),
    ("3 days before christmas", "'3 days' is understood, 'before christmas' is not"),
    ("2026-12-01 17:00 CET", "'2026-12-01 17:00' is understood, 'CET' is not"),
    ("on fri", "write fri"),
    ("before fri", "write fri"), ("before friday", "write friday"), ("jan5", "write 'jan 5'"),
    ("5jan", "write '5 jan'"), ("fri17:00", "write 'fri 17:00'"), ("next jan", "write jan"),
    ("in jan", "write jan"), ("tod", "write today"), ("weds", "write wed"),
    ("15.12. 17", "write '15.12. 17:00'"),
    ("202701", "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"),
    ("2027 q1", "'2027' is understood, 'q1' is not"), ("24:00", "write midnight"),
    ("fri 24:00", "write 'fri midnight'"),
    ("maybe", "leave the date out, or hide it with wait:2027"),
    ("fri,", "write fri"), ("next week overdue", "'next week' is understood, 'overdue' is not"),
    ("someday", "leave the date out, or hide it with wait:2027"),
    ("blue", "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"),
  ]

  /// The nearest valid form for each kind of mistake.
  @Test(arguments: hints)
  func theHintNamesTheNearestForm(words: String, hint: String) throws {
    let now = try moment(Self.friday)
    let error = #expect(throws: MemoError.self) { try DateWords.parse(words, now: now) }
    #expect(error?.hints == [hint])
    // The hint's text is valid.
    guard hint.hasPrefix("write "), !hint.hasPrefix("write a") else { return }
    for text in hint.dropFirst("write ".count).split(separator: " or ") {
      let typed = text.filter { $0 != "'" }
      #expect(try DateWords.parse(String(typed), now: now) != nil, "\(hint)")
    }
  }

  @Test func anotherWeekdayIsNamed() throws {
    let now = try moment(Self.friday)
    let error = #expect(throws: MemoError.self) {
      try DateWords.parse("fri 2026-12-01", now: now)
    }
    #expect(error?.message == "invalid date 'fri 2026-12-01': 2026-12-01 is a Tuesday")
  }

  @Test func noneRemovesTheDate() throws {
    let now = try moment(Self.friday)
    #expect(try DateWords.parse("none", now: now) == nil)
    #expect(try DateWords.parse(" None ", now: now) == nil)
  }

  /// The reader's day, not the one in London.
  @Test func todayFollowsTheReadersTimeZone() throws {
    let moment = try #require(Timestamp("2026-11-20T20:00:00+00:00")).secondsSince1970
    let tokyo = LocalTime(secondsSince1970: moment, utcOffset: 9 * 3600)
    #expect(try DateWords.parse("today", now: tokyo)?.description == "2026-11-21")
    let honolulu = LocalTime(secondsSince1970: moment, utcOffset: -10 * 3600)
    #expect(try DateWords.parse("eow", now: honolulu)?.description == "2026-11-22")
    #expect(try DateWords.parse("11:00", now: honolulu)?.description == "2026-11-20 11:00")
  }

  /// On any day, no word means a day in the past.
  @Test func noWordMeansThePast() throws {
    let start = try moment(Self.friday).secondsSince1970
    for day in Int64(0)..<800 {
      let now = LocalTime(secondsSince1970: start + day * 86_400, utcOffset: 0)
      for words in [
        "mon", "sun", "12-31", "2-29", "eow", "eom", "eoy", "next week", "1m", "15th", "31st", "W1",
        "W30", "W53", "this week", "this month", "5pm", "tonight", "feb 28", "31.12.", "in a week",
      ] {
        let found = try #require(try DateWords.parse(words, now: now))
        #expect(found.date >= now.date, "\(words) on \(now.date)")
      }
    }
  }
}
