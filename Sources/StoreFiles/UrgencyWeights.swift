internal import TaskFile

/// How much each reason makes a task urgent; the store's settings may say otherwise.
///
/// ```yaml
/// urgency:
///   priority: 10
/// ```
public struct UrgencyWeights: Hashable, Sendable {
  /// A reason to do a task before others.
  public enum Reason: String, CaseIterable, Sendable {
    case doing, overdue, deadline, priority, blocking, age
  }

  private var weights: [Reason: Double] = [
    .doing: 15, .overdue: 12, .deadline: 12, .priority: 6, .blocking: 8, .age: 2,
  ]

  /// Those that memo has by itself.
  public init() {}

  /// - Parameter document: The store's settings; what is no number or no reason there is passed
  ///   over.
  init(_ document: TaskDocument) {
    for entry in document.entries(below: "urgency") {
      guard let reason = Reason(rawValue: entry.key), case .text(let text)? = entry.value,
        let weight = Double(text), weight.isFinite
      else { continue }
      weights[reason] = weight
    }
  }

  public subscript(_ reason: Reason) -> Double { weights[reason] ?? 0 }
}
