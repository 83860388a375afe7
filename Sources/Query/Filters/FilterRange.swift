public import StoreFiles
public import TaskFile

extension FilterParser {
  /// Parses `KEY:A..B`, which includes both ends; one end may be missing.
  ///
  /// - Returns: Nil if the value is not a range.
  /// - Throws: ``FilterError`` if an end is invalid or a range of days ends before it begins.
  func range(_ key: String, _ value: String) throws(FilterError) -> Filter? {
    guard let dots = value.firstRange(of: ".."), value != ".." else { return nil }
    let (low, high) = (String(value[..<dots.lowerBound]), String(value[dots.upperBound...]))
    let isText = ![low, high].allSatisfy { end in
      end.isEmpty || !Filter.Operand(end, now: now).isText
        || Priority(typed: end) != nil || Status(rawValue: end) != nil
    }
    guard !isText else { return nil }
    var ends: [Filter] = []
    if !low.isEmpty { ends.append(try compared(key, .greaterOrEqual, low)) }
    if !high.isEmpty { ends.append(try compared(key, .lessOrEqual, high)) }
    guard ends.count == 2 else { return ends[0] }
    guard let first = ends[0].date, let last = ends[1].date, last.ends(before: first) else {
      return .and(ends)
    }
    ends = recurring(key, low, high, ends) ?? ends
    guard let start = ends[0].date, let end = ends[1].date, !end.ends(before: start) else {
      throw error(
        "this range ends before it begins",
        "it is from \(first.first) to \(last.last); turn it round, or write the years")
    }
    return .and(ends)
  }

  /// Corrects a reversed range of recurring dates, like Friday to Monday.
  ///
  /// The Monday becomes the first one after that Friday. For past times, the Friday becomes the
  /// last one before that Monday.
  private func recurring(
    _ key: String, _ low: String, _ high: String, _ ends: [Filter]
  ) -> [Filter]? {
    guard let first = ends[0].date, let last = ends[1].date else { return nil }
    var there = now
    if case .date(.back)? = ValuePhrase.kind(of: key) {
      guard FilterDate.isRecurring(low, now: now) else { return nil }
      there.date = last.first
      return FilterDate(low, now: there, isPast: true).map { [ends[0].with($0), ends[1]] }
    }
    guard FilterDate.isRecurring(high, now: now) else { return nil }
    there.date = first.first
    return FilterDate(high, now: there).map { [ends[0], ends[1].with($0)] }
  }
}

extension Filter {
  /// The date on the right side of a comparison.
  fileprivate var date: FilterDate? {
    switch self {
    case .date(_, _, let date): date
    case .field(_, _, let operand): operand.measure == nil ? operand.date : nil
    default: nil
    }
  }

  fileprivate func with(_ date: FilterDate) -> Filter {
    switch self {
    case .date(let moment, let comparison, _): .date(moment, comparison, date)
    case .field(let key, let comparison, let operand):
      .field(key: key, comparison, Operand(operand, on: date))
    default: self
    }
  }
}

extension FilterDate {
  fileprivate func ends(before other: FilterDate) -> Bool {
    if last == other.first, let time, let start = other.time { return time < start }
    return last < other.first
  }
}

public struct FilterDate: Hashable, Sendable {
  public let first: CalendarDate
  let last: CalendarDate
  /// Nil for whole days.
  let time: TimeOfDay?

  /// Whether a date or time satisfies a comparison with this date.
  ///
  /// - Parameter time: Nil for a date without a time, which ends with the day.
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
  /// Parses a date like ``DateWords``; `next week` means all of its days.
  ///
  /// - Parameter isPast: Whether a weekday is the last one, as in ``PastMoment``, instead of the
  ///   next one.
  /// - Returns: Nil for `none` and for words that are not a date.
  public init?(_ text: String, now: LocalTime, isPast: Bool = false) {
    switch DateExpression(now: now, direction: isPast ? .back : .forward).meaning(of: text) {
    case .days(let first, let last): self.init(first: first, last: last, time: nil)
    case .distance(let date): self.init(first: date, last: date, time: nil)
    case .minute(let date, let time): self.init(first: date, last: date, time: time)
    case .moment(let seconds):
      let there = now.at(seconds)
      self.init(first: there.date, last: there.date, time: there.time)
    case .zoned(let exact):
      let (date, time) = exact.local(now)
      self.init(first: date, last: date, time: time)
    case nil: return nil
    }
  }

  /// Whether a text is a recurring date, like `fri` or `12-01`, with or without a time.
  static func isRecurring(_ text: String, now: LocalTime) -> Bool {
    let next = DateExpression(now: now, direction: .forward).meaning(of: text)
    if case .distance = next { return false }
    return next != DateExpression(now: now, direction: .back).meaning(of: text)
  }
}
