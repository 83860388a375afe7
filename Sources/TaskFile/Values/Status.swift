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
  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Priority: Comparable {
  /// `high` comes first.
  public static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }
  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
