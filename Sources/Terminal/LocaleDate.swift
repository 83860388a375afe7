internal import Platform

/// Dates as the user's locale writes them.
public struct LocaleDate: Hashable, Sendable {
  /// The locale's name; nil for ISO 8601.
  private let name: String?

  /// - Parameter environment: `LC_ALL`, `LC_TIME` and `LANG` decide, in this order.
  public init(environment: [String: String]) {
    let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let isPlain = value == nil || ["C", "POSIX"].contains(value?.split(separator: ".").first ?? "")
    name = isPlain ? nil : value
  }

  /// A day; as `2026-12-01` where the locale is unknown or none.
  public func text(year: Int, month: Int, day: Int) -> String {
    let zeros = String(repeating: "0", count: max(0, 4 - String(year).count))
    let iso = "\(zeros)\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    guard let name, let locale = newlocale(System.charactersAndDates, name, nil) else { return iso }
    defer { freelocale(locale) }
    var date = tm()
    date.tm_year = Int32(year - 1900)
    date.tm_mon = Int32(month - 1)
    date.tm_mday = Int32(day)
    // Some locales name the day of the week, which this finds.
    _ = timegm(&date)
    var buffer = [CChar](repeating: 0, count: 128)
    let length = strftime_l(&buffer, buffer.count, "%x", &date, locale)
    guard length > 0 else { return iso }
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The process's own clock and time zone.
public enum LocalClock {
  /// Seconds since 1970.
  public static func now() -> Int64 { Int64(time(nil)) }

  /// Seconds that local time is ahead of UTC at a moment.
  public static func utcOffset(at seconds: Int64) -> Int {
    var moment = time_t(seconds)
    var local = tm()
    guard localtime_r(&moment, &local) != nil else { return 0 }
    return Int(local.tm_gmtoff)
  }

  /// Seconds on a clock that is never set; only differences mean anything.
  public static func monotonicSeconds() -> Double {
    var moment = timespec()
    clock_gettime(CLOCK_MONOTONIC, &moment)
    return Double(moment.tv_sec) + Double(moment.tv_nsec) / 1e9
  }
}
