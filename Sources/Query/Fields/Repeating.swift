public import StoreFiles
public import TaskFile

/// When a task that repeats comes again.
public struct Repeating: Sendable {
  public let rule: RepeatRule
  private let item: TaskItem

  /// - Returns: Nil for a task that doesn't repeat, or nobody can tell how.
  public init?(_ item: TaskItem) {
    guard let rule = item.repetition else { return nil }
    self.rule = rule
    self.item = item
  }

  /// The dates of the task that comes next.
  public struct Next: Hashable, Sendable {
    /// The one that counts.
    public var date: CalendarDate
    public var deadline: Deadline?
    public var wait: Deadline?
    /// The dates before it on which it should have come, a thousand at most.
    public var skipped: [CalendarDate]
  }

  /// Of the dates that it has, the one from which the next is counted.
  public var anchor: CalendarDate? { (item.deadline ?? item.wait)?.date }

  /// What comes after the task.
  ///
  /// The deadline moves on to the first date after today, and the day until which it waits just as
  /// far; times stay what the clock shows. A task with neither waits until it comes again.
  /// - Parameters:
  ///   - today: The day on which it is done.
  ///   - now: Knows how far clocks are ahead of UTC, in summer and in winter.
  /// - Returns: Nil where that would be behind the year 9999, or ``isOver(_:)``.
  public func next(doneOn today: CalendarDate, at now: LocalTime) -> Next? {
    guard let (date, skipped) = rule.next(after: anchor, doneOn: today), !isOver(date) else {
      return nil
    }
    var next = Next(date: date, skipped: skipped)
    guard let anchor else {
      next.wait = Deadline(date: date)
      return next
    }
    let days = anchor.days(until: date)
    next.deadline = item.deadline?.moved(by: days, now)
    next.wait = item.wait?.moved(by: days, now)
    return next
  }

  /// Whether it comes no more on a date, as its `until` says.
  public func isOver(_ date: CalendarDate) -> Bool { item.until.map { date > $0.date } ?? false }

  /// The next few dates, if each is done in time; none where they are counted from that day.
  ///
  /// - Parameter count: At most so many.
  public func dates(_ count: Int, doneOn today: CalendarDate) -> [CalendarDate] {
    if case .steps(_, _, isAfterDone: true) = rule.pattern { return [] }
    let kept = anchor.map { rule.keepingDay(of: $0) } ?? rule
    var dates: [CalendarDate] = []
    while dates.count < count,
      let (date, _) = kept.next(after: dates.last ?? anchor, doneOn: dates.last ?? today),
      !isOver(date)
    {
      dates.append(date)
    }
    return dates
  }
}

extension Deadline {
  /// The same time of the day some days later.
  ///
  /// Where it was written with the offset of the reader's clock, it gets the one which that clock
  /// has then; any other stays.
  package func moved(by days: Int, _ now: LocalTime) -> Deadline? {
    guard let date = date.adding(days: days) else { return nil }
    guard let time, let offsetMinutes, let moment else {
      return Deadline(date: date, time: time, offsetMinutes: offsetMinutes)
    }
    let isOwn = now.utcOffsetAt(moment) == offsetMinutes * 60
    let offset = isOwn ? now.utcOffsetAt(now.moment(date, time)) / 60 : offsetMinutes
    return Deadline(date: date, time: time, offsetMinutes: offset)
  }
}
