package import MemoKit
internal import Terminal
package import Words

extension Page {
  /// A deadline in a list: near ones in words, others in the user's format.
  ///
  /// In a pipe, it is the date in the file, for programs.
  package func due(_ deadline: Deadline) -> String {
    guard style.width != nil else { return deadline.description }
    return Language.english.words.due(deadline, on: self)
  }

  /// The deadline of a task; if that is done, it is neither near nor overdue.
  package func due(of task: StoredTask) -> String? {
    task.deadline.map { style.width != nil && task.status == .done ? written($0) : due($0) }
  }

  /// A deadline with its weekday, so that the user notices a misread date.
  package func spelled(_ deadline: Deadline) -> String {
    guard style.width != nil else {
      return "\(deadline.date.weekday.shortName) \(deadline.description)"
    }
    return dates.text(written(deadline), with: deadline.local(now).date.weekday)
  }

  /// A commit's subject, with dates in the user's format.
  func subject(_ text: String) -> String {
    guard style.width != nil, text.hasSuffix(")"), let start = text.lastIndex(of: "(") else {
      return text
    }
    let words = text[start...].dropFirst().dropLast().split(
      separator: " ", omittingEmptySubsequences: false)
    let shown = words.map { word -> String in
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      guard CalendarDate(iso: bare) != nil, let date = Deadline(String(bare)) else {
        return String(word)
      }
      return written(date) + word.dropFirst(bare.count)
    }
    return text[...start] + shown.joined(separator: " ") + ")"
  }

  /// A field's value on one line; a date with its weekday.
  func value(_ text: String) -> String { Deadline(text).map(spelled) ?? text.onOneLine }

  /// A value that memo can't read, marked with `(?)`.
  static func unusable(_ text: String) -> String { "\(text.onOneLine.sanitized) (?)" }

  /// A field's value in the history; in a pipe, dates are as in the file.
  func logged(_ text: String) -> String { style.width == nil ? text.onOneLine : value(text) }

  /// A date in the user's format and time zone.
  package func written(_ deadline: Deadline) -> String {
    let (date, time) = deadline.local(now)
    return dates.text(date) + (time.map { " \($0)" } ?? "")
  }

  /// Whether the text of ``due(_:)`` says that the deadline has passed.
  package func saysOverdue(_ task: StoredTask) -> Bool {
    guard style.width != nil, let deadline = task.deadline else { return false }
    return Language.english.words.saysOverdue(deadline, at: now)
  }

  /// A time: near ones in words, others in the user's format.
  ///
  /// In a pipe, it is ISO 8601 in the author's time zone.
  package func moment(_ stamp: Timestamp) -> String {
    guard style.width != nil else { return stamp.description }
    return Language.english.words.moment(stamp, on: self)
  }

  package enum Age: Hashable, Sendable {
    /// Today, this many seconds ago.
    case seconds(Int)
    /// Later today, at this time.
    case today(String)
    case yesterday(String)
    /// In the user's format.
    case date(String)
  }

  package func age(of stamp: Timestamp) -> Age {
    if stamp.precision != .moment {
      let (date, time) = stamp.local(now)
      return .date(dates.text(date) + (time.map { " \("\($0)".prefix(5))" } ?? ""))
    }
    let there = now.at(stamp.secondsSince1970)
    let clock = String("\(there.time)".prefix(5))
    let seconds = now.secondsSince1970 - stamp.secondsSince1970
    switch there.date.days(until: now.date) {
    case 0: return seconds >= 0 ? .seconds(Int(seconds)) : .today(clock)
    case 1: return .yesterday(clock)
    default: return .date("\(dates.text(there.date)) \(clock)")
    }
  }

  /// Red if it has passed, yellow if it is near.
  func duePaints(_ task: StoredTask) -> [Style.Paint] {
    guard let deadline = task.deadline else { return [] }
    if task.isOverdue(now) { return [.red, .bold] }
    guard task.status != .done else { return [.dim] }
    return now.date.days(until: deadline.local(now).date) <= 1 ? [.yellow] : []
  }
}

extension String {
  /// The lines of a value, joined to one line.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }.filter {
      !$0.isEmpty
    }
    .joined(separator: "; ")
  }
}

/// Near dates in a language; the command line uses English.
extension Words {
  /// A deadline: near ones in words, others in the user's format.
  package func due(_ deadline: Deadline, on page: Page) -> String {
    near(deadline, at: page.now) ?? page.written(deadline)
  }

  /// The words for a near deadline; nil if it is not near.
  package func near(_ deadline: Deadline, at now: LocalTime) -> String? {
    guard let near = deadline.nearness(to: now) else { return nil }
    switch near.days {
    case 0: return near.isOverdue ? todayOverdue(near.clock) : today(near.clock)
    case 1: return tomorrow(near.clock)
    case 2...: return inDays(near.days, near.clock)
    default: return daysOverdue(-near.days)
    }
  }

  /// Whether the text of ``due(_:on:)`` says that the deadline has passed.
  package func saysOverdue(_ deadline: Deadline, at now: LocalTime) -> Bool {
    deadline.nearness(to: now)?.isOverdue ?? false
  }

  /// A time: near ones in words.
  package func moment(_ stamp: Timestamp, on page: Page) -> String {
    switch page.age(of: stamp) {
    case .seconds(..<60): justNow
    case .seconds(let seconds) where seconds < 3600: minutesAgo(seconds / 60)
    case .seconds(let seconds): hoursAgo(seconds / 3600)
    case .today(let clock): today(clock)
    case .yesterday(let clock): yesterday(clock)
    case .date(let text): text
    }
  }
}
