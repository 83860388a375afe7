public import TaskFile

/// A time in the user's time zone.
public struct LocalTime: Sendable {
  public var date: CalendarDate
  public var time: TimeOfDay
  public var secondsSince1970: Int64
  /// In seconds.
  public var utcOffset: Int
  /// Returns the UTC offset in seconds at a time, since daylight saving changes it.
  package let utcOffsetAt: @Sendable (Int64) -> Int
  public var dates: DateStyle

  /// - Parameters:
  ///   - seconds: Seconds since 1970.
  ///   - utcOffsetAt: Returns the UTC offset in seconds, as in ``Environment/utcOffset``.
  public init(
    secondsSince1970 seconds: Int64, dates: DateStyle = .iso,
    utcOffsetAt: @escaping @Sendable (Int64) -> Int
  ) {
    let utcOffset = utcOffsetAt(seconds)
    let stamp = Timestamp(secondsSince1970: seconds, offsetMinutes: utcOffset / 60)
    // The clock may be outside the years that a date can represent.
    date = stamp.date ?? CalendarDate.last
    time = stamp.time ?? TimeOfDay.midnight
    secondsSince1970 = seconds
    self.utcOffset = utcOffset
    self.utcOffsetAt = utcOffsetAt
    self.dates = dates
  }

  /// Creates a time with a fixed UTC offset in seconds.
  public init(secondsSince1970 seconds: Int64, utcOffset: Int) {
    self.init(secondsSince1970: seconds) { _ in utcOffset }
  }

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

  /// The deadline in seconds since 1970; the beginning of the local day for a date without a time.
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
    // The clock may change between the two times, so apply the offset twice.
    return local - offset(at: local - offset(at: local))
  }

  /// The local day, and the local time if the deadline has a time.
  public func local(_ now: LocalTime) -> (date: CalendarDate, time: TimeOfDay?) {
    guard time != nil, offsetMinutes != nil else { return (date, time) }
    let there = now.at(moment(now))
    return (there.date, there.time)
  }

  /// The distance in days; nil unless the deadline is from 30 days ago to 6 days ahead.
  package func nearness(to now: LocalTime) -> Nearness? {
    let (day, time) = local(now)
    let days = now.date.days(until: day)
    guard (-30...6).contains(days) else { return nil }
    return Nearness(
      days: days, clock: time.map { "\($0)" }, isOverdue: days < 0 || isOverdue(at: now))
  }

  package struct Nearness: Hashable, Sendable {
    /// Days from today; negative for past ones.
    package var days: Int
    package var clock: String?
    package var isOverdue: Bool
  }
}
