import TaskFile
import TestSupport
import Testing

@Suite struct DateTests {
  @Test func everyDayCountsOneMoreThanTheDayBefore() throws {
    var date = try #require(CalendarDate(year: 1, month: 1, day: 1))
    #expect(date.daysSince1970 == -719_162)
    #expect(date.weekday == .monday)
    #expect(date.adding(days: -1) == nil)
    // Only days around the ends of months, since all days of 801 years would take long.
    for year in [1, 4, 100, 1599, 1600, 1900, 1969, 1970, 2000, 2024, 2100, 9999] {
      date = try #require(CalendarDate(year: year, month: 1, day: 1))
      for month in 1...12 {
        for day in 1...CalendarDate.days(inMonth: month, of: year) {
          #expect((date.year, date.month, date.day) == (year, month, day))
          #expect(CalendarDate(daysSince1970: date.daysSince1970) == date)
          #expect(CalendarDate(iso: "\(date)") == date)
          let next = date.adding(days: 1)
          #expect(next.map(date.days(until:)) == (date == .last ? nil : 1))
          #expect(
            next.map { $0 > date && $0.weekday.rawValue == date.weekday.rawValue % 7 + 1 } != false)
          date = next ?? date
        }
        #expect(CalendarDate(year: year, month: month, day: date == .last ? 32 : 0) == nil)
      }
    }
    #expect(date == .last)
    #expect(date.daysSince1970 == 2_932_896)
    #expect(CalendarDate(daysSince1970: 2_932_897) == nil)
    #expect(CalendarDate(daysSince1970: .min) == nil)
    #expect(date.adding(days: .max) == nil)
  }

  @Test func monthsAreAddedUpToTheMonthsEnd() throws {
    let day = try #require(CalendarDate(iso: "2026-01-31"))
    let expected: [(Int, String?)] = [
      (0, "2026-01-31"), (1, "2026-02-28"), (25, "2028-02-29"), (11, "2026-12-31"),
      (12, "2027-01-31"), (-1, "2025-12-31"), (-2, "2025-11-30"), (-24_300, "0001-01-31"),
      (-24_301, nil), (95_687, "9999-12-31"), (95_688, nil), (.max, nil), (.min, nil),
    ]
    for (months, iso) in expected {
      #expect(day.adding(months: months)?.description == iso)
    }
  }

  @Test(arguments: [
    "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "0000-01-01",
    "26-01-01", "2026-01-01 ", " 2026-01-01", "2026/01/01", "+2026-01-01", "20260101", "２026-01-01",
    "",
  ])
  func invalidDaysAreRefused(text: String) {
    #expect(CalendarDate(iso: text) == nil)
    #expect(Deadline(text) == nil)
    #expect(Deadline("\(text)T17:00") == nil)
  }

  @Test func timesAreReadAndWritten() {
    let expected: [(String, String?)] = [
      ("17:00", "17:00"), ("9:05", "09:05"), ("00:00", "00:00"), ("23:59:59", "23:59:59"),
      ("17:00:00", "17:00"), ("17:00:30.25", "17:00:30"), ("24:00", nil), ("17:60", nil),
      ("17:00:60", nil), ("17", nil), ("17:0", nil), ("17:00:", nil), ("17:00:30.", nil),
      ("117:00", nil), ("-1:00", nil), ("17:00 ", nil), ("", nil),
    ]
    for (text, shown) in expected { #expect(TimeOfDay(text)?.description == shown) }
    #expect(TimeOfDay("00:00") == .midnight)
    #expect(TimeOfDay("01:02:03")?.secondsSinceMidnight == 3723)
  }

  @Test func deadlinesAreReadAndWritten() {
    let expected: [(String, String?)] = [
      ("2026-12-01", "2026-12-01"), ("2026-12-01 17:00", "2026-12-01 17:00"),
      ("2026-12-01T9:00:01", "2026-12-01 09:00:01"),
      ("2026-12-01t17:00z", "2026-12-01T17:00+00:00"),
      ("2026-12-01T17:00+09:00", "2026-12-01T17:00+09:00"),
      ("2026-12-01  17:00 -0330", "2026-12-01T17:00-03:30"),
      ("2026-12-01T17:00-00:30", "2026-12-01T17:00-00:30"),
      ("2026-12-01T17:00+18:59", "2026-12-01T17:00+18:59"), ("2026-12-01T17:00+19:00", nil),
      ("2026-12-01T17:00+09", nil), ("2026-12-01T17:00+09:60", nil), ("2026-12-01+09:00", nil),
      ("2026-12-01T", nil), ("2026-12-01x17:00", nil), ("2026-12-01 17:00 UTC", nil),
    ]
    for (text, shown) in expected {
      #expect(Deadline(text)?.description == shown)
      #expect(shown.flatMap(Deadline.init)?.description == shown)
    }
    let day = CalendarDate.last
    #expect(Deadline(date: day, offsetMinutes: 60) == Deadline(date: day))
  }

  @Test func aTimestampKeepsMomentAndOffset() throws {
    let expected: [(String, Int64, Int)] = [
      ("1970-01-01T00:00:00+00:00", 0, 0), ("1969-12-31T23:59:59+00:00", -1, 0),
      ("2026-11-20T15:04:05+09:00", 1_795_154_645, 540),
      ("2026-11-19T23:34:05-06:30", 1_795_154_645, -390),
      ("0001-01-01T00:00:00+18:00", -62_135_661_600, 1080),
      ("9999-12-31T23:59:59-18:00", 253_402_365_599, -1080),
    ]
    for (text, seconds, offset) in expected {
      let stamp = try #require(Timestamp(text))
      #expect(stamp == Timestamp(secondsSince1970: seconds, offsetMinutes: offset))
      #expect(stamp.description == text)
      #expect(stamp.date == CalendarDate(iso: text.prefix(10)))
      #expect(stamp.time == TimeOfDay(text.dropFirst(11).prefix(8)))
    }
    #expect(Timestamp("2026-11-20T15:04:05.999Z") == Timestamp("2026-11-20 15:04:05 +0000"))
    for text in ["2026-11-20", "2026-11-20T15:04:05", "2026-11-20T15:04:05+9"] {
      #expect(Timestamp(text) == nil)
    }
  }

  @Test func anyClockCanBeShown() {
    for seconds in [Int64.min, .min + 1, -62_135_596_801, 253_402_300_800, .max] {
      for offset in [0, 1080, -1080] where seconds.magnitude > 1 << 40 || offset == 0 {
        let stamp = Timestamp(secondsSince1970: seconds, offsetMinutes: offset)
        #expect(stamp.date == nil)
        #expect(stamp.description == "9999-12-31T23:59:59+00:00")
      }
    }
  }

  @Test func randomMomentsSurviveWriting() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<2000 {
      let stamp = Timestamp(
        secondsSince1970: Int64.random(in: -62_135_500_000...253_402_200_000, using: &random),
        offsetMinutes: Int.random(in: -1139...1139, using: &random))
      #expect(Timestamp(stamp.description) == stamp)
    }
  }
}
