public import StoreFiles
public import TaskFile

/// A change to one field of a task.
public enum FieldEdit: Hashable, Sendable {
  /// Sets a front matter key. Setting `status` moves the task.
  case set(key: String, FieldValue)
  case clear(key: String)
  case addTag(String)
  case removeTag(String)
}

extension FieldEdit {
  /// The changed key; `tags` for a tag.
  public var key: String {
    switch self {
    case .set(let key, _), .clear(let key): key
    case .addTag, .removeTag: "tags"
    }
  }

  fileprivate var isTag: Bool {
    switch self {
    case .addTag, .removeTag: true
    case .set, .clear: false
    }
  }
}

extension [FieldEdit] {
  /// Joins repeated values of a list field: `after:kx after:qv`, `to:ann to:ben`.
  ///
  /// - Throws: ``MemoError`` if another key is given twice.
  public func joiningLists() throws(MemoError) -> [FieldEdit] {
    var joined: [FieldEdit] = []
    for edit in self {
      guard !edit.isTag, let earlier = joined.lastIndex(where: { $0.key == edit.key && !$0.isTag })
      else {
        joined.append(edit)
        continue
      }
      guard KnownField(key: edit.key)?.kind.isList == true,
        case .set(let key, let old) = joined[earlier], case .set(_, let new) = edit
      else { throw .twice(edit.key) }
      joined[earlier] = .set(
        key: key, .list(old.items + new.items.filter { !old.items.contains($0) }))
    }
    return joined
  }
}

/// Invalid and forbidden values of fields.
extension MemoError {
  init(_ message: String, _ hint: String) { self.init(.usage, message, hints: [hint]) }

  package static func twice(_ key: String) -> MemoError {
    MemoError("'\(key)' is given twice", "leave one of them out")
  }
}

extension KnownField {
  /// The standard spelling of a value that is typed in any case.
  func word(typed text: String) -> String? {
    if self == .priority { return Priority(typed: text)?.rawValue }
    return words.first { $0 == text.lowercased() }
  }
}

extension Priority {
  /// - Parameter word: `high`, `H` or `1`, and so on, in any case; also `A`, `B` and `C` of
  ///   other programs.
  public init?(typed word: String) {
    switch ["A": "1", "B": "2", "C": "3"][word] ?? word.lowercased() {
    case "high", "h", "1": self = .high
    case "medium", "m", "2": self = .medium
    case "low", "l", "3": self = .low
    default: return nil
    }
  }
}

/// Computes the next dates of a repeating task.
public struct Repeating: Sendable {
  public let rule: RepeatRule
  private let item: TaskItem

  /// - Returns: Nil if the task doesn't repeat or its rule is invalid.
  public init?(_ item: TaskItem) {
    guard let rule = item.repetition else { return nil }
    self.rule = rule
    self.item = item
  }

  public struct Next: Hashable, Sendable {
    public var date: CalendarDate
    public var deadline: Deadline?
    public var wait: Deadline?
    /// The skipped dates before ``date``, at most 1,000.
    public var skipped: [CalendarDate]
  }

  /// The date from which the rule counts.
  public var anchor: CalendarDate? { (item.deadline ?? item.wait)?.date }

  /// The dates of the next task.
  ///
  /// The deadline moves to the first date after today, and `wait` by the same number of days. The
  /// time of day stays. A task without dates gets a `wait`.
  /// - Parameters:
  ///   - today: The day on which the task is done.
  ///   - now: The present time, with the offsets of its time zone.
  /// - Returns: Nil if the date would be after the year 9999 or after `until`.
  public func next(doneOn today: CalendarDate, at now: LocalTime) -> Next? {
    guard let (date, skipped) = rule.next(after: anchor, doneOn: today), !isOver(date) else {
      return nil
    }
    var next = Next(date: date, skipped: skipped)
    guard let anchor else {
      next.wait = Deadline(date: date)
      return next
    }
    let days = anchor.days(until: date)
    next.deadline = item.deadline?.moved(by: days, now)
    next.wait = item.wait?.moved(by: days, now)
    return next
  }

  public func isOver(_ date: CalendarDate) -> Bool { item.until.map { date > $0.date } ?? false }

  /// The next dates if each task is done in time; empty if they depend on the day of completion.
  ///
  /// - Parameter count: The maximum number.
  public func dates(_ count: Int, doneOn today: CalendarDate) -> [CalendarDate] {
    if case .steps(_, _, isAfterDone: true) = rule.pattern { return [] }
    let kept = anchor.map { rule.keepingDay(of: $0) } ?? rule
    var dates: [CalendarDate] = []
    while dates.count < count,
      let (date, _) = kept.next(after: dates.last ?? anchor, doneOn: dates.last ?? today),
      !isOver(date)
    {
      dates.append(date)
    }
    return dates
  }
}

extension Deadline {
  /// The same time of day some days later.
  ///
  /// A deadline with the local offset gets the local offset of the new day. Other offsets stay.
  package func moved(by days: Int, _ now: LocalTime) -> Deadline? {
    guard let date = date.adding(days: days) else { return nil }
    guard let time, let offsetMinutes, let moment else {
      return Deadline(date: date, time: time, offsetMinutes: offsetMinutes)
    }
    let isOwn = now.utcOffsetAt(moment) == offsetMinutes * 60
    let offset = isOwn ? now.utcOffsetAt(now.moment(date, time)) / 60 : offsetMinutes
    return Deadline(date: date, time: time, offsetMinutes: offset)
  }
}
