internal import StoreFiles
public import TaskFile

/// When a task comes again, as `every:` says it.
public struct RepeatRule: Hashable, Sendable {
  public enum Unit: String, CaseIterable, Sendable { case day, week, month, year }

  public enum Pattern: Hashable, Sendable {
    /// Every so many units, counted from the date before, or from the day on which it was done.
    case steps(Int, Unit, isAfterDone: Bool)
    /// On these days of the week, Monday first.
    case weekdays([CalendarDate.Weekday])
    /// On that day of every month, or its last one.
    case monthDay(Int)
    /// On that weekday of every month: the first is 1, the last is -1.
    case monthWeekday(Int, CalendarDate.Weekday)
  }

  public let pattern: Pattern

  /// - Parameter text: `day`, `weekday`, `2 weeks`, `mon, thu`, `month on 31`,
  ///   `month on last fri`, `10 days after done`; also `daily`, `2w`, `fri`.
  public init?(_ text: String) {
    var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
    let isAfterDone = words.suffix(2) == ["after", "done"]
    if isAfterDone { words.removeLast(2) }
    if let steps = Self.steps(words) {
      pattern = .steps(steps.0, steps.1, isAfterDone: isAfterDone)
    } else if !isAfterDone, let days = Self.weekdays(words) {
      pattern = .weekdays(days)
    } else if !isAfterDone, words.count > 2, words.prefix(2) == ["month", "on"],
      let pattern = Self.inMonth(Array(words.dropFirst(2)))
    {
      self.pattern = pattern
    } else {
      return nil
    }
  }

  private static func steps(_ words: [String]) -> (Int, Unit)? {
    let digits = words.first?.prefix(while: \.isASCIIDigit) ?? ""
    let name = words.count == 2 ? words[1] : String(words.first?.dropFirst(digits.count) ?? "")
    guard (1...2).contains(words.count), digits.count <= 3,
      words.count == 1 || digits == words.first?[...]
    else { return nil }
    let adverbs = ["daily": Unit.day, "weekly": .week, "monthly": .month, "yearly": .year]
    if digits.isEmpty { return (adverbs[name] ?? Unit(rawValue: name)).map { (1, $0) } }
    let unit = Unit.allCases.first {
      name == $0.rawValue || name == "\($0)s" || name == "\($0)".prefix(1)
    }
    guard let unit, let count = Int(digits), count > 0 else { return nil }
    return (count, unit)
  }

  private static func weekdays(_ words: [String]) -> [CalendarDate.Weekday]? {
    if words == ["weekday"] { return Array(CalendarDate.Weekday.allCases.prefix(5)) }
    let days = words.compactMap { DateStyle.iso.weekday($0) }
    guard !days.isEmpty, days.count == words.count else { return nil }
    return CalendarDate.Weekday.allCases.filter(days.contains)
  }

  private static func inMonth(_ words: [String]) -> Pattern? {
    if words.count == 1, let day = DateStyle.ordinal(words[0])?.number, (1...31).contains(day) {
      return .monthDay(day)
    }
    guard words.count == 2, let day = DateStyle.iso.weekday(words[1]) else { return nil }
    if words[0] == "last" { return .monthWeekday(-1, day) }
    let place = words[0] == "first" ? 1 : DateStyle.ordinal(words[0])?.number ?? 0
    return (1...4).contains(place) ? .monthWeekday(place, day) : nil
  }
}

extension RepeatRule: CustomStringConvertible {
  /// As it is written into a file.
  public var description: String {
    switch pattern {
    case .steps(let count, let unit, let isAfterDone):
      (count == 1 && !isAfterDone ? "\(unit)" : "\(count) \(unit)\(count == 1 ? "" : "s")")
        + (isAfterDone ? " after done" : "")
    case .weekdays(let days):
      days == Array(CalendarDate.Weekday.allCases.prefix(5))
        ? "weekday" : days.map { $0.shortName.lowercased() }.joined(separator: ", ")
    case .monthDay(let day): "month on \(day)"
    case .monthWeekday(let place, let day):
      "month on \(["last", "", "1st", "2nd", "3rd", "4th"][place + 1]) \(day.shortName.lowercased())"
    }
  }
}
