public import StoreFiles
public import TaskFile

/// A condition on tasks, as in `memo list FILTER`.
public indirect enum Filter: Hashable, Sendable {
  /// `todo` is less than `doing`, and `doing` is less than `done`.
  case status(Comparison, Status)
  /// Has the tag or one below it: `area/home` for `area`.
  case tag(String)
  /// `high` is greater than `low`. A task without a priority never matches.
  case priority(Comparison, Priority)
  /// Compares the deadline or the time of an event.
  case date(Moment, Comparison, FilterDate)
  case state(State)
  /// Compares any other key. One matching value of a list is enough.
  ///
  /// `project:home` also matches `home.shop`.
  case field(key: String, Comparison, Operand)
  /// Lacks the key, or has an empty value.
  case missing(key: String)
  /// Is one of these tasks. The values are `StoredTask.distinctName`.
  case among(Set<String>)
  /// Has this text in its title.
  case title(TextNeedle)
  /// Has an id that begins with this text.
  case id(String)
  /// Has a path that begins with this text, with or without the status folder.
  case path(String)
  case not(Filter)
  case and([Filter])
  case or([Filter])

  /// Matches every task.
  public static let all = Filter.and([])

  /// A condition of one word, which is the raw value.
  public enum State: String, CaseIterable, Sendable {
    case overdue
    /// Is hidden until its `wait` date.
    case waiting
    /// Comes after an open task. Matches nothing before ``answered(_:among:at:)``.
    case blocked
    /// Is open, not blocked and not waiting. Matches nothing before ``answered(_:among:at:)``.
    case ready
    /// Has no claim, or an expired one.
    case unclaimed
    case conflict, problem
  }

  /// A time in a task's history; the raw value is the key of a condition.
  public enum Moment: String, Sendable {
    case due, created
    /// When the task was last done or changed, from the history. Matches nothing before
    /// ``answered(_:among:at:)``.
    case done, changed
  }
}

extension Filter {
  /// Whether it has a condition on the status, so that lists include done tasks.
  public var mentionsStatus: Bool {
    conditions.contains { condition in
      switch condition {
      case .status, .date(.done, _, _): true
      default: false
      }
    }
  }

  /// The combined conditions, in the order of the words.
  var conditions: [Filter] {
    switch self {
    case .not(let filter): filter.conditions
    case .and(let filters), .or(let filters): filters.flatMap(\.conditions)
    default: [self]
    }
  }

  public func matches(_ task: StoredTask, at now: LocalTime) -> Bool {
    switch self {
    case .status(let comparison, let status): return comparison.holds(task.status, status)
    case .tag(let tag):
      return task.item.tags.contains { $0 == tag || $0.hasPrefix("\(tag)/") }
    case .priority(let comparison, let priority):
      // Higher priorities sort first, so the operands are swapped.
      return task.priority.map { comparison.holds(priority, $0) } ?? false
    case .date(.due, let comparison, let date):
      guard let (day, time) = task.deadline?.local(now) else { return false }
      return date.holds(comparison, for: day, time)
    case .date(.created, let comparison, let date):
      guard let (day, time) = task.created?.local(now) else { return false }
      return date.holds(comparison, for: day, time)
    case .state(.overdue):
      return task.status != .done && task.deadline?.isOverdue(at: now) ?? false
    case .field(let key, let comparison, let operand):
      return task.values(of: key).contains {
        operand.holds(comparison, for: $0, now: now)
          || key == "project" && comparison == .equal && operand.hasPart($0)
      }
    case .missing(let key): return task.values(of: key).isEmpty
    case .date, .state(.blocked), .state(.ready): return false
    case .state(.waiting): return task.isWaiting(at: now)
    case .state(.unclaimed): return task.claim(at: now) == nil
    case .state(.conflict): return task.conflictNotes > 0
    case .state(.problem): return !task.problems.isEmpty
    case .among(let names): return names.contains(task.distinctName)
    case .title(let needle): return needle.isIn(task.title)
    case .id(let start):
      return task.id?.text.hasPrefix(start) ?? false
        || task.foreignID?.lowercased().hasPrefix(start) ?? false
    case .path(let start):
      return task.path.hasPrefix(start)
        || task.path.hasPrefix("\(task.folderStatus.rawValue)/\(start)")
    case .not(let filter): return !filter.matches(task, at: now)
    case .and(let filters): return filters.allSatisfy { $0.matches(task, at: now) }
    case .or(let filters): return filters.contains { $0.matches(task, at: now) }
    }
  }
}

extension StoredTask {
  /// The values of a field; empty if it is missing.
  ///
  /// - Parameter lent: The parsed task, if the caller has it.
  package func values(of key: String, in lent: TaskItem? = nil) -> [String] {
    if key == "tags" { return item.tags }
    // `priority` is also nil for an unreadable value, which counts.
    if key == "priority", priority == nil, unusable(key) == nil { return [] }
    return value(of: key, in: lent)?.items ?? []
  }
}

public struct FilterError: Error, Hashable, Sendable {
  /// What is wrong, for messages in other languages.
  public var invalidValue: InvalidValue
  public var message: String
  public var hint: String
  public var text: String
  /// The position of the word in ``text``, in Unicode scalars.
  public var range: Range<Int>
  /// The file and line, or the setting, with the filter; nil for a typed filter.
  public var origin: String?

  init(
    _ value: InvalidValue, _ message: String, _ hint: String, text: String, at range: Range<Int>,
    origin: String?
  ) {
    invalidValue = origin == nil ? value : .filterOfSettings
    self.message = message
    self.hint = hint
    self.text = text
    self.range = range
    self.origin = origin
  }
}

