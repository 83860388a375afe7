internal import Platform

/// How the user's locale writes dates, as the C library tells.
public struct LocaleDates: Hashable, Sendable {
  /// For strftime(3).
  public let format: String
  /// Of the twelve months each one's long and short name.
  public let months: [[String]]
  /// The names of each weekday, Monday first.
  public let weekdays: [[String]]
  /// As `ko`.
  public let language: String

  /// What the locale for dates is called: `LC_ALL`, `LC_TIME` and `LANG` decide, in this order.
  public static func name(_ environment: [String: String]) -> String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// - Returns: Nil where the locale is unknown or none.
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
    // C begins with Sunday.
    weekdays = names(nl_item(DAY_1), nl_item(ABDAY_1), [1, 2, 3, 4, 5, 6, 0])
  }
}

/// The process's own clock and time zone.
public enum LocalClock {
  /// The present time in seconds since 1970.
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
