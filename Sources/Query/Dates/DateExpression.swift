internal import StoreFiles
internal import TaskFile

/// Words for a date or a moment, as people type them: one grammar for deadlines, filters and the
/// past, which differ in where a date that comes back is looked for.
struct DateExpression {
  /// `fri`, `12-01`, `15th`, `17:00` and `3d` are the next such, or the last.
  enum Direction { case forward, back }

  enum Meaning: Hashable {
    /// One day, or the first and the last of several.
    case days(CalendarDate, CalendarDate)
    /// Whole days from now; the clock shows the same.
    case distance(CalendarDate)
    case minute(CalendarDate, TimeOfDay)
    /// In seconds since 1970.
    case moment(Int64)
    /// A moment as a clock with a zone of its own shows it.
    case zoned(Deadline)
  }

  let now: LocalTime
  let direction: Direction

  /// - Returns: Nil for words that mean no date, `none` among them.
  func meaning(of text: String) -> Meaning? {
    let text = text.trimmingSpaces.withPlainDigits
    if let exact = Deadline(text) { return Self.meaning(of: exact) }
    var words = CaseFolding.folded(text).split(whereSeparator: \.isWhitespace)
      .map { String($0.last == "," ? $0.dropLast() : $0) }
    if words == ["now"] || words == ["just", "now"] { return .moment(now.secondsSince1970) }
    // As lists have it: `2 days overdue`, and `today 15:00, overdue`.
    if words.count > 1, words.last == "overdue" {
      words.removeLast()
      if let late = distance(words + ["ago"]) { return late }
    }
    return distance(words) ?? withTime(words) ?? days(words[...]).map { .days($0.first, $0.last) }
  }

  private static func meaning(of exact: Deadline) -> Meaning {
    guard let time = exact.time else { return .days(exact.date, exact.date) }
    return exact.offsetMinutes == nil ? .minute(exact.date, time) : .zoned(exact)
  }

  private func distance(_ words: [String]) -> Meaning? {
    guard let distance = DateDistance(words, direction) else { return nil }
    switch distance.unit {
    case .seconds(let seconds):
      return .moment(now.secondsSince1970 + Int64(distance.count * seconds))
    case .days(let days): return now.date.adding(days: distance.count * days).map { .distance($0) }
    case .months(let months):
      return now.date.adding(months: distance.count * months).map { .distance($0) }
    }
  }

  /// A time alone, which comes every day, or behind a day.
  private func withTime(_ words: [String]) -> Meaning? {
    if words == ["tonight"], direction == .forward {
      return (TimeOfDay(typed: now.time.hour < 20 ? "20:00" : "23:59")).map {
        .minute(now.date, $0)
      }
    }
    guard let (time, count) = named(words) ?? TimeOfDay.last(of: words) else { return nil }
    var words = words.dropLast(count)
    if words.last == "at" { words.removeLast() }
    if words.suffix(2) == ["in", "the"] { words.removeLast(2) }
    if words == ["this"] { words = ["today"] }
    if words.isEmpty {
      let isOver = direction == .forward ? time <= now.time : time > now.time
      let step = isOver ? (direction == .forward ? 1 : -1) : 0
      return now.date.adding(days: step).map { .minute($0, time) }
    }
    if case .distance(let date)? = distance(Array(words)) { return .minute(date, time) }
    return days(words).map { .minute($0.first, time) }
  }
}

extension DateExpression {
  /// A time with a name.
  ///
  /// Midnight ends a day that is yet to come, and begins one that was.
  private func named(_ words: [String]) -> (TimeOfDay, Int)? {
    let text: String? =
      switch words.last {
      case "noon", "midday": "12:00"
      case "midnight": direction == .forward ? "23:59" : "0:00"
      case "morning": "9:00"
      case "afternoon": "15:00"
      case "evening": "20:00"
      case "night" where words.count > 1: "20:00"
      default: nil
      }
    return text.flatMap { TimeOfDay(typed: $0) }.map { ($0, 1) }
  }

  typealias Days = (first: CalendarDate, last: CalendarDate)

  /// One day, a week, a month or a year.
  private func days(_ words: ArraySlice<String>) -> Days? {
    let text = words.joined(separator: " ")
    switch text {
    case "today", "eod": return (now.date, now.date)
    case "tonight" where direction == .forward: return (now.date, now.date)
    case "tomorrow", "yesterday":
      return now.date.adding(days: text == "tomorrow" ? 1 : -1).map { ($0, $0) }
    case "eow": return days(["end", "of", "week"])
    case "eom": return days(["end", "of", "month"])
    case "eoq": return days(["end", "of", "quarter"])
    case "eoy": return days(["end", "of", "year"])
    default: break
    }
    if let weekday = now.dates.weekday(text) { return self.weekday(weekday, direction) }
    if words.starts(with: ["end", "of"]) {
      let rest = words.dropFirst(2)
      return (period(rest.joined(separator: " "), 0) ?? days(rest)).map { ($0.last, $0.last) }
    }
    if let step = ["last": -1, "this": 0, "next": 1][words.first ?? ""] {
      let rest = words.dropFirst().joined(separator: " ")
      return period(rest, step) ?? now.dates.weekday(rest).flatMap { weekday($0, step) }
    }
    if let days = written(text) ?? named(words) { return days }
    // `Tue 2026-12-01`, as it is echoed.
    guard words.count > 1, now.dates.weekday(words.first ?? "") != nil else { return nil }
    return written(words.dropFirst().joined(separator: " "))
  }

