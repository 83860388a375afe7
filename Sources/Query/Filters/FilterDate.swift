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

  /// Whether it is one day, or a minute of it.
  var isOneDay: Bool { first == last }

  /// Whether it means whole days.
  var isOfDays: Bool { time == nil }

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
  /// Reads what ``DateWords`` reads; `next week` means all of its days.
  ///
  /// - Parameter isPast: Words are read as ``PastMoment`` does, so that a bare weekday is the last
  ///   one, as for the time when something was made; else it is the next one.
  /// - Returns: Nil for anything else, and for `none`.
  public init?(_ text: String, now: LocalTime, isPast: Bool = false) {
    switch DateExpression(now: now, direction: isPast ? .back : .forward).meaning(of: text) {
    case .days(let first, let last): self.init(first, last)
    case .distance(let date): self.init(date, date)
    case .minute(let date, let time): self.init(date, date, time: time)
    case .moment(let seconds):
      let there = now.at(seconds)
      self.init(there.date, there.date, time: there.time)
    case .zoned(let exact):
      let (date, time) = exact.local(now)
      self.init(date, date, time: time)
    case nil: return nil
    }
  }

  /// Whether a text names what comes back: `fri`, `12-01`, each perhaps with a time.
  static func isRecurring(_ text: String, now: LocalTime) -> Bool {
    let next = DateExpression(now: now, direction: .forward).meaning(of: text)
    if case .distance = next { return false }
    return next != DateExpression(now: now, direction: .back).meaning(of: text)
  }
}
