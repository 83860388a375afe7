/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDate: Hashable, Sendable {
  // Compact, for thousands of tasks.
  private let storedYear: Int16
  private let storedMonth: Int8
  private let storedDay: Int8

  public var year: Int { Int(storedYear) }
  public var month: Int { Int(storedMonth) }
  public var day: Int { Int(storedDay) }

  /// - Returns: Nil for an invalid day. Years range from 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.init(valid: year, month, day)
  }

  /// - Parameter iso: Exactly `2026-12-01`.
  public init?(iso: some StringProtocol) {
    var scanner = DateScanner(iso)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  /// - Parameter days: Days since 1970-01-01; nil outside of the years 1 to 9999.
  public init?(daysSince1970 days: Int) {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    // Howard Hinnant's civil_from_days: an era is 400 years, beginning in March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  public static let last = CalendarDate(valid: 9999, 12, 31)

  private init(valid year: Int, _ month: Int, _ day: Int) {
    storedYear = Int16(year)
    storedMonth = Int8(month)
    storedDay = Int8(day)
  }
}

extension CalendarDate {
  /// A day of the week, numbered as in ISO 8601.
  public enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday

    /// In English: `Mon`.
    public var shortName: String { String(name.prefix(3)) }
    /// In English: `Monday`.
    public var name: String {
      ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][rawValue - 1]
    }
  }

  public var daysSince1970: Int {
    // Howard Hinnant's days_from_civil.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = (daysSince1970 % 7 + 7 + 3) % 7
    return Weekday(rawValue: index + 1) ?? .monday
  }

  /// Nil outside the years 1 to 9999.
  public func adding(days: Int) -> CalendarDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CalendarDate(daysSince1970: sum)
  }

  /// The same day of a later month, or that month's last day; nil outside the years 1 to 9999.
  public func adding(months: Int) -> CalendarDate? {
    guard (-200_000...200_000).contains(months) else { return nil }
    let total = year * 12 + month - 1 + months
    guard total >= 12 else { return nil }
    let (year, month) = (total / 12, total % 12 + 1)
    return CalendarDate(
      year: year, month: month, day: min(day, Self.days(inMonth: month, of: year)))
  }

  public func days(until other: CalendarDate) -> Int { other.daysSince1970 - daysSince1970 }

  public static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension CalendarDate: Comparable {
  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  public var description: String {
    // Called for thousands of tasks in a list.
    var digits = year * 10_000 + month * 100 + day
    var text = Array("0000-00-00".utf8)
    for place in [9, 8, 6, 5, 3, 2, 1, 0] {
      text[place] += UInt8(digits % 10)
      digits /= 10
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Int {
  /// With leading zeros.
  func padded(_ width: Int) -> String {
    let text = String(self)
    let missing = width - text.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + text : text
  }
}

/// A time of day, without a day and a time zone.
public struct TimeOfDay: Hashable, Sendable {
  // Compact, for thousands of tasks.
  private let seconds: Int32

  public var secondsSinceMidnight: Int { Int(seconds) }
  public var hour: Int { secondsSinceMidnight / 3600 }
  public var minute: Int { secondsSinceMidnight / 60 % 60 }
  /// 0 if only hour and minute were written.
  public var second: Int { secondsSinceMidnight % 60 }

  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    seconds = Int32(hour * 3600 + minute * 60 + second)
  }

  init?(secondsSinceMidnight seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = Int32(seconds)
  }

  public static let midnight = TimeOfDay(seconds: 0)

  private init(seconds: Int32) { self.seconds = seconds }

  /// - Parameter text: `17:00` or `17:00:30`; the hour may have one digit.
  public init?(_ text: some StringProtocol) {
    var scanner = DateScanner(text)
    guard let time = scanner.time(), scanner.isAtEnd else { return nil }
    self = time
  }
}

extension TimeOfDay: Comparable {
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool {
    a.secondsSinceMidnight < b.secondsSinceMidnight
  }
}

extension TimeOfDay: CustomStringConvertible {
  public var description: String {
    "\(hour.padded(2)):\(minute.padded(2))" + (second == 0 ? "" : ":\(second.padded(2))")
  }
}

/// Writes the offset of a time zone from UTC.
enum ZoneOffset {
  static func text(_ minutes: Int) -> String {
    let distance = abs(minutes)
    return (minutes < 0 ? "-" : "+") + "\((distance / 60).padded(2)):\((distance % 60).padded(2))"
  }
}

/// The deadline of a task, or another date.
public struct Deadline: Hashable, Sendable {
  /// Without a time, it is that day in every time zone.
  public let date: CalendarDate
  /// Local time without an offset.
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
  /// The form in files.
  public var description: String {
    guard let time else { return "\(date)" }
    guard let offsetMinutes else { return "\(date) \(time)" }
    return "\(date)T\(time)\(ZoneOffset.text(offsetMinutes))"
  }
}

/// A time with the offset of the clock that showed it (RFC 3339).
public struct Timestamp: Hashable, Sendable {
  /// The known part of a time, since other tools write less than memo.
  public enum Precision: Int, Sendable {
    case moment
    /// A local time in an unknown time zone.
    case localTime
    /// Only the day, in every time zone.
    case day
  }

  /// Computed as UTC if the time zone is unknown.
  public let secondsSince1970: Int64
  /// Minutes ahead of UTC.
  public let offsetMinutes: Int
  public let precision: Precision

  public init(secondsSince1970: Int64, offsetMinutes: Int, precision: Precision = .moment) {
    self.secondsSince1970 = secondsSince1970
    self.offsetMinutes = offsetMinutes
    self.precision = precision
  }

  /// - Parameter text: `2026-11-20T15:04:05+09:00`; `Z` or fractions of a second are allowed.
  public init?(_ text: String) {
    self.init(atMost: text)
    guard precision == .moment else { return nil }
  }

  /// - Parameter text: The same, or less: `2026-11-20`, `2026-11-20 15:04`. Also ten or thirteen
  ///   digits, seconds or milliseconds since 1970, from other tools.
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

  /// The day at that offset.
  public var date: CalendarDate? { CalendarDate(daysSince1970: localParts.days) }
  /// The time at that offset.
  public var time: TimeOfDay? { TimeOfDay(secondsSinceMidnight: localParts.seconds) }

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

struct DateScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  /// A number with this many digits.
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, let byte = rest.first, byte.isDigit {
      value = value * 10 + Int(byte - 0x30)
      rest.removeFirst()
      count += 1
    }
    return digits.contains(count) ? value : nil
  }

  /// Skips one of these bytes, if it is next.
  mutating func skip(_ bytes: UInt8...) -> Bool {
    guard let byte = rest.first, bytes.contains(byte) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipSpaces() {
    while rest.first == .space { rest.removeFirst() }
  }
}

extension DateScanner {
  /// `2026-12-01`.
  mutating func date() -> CalendarDate? {
    guard let year = number(4...4), skip(.dash), let month = number(2...2), skip(.dash),
      let day = number(2...2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// `17:00` or `17:00:30`.
  ///
  /// The hour may have one digit. Fractions of a second are skipped.
  mutating func time() -> TimeOfDay? {
    guard let hour = number(1...2), skip(.colon), let minute = number(2...2) else { return nil }
    guard skip(.colon) else { return TimeOfDay(hour: hour, minute: minute) }
    guard let second = number(2...2) else { return nil }
    if skip(UInt8(ascii: ".")) {
      guard next?.isDigit == true else { return nil }
      while let byte = next, byte.isDigit { rest.removeFirst() }
    }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// `Z`, `+09:00` or `-0330`, in minutes ahead of UTC.
  mutating func zone() -> Int? {
    if skip(UInt8(ascii: "Z"), UInt8(ascii: "z")) { return 0 }
    let isWest = next == .dash
    guard skip(.plus, .dash), let hours = number(2...2), hours <= 18 else { return nil }
    _ = skip(.colon)
    guard let minutes = number(2...2), minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
