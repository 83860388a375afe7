public import StoreFiles
public import TaskFile

/// Parses dates as people type them.
///
/// A weekday, or a day without a year, is the next one. Today's date is today. Today's weekday is
/// in a week, because `today` is shorter.
public enum DateWords {
  /// - Returns: Nil for `none`.
  /// - Throws: ``MemoError`` for anything else that is not a date.
  public static func parse(
    _ text: String, now: LocalTime
  ) throws(MemoError) -> Deadline? {
    if text.trimmingSpaces.lowercased() == "none" { return nil }
    let expression = DateExpression(now: now, direction: .forward)
    guard let date = expression.meaning(of: text)?.deadline(now) else {
      throw DateAdvice(text, now, .forward).error
    }
    return date
  }
}

extension DateExpression.Meaning {
  /// The first of several days; the last one if the first is over, as in `this week`.
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

/// Suggests the nearest valid form for words that are not a date.
struct DateAdvice {
  private let expression: DateExpression
  private let words: [String]
  private let typed: [String]
  private var reason: String?
  /// The words after a valid date; nil for another mistake.
  private(set) var leftover: String?
  private(set) var error = MemoError(.usage, "")

  init(_ text: String, _ now: LocalTime, _ direction: DateExpression.Direction) {
    expression = DateExpression(now: now, direction: direction)
    words = expression.words(of: text).map { word in
      // Removes punctuation of the sentence around the date.
      String(
        word.trimmingPrefix { "\"'(".contains($0) }.reversed()
          .drop { ",;!?\"')".contains($0) }.reversed())
    }
    let parts = text.split(separator: " ").map(String.init)
    typed = parts.count == words.count ? parts : words
    let hint = advice() ?? Self.forms(direction)
    error = MemoError("invalid date '\(text)'" + (reason.map { ": \($0)" } ?? ""), hint)
    error.invalidValue = .date(text, isPast: direction == .back)
  }

  private func isDate(_ words: some Collection<String>) -> Bool {
    expression.meaning(of: words.joined(separator: " ")) != nil
  }

  private mutating func advice() -> String? {
    let text = words.joined(separator: " ")
    if text.isEmpty || text == "none" { return nil }
    if Self.vague.contains(text), expression.direction == .forward {
      return "leave the date out, or hide it with wait:2027"
    }
    if let advice = weekdayAdvice() { return advice }
    let count = (1..<max(words.count, 1)).reversed().first { isDate(words.prefix($0)) }
    leftover = count.map { typed.dropFirst($0).joined(separator: " ") }
    // A number after `3d` is not a time of day, and neither is the `1h` of `1h 30`.
    var isDistance = false
    if count == 1, let distance = DateDistance([words[0]], expression.direction) {
      isDistance = true
      if case .seconds = distance { isDistance = words[1].first?.isASCIIDigit == true }
    }
    if !isDistance, let other = nearest() {
      return "write \(other.joined(separator: " ").quoted)"
    }
    guard let count, let leftover else { return nil }
    return "'\(typed.prefix(count).joined(separator: " "))' is understood, '\(leftover)' is not"
  }

  /// `fri 2026-12-01`, which is a Tuesday.
  private mutating func weekdayAdvice() -> String? {
    for index in words.indices where words.count > 1 {
      guard let weekday = expression.now.dates.weekday(words[index]) else { continue }
      var rest = words
      rest.remove(at: index)
      let text = rest.joined(separator: " ")
      // `fri 17` may be a time, and `fri eod` contains no date.
      guard text.count > 2, text.contains(where: \.isASCIIDigit),
        let date = expression.meaning(of: text)?.oneDay, date.weekday != weekday
      else { continue }
      reason = "\(date) is a \(date.weekday.name)"
      return "write \(Deadline(text)?.description.quoted ?? text.quoted) or \(words[index])"
    }
    return nil
  }

  /// A date that differs in one word.
  private func nearest() -> [String]? {
    var candidates = [words]
    if words.count > 1, Self.idle.contains(words[0]) { candidates.append(Array(words.dropFirst())) }
    for index in words.indices {
      for word in Self.respelled(words[index]) {
        var other = words
        other[index] = word
        candidates.append(other)
      }
    }
    if let last = words.last, DateStyle.digits(last, 1...3) != nil {
      candidates.append(words + ["days"])
    }
    // `next` applies to weekdays, not to month names.
    if words.count > 1, ["next", "last", "this", "in"].contains(words[0]) {
      candidates.append(Array(words.dropFirst()))
    }
    return candidates.first { isDate($0) }
  }

  private static func respelled(_ word: String) -> [String] {
    if let other = otherWords[word] { return [other] }
    let digits = word.prefix(while: \.isASCIIDigit)
    let rest = word.dropFirst(digits.count)
    switch (digits.count, rest) {
    case (0, _):
      // `jan5`
      let name = word.prefix { !$0.isASCIIDigit }
      let number = word.dropFirst(name.count)
      // The first letter must match, or 'working' would become 'morning'.
      let alike = vocabulary.filter { $0.first == word.first }
      let near = word.count > 3 ? word.nearest(of: alike).map { [$0] } ?? [] : []
      return (number.isEmpty ? [] : ["\(name) \(number)"]) + near
    // `fri 17h`, `fri 17`, `1700`, `17.30`
    case (1...2, "h"), (1...2, ""): return ["\(digits):00"]
    case (4, ""): return ["\(digits.prefix(2)):\(digits.suffix(2))"]
    case (1...2, _) where rest.first == "." && rest.count == 3:
      return ["\(digits):\(rest.dropFirst())"]
    case (_, "m"): return ["\(digits)min"]
    // `5jan`
    default: return digits.isEmpty ? [] : ["\(digits) \(rest)"]
    }
  }

  private static func forms(_ direction: DateExpression.Direction) -> String {
    direction == .forward
      ? "write a date as fri, 2026-12-01, +3d, 'next week' or 'fri 17:00'"
      : "write a date as yesterday, 2026-11-01, '3 days ago', 'last week' or 'mon 17:00'"
  }

  /// Words without a meaning before a date.
  private static let idle: Set = [
    "on", "by", "before", "until", "till", "the", "due", "coming",
  ]

  private static let vague: Set = [
    "someday", "some day", "sometime", "later", "soon", "asap", "whenever", "eventually", "never",
    "maybe", "perhaps", "anytime", "one day",
  ]

  private static let otherWords = [
    "tod": "today", "24:00": "midnight", "tmr": "tomorrow", "tmrw": "tomorrow", "tom": "tomorrow",
    "tonite": "tonight", "nxt": "next",
    "fr": "fri", "mo": "mon", "tu": "tue", "we": "wed", "weds": "wed", "th": "thu", "sa": "sat",
    "su": "sun", "weekend": "sat",
  ]

  private static let vocabulary =
    [
      "today", "tomorrow", "yesterday", "tonight", "next", "week", "month", "quarter", "year",
      "days", "weeks", "months", "years", "hours", "minutes", "midnight", "morning", "afternoon",
      "evening",
    ] + DateStyle.englishMonths.map { $0.lowercased() }
    + CalendarDate.Weekday.allCases.map { $0.name.lowercased() }
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

extension String {
  /// Quoted for a shell if it has several words.
  fileprivate var quoted: String { contains(" ") ? "'\(self)'" : self }
}
