internal import StoreFiles
internal import TaskFile

/// A date or a time in words, with one grammar for deadlines, filters and history.
///
/// Only ``direction`` differs between these.
///
/// Each word must have a meaning. Connecting words (`at`, `on`, `of`) are allowed only before the
/// words that they belong to.
struct DateExpression {
  /// Whether `fri`, `12-01`, `15th`, `17:00` and `3d` mean the next one or the last one.
  enum Direction { case forward, back }

  enum Meaning: Hashable {
    /// The first and the last day; equal for one day.
    case days(CalendarDate, CalendarDate)
    /// A whole number of days from now, at the same time of day.
    case distance(CalendarDate)
    case minute(CalendarDate, TimeOfDay)
    /// In seconds since 1970.
    case moment(Int64)
    /// A time in an explicit time zone.
    case zoned(Deadline)
  }

  let now: LocalTime
  let direction: Direction

  /// - Parameter text: The whole value.
  /// - Returns: Nil for `none` and for words that are not a date.
  func meaning(of text: String) -> Meaning? {
    let words = words(of: text)
    return overdue(words, text) ?? meaning(words)
  }

  /// The words case folded, in English, with ASCII digits and without a comma at the end.
  func words(of text: String) -> [String] {
    // `dec 3(thu)`
    let words = CaseFolding.folded(text.withPlainDigits).replacing("(", with: " (")
      .split(whereSeparator: \.isWhitespace)
    let bare = words.enumerated().map { index, word in
      let isInner = index < words.count - 1 && word.count > 1
      return String(word.last == "," && isInner ? word.dropLast() : word)
    }
    return (DatePhrases.of(now.dates.language)?.inEnglish(bare) ?? bare).map { word in
      // `2026-12-04 (fri) 17:00`
      let inner = String(word.dropFirst().dropLast())
      return word == "(\(inner))" && now.dates.weekday(inner) != nil ? inner : word
    }
  }

  private func meaning(_ words: [String]) -> Meaning? {
    if let exact = Deadline(words.joined(separator: " ")) { return Self.meaning(of: exact) }
    if words == ["now"] || words == ["just", "now"] { return .moment(now.secondsSince1970) }
    return distance(words) ?? withTime(words) ?? days(words[...]).map { .days($0.first, $0.last) }
      ?? withWeekday(words)
  }

  /// The form in which lists print a missed deadline: `2 days overdue`, `today 15:00, overdue`.
  private func overdue(_ words: [String], _ text: String) -> Meaning? {
    guard words.count > 1, words.last == "overdue" else { return nil }
    let rest = Array(words.dropLast())
    if rest[0] == "today", rest.count <= 2, text.contains(",") { return meaning(rest) }
    guard rest.count == 2, Int(rest[0]) != nil, ["day", "days"].contains(rest[1]) else {
      return nil
    }
    return distance(rest + ["ago"])
  }

  private static func meaning(of exact: Deadline) -> Meaning {
    guard let time = exact.time else { return .days(exact.date, exact.date) }
    return exact.offsetMinutes == nil ? .minute(exact.date, time) : .zoned(exact)
  }

  private func distance(_ words: [String]) -> Meaning? {
    switch DateDistance(words, direction) {
    case .seconds(let seconds)?: .moment(now.secondsSince1970 + Int64(seconds))
    case .days(let days)?: now.date.adding(days: days).map { .distance($0) }
    case .months(let months)?: now.date.adding(months: months).map { .distance($0) }
    case nil: nil
    }
  }

  /// A time alone, which recurs every day, or a time before or after a day.
  private func withTime(_ words: [String]) -> Meaning? {
    if words == ["tonight"], direction == .forward {
      return (TimeOfDay(typed: now.time.hour < 20 ? "20:00" : "23:59")).map {
        .minute(now.date, $0)
      }
    }
    guard let (time, rest) = timeAtEnd(words) ?? timeAtStart(words) else { return nil }
    guard !rest.isEmpty else {
      let isOver = direction == .forward ? time <= now.time : time > now.time
      let step = isOver ? (direction == .forward ? 1 : -1) : 0
      return now.date.adding(days: step).map { .minute($0, time) }
    }
    if case .distance(let date)? = distance(rest) { return .minute(date, time) }
    if let days = days(rest[...]) { return .minute(days.first, time) }
    guard case .days(let first, _)? = withWeekday(rest) else { return nil }
    return .minute(first, time)
  }

