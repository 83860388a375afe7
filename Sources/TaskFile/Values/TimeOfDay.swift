/// A time on a clock, without a day and a place.
public struct TimeOfDay: Hashable, Sendable {
  // Small, for there are thousands.
  private let seconds: Int32

  public var secondsSinceMidnight: Int { Int(seconds) }
  public var hour: Int { secondsSinceMidnight / 3600 }
  public var minute: Int { secondsSinceMidnight / 60 % 60 }
  /// 0 when only hour and minute were written.
  public var second: Int { secondsSinceMidnight % 60 }

  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    seconds = Int32(hour * 3600 + minute * 60 + second)
  }

  /// - Returns: Nil for what no day has.
  init?(secondsSinceMidnight seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = Int32(seconds)
  }

  /// The beginning of a day.
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

/// A zone's distance from UTC, as it is written behind a time.
enum ZoneOffset {
  static func text(_ minutes: Int) -> String {
    let distance = abs(minutes)
    return (minutes < 0 ? "-" : "+") + "\((distance / 60).padded(2)):\((distance % 60).padded(2))"
  }
}
