package import MemoKit

/// How the tasks of a column are sorted.
package enum Order: String, CaseIterable, Hashable, Sendable {
  /// That of `memo list`; done tasks stand there with the last one first.
  case standard
  case deadline, priority, newest, title
  /// By the key `rank`, as somebody has put them.
  case byHand = "by-hand"

  package var title: String {
    switch self {
    case .standard: "as memo list has it"
    case .deadline: "by deadline"
    case .priority: "by priority"
    case .newest: "newest first"
    case .title: "by title"
    case .byHand: "by hand"
    }
  }

  /// Nil where the tasks of a column stay in the order that the world has them in.
  package func sortOrder(of status: Status?) -> SortOrder? {
    switch self {
    case .standard: status == .done ? nil : .standard
    case .deadline: SortOrder("deadline,priority,created")
    case .priority: SortOrder("priority,deadline,created")
    case .newest: SortOrder("-created")
    case .title: SortOrder("title")
    case .byHand: SortOrder("rank,id")
    }
  }
}
