public import StoreFiles
internal import TaskFile

/// The urgency of a task: a sum of weighted reasons.
public struct Urgency: Sendable {
  public struct Part: Sendable {
    public var reason: UrgencyWeights.Reason
    /// The counted share of the weight, from 0 to 1.
    public var share: Double
    public var points: Double
  }

  /// The reasons with points, in the order of ``UrgencyWeights/Reason``.
  public private(set) var parts: [Part] = []
  public private(set) var points = 0.0

  /// - Parameter links: The links of all tasks in the store.
  public init(
    of task: StoredTask, _ links: TaskLinks, _ weights: UrgencyWeights, at now: LocalTime
  ) {
    parts = Array(Self.parts(of: task, links, weights, now))
    points = parts.reduce(0) { $0 + $1.points }
  }

  /// Lazy, since thousands of tasks are ordered by the sums alone.
  private static func parts(
    of task: StoredTask, _ links: TaskLinks, _ weights: UrgencyWeights, _ now: LocalTime
  ) -> some Sequence<Part> {
    UrgencyWeights.Reason.allCases.lazy.map { reason in
      let share = share(of: reason, task, links, now)
      return Part(reason: reason, share: share, points: share * weights[reason])
    }.filter { $0.points != 0 }
  }

  private static func share(
    of reason: UrgencyWeights.Reason, _ task: StoredTask, _ links: TaskLinks, _ now: LocalTime
  ) -> Double {
    switch reason {
    case .doing: return task.status == .doing ? 1 : 0
    case .overdue: return task.deadline?.isOverdue(at: now) == true ? 1 : 0
    case .deadline:
      guard let deadline = task.deadline else { return 0 }
      let days = max(0, now.date.days(until: deadline.local(now).date))
      return max(0, 1 - Double(days) / 14)
    case .priority:
      return switch task.priority {
      case .high: 1
      case .medium: 0.6
      case .low: 0.2
      case nil: 0
      }
    case .blocking:
      let waiting = links.successors(of: task).count { $0.status != .done }
      return min(1, Double(waiting) / 4)
    case .age:
      guard let created = task.created else { return 0 }
      let days = Double(now.secondsSince1970 - created.secondsSince1970) / 86_400
      return min(1, max(0, days / 365))
    }
  }
}

extension Urgency {
  /// The ready tasks, the most urgent first.
  ///
  /// Equally urgent ones are in the standard order of lists.
  public static func order(
    _ tasks: [StoredTask], _ links: TaskLinks, _ weights: UrgencyWeights, at now: LocalTime
  ) -> [StoredTask] {
    let ready = tasks.filter { links.isReady($0, at: now) }
    let points = ready.map { task in
      Self.parts(of: task, links, weights, now).reduce(0) { $0 + $1.points }
    }
    let order = SortOrder.standard.indices(ready, at: now)
    return order.indices.sorted { a, b in
      let (first, second) = (points[order[a]], points[order[b]])
      return first == second ? a < b : first > second
    }.map { ready[order[$0]] }
  }
}
