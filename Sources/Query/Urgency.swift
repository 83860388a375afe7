public import StoreFiles
internal import TaskFile

/// How urgent a task is, and why: the sum of what its reasons weigh.
public struct Urgency: Sendable {
  /// What one reason adds.
  public struct Part: Sendable {
    public var reason: UrgencyWeights.Reason
    /// How much of the weight counts, from 0 to 1.
    public var share: Double
    public var points: Double
  }

  /// By reason, in their order: how much of its weight counts, and what that adds.
  ///
  /// Of thousands that are ranked only a few are asked for their reasons.
  private var shares = SIMD8<Double>()
  private var added = SIMD8<Double>()

  public private(set) var points = 0.0

  /// Those that add something, in the order of ``UrgencyWeights/Reason``.
  public var parts: [Part] {
    zip(UrgencyWeights.Reason.allCases, shares.indices).compactMap { reason, place in
      added[place] == 0
        ? nil : Part(reason: reason, share: shares[place], points: added[place])
    }
  }

  /// - Parameter links: Of all tasks of the store.
  public init(
    of task: StoredTask, _ links: TaskLinks, _ weights: UrgencyWeights, at now: LocalTime
  ) {
    for (place, reason) in UrgencyWeights.Reason.allCases.enumerated() {
      let weight = weights[reason]
      guard weight != 0 else { continue }
      shares[place] = Self.share(of: reason, task, links, now)
      added[place] = shares[place] * weight
      points += added[place]
    }
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
  /// Open tasks that neither wait nor are blocked, the most urgent first; among equals in the
  /// order of lists.
  public static func order(
    _ tasks: [StoredTask], _ links: TaskLinks, _ weights: UrgencyWeights, at now: LocalTime
  ) -> [(task: StoredTask, urgency: Urgency)] {
    let sorted = SortOrder.standard.sorted(tasks.filter { links.isReady($0, at: now) }, at: now)
    let ranked = sorted.map { ($0, Urgency(of: $0, links, weights, at: now)) }
    let points = ranked.map(\.1.points)
    return ranked.indices.sorted { a, b in
      points[a] == points[b] ? a < b : points[a] > points[b]
    }.map { (task: ranked[$0].0, urgency: ranked[$0].1) }
  }
}
