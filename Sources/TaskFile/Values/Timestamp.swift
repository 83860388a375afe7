/// A moment, and how far the clock that told it was ahead of UTC (RFC 3339).
public struct Timestamp: Hashable, Sendable {
  /// How much of a moment is known, since other tools write less than memo does.
  public enum Precision: Int, Sendable {
    /// All of it.
    case moment
    /// The time on a clock of which nobody knows where it was.
    case localTime
    /// The day alone, wherever the reader is.
    case day
  }

  /// Of what is no whole moment, as if the clock had been at UTC.
  public let secondsSince1970: Int64
  /// Minutes ahead of UTC.
  public let offsetMinutes: Int
  public let precision: Precision

  public init(secondsSince1970: Int64, offsetMinutes: Int, precision: Precision = .moment) {
    self.secondsSince1970 = secondsSince1970
    self.offsetMinutes = offsetMinutes
    self.precision = precision
  }

  /// - Parameter text: `2026-11-20T15:04:05+09:00`; a `Z` and fractions of a second are read.
  public init?(_ text: String) {
    self.init(atMost: text)
    guard precision == .moment else { return nil }
  }

  /// - Parameter text: The same, or less of it: `2026-11-20`, `2026-11-20 15:04`; or the seconds or
  ///   milliseconds since 1970, in ten or thirteen digits, as other tools count them.
  public init?(atMost text: String) {
    if [10, 13].contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit), let count = Int64(text)
    {
      let seconds = text.utf8.count == 13 ? count / 1000 : count
      self.init(secondsSince1970: seconds, offsetMinutes: 0)
      return
    }
    guard let moment = Deadline(text) else { return nil }
    let offset = moment.offsetMinutes ?? 0
    let time = moment.time?.secondsSinceMidnight ?? 0
    let local = Int64(moment.date.daysSince1970) * 86_400 + Int64(time)
    self.init(
      secondsSince1970: local - Int64(offset) * 60, offsetMinutes: offset,
      precision: moment.offsetMinutes != nil ? .moment : moment.time == nil ? .day : .localTime)
  }

  /// The day on the clock that told it.
  public var date: CalendarDate? { CalendarDate(daysSince1970: localParts.days) }
  /// The time on that clock.
  public var time: TimeOfDay? {
    let seconds = localParts.seconds
    return TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
  }

  private var localParts: (days: Int, seconds: Int) {
    let (offset, isHuge) = offsetMinutes.multipliedReportingOverflow(by: 60)
    let (local, overflow) = secondsSince1970.addingReportingOverflow(Int64(offset))
    guard !isHuge, !overflow else { return (Int.max, 0) }
    let seconds = Int((local % 86_400 + 86_400) % 86_400)
    return (Int(local / 86_400) - (local % 86_400 < 0 ? 1 : 0), seconds)
  }
}

extension Timestamp: Comparable {
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}

extension Timestamp: CustomStringConvertible {
  public var description: String {
    guard let date, let time else { return "9999-12-31T23:59:59+00:00" }
    if precision == .day { return "\(date)" }
    let clock = "\(time.hour.padded(2)):\(time.minute.padded(2)):\(time.second.padded(2))"
    return "\(date)T\(clock)\(precision == .moment ? ZoneOffset.text(offsetMinutes) : "")"
  }
}
