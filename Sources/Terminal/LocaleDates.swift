internal import Platform

/// The user's date format and names, from the C library's locale.
public struct LocaleDates: Hashable, Sendable {
  /// A format for strftime(3).
  public let format: String
  /// The long and short name of each of the twelve months.
  public let months: [[String]]
  /// The long and short name of each weekday, Monday first.
  public let weekdays: [[String]]
  /// The language code, such as `ko`.
  public let language: String

  /// The name of the date locale: `LC_ALL`, `LC_TIME` and `LANG` decide, in this order.
  public static func name(_ environment: [String: String]) -> String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// - Returns: Nil if the locale is unknown, unset, `C` or `POSIX`.
  public init?(environment: [String: String]) {
    guard let value = Self.name(environment),
      !["C", "POSIX"].contains(value.split(separator: ".").first ?? ""),
      let locale = newlocale(System.charactersAndDates, value, nil)
    else { return nil }
    defer { freelocale(locale) }
    func text(_ item: nl_item) -> String {
      nl_langinfo_l(item, locale).map { String(cString: $0) } ?? ""
    }
    func names(_ long: nl_item, _ short: nl_item, _ order: [Int]) -> [[String]] {
      order.map { [text(long + nl_item($0)), text(short + nl_item($0))] }
    }
    language = value.prefix { $0.isLetter }.lowercased()
    format = text(nl_item(D_FMT))
    months = names(nl_item(MON_1), nl_item(ABMON_1), Array(0..<12))
    // C starts weeks with Sunday.
    weekdays = names(nl_item(DAY_1), nl_item(ABDAY_1), [1, 2, 3, 4, 5, 6, 0])
  }
}

/// The process's clock and time zone.
public enum LocalClock {
  /// The current time in seconds since 1970.
  public static func now() -> Int64 { Int64(time(nil)) }

  /// The offset of local time from UTC in seconds at a moment.
  public static func utcOffset(at seconds: Int64) -> Int {
    var moment = time_t(seconds)
    var local = tm()
    guard localtime_r(&moment, &local) != nil else { return 0 }
    return Int(local.tm_gmtoff)
  }

  /// Seconds on a clock that is never adjusted; only differences are meaningful.
  public static func monotonicSeconds() -> Double {
    var moment = timespec()
    clock_gettime(CLOCK_MONOTONIC, &moment)
    return Double(moment.tv_sec) + Double(moment.tv_nsec) / 1e9
  }
}
