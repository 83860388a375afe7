/// The status of a task.
///
/// The raw value is the name of its folder.
public enum Status: String, CaseIterable, Sendable {
  case todo, doing, done
}

/// The priority of a task; nil if it has none.
public enum Priority: String, CaseIterable, Sendable {
  case high, medium, low
}

extension Status: Comparable {
  public static func < (a: Status, b: Status) -> Bool { a.order < b.order }

  package var order: Int {
    switch self {
    case .todo: 0
    case .doing: 1
    case .done: 2
    }
  }
}

extension Priority: Comparable {
  /// `high` comes first.
  public static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

  package var order: Int {
    switch self {
    case .high: 0
    case .medium: 1
    case .low: 2
    }
  }
}

/// Folders for archived tasks, by the month of completion: `done/2026/11/`.
public enum ArchiveFolder {
  /// The folder of a month, below the status folder.
  public static func folder(_ date: CalendarDate) -> String {
    "\(date.year.padded(4))/\(date.month.padded(2))"
  }

  /// A path below a status folder without the month.
  ///
  /// - Parameter path: `2026/11/home/fence.md`, without the status.
  public static func removed(from path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, isNumber(parts[0], digits: 4), isNumber(parts[1], digits: 2),
      let month = Int(parts[1]), (1...12).contains(month)
    else { return path }
    return parts.dropFirst(2).joined(separator: "/")
  }

  private static func isNumber(_ text: Substring, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isDigit)
  }
}
