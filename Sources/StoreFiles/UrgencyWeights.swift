package import TaskFile

/// The weights of the reasons that make a task urgent, from the settings.
///
/// ```yaml
/// urgency:
///   priority: 10
/// ```
public struct UrgencyWeights: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    case doing, overdue, deadline, priority, blocking, age

    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// In the order of ``Reason``.
  private var weights = [15.0, 12, 12, 6, 8, 2]

  package private(set) var problems: [Problem] = []

  public init() {}

  /// - Parameter document: The store's settings. Invalid values have no effect.
  init(_ document: TaskDocument) {
    for entry in document.entries(below: "urgency") {
      func complain(_ message: String, _ hint: String) {
        problems.append(Problem(yamlLine: entry.line, message, hint))
      }
      guard let reason = Reason(rawValue: entry.key) else {
        let known = Reason.allCases.map(\.rawValue)
        complain(
          "unknown reason '\(entry.key)'",
          entry.key.nearest(of: known).map { "did you mean '\($0)'?" }
            ?? "there are \(known.joined(separator: ", "))")
        continue
      }
      guard case .text(let text)? = entry.value, let weight = Double(text), weight.isFinite else {
        complain("the weight of '\(entry.key)' is not a number", "write one: \(entry.key): 5")
        continue
      }
      weights[reason.place] = weight
    }
  }

  public subscript(_ reason: Reason) -> Double { weights[reason.place] }
}
