public import StoreFiles
public import TaskFile

/// A condition on tasks, as people type it behind `list`.
public indirect enum Filter: Hashable, Sendable {
  case all
  /// `todo` is less than `doing`, and that less than `done`.
  case status(Comparison, Status)
  /// Has the tag, or one below it: `area/home` for `area`.
  case tag(String)
  /// `high` is greater than `low`; a task without one compares with none.
  case priority(Comparison, Priority)
  /// Compares when it is due, or when something happened to it.
  case date(Moment, Comparison, FilterDate)
  case overdue
  /// Compares a key of the user's own; one value of a list is enough. `project:home` also finds
  /// `home.shop`.
  case field(key: String, Comparison, Operand)
  /// Has no such key, or nothing in it.
  case missing(key: String)
  /// Is out of sight for now, as its `wait` says.
  case waiting
  /// Comes after an open task; holds of none before it is answered.
  case blocked
  /// Is open, and nothing stands before it; holds of none before it is answered.
  case ready
  /// Is one of these tasks, which were looked up.
  case among(Set<String>)
  case conflict
  case problem
  /// Stands in the title.
  case title(TextNeedle)
  /// Is the beginning of the id.
  case id(String)
  /// Is the beginning of the path, with or without the status's folder.
  case path(String)
  case not(Filter)
  case and([Filter])
  case or([Filter])

  /// When something happens to a task; the raw value is the key of a condition.
  public enum Moment: String, Sendable {
    case due, created
    /// When it was done, or changed last, which the history knows: holds of none before
    /// ``answered(_:among:at:)``.
    case done, changed
  }
}

extension Filter {
  /// Whether it says anything about the status, so that done tasks are meant when it says so.
  public var mentionsStatus: Bool {
    switch self {
    case .status, .date(.done, _, _): true
    case .not(let filter): filter.mentionsStatus
    case .and(let filters), .or(let filters): filters.contains(where: \.mentionsStatus)
    default: false
    }
  }

  public func matches(_ task: StoredTask, at now: LocalTime) -> Bool {
    switch self {
    case .all: return true
    case .status(let comparison, let status): return comparison.holds(task.status, status)
    case .tag(let tag):
      return task.item.tags.contains { $0 == tag || $0.hasPrefix("\(tag)/") }
    case .priority(let comparison, let priority):
      // In order, the highest comes first.
      return task.priority.map { comparison.holds(priority, $0) } ?? false
    case .date(.due, let comparison, let date):
      guard let (day, time) = task.deadline?.local(now) else { return false }
      return date.holds(comparison, for: day, time)
    case .date(.created, let comparison, let date):
      guard let (day, time) = task.created?.local(now) else { return false }
      return date.holds(comparison, for: day, time)
    case .overdue: return task.status != .done && task.deadline?.isOverdue(at: now) ?? false
    case .field(let key, let comparison, let operand):
      return task.values(of: key).contains {
        operand.holds(comparison, for: $0, now: now)
          || key == "project" && comparison == .equal && operand.hasPart($0)
      }
    case .missing(let key): return task.values(of: key).isEmpty
    case .date, .blocked, .ready: return false
    case .waiting: return task.isWaiting(at: now)
    case .among(let names): return names.contains(task.distinctName)
    case .conflict: return task.conflictNotes > 0
    case .problem: return !task.problems.isEmpty
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
  /// A field's values; none for one that is missing or empty.
  ///
  /// - Parameter item: The task's meaning, where somebody has it at hand.
  package func values(of key: String, in lent: TaskItem? = nil) -> [String] {
    if key == "tags" { return item.tags }
    // Where none is said in a word.
    if key == "priority", priority == nil, unusable(key) == nil { return [] }
    return switch value(of: key, in: lent) {
    case .text(let text)?: text.isEmpty ? [] : [text]
    case .list(let items)?: items
    case nil: []
    }
  }
}
