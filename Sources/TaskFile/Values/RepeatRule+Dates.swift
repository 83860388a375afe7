extension RepeatRule {
  /// The first date after a day on which a task comes again.
  ///
  /// - Parameters:
  ///   - day: Must be the anchor or later, or the result is behind the anchor.
  ///   - anchor: The date that the task has; steps are counted from it.
  /// - Returns: Nil behind the year 9999, and for a rule that is counted from the day on which a
  ///   task is done.
  public func date(after day: CalendarDate, from anchor: CalendarDate) -> CalendarDate? {
    let day = max(day, anchor)
    switch pattern {
    case .steps(_, _, isAfterDone: true): return nil
    case .steps(let count, .day, _): return Self.date(after: day, from: anchor, days: count)
    case .steps(let count, .week, _): return Self.date(after: day, from: anchor, days: 7 * count)
    case .steps(let count, .month, _): return Self.date(after: day, from: anchor, months: count)
    case .steps(let count, .year, _): return Self.date(after: day, from: anchor, months: 12 * count)
    case .weekdays(let days):
      return (1...7).lazy.compactMap { day.adding(days: $0) }.first { days.contains($0.weekday) }
    case .monthDay(let number, let step):
      return Self.date(after: day, from: anchor, step) { first in
        let length = CalendarDate.days(inMonth: first.month, of: first.year)
        return first.adding(days: min(number, length) - 1)
      }
    case .monthWeekday(let place, let weekday):
      return Self.date(after: day, from: anchor, 1) { first in
        let length = CalendarDate.days(inMonth: first.month, of: first.year)
        let earliest = place == -1 ? length - 6 : 7 * place - 6
        return (earliest..<(earliest + 7)).lazy.compactMap { first.adding(days: $0 - 1) }
          .first { $0.weekday == weekday }
      }
    }
  }

  /// When the next one comes after one that was done.
  ///
  /// - Parameters:
  ///   - anchor: The date that the done one had; nil for none.
  ///   - today: The day on which it was done.
  /// - Returns: The first date after the anchor and after today, and the ones that are skipped so,
  ///   a thousand at most; nil behind the year 9999.
  public func next(
    after anchor: CalendarDate?, doneOn today: CalendarDate
  ) -> (date: CalendarDate, skipped: [CalendarDate])? {
    if case .steps(let count, let unit, isAfterDone: true) = pattern {
      return RepeatRule(steps: count, unit).date(after: today, from: today).map { ($0, []) }
    }
    let anchor = anchor ?? today
    guard let next = date(after: max(anchor, today), from: anchor) else { return nil }
    var skipped: [CalendarDate] = []
    while skipped.count < Self.mostSkipped,
      let date = date(after: skipped.last ?? anchor, from: anchor), date < next
    {
      skipped.append(date)
    }
    return (next, skipped)
  }

  /// The same rule with the day of the month that it has now, where a shorter month would have the
  /// dates behind it lose that day: `month` on a 31st is `month on 31` from then on.
  ///
  /// - Parameter anchor: The date that the task has.
  public func keepingDay(of anchor: CalendarDate) -> RepeatRule {
    guard case .steps(let count, let unit, isAfterDone: false) = pattern, anchor.day > 28 else {
      return self
    }
    var rule = self
    switch unit {
    case .month: rule.pattern = .monthDay(anchor.day, every: count)
    case .year where anchor.month == 2: rule.pattern = .monthDay(anchor.day, every: 12 * count)
    default: break
    }
    return rule
  }

  private static let mostSkipped = 1000

  private init(steps count: Int, _ unit: Unit) {
    pattern = .steps(count, unit, isAfterDone: false)
  }

  private static func date(
    after day: CalendarDate, from anchor: CalendarDate, days step: Int
  ) -> CalendarDate? {
    anchor.adding(days: (anchor.days(until: day) / step + 1) * step)
  }

  /// Each counted from the anchor, so that a month that is too short changes no later date.
  private static func date(
    after day: CalendarDate, from anchor: CalendarDate, months step: Int
  ) -> CalendarDate? {
    let months = (day.year - anchor.year) * 12 + day.month - anchor.month
    let steps = max(1, months / step)
    return (steps...(steps + 1)).lazy.compactMap { anchor.adding(months: $0 * step) }
      .first { $0 > day }
  }

  /// - Parameters:
  ///   - step: How many months are between two dates.
  ///   - find: The date in a month, given its first day.
  private static func date(
    after day: CalendarDate, from anchor: CalendarDate, _ step: Int,
    _ find: (CalendarDate) -> CalendarDate?
  ) -> CalendarDate? {
    guard let first = CalendarDate(year: anchor.year, month: anchor.month, day: 1) else {
      return nil
    }
    let months = (day.year - anchor.year) * 12 + day.month - anchor.month
    let steps = months / step
    return (steps...(steps + 1)).compactMap { first.adding(months: $0 * step).flatMap(find) }
      .first { $0 > day }
  }
}
