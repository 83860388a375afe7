/// A day of the Gregorian calendar, without time and place.
public struct CalendarDate: Hashable, Sendable {
  // Small, for there are thousands.
  private let storedYear: Int16
  private let storedMonth: Int8
  private let storedDay: Int8

  public var year: Int { Int(storedYear) }
  public var month: Int { Int(storedMonth) }
  public var day: Int { Int(storedDay) }

  /// - Returns: Nil for a day that the calendar doesn't have; years from 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.init(valid: year, month, day)
  }

  /// - Parameter iso: `2026-12-01`, nothing else.
  public init?(iso: some StringProtocol) {
    var scanner = DateScanner(iso)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  /// - Parameter days: Days since 1970-01-01; nil outside the years 1 to 9999.
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

  /// The last day that can be written, 9999-12-31.
  public static let last = CalendarDate(valid: 9999, 12, 31)

  /// Only for days that are known to be.
  private init(valid year: Int, _ month: Int, _ day: Int) {
    storedYear = Int16(year)
    storedMonth = Int8(month)
    storedDay = Int8(day)
  }
}

extension CalendarDate {
  /// A day's place in the week; the raw value is ISO 8601's number.
  public enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday

    /// Three letters, in English: `Mon`.
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
    guard abs(months.clamped(to: -200_000...200_000)) < 200_000 else { return nil }
    let total = year * 12 + month - 1 + months
    guard total >= 12 else { return nil }
    let (year, month) = (total / 12, total % 12 + 1)
    return CalendarDate(
      year: year, month: month, day: min(day, Self.days(inMonth: month, of: year)))
  }

  public func days(until other: CalendarDate) -> Int { other.daysSince1970 - daysSince1970 }

  /// How many days a month has.
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
    // Of thousands in a list.
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
  /// With zeros in front.
  func padded(_ width: Int) -> String {
    let text = String(self)
    let missing = width - text.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + text : text
  }

  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
