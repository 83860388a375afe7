package import MemoKit
package import Words

/// How the tasks of a column are sorted.
package enum Order: String, CaseIterable, Hashable, Sendable {
  /// That of `memo list`; done tasks stand there with the last one first.
  case standard
  case deadline, priority, newest, title
  /// By the key `rank`, as somebody has put them.
  case byHand = "by-hand"

  package func title(_ words: Words) -> String {
    switch self {
    case .standard: words.orderOfList
    case .deadline: words.byDeadline
    case .priority: words.byPriority
    case .newest: words.newestFirst
    case .title: words.byTitle
    case .byHand: words.byHand
    }
  }

  /// Nil where the tasks of a column stay in the order that the store has them in.
  package func sortOrder(of status: Status?) -> SortOrder? {
    switch self {
    case .standard: status == .done ? nil : .standard
    case .deadline: SortOrder("deadline,priority,created")
    case .priority: SortOrder("priority,deadline,created")
    // Where it isn't known when a task was changed, by when it was made.
    case .newest: SortOrder("-changed,-created")
    case .title: SortOrder("title")
    case .byHand: SortOrder("rank")
    }
  }
}
