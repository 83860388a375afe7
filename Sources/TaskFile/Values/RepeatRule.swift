/// The rule of `every`, by which a task repeats.
public struct RepeatRule: Hashable, Sendable {
  public enum Unit: String, CaseIterable, Sendable { case day, week, month, year }

  public enum Pattern: Hashable, Sendable {
    /// Every few units, from the previous date or from the day on which the task was done.
    case steps(Int, Unit, isAfterDone: Bool)
    /// On these weekdays, Monday first.
    case weekdays([CalendarDate.Weekday])
    /// On this day of each month, or of every few months; the last day of shorter ones.
    case monthDay(Int, every: Int = 1)
    /// On this weekday of each month: the first is 1, the last is -1.
    case monthWeekday(Int, CalendarDate.Weekday)
  }

  public internal(set) var pattern: Pattern

  /// The hint that lists the valid forms.
  package static let hint =
    "write a rule as week, weekday, '2 weeks', 'mon, thu', 'month on 31' or '10 days after done'"

  /// - Parameters:
  ///   - text: `day`, `weekday`, `2 weeks`, `mon, thu`, `month on 31`, `month on last fri`, `10
  ///     days after done`; also `daily`, `2w`, `every fri`, `week on fri`, `last fri`.
  ///   - weekday: Names of weekdays in another language.
  public init?(
    _ text: String, weekday: (String) -> CalendarDate.Weekday? = { _ in nil }
  ) {
    var words = Self.words(text)
    let isAfterDone = words.suffix(2) == ["after", "done"]
    if isAfterDone { words.removeLast(2) }
    let day = { (word: String) in CalendarDate.Weekday(name: word) ?? weekday(word) }
    if let steps = Self.steps(words) {
      pattern = .steps(steps.0, steps.1, isAfterDone: isAfterDone)
    } else if !isAfterDone, let days = Self.weekdays(words, day) {
      pattern = .weekdays(days)
    } else if !isAfterDone, let pattern = Self.inMonth(words, day) {
      self.pattern = pattern
    } else {
      return nil
    }
  }

  /// The words without `every`, and without `the` before a day.
  private static func words(_ text: String) -> [String] {
    var words = split(text)
    if words.first == "every" || words.first == "each" { words.removeFirst() }
    return words.enumerated().filter { index, word in
      let next = words.dropFirst(index + 1).first
      return word != "the"
        || !(next == "last" || next == "month" || names.contains(next ?? "")
          || next.flatMap(ordinal) != nil)
    }.map(\.element)
  }

  private static func split(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
  }

  /// - Parameter value: From a front matter; weekdays may be a list.
  public init?(_ value: FieldValue) {
    self.init(value.joined)
  }

  private static func steps(_ words: [String]) -> (Int, Unit)? {
    let digits = words.first?.prefix(while: \.isASCIIDigit) ?? ""
    let name = words.count == 2 ? words[1] : String(words.first?.dropFirst(digits.count) ?? "")
    if words.count == 2, words[0] == "other" { return Unit(rawValue: name).map { (2, $0) } }
    if words == ["half", "year"] { return (6, .month) }
    guard (1...2).contains(words.count), digits.count <= 3,
      words.count == 1 || digits == words.first?[...]
    else { return nil }
    if digits.isEmpty { return spans[name] ?? Unit(rawValue: name).map { (1, $0) } }
    let unit = Unit.allCases.first {
      name == $0.rawValue || name == "\($0)s" || name == "\($0)".prefix(1)
    }
    guard let unit, let count = Int(digits), count > 0 else { return nil }
    return (count, unit)
  }

  /// Other names of steps.
  private static let spans: [String: (Int, Unit)] = [
    "daily": (1, .day), "weekly": (1, .week), "monthly": (1, .month), "yearly": (1, .year),
    "annually": (1, .year),
    "quarter": (3, .month), "quarterly": (3, .month),
    "fortnight": (2, .week), "fortnightly": (2, .week), "biweekly": (2, .week),
  ]

  private static func weekdays(
    _ words: [String], _ day: (String) -> CalendarDate.Weekday?
  ) -> [CalendarDate.Weekday]? {
    // Positions where `and` can separate weekdays.
    let inner = words.indices.dropFirst().dropLast()
    var words = words.indices.filter { place in
      !(["and", "&"].contains(words[place]) && inner.contains(place)
        && !["and", "&", "on"].contains(words[place - 1]))
    }.map { words[$0] }
    if words.prefix(2) == ["week", "on"] { words.removeFirst(2) }
    if words.count == 1, ["weekday", "weekdays", "workday", "workdays"].contains(words[0]) {
      return workdays
    }
    if words == ["weekend"] || words == ["weekends"] { return [.saturday, .sunday] }
    let day = { (word: String) in
      day(word) ?? (word.hasSuffix("s") ? day(String(word.dropLast())) : nil)
    }
    let days = words.compactMap(day)
    guard !days.isEmpty, days.count == words.count else { return nil }
    return CalendarDate.Weekday.allCases.filter(days.contains)
  }

