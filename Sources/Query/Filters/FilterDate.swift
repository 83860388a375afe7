public import StoreFiles
public import TaskFile

/// What a filter compares dates with: a day, a whole month or year, or a minute.
public struct FilterDate: Hashable, Sendable {
  /// The first day that it means.
  public let first: CalendarDate
  /// The last day that it means.
  let last: CalendarDate
  /// With a time it means that minute alone.
  let time: TimeOfDay?

  private init(_ first: CalendarDate, _ last: CalendarDate, time: TimeOfDay? = nil) {
    self.first = first
    self.last = last
    self.time = time
  }

  /// Whether a moment compares so with this one.
  ///
  /// - Parameter time: Nil for a date alone, which is over at its end.
  func holds(
    _ comparison: Filter.Comparison, for date: CalendarDate, _ time: TimeOfDay?
  ) -> Bool {
    if let wanted = self.time {
      let minutes = time.map { $0.secondsSinceMidnight / 60 } ?? 1440
      return comparison.holds(
        date.daysSince1970 * 2000 + minutes,
        first.daysSince1970 * 2000 + wanted.secondsSinceMidnight / 60)
    }
    return switch comparison {
    case .less: date < first
    case .lessOrEqual: date <= last
    case .equal: first <= date && date <= last
    case .greater: date > last
    case .greaterOrEqual: date >= first
    }
  }
}

extension FilterDate {
  /// Reads what ``DateWords`` reads, and also `2026-11`, `2026`, `this week`, `last month`,
  /// `-7d` and `7 days ago`; `next week` means all of its days.
  ///
  /// - Parameter isPast: Words are read as ``PastMoment`` does, so that a bare weekday is the last
  ///   one, as for the time when something was made; else it is the next one.
  /// - Returns: Nil for anything else, and for `none`.
  public init?(_ text: String, now: LocalTime, isPast: Bool = false) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1, let period = Self.period(words[0]) ?? Self.back(words[0], now.date) {
      self = period
      return
    }
    if words.count == 2, let period = Self.period(words[0], words[1], now.date) {
      self = period
      return
    }
    if (2...3).contains(words.count), words.last == "ago",
      let day = Self.back("-" + words.dropLast().joined(), now.date)
    {
      self = day
      return
    }
    if isPast, let past = Self.past(text, now) {
      self = past
      return
    }
    // No date is an answer here, and not an error.
    guard let deadline = (try? DateWords.parse(text, now: now)) ?? nil else { return nil }
    let (date, time) = deadline.local(now)
    self.init(date, date, time: time)
  }

  /// What ``PastMoment`` reads, as days or as a minute.
  private static func past(_ text: String, _ now: LocalTime) -> FilterDate? {
    let moment = try? PastMoment.parse(text, now: now, utcOffset: now.utcOffsetAt)
    guard let moment else { return nil }
    let (first, last) = (now.at(moment.first), now.at(moment.last))
    let isMinute = moment.last - moment.first < 60
    return FilterDate(first.date, last.date, time: isMinute ? first.time : nil)
  }

  /// `2026-11` and `2026`.
  private static func period(_ word: String) -> FilterDate? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), parts[0].count == 4,
      let year = Int(parts[0])
    else { return nil }
    switch parts.count {
    case 1:
      guard let first = CalendarDate(year: year, month: 1, day: 1),
        let last = CalendarDate(year: year, month: 12, day: 31)
      else { return nil }
      return FilterDate(first, last)
    case 2:
      guard parts[1].count == 2, let month = Int(parts[1]), (1...12).contains(month),
        let first = CalendarDate(year: year, month: month, day: 1),
        let last = CalendarDate(
          year: year, month: month, day: CalendarDate.days(inMonth: month, of: year))
      else { return nil }
      return FilterDate(first, last)
    default: return nil
    }
  }

  /// `this week`, `next month`, `last year`; weeks begin on Mondays.
  private static func period(
    _ which: String, _ unit: String, _ today: CalendarDate
  ) -> FilterDate? {
    guard let step = ["last": -1, "this": 0, "next": 1][which] else { return nil }
    let monthStart = CalendarDate(year: today.year, month: today.month, day: 1)
    let (first, months): (CalendarDate?, Int)
    switch unit {
    case "week":
      let monday = today.adding(days: 1 - today.weekday.rawValue + 7 * step)
      guard let monday, let sunday = monday.adding(days: 6) else { return nil }
      return FilterDate(monday, sunday)
    case "month": (first, months) = (monthStart?.adding(months: step), 1)
    case "year":
      (first, months) = (CalendarDate(year: today.year + step, month: 1, day: 1), 12)
    default: return nil
    }
    guard let first, let last = first.adding(months: months)?.adding(days: -1) else { return nil }
    return FilterDate(first, last)
  }

  /// `-7d`: so long before today.
  private static func back(_ word: String, _ today: CalendarDate) -> FilterDate? {
    guard word.hasPrefix("-"), word.dropFirst().first?.isNumber == true else { return nil }
    return DateWords.relative(String(word.dropFirst()), today, isBack: true).map {
      FilterDate($0, $0)
    }
  }
}
