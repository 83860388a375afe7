import TaskFile

extension RandomDocuments {
  static let fields = [
    "title", "status", "deadline", "due", "priority", "tags", "id", "mood", "layout", "y-z",
  ]

  /// A plausible value for a field.
  mutating func value(of key: String) -> FieldValue {
    switch key {
    case "tags" where chance(80):
      return .list(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in text(upTo: 3) })
    case "status": return .text(pick(Status.allCases).rawValue)
    case "deadline", "due":
      return .text(pick(["2026-12-01", "2026-12-01 17:00", "2026-12-01T17:00+09:00"]))
    case "priority": return .text(pick(Priority.allCases).rawValue)
    case "id": return .text(TaskID.random(using: &random).text)
    default: return .text(text())
    }
  }
}