  /// `month on 15`, `15th`, `last fri of the month`.
  private static func inMonth(
    _ words: [String], _ day: (String) -> CalendarDate.Weekday?
  ) -> Pattern? {
    var words = words
    let on = words.firstIndex(of: "on")
    if let on, on > 0, words[0] != "month", words[0] != "week",
      let (count, unit) = steps(Array(words[..<on])), unit == .month
    {
      let place = inMonth(["month", "on"] + words[(on + 1)...], day)
      guard case .monthDay(let day, _)? = place else { return nil }
      return .monthDay(day, every: count)
    }
    if words.prefix(2) == ["month", "on"] {
      words.removeFirst(2)
    } else if words.suffix(2) == ["of", "month"] {
      words.removeLast(2)
    } else if words.first?.allSatisfy(\.isASCIIDigit) ?? true {
      // There is no unit after the number.
      return nil
    }
    if words.count == 1, let day = ordinal(words[0]), (1...31).contains(day) {
      return .monthDay(day)
    }
    guard words.count == 2 else { return nil }
    if words == ["last", "day"] { return .monthDay(31) }
    guard let day = day(words[1]) else { return nil }
    if words[0] == "last" { return .monthWeekday(-1, day) }
    let place = names.firstIndex(of: words[0]).map { $0 + 1 } ?? ordinal(words[0]) ?? 0
    return (1...4).contains(place) ? .monthWeekday(place, day) : nil
  }

  /// `31`, `31.`, `31st`.
  private static func ordinal(_ word: String) -> Int? {
    let digits = word.prefix(while: \.isASCIIDigit)
    guard (1...2).contains(digits.count),
      ["", ".", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
    else { return nil }
    return Int(digits)
  }

  /// The hint for an invalid rule.
  package static func advice(against text: String) -> String {
    let words = split(text)
    if words.contains(where: { $0.hasPrefix("hour") || $0.hasPrefix("minute") }) {
      return "write day: a task repeats at most once a day"
    }
    // The longest prefix that is a rule.
    let lengths = (1..<max(words.count, 1)).reversed()
    guard
      let count = lengths.first(where: {
        RepeatRule(words.prefix($0).joined(separator: " ")) != nil
      })
    else { return hint }
    let start = words.prefix(count).joined(separator: " ")
    let rest = words.dropFirst(count)
    switch (rest.first, rest.last) {
    case ("when", "done"), ("once", "done"): return "write '\(start) after done'"
    case ("until", _), ("till", _):
      let day = rest.dropFirst().joined(separator: " ")
      return "the end is a field of its own: until:\(day.isEmpty ? "DATE" : day)"
    default: return "'\(start)' is understood, '\(rest.joined(separator: " "))' is not"
    }
  }

  private static let names = ["first", "second", "third", "fourth"]

  static let workdays = Array(CalendarDate.Weekday.allCases.prefix(5))
}

extension RepeatRule: CustomStringConvertible {
  /// The form in files.
  public var description: String {
    switch pattern {
    case .steps(let count, let unit, let isAfterDone):
      (count == 1 && !isAfterDone ? "\(unit)" : "\(count) \(unit)\(count == 1 ? "" : "s")")
        + (isAfterDone ? " after done" : "")
    case .weekdays(let days):
      days == Self.workdays
        ? "weekday" : days.map { $0.shortName.lowercased() }.joined(separator: ", ")
    case .monthDay(let day, let step):
      step == 1 ? "month on \(day)" : "\(step) months on \(day)"
    case .monthWeekday(let place, let day):
      "month on \(["last", "", "1st", "2nd", "3rd", "4th"][place + 1]) \(day.shortName.lowercased())"
    }
  }

  /// For people: `every 2 weeks`, `every Monday and Thursday`, `10 days after it was done`.
  public var words: String {
    switch pattern {
    case .steps(let count, let unit, let isAfterDone):
      let steps = count == 1 ? "\(unit)" : "\(count) \(unit)s"
      return isAfterDone ? "\(count == 1 ? "a " : "")\(steps) after it was done" : "every \(steps)"
    case .weekdays(let days):
      if days == Self.workdays { return "every weekday" }
      let names = days.map(\.name)
      guard let last = names.last, names.count > 1 else { return "every \(names.joined())" }
      return "every \(names.dropLast().joined(separator: ", ")) and \(last)"
    case .monthDay(let day, let step):
      let months = step == 1 ? "of every month" : "every \(step) months"
      if day == 31 { return "on the last day \(months)" }
      let orLast = day <= 28 ? "" : step == 1 ? ", or its last day" : ", or the last day"
      return "on the \(day)\(Self.ending(of: day)) \(months)\(orLast)"
    case .monthWeekday(let place, let day):
      let which = place == -1 ? "last" : Self.names[place - 1]
      return "on the \(which) \(day.name) of every month"
    }
  }

