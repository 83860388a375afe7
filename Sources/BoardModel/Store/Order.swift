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

extension StoreState {
  /// The tasks with a status that match a filter, in an order.
  ///
  /// - Parameter status: Nil for one list of all; it has done tasks only if the filter mentions a
  ///   status.
  package func keys(
    _ status: Status?, _ filter: Filter, _ order: Order, at now: LocalTime
  ) -> [TaskKey] {
    let matching = keys.filter { key in
      guard let task = tasks[key] else { return false }
      if let status, task.status != status { return false }
      if status == nil, task.status == .done, !filter.mentionsStatus { return false }
      return filter.matches(task, at: now) && !filter.hides(task, at: now)
    }
    guard let order = order.sortOrder(of: status) else { return matching }
    var facts = FilterFacts()
    facts.changed = changeTimes
    return order.indices(matching.compactMap { tasks[$0] }, at: now, facts).map { matching[$0] }
  }

  /// The job that moves a task within a column in the manual order.
  ///
  /// - Parameters:
  ///   - keys: The column, with the task at its new place.
  ///   - index: The task's new place.
  package func ranking(_ keys: [TaskKey], moving index: Int, at now: LocalTime) -> Job {
    let places = keys.map { key in tasks[key].map { Rank.place(of: $0) } ?? "" }
    let changes = Rank.changes(places, moving: index, now: now.secondsSince1970)
    let new = Dictionary(changes.map { (keys[$0.index], $0.rank) }) { $1 }
    return Job(.ranks(new), [keys[index]])
  }
}

extension StoredTask {
  /// The task with a rank that is not in its file yet.
  ///
  /// In a file that can't be understood it isn't written, and so has no effect.
  package func ranked(_ rank: String) -> StoredTask {
    var document = document
    do throws(Problem) {
      try document.set(Rank.key, to: .text(rank))
    } catch {
      return self
    }
    var task = StoredTask(path: path, bytes: document.bytes, file: nil, document.aliases) ?? self
    (task.status, task.problems, task.sharesID) = (status, problems, sharesID)
    return task
  }
}
