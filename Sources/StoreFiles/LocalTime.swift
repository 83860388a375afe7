public import TaskFile

/// What the clock on the user's wall shows.
public struct LocalTime: Sendable {
  public var date: CalendarDate
  public var time: TimeOfDay
  /// Seconds since 1970.
  public var secondsSince1970: Int64
  /// Seconds that it is ahead of UTC.
  public var utcOffset: Int
  /// The same for any moment: in summer it is another than in winter.
  package let utcOffsetAt: @Sendable (Int64) -> Int
  /// How its reader writes dates.
  public var dates: DateStyle

  /// - Parameters:
  ///   - seconds: A moment, in seconds since 1970.
  ///   - dates: How its reader writes dates.
  ///   - utcOffsetAt: Seconds that local time is ahead of UTC at a moment, as ``Environment`` has it.
  public init(
    secondsSince1970 seconds: Int64, dates: DateStyle = .iso,
    utcOffsetAt: @escaping @Sendable (Int64) -> Int
  ) {
    let utcOffset = utcOffsetAt(seconds)
    let stamp = Timestamp(secondsSince1970: seconds, offsetMinutes: utcOffset / 60)
    // A clock that is set to a year no calendar has still tells some day.
    date = stamp.date ?? CalendarDate.last
    time = stamp.time ?? TimeOfDay.midnight
    secondsSince1970 = seconds
    self.utcOffset = utcOffset
    self.utcOffsetAt = utcOffsetAt
    self.dates = dates
  }

  /// Where local time is ahead of UTC by so many seconds, the whole year.
  public init(secondsSince1970 seconds: Int64, utcOffset: Int) {
    self.init(secondsSince1970: seconds) { _ in utcOffset }
  }

  /// The same as a commit has it.
  public var timestamp: Timestamp {
    Timestamp(secondsSince1970: secondsSince1970, offsetMinutes: utcOffset / 60)
  }

  /// What the same clock shows at another moment, in seconds since 1970.
  public func at(_ seconds: Int64) -> LocalTime {
    LocalTime(secondsSince1970: seconds, dates: dates, utcOffsetAt: utcOffsetAt)
  }
}

extension Timestamp {
  /// The day it was where the reader is, and the time there if one is known.
  public func local(_ now: LocalTime) -> (date: CalendarDate, time: TimeOfDay?) {
    if precision != .moment, let date { return (date, precision == .day ? nil : time) }
    let there = now.at(secondsSince1970)
    return (there.date, there.time)
  }
}

extension Deadline {
  /// Whether it has passed: a date alone from the next local day on.
  public func isOverdue(at now: LocalTime) -> Bool {
    guard let time else { return date < now.date }
    guard offsetMinutes != nil else { return (date, time) < (now.date, now.time) }
    return moment(now) < now.secondsSince1970
  }

  /// When it is, in seconds since 1970; a date alone begins where the reader is.
  package func moment(_ now: LocalTime) -> Int64 {
    func seconds(_ date: CalendarDate, _ time: TimeOfDay?) -> Int64 {
      Int64(date.daysSince1970) * 86_400 + Int64(time?.secondsSinceMidnight ?? 0)
    }
    let local = seconds(date, time)
    if let offsetMinutes { return local - Int64(offsetMinutes) * 60 }
    func offset(at moment: Int64) -> Int64 {
      let there = now.at(moment)
      return seconds(there.date, there.time) - moment
    }
    // Once more where the clock was put forward or back in between.
    return local - offset(at: local - offset(at: local))
  }

  /// The day it falls on where the reader is, and the time there if there is one.
  public func local(_ now: LocalTime) -> (date: CalendarDate, time: TimeOfDay?) {
    guard time != nil, offsetMinutes != nil else { return (date, time) }
    let there = now.at(moment(now))
    return (there.date, there.time)
  }

  /// How near it is; nil where a date says more.
  package func nearness(to now: LocalTime) -> Nearness? {
    let (day, time) = local(now)
    let days = now.date.days(until: day)
    guard (-30...6).contains(days) else { return nil }
    return Nearness(
      days: days, clock: time.map { "\($0)" }, isOverdue: days < 0 || isOverdue(at: now))
  }

  /// What is said of a near deadline.
  package struct Nearness: Hashable, Sendable {
    /// From today on; negative for those that are over.
    package var days: Int
    /// The time of day where there is one.
    package var clock: String?
    package var isOverdue: Bool
  }
}