  /// The week, month or year so many before or behind this one; weeks begin on Mondays.
  private func period(_ unit: String, _ step: Int) -> Days? {
    switch unit {
    case "week": return week(of: now.date.adding(days: 7 * step))
    case "month":
      return now.date.adding(months: step).flatMap { month($0.year, $0.month) }
    case "quarter":
      let number = (now.date.month - 1) / 3 + step
      return now.date.adding(months: 3 * number - now.date.month + 1).flatMap { first in
        month(first.year, first.month).flatMap { start in
          start.first.adding(months: 2).flatMap { month($0.year, $0.month) }
            .map { (start.first, $0.last) }
        }
      }
    case "year": return year(now.date.year + step)
    default: return nil
    }
  }

  private func weekday(_ day: CalendarDate.Weekday, _ direction: Direction) -> Days? {
    weekday(day, direction == .forward ? 1 : -1)
  }

  /// The first such day behind today, the last one before, or that of this week.
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

  /// The week with this number by ISO 8601: the first is that of 4 January.
  private func week(_ number: Int, of year: Int) -> Days? {
    let days = week(of: CalendarDate(year: year, month: 1, day: 4)?.adding(days: 7 * (number - 1)))
    guard number > 0, let days, days.first.adding(days: 3)?.year == year else { return nil }
    return days
  }

  private func month(_ year: Int, _ month: Int) -> Days? {
    guard let first = CalendarDate(year: year, month: month, day: 1),
      let last = CalendarDate(
        year: year, month: month, day: CalendarDate.days(inMonth: month, of: year))
    else { return nil }
    return (first, last)
  }

  private func year(_ year: Int) -> Days? {
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { return nil }
    return (first, last)
  }

  /// Of what comes back, the next that isn't over, or the last that has begun.
  private func recurring(_ candidates: some Sequence<Days>) -> Days? {
    switch direction {
    case .forward: candidates.first { $0.last >= now.date }
    case .back: candidates.reversed().first { $0.first <= now.date }
    }
  }

  private func day(_ month: Int, _ day: Int, year: Int? = nil) -> Days? {
    if let year { return CalendarDate(year: year, month: month, day: day).map { ($0, $0) } }
    // Eight years always hold a 29 February.
    return recurring(
      (now.date.year - 8...now.date.year + 8).compactMap {
        CalendarDate(year: $0, month: month, day: day).map { ($0, $0) }
      })
  }

  /// Numbers and signs: `12-01`, `31.12.`, `12/31/2026`, `2026-11`, `2026`, `W48`, `15th`.
  private func written(_ text: String) -> Days? {
    if let date = now.dates.date(text) ?? CalendarDate(iso: text) { return (date, date) }
    if let written = WrittenNumbers(text, now.dates.order) {
      return day(written.month, written.day, year: written.year)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 1, let day = DateStyle.ordinal(text), day.hasMark {
      return recurring(
        (-3...3).compactMap { step in
          now.date.adding(months: step)
            .flatMap { CalendarDate(year: $0.year, month: $0.month, day: day.number) }
            .map { ($0, $0) }
        })
    }
    // One day of a week, Monday the first.
    if parts.count == 3, parts[1].first == "w", let day = DateStyle.digits(parts[2], 1...1),
      (1...7).contains(day), let year = DateStyle.digits(parts[0], 4...4),
      let number = DateStyle.digits(parts[1].dropFirst(), 1...2)
    {
      return week(number, of: year).flatMap { $0.first.adding(days: day - 1) }.map { ($0, $0) }
    }
    if let week = parts.last, week.first == "w",
      let number = DateStyle.digits(week.dropFirst(), 1...2)
    {
      guard parts.count == 1 else {
        return parts.count == 2
          ? DateStyle.digits(parts[0], 4...4).flatMap { self.week(number, of: $0) } : nil
      }
      return recurring(
        (now.date.year - 7...now.date.year + 7).compactMap { self.week(number, of: $0) })
    }
    guard parts.count <= 2, let year = DateStyle.digits(parts[0], 4...4) else { return nil }
    if parts.count == 1 { return self.year(year) }
    return DateStyle.digits(parts[1], 2...2).flatMap { month(year, $0) }
  }

  /// A month by its name: `dec 31`, `31. Dezember 2026`, `Tue, 1st of December`.
  private func named(_ words: ArraySlice<String>) -> Days? {
    var words = words.filter { !["of", "the", "de"].contains($0) }
    if words.count > 2, now.dates.weekday(words[0]) != nil { words.removeFirst() }
    let numbers = words.compactMap(DateStyle.ordinal)
    let name = words.filter { DateStyle.ordinal($0) == nil }.joined(separator: " ")
    guard let month = now.dates.month(name), numbers.count == words.count - 1 else { return nil }
    let years = numbers.filter { $0.number > 31 }
    let days = numbers.filter { $0.number <= 31 }
    guard days.count == 1, years.count <= 1 else { return nil }
    return day(month, days[0].number, year: years.first?.number)
  }
}

extension String {
  /// With 0 to 9 in place of the digits of other scripts, as a Persian clock shows them.
  fileprivate var withPlainDigits: String {
    // Nearly always there are none.
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
