public import StoreFiles
public import TaskFile

/// Why a date in words is invalid.
public struct DateWordsError: Error, Hashable, Sendable {
  public var message: String
  public var hints: [String]
  /// The words after a valid date; nil for another error.
  package var leftover: String?

  /// - Parameter isPast: Whether a past time was expected.
  package init(_ text: String, now: LocalTime, isPast: Bool = false) {
    let advice = DateAdvice(text, now, isPast ? .back : .forward)
    message = "invalid date '\(text)'" + (advice.reason.map { ": \($0)" } ?? "")
    hints = [advice.hint]
    leftover = advice.leftover
  }
}

extension DateWordsError: CustomStringConvertible {
  public var description: String { message }
}

/// Parses dates as people type them.
///
/// A weekday, or a month and day without a year, means the next one. `12-01` may be today; a
/// weekday is never today, since `today` is shorter.
public enum DateWords {
  /// - Returns: Nil for `none`.
  /// - Throws: ``DateWordsError`` if the text is not a date.
  public static func parse(
    _ text: String, now: LocalTime
  ) throws(DateWordsError) -> Deadline? {
    if text.trimmingSpaces.lowercased() == "none" { return nil }
    let expression = DateExpression(now: now, direction: .forward)
    guard let date = expression.meaning(of: text)?.deadline(now) else {
      throw DateWordsError(text, now: now)
    }
    return date
  }
}

extension DateExpression.Meaning {
  /// The first of several days, or the last one if the first is over, as for `this week`.
  fileprivate func deadline(_ now: LocalTime) -> Deadline {
    switch self {
    case .days(let first, let last): return Deadline(date: first < now.date ? last : first)
    case .distance(let date): return Deadline(date: date)
    case .minute(let date, let time): return Deadline(date: date, time: time)
    case .moment(let seconds):
      let there = now.at(seconds)
      return Deadline(
        date: there.date, time: TimeOfDay(hour: there.time.hour, minute: there.time.minute))
    case .zoned(let exact): return exact
    }
  }
}

extension DateExpression.Meaning {
  /// Nil for several days.
  fileprivate var oneDay: CalendarDate? {
    switch self {
    case .days(let first, let last): first == last ? first : nil
    case .minute(let date, _): date
    case .zoned(let exact): exact.date
    case .distance, .moment: nil
    }
  }
}

/// Suggests a correction for an invalid date.
private struct DateAdvice {
  private let expression: DateExpression
  private let now: LocalTime
  private let words: [String]
  /// What is wrong, if memo can tell.
  private(set) var reason: String?
  private(set) var hint = ""
  private(set) var leftover: String?

  init(_ text: String, _ now: LocalTime, _ direction: DateExpression.Direction) {
    self.now = now
    expression = DateExpression(now: now, direction: direction)
    words = expression.words(of: text).map { word in
      // Punctuation.
      String(
        word.trimmingPrefix { "\"'(".contains($0) }.reversed()
          .drop { ",;!?\"')".contains($0) }.reversed())
    }
    leftover = (1..<max(words.count, 1)).reversed().first { isDate(words.prefix($0)) }
      .map { words.dropFirst($0).joined(separator: " ") }
    hint = self.advice()
    if reason != nil { leftover = nil }
  }

  private func isDate(_ words: some Collection<String>) -> Bool {
    expression.meaning(of: words.joined(separator: " ")) != nil
  }

  private mutating func advice() -> String {
    let text = words.joined(separator: " ")
    guard !text.isEmpty, text != "none" else { return Self.forms(expression.direction) }
    if isDate(words) { return "write \(text.quoted)" }
    if Self.vague.contains(text) {
      return expression.direction == .forward
        ? "leave the date out, or hide the task until a day: wait:2027" : Self.forms(.back)
    }
    if let other = Self.otherWords[text] { return "write \(other.quoted)" }
    if let advice = weekdayAdvice() ?? dayAdvice() ?? corrected() { return advice }
    return restAdvice() ?? Self.forms(expression.direction)
  }

