import MemoKit
import TaskFile
import Testing

/// Times in the past as people type them.
@Suite struct PastMomentTests {
  /// UTC in summer and winter.
  @Sendable private static func noSummer(_ seconds: Int64) -> Int { 0 }

  /// Two hours ahead of UTC until 25 October 2026, 01:00 UTC, then one hour.
  @Sendable private static func berlin(_ seconds: Int64) -> Int {
    seconds < 1_792_890_000 ? 7200 : 3600
  }

  /// The first and the last second of the meaning, in local time.
  private func meaning(
    _ words: String, at now: String = "2026-11-20T15:04:05Z",
    _ utcOffset: @escaping @Sendable (Int64) -> Int = noSummer
  ) throws -> String {
    let seconds = try #require(Timestamp(now)).secondsSince1970
    let local = LocalTime(secondsSince1970: seconds, utcOffsetAt: utcOffset)
    let moment = try PastMoment.parse(words, now: local)
    return [moment.first, moment.last].map {
      String(
        Timestamp(secondsSince1970: $0, offsetMinutes: utcOffset($0) / 60).description.prefix(19))
    }.joined(separator: " ")
  }

  private static let times: [(String, String)] = [
    ("2026-11-01", "2026-11-01T00:00:00 2026-11-01T23:59:59"),
    ("11-01", "2026-11-01T00:00:00 2026-11-01T23:59:59"),
    ("11-20", "2026-11-20T00:00:00 2026-11-20T23:59:59"),
    ("11-21", "2025-11-21T00:00:00 2025-11-21T23:59:59"),
    ("02-29", "2024-02-29T00:00:00 2024-02-29T23:59:59"),
    ("2026-11", "2026-11-01T00:00:00 2026-11-30T23:59:59"),
    ("2025", "2025-01-01T00:00:00 2025-12-31T23:59:59"),
    ("today", "2026-11-20T00:00:00 2026-11-20T23:59:59"),
    ("Yesterday", "2026-11-19T00:00:00 2026-11-19T23:59:59"),
    // It is a Friday.
    ("mon", "2026-11-16T00:00:00 2026-11-16T23:59:59"),
    ("friday", "2026-11-13T00:00:00 2026-11-13T23:59:59"),
    ("last sat", "2026-11-14T00:00:00 2026-11-14T23:59:59"),
    ("this week", "2026-11-16T00:00:00 2026-11-22T23:59:59"),
    ("last week", "2026-11-09T00:00:00 2026-11-15T23:59:59"),
    ("last month", "2026-10-01T00:00:00 2026-10-31T23:59:59"),
    ("last year", "2025-01-01T00:00:00 2025-12-31T23:59:59"),
    ("2026-11-01 9:30", "2026-11-01T09:30:00 2026-11-01T09:30:59"),
    ("2026-11-01T09:30:05", "2026-11-01T09:30:05 2026-11-01T09:30:05"),
    ("2026-11-01T09:30:05+09:00", "2026-11-01T00:30:05 2026-11-01T00:30:05"),
    ("yesterday 15:04", "2026-11-19T15:04:00 2026-11-19T15:04:59"),
    ("monday 9:00", "2026-11-16T09:00:00 2026-11-16T09:00:59"),
    ("15:04", "2026-11-20T15:04:00 2026-11-20T15:04:59"),
    ("15:05", "2026-11-19T15:05:00 2026-11-19T15:05:59"),
    ("now", "2026-11-20T15:04:05 2026-11-20T15:04:05"),
    ("2h", "2026-11-20T13:04:05 2026-11-20T13:04:05"),
    ("90 minutes ago", "2026-11-20T13:34:05 2026-11-20T13:34:05"),
    ("an hour ago", "2026-11-20T14:04:05 2026-11-20T14:04:05"),
    ("3 days ago", "2026-11-17T15:04:05 2026-11-17T15:04:05"),
    ("3d", "2026-11-17T15:04:05 2026-11-17T15:04:05"),
    ("2 weeks ago", "2026-11-06T15:04:05 2026-11-06T15:04:05"),
    ("9 months ago", "2026-02-20T15:04:05 2026-02-20T15:04:05"),
    ("1y", "2025-11-20T15:04:05 2025-11-20T15:04:05"),
    ("just now", "2026-11-20T15:04:05 2026-11-20T15:04:05"),
    ("yesterday 5pm", "2026-11-19T17:00:00 2026-11-19T17:00:59"),
    ("15th", "2026-11-15T00:00:00 2026-11-15T23:59:59"),
    ("21st", "2026-10-21T00:00:00 2026-10-21T23:59:59"),
    ("dec 31", "2025-12-31T00:00:00 2025-12-31T23:59:59"),
    ("31.12.", "2025-12-31T00:00:00 2025-12-31T23:59:59"),
    ("som", "2026-11-01T00:00:00 2026-11-01T23:59:59"),
    ("jan", "2026-01-01T00:00:00 2026-01-31T23:59:59"),
    ("31", "2026-10-31T00:00:00 2026-10-31T23:59:59"),
    ("17h", "2026-11-19T22:04:05 2026-11-19T22:04:05"),
    ("15:04 yesterday", "2026-11-19T15:04:00 2026-11-19T15:04:59"),
    ("W46", "2026-11-09T00:00:00 2026-11-15T23:59:59"),
    ("W47", "2026-11-16T00:00:00 2026-11-22T23:59:59"),
    ("W48", "2025-11-24T00:00:00 2025-11-30T23:59:59"),
    ("a week ago", "2026-11-13T15:04:05 2026-11-13T15:04:05"),
    ("-3d", "2026-11-17T15:04:05 2026-11-17T15:04:05"),
    ("2 days overdue", "2026-11-18T15:04:05 2026-11-18T15:04:05"),
    // Future times are understood, too; their callers refuse them.
    ("tomorrow", "2026-11-21T00:00:00 2026-11-21T23:59:59"),
    ("eoy", "2026-12-31T00:00:00 2026-12-31T23:59:59"),
  ]

  @Test(arguments: times)
  func timesAreUnderstood(words: String, means: String) throws {
    #expect(try meaning(words) == means)
  }

  @Test(arguments: [
    "", "soon", "2026-13", "25:00", "ago", "days ago", "last", "3 4 5", "tonight",
    "in 3 days ago", "-3 days ago", "W54", "99999999999999999999 days ago", "999999y", "none",
  ])
  func otherWordsAreRefused(words: String) {
    let error = #expect(throws: MemoError.self) { try meaning(words) }
    #expect(error?.message == "invalid date '\(words)'")
  }

  /// Across the end of summer time.
  @Test func daysHaveTheirRealLength() throws {
    let now = "2026-10-26T11:00:00Z"
    #expect(
      try meaning("yesterday", at: now, Self.berlin) == "2026-10-25T00:00:00 2026-10-25T23:59:59")
    let day = try PastMoment.parse(
      "2026-10-25", now: LocalTime(secondsSince1970: 1_793_000_000, utcOffsetAt: Self.berlin))
    #expect(day.last - day.first == 25 * 3600 - 1)
    #expect(
      try meaning("3 days ago", at: now, Self.berlin) == "2026-10-23T12:00:00 2026-10-23T12:00:00")
    // Half past two occurs twice; the first one counts.
    let twice = try PastMoment.parse(
      "2026-10-25 02:30", now: LocalTime(secondsSince1970: 1_793_000_000, utcOffsetAt: Self.berlin))
    #expect(twice.first == 1_792_888_200)
  }
}
