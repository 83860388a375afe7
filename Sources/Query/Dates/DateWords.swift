public import StoreFiles
public import TaskFile

/// Why a date in words can't be understood.
public struct DateWordsError: Error, Hashable, Sendable {
  public var message: String
  public var hints: [String]

  init(_ text: String) {
    message = "'\(text)' is no date"
    hints = [
      "write 2026-12-01, 12-01, 'dec 31', 15th, today, tomorrow, fri, 'next week', 'end of month', "
        + "W48, +3d, 'in 3 days', each with a time if need be ('fri 17:00', 5pm, 'fri noon'), or none"
    ]
  }

  /// For ``PastMoment``.
  package init(past text: String) {
    message = "'\(text)' is no moment of the past"
    hints = [
      "write 2026-11-01, 11-01, 'nov 1', today, yesterday, mon, '3 days ago', 2h, 'last week', "
        + "2026-11, W46, each day with a time if need be ('yesterday 15:04')"
    ]
  }
}

/// Dates as people type them.
///
/// A weekday or a month and day without a year is the next one, never in the past: today's
/// date is today, today's weekday is in a week, since for today there is a shorter word.
public enum DateWords {
  /// - Returns: Nil for `none`.
  /// - Throws: ``DateWordsError`` for anything else that is no date.
  public static func parse(
    _ text: String, now: LocalTime
  ) throws(DateWordsError) -> Deadline? {
    if text.trimmingSpaces.lowercased() == "none" { return nil }
    switch DateExpression(now: now, direction: .forward).meaning(of: text) {
    // Of several days the first, unless that is over: `this week` is by its end.
    case .days(let first, let last): return Deadline(date: first < now.date ? last : first)
    case .distance(let date): return Deadline(date: date)
    case .minute(let date, let time): return Deadline(date: date, time: time)
    case .moment(let seconds):
      let there = now.at(seconds)
      return Deadline(
        date: there.date, time: TimeOfDay(hour: there.time.hour, minute: there.time.minute))
    case .zoned(let exact): return exact
    case nil: throw DateWordsError(text)
    }
  }
}