  /// `fri 17:00`, `fri at 5 pm`, `tomorrow in the evening`: the time, and the words before it.
  private func timeAtEnd(_ words: [String]) -> (TimeOfDay, rest: [String])? {
    guard let last = words.last else { return nil }
    var rest = Array(words.dropLast())
    if let part = partOfDay(last) {
      if rest.suffix(2) == ["in", "the"], last != "night" { return (part, rest.dropLast(2)) }
      if rest == ["this"] { return (part, ["today"]) }
      if rest.last == "at", last == "night" { rest.removeLast() }
      return last == "night" && words.count == 1 ? nil : (part, rest)
    }
    guard let (time, count) = TimeOfDay.last(of: words) ?? named(last).map({ ($0, 1) }) else {
      return nil
    }
    rest = words.dropLast(count)
    if rest.last == "at" { rest.removeLast() }
    return (time, rest)
  }

  /// `17:00 fri`, `5 pm on friday`, `at noon tomorrow`: the time, and the words after it.
  private func timeAtStart(_ words: [String]) -> (TimeOfDay, rest: [String])? {
    let words = words.first == "at" ? Array(words.dropFirst()) : words
    for count in [2, 1] where words.count > count {
      let start = Array(words.prefix(count))
      guard let (time, used) = TimeOfDay.last(of: start) ?? named(start[0]).map({ ($0, 1) }),
        used == count
      else { continue }
      let rest = Array(words.dropFirst(count))
      return (time, rest.count > 1 && rest[0] == "on" ? Array(rest.dropFirst()) : rest)
    }
    return nil
  }

  /// Midnight is the end of a future day and the start of a past one.
  private func named(_ word: String) -> TimeOfDay? {
    switch word {
    case "noon", "midday": TimeOfDay(typed: "12:00")
    case "midnight": TimeOfDay(typed: direction == .forward ? "23:59" : "0:00")
    default: nil
    }
  }

  private func partOfDay(_ word: String) -> TimeOfDay? {
    switch word {
    case "morning": TimeOfDay(typed: "9:00")
    case "afternoon": TimeOfDay(typed: "15:00")
    case "evening", "night": TimeOfDay(typed: "20:00")
    default: nil
    }
  }
}

extension DateExpression {
  typealias Days = (first: CalendarDate, last: CalendarDate)

  /// A day, a week, a month or a year.
  private func days(_ words: ArraySlice<String>) -> Days? {
    let text = words.joined(separator: " ")
    switch text {
    case "today", "eod", "sod": return (now.date, now.date)
    case "tonight" where direction == .forward: return (now.date, now.date)
    case "tomorrow": return now.date.adding(days: 1).map { ($0, $0) }
    case "yesterday": return now.date.adding(days: -1).map { ($0, $0) }
    case "day after tomorrow": return now.date.adding(days: 2).map { ($0, $0) }
    case "day before yesterday": return now.date.adding(days: -2).map { ($0, $0) }
    default: break
    }
    if let (edge, unit) = Self.edges[text] { return days([edge, "of", unit]) }
    if let weekday = now.dates.weekday(text) {
      return self.weekday(weekday, direction == .forward ? 1 : -1)
    }
    if words.starts(with: ["end", "of"]) {
      let rest = words.dropFirst(2)
      return (period(rest.joined(separator: " "), 0) ?? days(rest)).map { ($0.last, $0.last) }
    }
    if words.starts(with: ["start", "of"]) || words.starts(with: ["beginning", "of"]) {
      let rest = words.dropFirst(2)
      let unit = rest.joined(separator: " ")
      // The start of this month is in the past from the second day on.
      let starts = [-1, 0, 1].compactMap { period(unit, $0).map { ($0.first, $0.first) } }
      return recurring(starts) ?? days(rest).map { ($0.first, $0.first) }
    }
    if let step = ["last": -1, "this": 0, "next": 1][words.first ?? ""] {
      let rest = words.dropFirst().joined(separator: " ")
      return period(rest, step) ?? now.dates.weekday(rest).flatMap { weekday($0, step) }
    }
    return written(text) ?? withMonth(words)
  }

