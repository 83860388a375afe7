package import TaskFile

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

    fileprivate var place: Int {
      switch self {
      case .doing: 0
      case .overdue: 1
      case .deadline: 2
      case .priority: 3
      case .blocking: 4
      case .age: 5
      }
    }
  }

  /// In the order of the reasons.
  private var weights = [15.0, 12, 12, 6, 8, 2]

  /// What of the settings can't be used.
  package private(set) var problems: [Problem] = []

  /// Those that memo has by itself.
  public init() {}

  /// - Parameter document: The store's settings; what is no number or no reason there changes
  ///   nothing.
  init(_ document: TaskDocument) {
    for entry in document.entries(below: "urgency") {
      func complain(_ message: String, _ hint: String) {
        // The front matter's fence is no line of the file.
        problems.append(Problem(line: entry.line - 1, column: 1, message: message, hint: hint))
      }
      guard let reason = Reason(rawValue: entry.key) else {
        let known = Reason.allCases.map(\.rawValue)
        complain(
          "nothing is urgent by '\(entry.key)'",
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
