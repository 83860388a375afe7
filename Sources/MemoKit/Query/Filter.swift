public import TaskFile

/// A condition on tasks, as people type it behind `list`.
public indirect enum Filter: Hashable, Sendable {
  case all
  case status(Status)
  case tag([String])
  case priority(Priority?)
  /// Compares the day it is due.
  case due(Comparison, CalendarDate)
  case noDeadline
  case overdue
  /// Compares the day it was made.
  case created(Comparison, CalendarDate)
  case field(key: String, value: String)
  case conflict
  case problem
  case title(String)
  case not(Filter)
  case and([Filter])
  case or([Filter])

  public enum Comparison: String, Hashable, Sendable {
    case less = "<", lessOrEqual = "<=", equal = ":", greater = ">", greaterOrEqual = ">="
  }
}

extension Filter.Comparison {
  func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch self {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .equal: a == b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}

extension Filter {
  /// Whether it says anything about the status, so that done tasks are meant when it says so.
  public var mentionsStatus: Bool {
    switch self {
    case .status: true
    case .not(let filter): filter.mentionsStatus
    case .and(let filters), .or(let filters): filters.contains(where: \.mentionsStatus)
    default: false
    }
  }

  public func matches(_ task: StoredTask, at now: LocalTime) -> Bool {
    switch self {
    case .all: return true
    case .status(let status): return task.status == status
    case .tag(let tags): return tags.contains(where: task.item.tags.contains)
    case .priority(let priority): return task.item.priority == priority
    case .due(let comparison, let date):
      return task.item.deadline.map { comparison.holds($0.local(now).date, date) } ?? false
    case .noDeadline: return task.item.deadline == nil
    case .overdue: return task.status != .done && task.item.deadline?.isOverdue(at: now) ?? false
    case .created(let comparison, let date):
      guard let created = task.item.created else { return false }
      let local = LocalTime(
        secondsSince1970: created.secondsSince1970, utcOffset: now.utcOffset)
      return comparison.holds(local.date, date)
    case .field(let key, let value): return task.values(of: key).contains(value.lowercased())
    case .conflict: return task.item.conflictNotes > 0
    case .problem: return !task.problems.isEmpty
    case .title(let text): return task.title.lowercased().contains(text)
    case .not(let filter): return !filter.matches(task, at: now)
    case .and(let filters): return filters.allSatisfy { $0.matches(task, at: now) }
    case .or(let filters): return filters.contains { $0.matches(task, at: now) }
    }
  }
}

extension StoredTask {
  /// A field's values in lower case; `none` for one that is missing.
  fileprivate func values(of key: String) -> [String] {
    switch document.value(of: key) {
    case .text(let text)?: [text.lowercased()]
    case .list(let items)?: items.map { $0.lowercased() }
    case nil: ["none"]
    }
  }
}
