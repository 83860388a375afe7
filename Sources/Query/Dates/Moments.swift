public import StoreFiles
public import TaskFile

/// A past moment, or a range of time: `yesterday` is a whole day.
///
/// `--since` uses the ``first`` second, and `--until` the ``last``. A weekday, a time, or a day
/// without a year is the last one. Today's weekday is a week ago, because `today` is shorter.
public struct PastMoment: Hashable, Sendable {
  /// In seconds since 1970.
  public let first: Int64
  /// In seconds since 1970; equal to ``first`` for an exact time.
  public let last: Int64
  /// Nil if the text gives a time of day.
  public let days: ClosedRange<CalendarDate>?

  private init(_ first: Int64, _ last: Int64, days: ClosedRange<CalendarDate>? = nil) {
    self.first = first
    self.last = max(first, last)
    self.days = days
  }

  /// - Parameter second: Seconds since 1970.
  public init(second: Int64) { self.init(second, second) }

  /// The log shows minutes, so a time without seconds means the whole minute.
  private init(_ first: Int64, of time: TimeOfDay?) {
    self.init(first, first + (time?.second == 0 ? 59 : 0))
  }
}

extension PastMoment {
  /// Whether a time is in or after this moment.
  ///
  /// Days are those of the author's clock, as in the log.
  public func isReached(by time: Timestamp) -> Bool {
    if let days, let day = time.date { return day >= days.lowerBound }
    return time.secondsSince1970 >= first
  }

  /// Whether a time is after this moment; days are those of the author's clock.
  public func isOver(at time: Timestamp) -> Bool {
    if let days, let day = time.date { return day > days.upperBound }
    return time.secondsSince1970 > last
  }

  /// - Parameters:
  ///   - text: `2026-11-01`, `yesterday 15:04`, `monday`, `last week`, `3 days ago`, `2h`, ….
  ///   - now: The present time.
  /// - Throws: ``MemoError`` if the text is not a moment.
  public static func parse(
    _ text: String, now: LocalTime
  ) throws(MemoError) -> PastMoment {
    switch DateExpression(now: now, direction: .back).meaning(of: text) {
    case .days(let first, let last):
      let next = last.adding(days: 1) ?? last
      return PastMoment(
        now.moment(first, .midnight), now.moment(next, .midnight) - 1,
        days: first...max(first, last))
    case .distance(let date): return PastMoment(second: now.moment(date, now.time))
    case .minute(let date, let time): return PastMoment(now.moment(date, time), of: time)
    case .moment(let moment): return PastMoment(second: moment)
    case .zoned(let exact): return PastMoment(exact.moment ?? 0, of: exact.time)
    case nil: throw DateAdvice(text, now, .back).error
    }
  }
}

extension Snapshot {
  /// The next time at which lists change although no file does.
  ///
  /// A task becomes overdue or stops waiting, or a day begins.
  /// - Returns: Seconds since 1970, later than `now`.
  public func nextMoment(after now: LocalTime) -> Int64 {
    let tomorrow = now.date.adding(days: 1) ?? now.date
    var next = max(now.moment(tomorrow, .midnight), now.secondsSince1970 + 1)
    for task in tasks where task.status != .done {
      for (date, delay) in [(task.deadline, Int64(1)), (task.wait, 0)] {
        // Dates without a time change at the end of the day. A deadline is missed one second later.
        guard let moment = date?.moment(for: now).map({ $0 + delay }), moment < next,
          moment > now.secondsSince1970
        else { continue }
        next = moment
      }
    }
    return next
  }
}

extension Deadline {
  /// In seconds since 1970; nil for a date without a time.
  func moment(for now: LocalTime) -> Int64? {
    guard let time else { return nil }
    return moment ?? now.moment(date, time)
  }
}

extension LocalTime {
  /// The first second of a day, since 1970.
  public func beginning(of day: CalendarDate) -> Int64 { moment(day, .midnight) }

  /// A local time in seconds since 1970; the earlier one if it occurs twice.
  func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Int64 {
    let local = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    let offsets = [utcOffsetAt(local - 86_400), utcOffsetAt(local + 86_400)]
    let candidates = offsets.map { local - Int64($0) }
    // A skipped local time uses the offset before the change.
    return candidates.filter { $0 + Int64(utcOffsetAt($0)) == local }.min() ?? candidates[0]
  }
}

extension Deadline {
  /// A time with an explicit offset, in seconds since 1970; nil for local times.
  var moment: Int64? {
    guard let time, let offsetMinutes else { return nil }
    return Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
      - Int64(offsetMinutes) * 60
  }
}