  /// `fri 2026-12-01`, which is a Tuesday.
  private mutating func weekdayAdvice() -> String? {
    for index in words.indices where words.count > 1 {
      guard let weekday = now.dates.weekday(words[index]) else { continue }
      var rest = words
      rest.remove(at: index)
      let text = rest.joined(separator: " ")
      guard DateStyle.digits(text, 1...2) == nil, let date = expression.meaning(of: text)?.oneDay,
        date.weekday != weekday
      else { continue }
      reason = "\(date) is a \(date.weekday.name)"
      return "write \(Deadline(text)?.description.quoted ?? text.quoted) or \(words[index])"
    }
    return nil
  }

  /// A number alone, digits in another order, or a day that the month doesn't have.
  private mutating func dayAdvice() -> String? {
    let text = words.joined(separator: " ")
    if words.count > 1, DateStyle.digits(words[0], 1...2) != nil, let number = Int(words[0]),
      isDate(words.prefix(1)), !isDate(words.prefix(2))
    {
      if ["o'clock", "oclock", "uhr"].contains(words[1]) { return "write \(number):00" }
      return "the day of the month is written as '\(number)\(Self.ending(of: number))'"
    }
    let numbers = text.split { "/.- ".contains($0) }
    let digits = numbers.compactMap { DateStyle.digits($0, 1...4) }
    guard digits.count == numbers.count, (2...3).contains(digits.count) else {
      return monthAdvice()
    }
    if let place = numbers.firstIndex(where: { $0.count == 4 }), place == 0 || digits.count == 3 {
      var rest = digits
      let year = rest.remove(at: place)
      guard rest.count == 2 else { return nil }
      if place == 0 { return date(rest[0], rest[1], year, isSure: true) }
      let order = now.dates.order == .dayFirst && place > 0 ? [1, 0] : [0, 1]
      return date(rest[order[0]], rest[order[1]], year)
    }
    guard digits.count == 2 else {
      return numbers.allSatisfy { $0.count == 2 }
        ? date(digits[1], digits[2], 2000 + digits[0], isSure: true) : nil
    }
    return date(digits[0], digits[1], nil)
  }

  /// Month and day in the order that is possible.
  ///
  /// - Parameter isSure: Whether the month is first if both orders are possible.
  private mutating func date(
    _ one: Int, _ other: Int, _ year: Int?, isSure: Bool = false
  ) -> String? {
    func text(_ month: Int, _ day: Int) -> String? {
      guard
        let date = CalendarDate(year: year ?? 2028, month: month, day: day)
      else { return nil }
      return year == nil ? String("\(date)".dropFirst(5)) : "\(date)"
    }
    let dates = [text(one, other), text(other, one)].compactMap { $0 }
    if let first = dates.first {
      let isEither = !isSure && dates.count == 2 && dates[0] != dates[1]
      return "write \(first)" + (isEither ? " or \(dates[1])" : "")
    }
    guard (1...12).contains(one), (29...31).contains(other) else { return nil }
    let count = CalendarDate.days(inMonth: one, of: year ?? 2028)
    reason = "\(DateStyle.englishMonths[one - 1])\(year.map { " \($0)" } ?? "") has \(count) days"
    return text(one, count).map { "write \($0)" }
  }

