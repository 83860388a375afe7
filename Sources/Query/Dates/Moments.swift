public import StoreFiles
public import TaskFile

/// A past moment in words, or the stretch of time that they mean.
///
/// `yesterday` is a whole day: `--since` begins with its ``first`` second, and `--until` ends with
/// its ``last``. A weekday, a time, or a month and day without a year means the last one. A weekday
/// is never today, since `today` is shorter.
public struct PastMoment: Hashable, Sendable {
  /// The first second, since 1970.
  public let first: Int64
  /// The last second; equal to ``first`` for an exact time.
  public let last: Int64
  /// The days, if no time of day is given.
  public let days: ClosedRange<CalendarDate>?

  private init(_ first: Int64, _ last: Int64, days: ClosedRange<CalendarDate>? = nil) {
    self.first = first
    self.last = max(first, last)
    self.days = days
  }

  /// A moment, in seconds since 1970.
  public init(second: Int64) { self.init(second, second) }

  /// Journals show minutes, so a time means its whole minute.
  private init(_ first: Int64, of time: TimeOfDay?) {
    self.init(first, first + (time?.second == 0 ? 59 : 0))
  }
}

extension PastMoment {
  /// Whether a time is in or after this moment.
  ///
  /// Days are those of the author's clock, as the journal shows them.
  public func isReached(by time: Timestamp) -> Bool {
    if let days, let day = time.date { return day >= days.lowerBound }
    return time.secondsSince1970 >= first
  }

  /// Whether a time is after this moment, by the same days.
  public func isOver(at time: Timestamp) -> Bool {
    if let days, let day = time.date { return day > days.upperBound }
    return time.secondsSince1970 > last
  }

  /// - Parameters:
  ///   - text: `2026-11-01`, `yesterday 15:04`, `monday`, `last week`, `3 days ago`, `2h`, ….
  ///   - now: The present time.
  /// - Throws: ``DateWordsError`` if the text is not a moment.
  public static func parse(
    _ text: String, now: LocalTime
  ) throws(DateWordsError) -> PastMoment {
    switch DateExpression(now: now, direction: .back).meaning(of: text) {
    case .days(let first, let last):
      let next = last.adding(days: 1) ?? last
      return PastMoment(
        now.moment(first, .midnight), now.moment(next, .midnight) - 1,
        days: first...max(first, last))
    case .distance(let date):
      let moment = now.moment(date, now.time)
      return PastMoment(second: moment)
    case .minute(let date, let time): return PastMoment(now.moment(date, time), of: time)
    case .moment(let moment): return PastMoment(second: moment)
    case .zoned(let exact): return PastMoment(exact.moment ?? 0, of: exact.time)
    case nil: throw DateWordsError(text, now: now, isPast: true)
    }
  }
}

extension Snapshot {
  /// The next time at which a list changes without a change of files: a task becomes overdue or
  /// stops waiting, or a day begins.
  ///
  /// - Returns: Seconds since 1970, later than now.
  public func nextMoment(after now: LocalTime) -> Int64 {
    var next = now.endOfDay
    for task in tasks where task.status != .done {
      for (date, delay) in [(task.deadline, Int64(1)), (task.wait, 0)] {
        // A date without a time begins or ends at midnight. A deadline is missed a second later.
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
  fileprivate func moment(for now: LocalTime) -> Int64? {
    guard let time else { return nil }
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    if let offsetMinutes { return seconds - Int64(offsetMinutes) * 60 }
    let guess = seconds - Int64(now.utcOffset)
    return seconds - Int64(now.utcOffsetAt(guess))
  }
}

extension LocalTime {
  /// The beginning of the next day, in seconds since 1970.
  fileprivate var endOfDay: Int64 {
    // Days have 23 to 25 hours, and more or less if a country changes its zone.
    var (low, high) = (secondsSince1970, secondsSince1970 + 49 * 3600)
    while high - low > 1 {
      let middle = (low + high) / 2
      if at(middle).date > date { high = middle } else { low = middle }
    }
    return high
  }
}

extension LocalTime {
  /// The first second of a day, since 1970.
  public func beginning(of day: CalendarDate) -> Int64 { moment(day, .midnight) }

  /// A local time in seconds since 1970.
  ///
  /// If it occurs twice, the first one.
  func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Int64 {
    let local = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    let offsets = [utcOffsetAt(local - 86_400), utcOffsetAt(local + 86_400)]
    let candidates = offsets.map { local - Int64($0) }
    // A skipped local time is read with the offset before the change.
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