  /// Taskwarrior's abbreviations.
  private static let edges = [
    "sow": ("start", "week"), "som": ("start", "month"), "soq": ("start", "quarter"),
    "soy": ("start", "year"), "eow": ("end", "week"), "eom": ("end", "month"),
    "eoq": ("end", "quarter"), "eoy": ("end", "year"),
  ]

  /// `Tue 2026-12-01`, as memo prints it, `Tue, 1 Dec`, `1 Dec Tue`, `fri next week`; nil for a wrong
  /// weekday.
  private func withWeekday(_ words: [String]) -> Meaning? {
    guard words.count > 1 else { return nil }
    let isLast = now.dates.weekday(words[0]) == nil
    let rest = isLast ? words.dropLast() : words.dropFirst()
    guard let weekday = now.dates.weekday(isLast ? words[words.count - 1] : words[0]),
      now.dates.weekday(rest.joined(separator: " ")) == nil
    else { return nil }
    if let exact = Deadline(rest.joined(separator: " ")) {
      return exact.date.weekday == weekday ? Self.meaning(of: exact) : nil
    }
    // `fri 17` may mean a time.
    guard rest.count > 1 || DateStyle.digits(rest.joined(), 1...2) == nil,
      let (first, last) = days(rest)
    else { return nil }
    if first == last { return first.weekday == weekday ? .days(first, first) : nil }
    guard first.adding(days: 6) == last else { return nil }
    return first.adding(days: weekday.rawValue - 1).map { .days($0, $0) }
  }

  /// The week, month, quarter or year `step` units from the present one.
  ///
  /// Weeks begin on Monday.
  private func period(_ unit: String, _ step: Int) -> Days? {
    switch unit {
    case "week": return week(of: now.date.adding(days: 7 * step))
    case "month": return months(1, from: now.date.month + step, of: now.date.year)
    case "quarter":
      return months(3, from: ((now.date.month - 1) / 3 + step) * 3 + 1, of: now.date.year)
    case "year": return months(12, from: 1, of: now.date.year + step)
    default: return nil
    }
  }

  /// The weekday after today (1), before today (-1) or in this week (0).
  private func weekday(_ day: CalendarDate.Weekday, _ step: Int) -> Days? {
    let distance = day.rawValue - now.date.weekday.rawValue
    let days = step == 0 ? distance : step > 0 ? (distance + 6) % 7 + 1 : (distance - 6) % 7 - 1
    return now.date.adding(days: days).map { ($0, $0) }
  }

  private func week(of date: CalendarDate?) -> Days? {
    guard let monday = date.flatMap({ $0.adding(days: 1 - $0.weekday.rawValue) }),
      let sunday = monday.adding(days: 6)
    else { return nil }
    return (monday, sunday)
  }

  /// A week by its ISO 8601 number: week 1 contains 4 January.
  private func week(_ number: Int, of year: Int) -> Days? {
    let days = week(of: CalendarDate(year: year, month: 1, day: 4)?.adding(days: 7 * (number - 1)))
    guard number > 0, let days, days.first.adding(days: 3)?.year == year else { return nil }
    return days
  }

  /// - Parameter month: The first month, from 1; months of other years are outside of 1 to 12.
  private func months(_ count: Int, from month: Int, of year: Int) -> Days? {
    let first = CalendarDate(year: year, month: 1, day: 1)?.adding(months: month - 1)
    let last = first?.adding(months: count - 1)
    guard let first, let last else { return nil }
    return last.adding(days: CalendarDate.days(inMonth: last.month, of: last.year) - 1)
      .map { (first, $0) }
  }

  /// The first candidate that isn't over, or the last one that has begun.
  private func recurring(_ candidates: some Sequence<Days>) -> Days? {
    switch direction {
    case .forward: candidates.first { $0.last >= now.date }
    case .back: candidates.reversed().first { $0.first <= now.date }
    }
  }

  private func day(_ month: Int, _ day: Int, year: Int? = nil) -> Days? {
    if let year { return CalendarDate(year: year, month: month, day: day).map { ($0, $0) } }
    // Every span of eight years contains a 29 February.
    return recurring(
      (now.date.year - 8...now.date.year + 8).compactMap {
        CalendarDate(year: $0, month: month, day: day).map { ($0, $0) }
      })
  }

