/// How far a task is; the raw value is the name of its folder.
public enum Status: String, CaseIterable, Sendable {
  case todo, doing, done
}

/// How much a task matters; none at all is no priority.
public enum Priority: String, CaseIterable, Sendable {
  case high, medium, low
}

extension Status: Comparable {
  public static func < (a: Status, b: Status) -> Bool { a.order < b.order }

  /// Its place among all, from 0.
  package var order: Int {
    switch self {
    case .todo: 0
    case .doing: 1
    case .done: 2
    }
  }

  init?(order: Int) {
    switch order {
    case 0: self = .todo
    case 1: self = .doing
    case 2: self = .done
    default: return nil
    }
  }
}

extension Priority: Comparable {
  /// `high` comes first.
  public static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

  /// Its place among all, from 0.
  package var order: Int {
    switch self {
    case .high: 0
    case .medium: 1
    case .low: 2
    }
  }

  init?(order: Int) {
    switch order {
    case 0: self = .high
    case 1: self = .medium
    case 2: self = .low
    default: return nil
    }
  }
}