  /// `feb 30`, with the name of the month.
  private mutating func monthAdvice() -> String? {
    let numbers = words.compactMap { DateStyle.ordinal($0)?.number }
    guard let month = words.compactMap({ now.dates.month($0) }).first,
      let day = numbers.first(where: { (29...31).contains($0) }), numbers.count == words.count - 1
    else { return nil }
    return date(month, day, numbers.first { $0 > 31 })
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

  /// The text with the spelling of one word corrected.
  private func corrected() -> String? {
    if words.last?.last?.isASCIIDigit == true, isDate(words + ["days"]) {
      return "write \((words + ["days"]).joined(separator: " ").quoted)"
    }
    for index in words.indices {
      var other = words
      for word in Self.respelled(words[index]) {
        other[index] = word
        if isDate(other) { return "write \(other.joined(separator: " ").quoted)" }
      }
    }
    return nil
  }

  private static func respelled(_ word: String) -> [String] {
    let digits = word.prefix { $0.isASCIIDigit || "+-".contains($0) }
    let unit = word.dropFirst(digits.count)
    var words = [otherWords[word]].compactMap { $0 }
    if !digits.isEmpty {
      // `fri 17h`, `fri 17`, `17.30`, `13pm`, `3dd`.
      if ["h", "", "uhr", "pm"].contains(unit) { words.append("\(digits):00") }
      if unit.hasPrefix("."), unit.count == 3 { words.append("\(digits):\(unit.dropFirst())") }
      if digits.count < 4, let first = unit.first, unit.allSatisfy(\.isLetter), unit != "h",
        !["am", "pm", "st", "nd", "rd", "th"].contains(unit)
      {
        words += ["\(digits)\(first)", "\(digits)d"]
      }
    }
    if let number = numbers.firstIndex(of: word) { words.append("\(number + 1)") }
    if word.count > 1, let near = word.nearest(of: vocabulary) { words.append(near) }
    return words
  }

  /// The valid beginning, and the rest.
  private func restAdvice() -> String? {
    for count in stride(from: words.count - 1, to: 0, by: -1) where isDate(words.prefix(count)) {
      let rest = words.dropFirst(count).joined(separator: " ")
      let start = words.prefix(count).joined(separator: " ")
      if let minutes = Self.zones[rest],
        case .minute(let date, let time)? = expression.meaning(of: start)
      {
        return "write \(Deadline(date: date, time: time, offsetMinutes: minutes))"
      }
      return "'\(start)' is understood, '\(rest)' is not"
    }
    for count in 1..<max(words.count, 2)
    where isDate(words.dropFirst(count)) && words.last?.allSatisfy(\.isASCIIDigit) == false {
      return "write \(words.dropFirst(count).joined(separator: " ").quoted)"
    }
    return nil
  }

  private static func forms(_ direction: DateExpression.Direction) -> String {
    direction == .forward
      ? "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"
      : "write a date as yesterday, 2026-11-01, '3 days ago', 'last week' or 'mon 17:00'"
  }

  private static let vague: Set = [
    "someday", "some day", "sometime", "later", "soon", "asap", "whenever", "eventually", "never",
  ]

  private static let otherWords = [
    "tmr": "tomorrow", "tmrw": "tomorrow", "tom": "tomorrow", "tonite": "tonight",
    "fr": "fri", "mo": "mon", "tu": "tue", "we": "wed", "th": "thu", "sa": "sat", "su": "sun",
    "weekend": "sat", "this weekend": "this sat", "next weekend": "next sat", "eoww": "fri",
    "soww": "mon",
  ]

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  private static let vocabulary =
    [
      "today", "tomorrow", "yesterday", "tonight", "next", "last", "this", "week", "month",
      "quarter", "year", "days", "weeks", "months", "years", "hours", "minutes", "ago", "noon",
      "midnight", "morning", "afternoon", "evening",
    ] + DateStyle.englishMonths.map { $0.lowercased() }
    + CalendarDate.Weekday.allCases.map { $0.name.lowercased() }

  /// Minutes ahead of UTC, for abbreviations of only one zone.
  private static let zones = [
    "utc": 0, "gmt": 0, "z": 0, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "wet": 0,
    "west": 60, "msk": 180, "jst": 540, "kst": 540, "est": -300, "edt": -240, "mdt": -360,
    "mst": -420, "pdt": -420, "pst": -480,
  ]
}

extension String {
  /// In quotes if it has several words, for a shell.
  fileprivate var quoted: String { contains(" ") ? "'\(self)'" : self }
}
