public import StoreFiles
internal import TaskFile

/// A moment of the past as people type it, or the stretch of time that their words mean.
///
/// `yesterday` is a whole day: what happened since yesterday begins with its ``first`` second,
/// what happened until yesterday ends with its ``last``. A bare weekday, a time, or a month
/// and day without a year is the last one: today's weekday was a week ago, since for today
/// there is a shorter word.
public struct PastMoment: Hashable, Sendable {
  /// The first second that is meant, since 1970.
  public let first: Int64
  /// The last second that is meant; the same as ``first`` for an exact moment.
  public let last: Int64

  init(_ first: Int64, _ last: Int64) {
    self.first = first
    self.last = max(first, last)
  }
}

extension PastMoment {
  /// - Parameters:
  ///   - text: `2026-11-01`, `yesterday 15:04`, `monday`, `last week`, `3 days ago`, `2h`, ….
  ///   - now: What the words are measured from.
  ///   - utcOffset: Seconds that local time is ahead of UTC at a moment, as ``Environment`` has it.
  /// - Throws: ``DateWordsError`` for anything else.
  public static func parse(
    _ text: String, now: LocalTime, utcOffset: @escaping (Int64) -> Int
  ) throws(DateWordsError) -> PastMoment {
    let clock = WallClock(now: now, utcOffset: utcOffset)
    if let exact = exact(text.trimmingSpaces, clock) { return exact }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words == ["now"] { return PastMoment(now.secondsSince1970, now.secondsSince1970) }
    if let distance = TimeAgo(words), let moment = clock.going(back: distance) {
      return PastMoment(moment, moment)
    }
    if let last = words.last, let time = TimeOfDay(last) {
      guard let date = words.count == 1 ? clock.day(of: time) : day(words.dropLast(), now.date)
      else { throw DateWordsError(past: text) }
      return clock.minute(date, time)
    }
    guard let days = period(words, now.date) else { throw DateWordsError(past: text) }
    return clock.days(days)
  }

  /// As files and journals write it: a day, perhaps with a time, perhaps with a zone.
  private static func exact(_ text: String, _ clock: WallClock) -> PastMoment? {
    guard let written = Deadline(text) else { return nil }
    guard let time = written.time else { return clock.days((written.date, written.date)) }
    guard let offset = written.offsetMinutes else { return clock.minute(written.date, time) }
    let local = Int64(written.date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    let moment = local - Int64(offset) * 60
    return PastMoment(moment, moment + (time.second == 0 ? 59 : 0))
  }

  private typealias Days = (first: CalendarDate, last: CalendarDate)

  /// One day, a week, a month or a year.
  private static func period(_ words: [String], _ today: CalendarDate) -> Days? {
    if let date = day(words[...], today) { return (date, date) }
    if words.count == 1 { return month(words[0]) }
    guard words.count == 2, ["last", "this"].contains(words[0]) else { return nil }
    let back = words[0] == "last" ? 1 : 0
    switch words[1] {
    case "week":
      guard let monday = today.adding(days: 1 - today.weekday.rawValue - 7 * back),
        let sunday = monday.adding(days: 6)
      else { return nil }
      return (monday, sunday)
    case "month": return today.adding(months: -back).flatMap { month(of: $0) }
    case "year": return year(today.year - back)
    default: return nil
    }
  }

  /// One day.
  private static func day(_ words: ArraySlice<String>, _ today: CalendarDate) -> CalendarDate? {
    switch words.count {
    case 1: break
    case 2 where words.first == "last":
      return words.last.flatMap(CalendarDate.Weekday.init(word:)).flatMap { before(today, $0) }
    default: return nil
    }
    let word = words.first ?? ""
    switch word {
    case "today": return today
    case "yesterday": return today.adding(days: -1)
    default: break
    }
    if let weekday = CalendarDate.Weekday(word: word) { return before(today, weekday) }
    return CalendarDate(iso: word) ?? monthAndDay(word, today)
  }

  /// The last day with this name before today.
  private static func before(
    _ today: CalendarDate, _ day: CalendarDate.Weekday
  ) -> CalendarDate? {
    let distance = (today.weekday.rawValue - day.rawValue + 6) % 7 + 1
    return today.adding(days: -distance)
  }

  /// `11-01`, this year or the last one that had it.
  private static func monthAndDay(_ word: String, _ today: CalendarDate) -> CalendarDate? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
      let month = Int(parts[0]), let day = Int(parts[1])
    else { return nil }
    // Eight years always hold a 29 February.
    return (today.year - 8...today.year).reversed().lazy
      .compactMap { CalendarDate(year: $0, month: month, day: day) }.first { $0 <= today }
  }

  /// `2026-11`, and `2026` for a year.
  private static func month(_ word: String) -> Days? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.first?.count == 4, let year = Int(parts[0]) else { return nil }
    if parts.count == 1 { return Self.year(year) }
    guard parts.count == 2, parts[1].count == 2, let month = Int(parts[1]) else { return nil }
    return CalendarDate(year: year, month: month, day: 1).flatMap { Self.month(of: $0) }
  }

  private static func month(of date: CalendarDate) -> Days? {
    let length = CalendarDate.days(inMonth: date.month, of: date.year)
    guard let first = CalendarDate(year: date.year, month: date.month, day: 1),
      let last = CalendarDate(year: date.year, month: date.month, day: length)
    else { return nil }
    return (first, last)
  }

  private static func year(_ year: Int) -> Days? {
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { return nil }
    return (first, last)
  }
}
