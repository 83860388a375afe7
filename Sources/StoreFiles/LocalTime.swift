public import TaskFile

/// A time in the user's time zone.
public struct LocalTime: Sendable {
  public var date: CalendarDate
  public var time: TimeOfDay
  /// The present time in seconds since 1970.
  public var secondsSince1970: Int64
  /// The offset from UTC in seconds.
  public var utcOffset: Int
  /// The offset at any time, since it differs between summer and winter.
  package let utcOffsetAt: @Sendable (Int64) -> Int
  /// The user's format for dates.
  public var dates: DateStyle

  /// - Parameters:
  ///   - seconds: Seconds since 1970.
  ///   - dates: The user's format for dates.
  ///   - utcOffsetAt: The offset of local time from UTC, as in ``Environment``.
  public init(
    secondsSince1970 seconds: Int64, dates: DateStyle = .iso,
    utcOffsetAt: @escaping @Sendable (Int64) -> Int
  ) {
    let utcOffset = utcOffsetAt(seconds)
    let stamp = Timestamp(secondsSince1970: seconds, offsetMinutes: utcOffset / 60)
    // A clock outside of all years still needs some date.
    date = stamp.date ?? CalendarDate.last
    time = stamp.time ?? TimeOfDay.midnight
    secondsSince1970 = seconds
    self.utcOffset = utcOffset
    self.utcOffsetAt = utcOffsetAt
    self.dates = dates
  }

  /// For a fixed offset from UTC.
  public init(secondsSince1970 seconds: Int64, utcOffset: Int) {
    self.init(secondsSince1970: seconds) { _ in utcOffset }
  }

  /// The same time as in a commit.
  public var timestamp: Timestamp {
    Timestamp(secondsSince1970: secondsSince1970, offsetMinutes: utcOffset / 60)
  }

  /// Another time in the same time zone.
  public func at(_ seconds: Int64) -> LocalTime {
    LocalTime(secondsSince1970: seconds, dates: dates, utcOffsetAt: utcOffsetAt)
  }
}

extension Timestamp {
  /// The local day, and the local time if a time is known.
  public func local(_ now: LocalTime) -> (date: CalendarDate, time: TimeOfDay?) {
    if precision != .moment, let date { return (date, precision == .day ? nil : time) }
    let there = now.at(secondsSince1970)
    return (there.date, there.time)
  }
}

extension Deadline {
  /// Whether the deadline has passed.
  ///
  /// A date without a time passes at the end of the local day.
  public func isOverdue(at now: LocalTime) -> Bool {
    guard let time else { return date < now.date }
    guard offsetMinutes != nil else { return (date, time) < (now.date, now.time) }
    return moment(now) < now.secondsSince1970
  }

  /// In seconds since 1970.
  ///
  /// A date without a time is the beginning of the local day.
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
    // Again with the new offset, in case the clock changed in between.
    return local - offset(at: local - offset(at: local))
  }

  /// The local day, and the local time if there is one.
  public func local(_ now: LocalTime) -> (date: CalendarDate, time: TimeOfDay?) {
    guard time != nil, offsetMinutes != nil else { return (date, time) }
    let there = now.at(moment(now))
    return (there.date, there.time)
  }

  /// The distance from now in days; nil if a date is better.
  package func nearness(to now: LocalTime) -> Nearness? {
    let (day, time) = local(now)
    let days = now.date.days(until: day)
    guard (-30...6).contains(days) else { return nil }
    return Nearness(
      days: days, clock: time.map { "\($0)" }, isOverdue: days < 0 || isOverdue(at: now))
  }

  /// A near deadline.
  package struct Nearness: Hashable, Sendable {
    /// Days from today; negative for past ones.
    package var days: Int
    /// The time of day, if there is one.
    package var clock: String?
    package var isOverdue: Bool
  }
}
