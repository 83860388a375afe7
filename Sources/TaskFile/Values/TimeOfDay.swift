/// A time on a clock, without a day and a place.
public struct TimeOfDay: Hashable, Sendable {
  public let hour: Int
  public let minute: Int
  /// 0 when only hour and minute were written.
  public let second: Int

  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The beginning of a day.
  public static let midnight = TimeOfDay(hours: 0)

  private init(hours: Int) {
    hour = hours
    minute = 0
    second = 0
  }

  /// - Parameter text: `17:00` or `17:00:30`; the hour may have one digit.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: .colon, omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    let numbers = parts.compactMap { CalendarDate.number($0) }
    guard numbers.count == parts.count else { return nil }
    self.init(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
  }

  public var secondsSinceMidnight: Int { hour * 3600 + minute * 60 + second }
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

/// A zone's distance from UTC, as it is written behind a time.
enum ZoneOffset {
  /// - Parameter text: `Z`, `+09:00` or `-0330`.
  /// - Returns: Minutes ahead of UTC.
  static func minutes(_ text: some StringProtocol) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    var digits = Array(text.utf8)
    guard let sign = digits.first, sign == .plus || sign == .dash else { return nil }
    digits.removeFirst()
    if digits.count == 5, digits[2] == .colon { digits.remove(at: 2) }
    guard digits.count == 4, let hours = CalendarDate.number(digits[0..<2]), hours <= 18,
      let minutes = CalendarDate.number(digits[2..<4]), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == .dash ? -1 : 1)
  }

  static func text(_ minutes: Int) -> String {
    let distance = abs(minutes)
    return (minutes < 0 ? "-" : "+") + "\((distance / 60).padded(2)):\((distance % 60).padded(2))"
  }
}
