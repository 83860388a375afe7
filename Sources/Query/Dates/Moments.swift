public import StoreFiles
public import TaskFile

/// A moment as people type it who look back, or the stretch of time that their words mean.
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
  /// The days that are meant, where no time of day is.
  public let days: ClosedRange<CalendarDate>?

  private init(_ first: Int64, _ last: Int64, days: ClosedRange<CalendarDate>? = nil) {
    self.first = first
    self.last = max(first, last)
    self.days = days
  }

  /// A moment, in seconds since 1970.
  public init(second: Int64) { self.init(second, second) }

  /// A journal shows minutes; what is shown with this one is meant.
  private init(_ first: Int64, of time: TimeOfDay?) {
    self.init(first, first + (time?.second == 0 ? 59 : 0))
  }
}

extension PastMoment {
  /// Whether something is of then, or came after.
  ///
  /// A day is one on the clock of whoever did it, which a journal shows.
  public func isReached(by time: Timestamp) -> Bool {
    if let days, let day = time.date { return day >= days.lowerBound }
    return time.secondsSince1970 >= first
  }

  /// Whether something came after it, by the same days.
  public func isOver(at time: Timestamp) -> Bool {
    if let days, let day = time.date { return day > days.upperBound }
    return time.secondsSince1970 > last
  }

  /// - Parameters:
  ///   - text: `2026-11-01`, `yesterday 15:04`, `monday`, `last week`, `3 days ago`, `2h`, ….
  ///   - now: What the words are measured from.
  /// - Throws: ``DateWordsError`` for anything else.
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
  /// When a task becomes overdue or has waited long enough, or a new day begins, whichever is
  /// first: what is shown of the tasks stays true until then.
  ///
  /// - Returns: In seconds since 1970, later than now.
  public func nextMoment(after now: LocalTime) -> Int64 {
    var next = now.endOfDay
    for task in tasks where task.status != .done {
      for (date, delay) in [(task.deadline, Int64(1)), (task.wait, 0)] {
        // A date alone begins or is over at midnight. A deadline is missed a second later.
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
  /// In seconds since 1970; nil for a date alone.
  fileprivate func moment(for now: LocalTime) -> Int64? {
    guard let time else { return nil }
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    if let offsetMinutes { return seconds - Int64(offsetMinutes) * 60 }
    let guess = seconds - Int64(now.utcOffset)
    return seconds - Int64(now.utcOffsetAt(guess))
  }
}

extension LocalTime {
  /// When the next day begins, in seconds since 1970.
  fileprivate var endOfDay: Int64 {
    // Days have 23 to 25 hours, and where a country changes sides, others.
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

  /// When it was that late on that day, in seconds since 1970; where clocks were set back, the
  /// first time.
  func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Int64 {
    let local = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    let offsets = [utcOffsetAt(local - 86_400), utcOffsetAt(local + 86_400)]
    let candidates = offsets.map { local - Int64($0) }
    // In the hour that was skipped no clock showed this time; then it is as before the change.
    return candidates.filter { $0 + Int64(utcOffsetAt($0)) == local }.min() ?? candidates[0]
  }
}

extension Deadline {
  /// The same on a clock with so many seconds before UTC, as a moment; nil where its zone is
  /// the reader's.
  var moment: Int64? {
    guard let time, let offsetMinutes else { return nil }
    return Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
      - Int64(offsetMinutes) * 60
  }
}