  private static func ending(of number: Int) -> String {
    switch number {
    case 11...13: "th"
    case _ where number % 10 == 1: "st"
    case _ where number % 10 == 2: "nd"
    case _ where number % 10 == 3: "rd"
    default: "th"
    }
  }
}

extension CalendarDate.Weekday {
  /// - Parameter name: English, in lower case; three letters are enough.
  init?(name: String) {
    let name = name.last == "." ? String(name.dropLast()) : name
    guard name.count >= 3,
      let day = Self.allCases.first(where: { $0.name.lowercased().hasPrefix(name) })
    else { return nil }
    self = day
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension RepeatRule {
  /// The first date of the rule after a day.
  ///
  /// - Parameters:
  ///   - day: The anchor or later; for an earlier day, the result is after the anchor.
  ///   - anchor: The task's date, from which steps count.
  /// - Returns: Nil after the year 9999, and for a rule that counts from the day of completion.
  public func date(after day: CalendarDate, from anchor: CalendarDate) -> CalendarDate? {
    let day = max(day, anchor)
    switch pattern {
    case .steps(_, _, isAfterDone: true): return nil
    case .steps(let count, let unit, _) where unit == .day || unit == .week:
      let step = unit == .week ? 7 * count : count
      return anchor.adding(days: (anchor.days(until: day) / step + 1) * step)
    case .steps(let count, let unit, _):
      return Self.date(
        after: day, from: anchor, on: anchor.day, months: unit == .year ? 12 * count : count)
    case .weekdays(let days):
      return (1...7).lazy.compactMap { day.adding(days: $0) }.first { days.contains($0.weekday) }
    case .monthDay(let number, let step):
      return Self.date(after: day, from: anchor, on: number, months: step)
    case .monthWeekday(let place, let weekday):
      return Self.date(after: day, from: anchor, 1) { first in
        let length = CalendarDate.days(inMonth: first.month, of: first.year)
        let earliest = place == -1 ? length - 6 : 7 * place - 6
        return (earliest..<(earliest + 7)).lazy.compactMap { first.adding(days: $0 - 1) }
          .first { $0.weekday == weekday }
      }
    }
  }

  /// The date of the next task.
  ///
  /// - Parameters:
  ///   - anchor: The date of the done task; nil for none.
  ///   - today: The day on which it was done.
  /// - Returns: The first date after the anchor and today, and at most 1000 skipped dates before
  ///   it; nil after the year 9999.
  public func next(
    after anchor: CalendarDate?, doneOn today: CalendarDate
  ) -> (date: CalendarDate, skipped: [CalendarDate])? {
    if case .steps(let count, let unit, isAfterDone: true) = pattern {
      var rule = self
      rule.pattern = .steps(count, unit, isAfterDone: false)
      return rule.date(after: today, from: today).map { ($0, []) }
    }
    let anchor = anchor ?? today
    guard let next = date(after: max(anchor, today), from: anchor) else { return nil }
    var skipped: [CalendarDate] = []
    while skipped.count < Self.mostSkipped,
      let date = date(after: skipped.last ?? anchor, from: anchor), date < next
    {
      skipped.append(date)
    }
    return (next, skipped)
  }

  /// The rule with an explicit day of the month, if a shorter month would change later dates:
  /// `month` on a 31st becomes `month on 31`.
  ///
  /// - Parameter anchor: The task's date.
  public func keepingDay(of anchor: CalendarDate) -> RepeatRule {
    guard case .steps(let count, let unit, isAfterDone: false) = pattern, anchor.day > 28 else {
      return self
    }
    var rule = self
    switch unit {
    case .month: rule.pattern = .monthDay(anchor.day, every: count)
    case .year where anchor.month == 2: rule.pattern = .monthDay(anchor.day, every: 12 * count)
    default: break
    }
    return rule
  }

  private static let mostSkipped = 1000

  /// Counts from the anchor, so that a short month doesn't change later dates.
  private static func date(
    after day: CalendarDate, from anchor: CalendarDate, on number: Int, months step: Int
  ) -> CalendarDate? {
    date(after: day, from: anchor, step) { first in
      let length = CalendarDate.days(inMonth: first.month, of: first.year)
      return first.adding(days: min(number, length) - 1)
    }
  }

  /// - Parameters:
  ///   - step: The number of months between two dates.
  ///   - find: The date in a month, given its first day.
  private static func date(
    after day: CalendarDate, from anchor: CalendarDate, _ step: Int,
    _ find: (CalendarDate) -> CalendarDate?
  ) -> CalendarDate? {
    guard let first = CalendarDate(year: anchor.year, month: anchor.month, day: 1) else {
      return nil
    }
    let months = (day.year - anchor.year) * 12 + day.month - anchor.month
    let steps = months / step
    return (steps...(steps + 1)).compactMap { first.adding(months: $0 * step).flatMap(find) }
      .first { $0 > day }
  }
}
