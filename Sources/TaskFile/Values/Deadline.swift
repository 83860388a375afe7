/// When a task is due.
public struct Deadline: Hashable, Sendable {
  /// A date alone is that day wherever the reader is.
  public let date: CalendarDate
  /// Local time, unless there is an offset.
  public let time: TimeOfDay?
  /// Minutes ahead of UTC; nil for local time.
  public let offsetMinutes: Int?

  public init(date: CalendarDate, time: TimeOfDay? = nil, offsetMinutes: Int? = nil) {
    self.date = date
    self.time = time
    self.offsetMinutes = time == nil ? nil : offsetMinutes
  }

  /// - Parameter text: `2026-12-01`, `2026-12-01 17:00` or `2026-12-01T17:00+09:00`.
  public init?(_ text: String) {
    var scanner = DateScanner(text)
    guard let date = scanner.date() else { return nil }
    guard !scanner.isAtEnd else {
      self.init(date: date)
      return
    }
    guard scanner.skip(.space, UInt8(ascii: "T"), UInt8(ascii: "t")) else { return nil }
    scanner.skipSpaces()
    guard let time = scanner.time() else { return nil }
    scanner.skipSpaces()
    guard !scanner.isAtEnd else {
      self.init(date: date, time: time)
      return
    }
    guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
    self.init(date: date, time: time, offsetMinutes: offset)
  }
}

extension Deadline: CustomStringConvertible {
  /// As it is written into a file.
  public var description: String {
    guard let time else { return "\(date)" }
    guard let offsetMinutes else { return "\(date) \(time)" }
    return "\(date)T\(time)\(ZoneOffset.text(offsetMinutes))"
  }
}

/// A moment, and how far the clock that told it was ahead of UTC (RFC 3339).
public struct Timestamp: Hashable, Sendable {
  public let secondsSince1970: Int64
  /// Minutes ahead of UTC.
  public let offsetMinutes: Int

  public init(secondsSince1970: Int64, offsetMinutes: Int) {
    self.secondsSince1970 = secondsSince1970
    self.offsetMinutes = offsetMinutes
  }

  /// - Parameter text: `2026-11-20T15:04:05+09:00`; a `Z` and fractions of a second are read.
  public init?(_ text: String) {
    guard let moment = Deadline(text), let time = moment.time, let offset = moment.offsetMinutes
    else { return nil }
    let local = Int64(moment.date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    self.init(secondsSince1970: local - Int64(offset) * 60, offsetMinutes: offset)
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
    let clock = "\(time.hour.padded(2)):\(time.minute.padded(2)):\(time.second.padded(2))"
    return "\(date)T\(clock)\(ZoneOffset.text(offsetMinutes))"
  }
}
