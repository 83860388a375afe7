package import MemoCLI
package import MemoKit
package import Words

/// The sort order of a column's tasks.
package enum Order: String, CaseIterable, Hashable, Sendable {
  /// The order of `memo list`; done tasks start with the last one finished.
  case standard
  case deadline, priority, newest, title
  /// The manual order, stored in the key `rank`.
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

  /// Returns nil if the column keeps the order of the store.
  package func sortOrder(of status: Status?) -> SortOrder? {
    switch self {
    case .standard: status == .done ? nil : .standard
    case .deadline: SortOrder("deadline,priority,created")
    case .priority: SortOrder("priority,deadline,created")
    // If the change time is unknown, sort by creation.
    case .newest: SortOrder("-changed,-created")
    case .title: SortOrder("title")
    case .byHand: SortOrder("rank")
    }
  }
}

extension BoardRequest.View {
  /// Notes start with the last one changed.
  package var defaultOrder: Order { self == .notes ? .newest : .standard }
}