extension Filter {
  /// Whether it selects tasks instead of only excluding some.
  ///
  /// False for `-home`, `not (todo or doing)`, `project:none` and `todo or -home`. Without this
  /// check, a command could change nearly all tasks by mistake.
  public var selectsTasks: Bool { says(isNegated: false) }

  private func says(isNegated: Bool) -> Bool {
    switch self {
    case .missing: false
    // Nearly every title has white space.
    case .title(let needle): !isNegated && needle.text.contains { !$0.isWhitespace }
    case .not(let filter): filter.says(isNegated: !isNegated)
    // De Morgan's law: not (a and b) is (not a) or (not b).
    case .and(let filters) where isNegated, .or(let filters) where !isNegated:
      filters.allSatisfy { $0.says(isNegated: isNegated) }
    case .and(let filters), .or(let filters):
      filters.contains { $0.says(isNegated: isNegated) }
    default: !isNegated
    }
  }
}

extension Filter {
  /// The filter as words with the same meaning, with resolved names and absolute dates.
  ///
  /// - Returns: Nil for a filter that matches everything.
  public var text: String? { self == .all ? nil : words }

  private var words: String {
    switch self {
    case .status(.equal, let status): status.rawValue
    case .status(let comparison, let status): "status\(comparison.rawValue)\(status.rawValue)"
    case .tag(let tag): Self.isBare(tag) ? "+\(tag)" : "tag:\(Self.quoted(tag))"
    case .priority(let comparison, let priority): "p\(comparison.rawValue)\(priority.rawValue)"
    case .date(let moment, let comparison, let date):
      moment.rawValue + date.words(behind: comparison)
    case .state(let state): state.rawValue
    case .field(let key, let comparison, let operand): "\(key)\(operand.words(behind: comparison))"
    case .missing("deadline"): "due:none"
    case .missing("tags"): "tag:none"
    case .missing("priority"): "p:none"
    case .missing(let key): "\(key):none"
    // Only in an answered filter, which is never typed.
    case .among(let names): "(\(names.count) tasks)"
    case .title(let needle): "title:\(Self.quoted(needle.text))"
    case .id(let start): "id:\(Self.quoted(start))"
    case .path(let start): "path:\(Self.quoted(start))"
    case .not(.tag(let tag)) where Self.isBare(tag): "-\(tag)"
    case .not(let filter): "not \(filter.part(in: self))"
    case .and(let filters): filters.map { $0.part(in: self) }.joined(separator: " ")
    case .or(let filters): filters.map { $0.part(in: self) }.joined(separator: " or ")
    }
  }

  /// In parentheses if it binds less tightly than the outer filter.
  private func part(in outer: Filter) -> String {
    switch (outer, self) {
    case (.not, .and), (.not, .or), (.and, .or), (.and, .and), (.or, .or), (.or, .and([])):
      "(\(words))"
    default: words
    }
  }

  fileprivate static func quoted(_ text: String) -> String {
    guard !isBare(text) else { return text }
    return text.contains("\"") ? "'\(text)'" : "\"\(text)\""
  }

  /// Whether a word never needs quotes.
  private static func isBare(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+%€$£".contains($0) }
  }
}

extension FilterDate {
  /// The sign and the days: the whole range for `:`, its start or end for other signs.
  fileprivate func words(behind comparison: Filter.Comparison) -> String {
    if let time {
      let minute = "\(time)".prefix(5)
      return "\(comparison.rawValue)\"\(first) \(minute)\""
    }
    return switch comparison {
    case .equal: first == last ? ":\(first)" : ":\(first)..\(last)"
    case .less, .greaterOrEqual: "\(comparison.rawValue)\(first)"
    case .lessOrEqual, .greater: "\(comparison.rawValue)\(last)"
    }
  }
}

extension Filter.Operand {
  fileprivate func words(behind comparison: Filter.Comparison) -> String {
    if comparison != .equal, measure == nil, let date { return date.words(behind: comparison) }
    return "\(comparison.rawValue)\(Filter.quoted(typed))"
  }
}

extension Filter {
  /// The probably intended filter for words that only search titles.
  ///
  /// It is `p:high` for `p high`, `overdue` for `overdu`, and `due:today` for `today`.
  /// - Parameter words: The typed arguments.
  /// - Returns: Nil if they may be words of a title.
  public static func meant(by words: [String], now: LocalTime) -> String? {
    let words = FilterWords.tokens(of: words, now: now).filter { $0.kind == .word }.map(\.text)
    for (key, value) in zip(words, words.dropFirst()) where !isFilterWord(value) {
      if isCondition("\(key):\(value)", key: key, now) { return "\(key):\(value)" }
    }
    let others = words.filter { !isFilterWord($0) && $0.contains(where: \.isLetter) }
    if let day = others.first(where: { FilterDate($0, now: now) != nil }) { return "due:\(day)" }
    return others.lazy.compactMap { elsewhere[$0.lowercased()] }.first
      ?? others.lazy.compactMap { $0.misspelt(of: FilterWords.conditions) }.first
  }

  /// Words from other tools.
  package static let elsewhere = [
    "mine": "to:me", "active": "doing", "started": "doing", "pending": "todo", "open": "todo",
    "completed": "done", "finished": "done", "closed": "done", "hidden": "waiting",
    "untagged": "tag:none",
  ]

  private static func isCondition(_ text: String, key: String, _ now: LocalTime) -> Bool {
    let names = ["p", "priority", "due", "deadline", "done", "created", "changed", "wait", "until"]
    // An invalid condition is not suggested.
    return names.contains(key) && !text.hasSuffix(":none")
      && (try? Filter.parse([text], now: now)) != nil
      || ["project", "assignee", "to", "tag"].contains(key)
  }
}

extension FilterError: CustomStringConvertible {
  public var description: String { message }
}