  /// Numbers: `12-01`, `31.12.`, `12/31/2026`, `20261201`, `2026-11`, `2026`, `W48`, `15th`, `15`.
  private func written(_ text: String) -> Days? {
    if let date = CalendarDate(iso: text) { return (date, date) }
    if let written = WrittenNumbers(text, now.dates.order) {
      return day(written.month, written.day, year: written.year)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 1, let day = DateStyle.ordinal(text), day <= 31 {
      return recurring(
        (-3...3).compactMap { step in
          now.date.adding(months: step)
            .flatMap { CalendarDate(year: $0.year, month: $0.month, day: day) }
            .map { ($0, $0) }
        })
    }
    if let week = parts.firstIndex(where: { $0.first == "w" }) { return self.week(parts, week) }
    if let digits = DateStyle.digits(text, 8...8) {
      return day(digits / 100 % 100, digits % 100, year: digits / 10_000)
    }
    guard parts.count <= 2, let year = DateStyle.digits(parts[0], 4...4) else { return nil }
    guard parts.count > 1 else {
      // Other numbers are times without a colon, like `1700`.
      return (1900...2999).contains(year) ? months(12, from: 1, of: year) : nil
    }
    let month = DateStyle.digits(parts[1], 1...2) ?? 0
    return (1...12).contains(month) ? months(1, from: month, of: year) : nil
  }

  /// `W48`, `2026-W48`, or a day of it: `2026-W48-3`, where Monday is 1.
  private func week(_ parts: [Substring], _ index: Int) -> Days? {
    guard let number = DateStyle.digits(parts[index].dropFirst(), 1...2), parts.count <= index + 2
    else { return nil }
    guard index > 0 else {
      let years = now.date.year - 7...now.date.year + 7
      return parts.count > 1 ? nil : recurring(years.compactMap { week(number, of: $0) })
    }
    guard index == 1, let year = DateStyle.digits(parts[0], 4...4),
      let days = week(number, of: year)
    else { return nil }
    guard parts.count > 2 else { return days }
    guard let day = DateStyle.digits(parts[2], 1...1), (1...7).contains(day) else { return nil }
    return days.first.adding(days: day - 1).map { ($0, $0) }
  }

  /// A month by its name, alone or with a day or a year: `dec`, `dec 2026`, `dec 31`, `31. Dezember
  /// 2026`, `the 1st of December`.
  private func withMonth(_ words: ArraySlice<String>) -> Days? {
    guard let words = Self.withoutArticles(Array(words)) else { return nil }
    let numbers = words.compactMap(DateStyle.ordinal)
    let name = words.filter { DateStyle.ordinal($0) == nil }.joined(separator: " ")
    guard let month = now.dates.month(name), numbers.count == words.count - 1 else { return nil }
    let years = numbers.filter { $0 > 31 }
    let days = numbers.filter { $0 <= 31 }
    guard days.count <= 1, years.count <= 1 else { return nil }
    if let day = days.first { return self.day(month, day, year: years.first) }
    if let year = years.first { return months(1, from: month, of: year) }
    return recurring(
      (now.date.year - 1...now.date.year + 1).compactMap { months(1, from: month, of: $0) })
  }

  /// The words without `the` before a number, and without `of` or `de` after one.
  ///
  /// - Returns: Nil if one of these words is elsewhere.
  private static func withoutArticles(_ words: [String]) -> [String]? {
    var kept: [String] = []
    for (index, word) in words.enumerated() {
      switch word {
      case "the":
        guard index + 1 < words.count, DateStyle.ordinal(words[index + 1]) != nil else {
          return nil
        }
      case "of", "de":
        guard let before = kept.last, before == words[index - 1], index + 1 < words.count,
          DateStyle.digits(before, 4...4) == nil
        else { return nil }
      default: kept.append(word)
      }
    }
    return kept
  }
}

extension String {
  /// The text with ASCII digits in place of those of other scripts, for example Persian.
  fileprivate var withPlainDigits: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      let isDigit = scalar.properties.numericType == .decimal
      if isDigit, let value = scalar.properties.numericValue {
        text += String(Int(value))
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
