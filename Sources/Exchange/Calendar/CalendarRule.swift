internal import MemoKit

/// Converts repeat rules to and from `RRULE` (RFC 5545, 3.3.10).
enum CalendarRule {
  private static let days: [(name: String, day: CalendarDate.Weekday)] = [
    ("MO", .monday), ("TU", .tuesday), ("WE", .wednesday), ("TH", .thursday), ("FR", .friday),
    ("SA", .saturday), ("SU", .sunday),
  ]

  /// Nil for a rule that counts from the day of completion.
  static func text(_ rule: RepeatRule) -> String? {
    func name(_ day: CalendarDate.Weekday) -> String {
      days.first { $0.day == day }?.name ?? ""
    }
    func interval(_ count: Int) -> String { count == 1 ? "" : ";INTERVAL=\(count)" }
    switch rule.pattern {
    case .steps(_, _, isAfterDone: true): return nil
    case .steps(let count, let unit, _):
      let name: [RepeatRule.Unit: String] = [
        .day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY",
      ]
      return "FREQ=\(name[unit] ?? "")\(interval(count))"
    case .weekdays(let days):
      return "FREQ=WEEKLY;BYDAY=\(days.map(name).joined(separator: ","))"
    case .monthDay(let day, let count):
      return "FREQ=MONTHLY\(interval(count));BYMONTHDAY=\(day == 31 ? -1 : day)"
    case .monthWeekday(let place, let day): return "FREQ=MONTHLY;BYDAY=\(place)\(name(day))"
    }
  }

  /// - Returns: The rule and the text of its `UNTIL`; nil for a rule that memo doesn't support.
  static func rule(_ text: String) -> (rule: RepeatRule, until: String?)? {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return nil }
      parts[pair[0]] = pair[1]
    }
    let until = parts.removeValue(forKey: "UNTIL")
    parts["WKST"] = nil
    let interval = parts.removeValue(forKey: "INTERVAL") ?? "1"
    let names = ["DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"]
    guard let count = Int(interval),
      let unit = parts.removeValue(forKey: "FREQ").flatMap({ names[$0] })
    else { return nil }
    let rule: String
    switch (unit, parts.count, parts["BYDAY"], parts["BYMONTHDAY"]) {
    case (_, 0, _, _): rule = "\(count) \(unit)s"
    case ("week", 1, let days?, _) where count == 1:
      let found = days.split(separator: ",").compactMap { name in
        Self.days.first { $0.name == name }?.day.shortName
      }
      guard found.count == days.split(separator: ",").count else { return nil }
      rule = found.joined(separator: ", ")
    case ("month", 1, _, let day?):
      guard let number = Int(day), (1...31).contains(number) || number == -1 else { return nil }
      rule = "\(count == 1 ? "month" : "\(count) months") on \(number == -1 ? 31 : number)"
    case ("month", 1, let day?, _) where count == 1:
      guard let found = Self.days.first(where: { day.hasSuffix($0.name) }) else { return nil }
      let places = ["1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last"]
      guard let place = places[String(day.dropLast(2)).replacing("+", with: "")] else { return nil }
      rule = "month on \(place) \(found.day.shortName)"
    default: return nil
    }
    return RepeatRule(rule).map { ($0, until) }
  }
}
