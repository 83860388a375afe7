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
    var scanner = DateScanner(text)
    guard let time = scanner.time(), scanner.isAtEnd else { return nil }
    self = time
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
  static func text(_ minutes: Int) -> String {
    let distance = abs(minutes)
    return (minutes < 0 ? "-" : "+") + "\((distance / 60).padded(2)):\((distance % 60).padded(2))"
  }
}
