public import StoreFiles
public import TaskFile

/// Why a date in words can't be understood.
public struct DateWordsError: Error, Hashable, Sendable {
  public var message: String
  public var hints: [String]

  init(_ text: String) {
    message = "'\(text)' is no date"
    hints = [
      "write 2026-12-01, 12-01, today, tomorrow, fri, 'next week', eow, eom, eoy, +3d, 2w, "
        + "'in 3 days', each with a time if need be ('fri 17:00'), or none"
    ]
  }

  /// For ``PastMoment``.
  package init(past text: String) {
    message = "'\(text)' is no moment of the past"
    hints = [
      "write 2026-11-01, 11-01, today, yesterday, mon, '3 days ago', 2h, 'last week', 2026-11, "
        + "each day with a time if need be ('yesterday 15:04')"
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
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words == ["none"] { return nil }
    if let exact = Deadline(text.trimmingSpaces) { return exact }
    if let last = words.last, words.count > 1, last.contains(":") {
      guard let time = TimeOfDay(last), let date = date(Array(words.dropLast()), now) else {
        throw DateWordsError(text)
      }
      return Deadline(date: date, time: time)
    }
    if words.count == 1, let time = TimeOfDay(words[0]) {
      // A time alone is the next such time.
      let date = time > now.time ? now.date : now.date.adding(days: 1)
      if let date { return Deadline(date: date, time: time) }
    }
    guard let date = date(words, now) else { throw DateWordsError(text) }
    return Deadline(date: date)
  }

  private static func date(_ words: [String], _ now: LocalTime) -> CalendarDate? {
    let today = now.date
    switch words.count {
    case 1: return named(words[0], today) ?? relative(words[0], today)
    case 2 where words[0] == "next": return next(words[1], today)
    case 3 where words[0] == "in": return relative("+\(words[1])\(words[2])", today)
    default: return nil
    }
  }

  private static func named(_ word: String, _ today: CalendarDate) -> CalendarDate? {
    switch word {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    case "eow": return today.adding(days: 7 - today.weekday.rawValue)
    case "eom":
      return CalendarDate(
        year: today.year, month: today.month,
        day: CalendarDate.days(inMonth: today.month, of: today.year))
    case "eoy": return CalendarDate(year: today.year, month: 12, day: 31)
    default: break
    }
    if let day = CalendarDate.Weekday(word: word) { return after(today, day) }
    if let date = CalendarDate(iso: word) { return date }
    return monthAndDay(word, today)
  }

  /// The first day with this name after today.
  private static func after(
    _ today: CalendarDate, _ day: CalendarDate.Weekday
  ) -> CalendarDate? {
    let distance = (day.rawValue - today.weekday.rawValue + 6) % 7 + 1
    return today.adding(days: distance)
  }

  /// `12-01`, this year or the next one that has it.
  private static func monthAndDay(_ word: String, _ today: CalendarDate) -> CalendarDate? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
      let month = Int(parts[0]), let day = Int(parts[1])
    else { return nil }
    // Eight years always hold a 29 February.
    return (today.year...today.year + 8).lazy
      .compactMap { CalendarDate(year: $0, month: month, day: day) }.first { $0 >= today }
  }

  private static func next(_ word: String, _ today: CalendarDate) -> CalendarDate? {
    switch word {
    case "week": return after(today, .monday)
    case "month":
      return today.adding(months: 1).flatMap {
        CalendarDate(year: $0.year, month: $0.month, day: 1)
      }
    case "year": return CalendarDate(year: today.year + 1, month: 1, day: 1)
    default: return CalendarDate.Weekday(word: word).flatMap { after(today, $0) }
    }
  }

  /// `+3d`, `2w`, `1m`, `1y`, and `3days`.
  ///
  /// - Parameter isBack: So long before today.
  static func relative(
    _ word: String, _ today: CalendarDate, isBack: Bool = false
  ) -> CalendarDate? {
    let rest = word.hasPrefix("+") ? word.dropFirst() : word[...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 6, let distance = Int(digits) else { return nil }
    let count = isBack ? -distance : distance
    switch rest.dropFirst(digits.count) {
    case "d", "day", "days": return today.adding(days: count)
    case "w", "week", "weeks": return today.adding(days: count * 7)
    case "m", "month", "months": return today.adding(months: count)
    case "y", "year", "years": return today.adding(months: count * 12)
    default: return nil
    }
  }
}

extension CalendarDate.Weekday {
  /// `fri` and `friday`, and what is in between.
  init?(word: String) {
    guard word.count >= 3,
      let day = Self.allCases.first(where: { $0.name.lowercased().hasPrefix(word) })
    else { return nil }
    self = day
  }
}
