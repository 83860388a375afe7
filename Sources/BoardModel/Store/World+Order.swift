package import MemoKit
package import TaskFile

extension World {
  /// What a filter lets through of what has a status, in an order.
  ///
  /// - Parameter status: Nil for the one list, in which what is done is only where the filter speaks
  ///   of a status.
  package func keys(
    _ status: Status?, _ filter: Filter, _ order: Order, at now: LocalTime
  ) -> [TaskKey] {
    let matching = keys.filter { key in
      guard let task = tasks[key] else { return false }
      if let status, task.status != status { return false }
      if status == nil, task.status == .done, !filter.mentionsStatus { return false }
      return filter.matches(task, at: now) && !filter.hides(task, at: now)
    }
    return sorted(matching, status, order, at: now) { rank(of: $0) }
  }

  /// Its place in the order by hand, as the file has it; nil for none.
  package func rank(of key: TaskKey) -> String? {
    guard case .text(let text)? = tasks[key]?.value(of: "rank"), !text.isEmpty else {
      return nil
    }
    return text
  }

  /// - Parameters:
  ///   - status: That all of them have; nil where they have several.
  ///   - rank: Places in the order by hand.
  package func sorted(
    _ keys: [TaskKey], _ status: Status?, _ order: Order, at now: LocalTime,
    rank: (TaskKey) -> String?
  ) -> [TaskKey] {
    if order == .byHand { return Self.sortedByHand(keys, rank) }
    guard let order = order.sortOrder(of: status) else { return keys }
    let tasks = keys.compactMap { self.tasks[$0] }
    let byPath = Dictionary(zip(tasks.map(\.path), keys)) { first, _ in first }
    return order.sorted(tasks, at: now).compactMap { byPath[$0.path] }
  }

  private static func sortedByHand(
    _ keys: [TaskKey], _ rank: (TaskKey) -> String?
  ) -> [TaskKey] {
    let ranked = keys.map { (key: $0, rank: rank($0)) }
    return ranked.sorted { a, b in
      guard let x = a.rank else { return b.rank == nil && a.key.name < b.key.name }
      guard let y = b.rank else { return true }
      return x == y ? a.key.name < b.key.name : x < y
    }.map(\.key)
  }
}
