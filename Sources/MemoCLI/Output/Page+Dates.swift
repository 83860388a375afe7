package import MemoKit
package import TaskFile
internal import Terminal
internal import Words

extension Page {
  /// A deadline for a list: near ones in words, others in the user's own format.
  ///
  /// In a pipe it is always the date as it is in the file, which programs can read.
  package func due(_ deadline: Deadline) -> String {
    guard style.width != nil else { return deadline.description }
    return Words.english.due(deadline, on: self)
  }

  /// When a task is due; of one that is done nothing is near or overdue any more.
  package func due(of task: StoredTask) -> String? {
    task.deadline.map { style.width != nil && task.status == .done ? written($0) : due($0) }
  }

  /// A deadline with its weekday, so that a misunderstood word is seen at once.
  package func spelled(_ deadline: Deadline) -> String {
    guard style.width != nil else {
      return "\(deadline.date.weekday.shortName) \(deadline.description)"
    }
    return dates.text(written(deadline), with: deadline.local(now).date.weekday)
  }

  /// A commit's subject, in which the dates of what was done are as the reader has them.
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

  /// A field's value on one line: a date with its weekday.
  func value(_ text: String) -> String { Deadline(text).map(spelled) ?? text.onOneLine }

  /// A value that memo can't use, marked as one.
  static func unusable(_ text: String) -> String { "\(text.onOneLine.sanitized) (?)" }

  /// The same for the journal, which in a pipe has dates as they are in the file.
  func logged(_ text: String) -> String { style.width == nil ? text.onOneLine : value(text) }

  /// As the user writes it, on the user's clock.
  package func written(_ deadline: Deadline) -> String {
    let (date, time) = deadline.local(now)
    return day(date) + (time.map { " \($0)" } ?? "")
  }

  /// A day in the user's own format; ISO in pipes.
  func day(_ date: CalendarDate) -> String { dates.text(date) }

  /// Whether ``due(_:)`` says by itself that the time is over.
  package func saysOverdue(_ task: StoredTask) -> Bool {
    guard style.width != nil, let deadline = task.deadline else { return false }
    return Words.english.saysOverdue(deadline, at: now)
  }

  /// When something happened: near moments in words, others in the user's own format.
  ///
  /// In a pipe it is always ISO 8601, on the clock of who did it.
  package func moment(_ stamp: Timestamp) -> String {
    guard style.width != nil else { return stamp.description }
    return Words.english.moment(stamp, on: self)
  }

  /// How long ago something happened, as people say it.
  package enum Age: Hashable, Sendable {
    /// Today, so many seconds ago.
    case seconds(Int)
    /// Later today, by this clock.
    case today(String)
    case yesterday(String)
    /// In the user's own format.
    case date(String)
  }

  package func age(of stamp: Timestamp) -> Age {
    if stamp.precision != .moment {
      let (date, time) = stamp.local(now)
      return .date(day(date) + (time.map { " \("\($0)".prefix(5))" } ?? ""))
    }
    let there = now.at(stamp.secondsSince1970)
    let clock = String("\(there.time)".prefix(5))
    let seconds = now.secondsSince1970 - stamp.secondsSince1970
    switch there.date.days(until: now.date) {
    case 0: return seconds >= 0 ? .seconds(Int(seconds)) : .today(clock)
    case 1: return .yesterday(clock)
    default: return .date("\(day(there.date)) \(clock)")
    }
  }

  /// Red when it is over, yellow when it is near.
  func duePaints(_ task: StoredTask) -> [Style.Paint] {
    guard let deadline = task.deadline else { return [] }
    if task.isOverdue(now) { return [.red, .bold] }
    guard task.status != .done else { return [.dim] }
    return now.date.days(until: deadline.local(now).date) <= 1 ? [.yellow] : []
  }
}

extension String {
  /// The lines of a value one behind the other.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  private var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.dropLast(start.reversed().prefix(while: \.isWhitespace).count)
  }
}
