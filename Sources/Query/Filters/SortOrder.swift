public import StoreFiles
internal import TaskFile

/// In which order tasks are listed.
public struct SortOrder: Hashable, Sendable {
  /// One thing to sort by.
  public struct Key: Hashable, Sendable {
    public var name: String
    public var isReversed: Bool
  }

  public var keys: [Key]
  /// Whether equal tasks are in the opposite order of their paths.
  private var endsWithFirstPath = false

  /// The soonest deadline, then the highest priority, then the oldest.
  public static let standard = SortOrder(
    keys: ["deadline", "priority", "created"].map { Key(name: $0, isReversed: false) })

  /// - Parameter text: Keys with commas between them; `-KEY` turns one round.
  /// - Returns: Nil when a name is missing.
  public init?(_ text: String) {
    keys = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isReversed = part.hasPrefix("-")
      let name = isReversed ? part.dropFirst() : part
      guard !name.isEmpty else { return nil }
      keys.append(Key(name: FieldNames.full(String(name)), isReversed: isReversed))
    }
  }

  init(keys: [Key]) { self.keys = keys }

  /// Turned round as a whole; what has no value for a key still comes last.
  ///
  /// - Parameter isReversed: False for the same order.
  public func reversed(_ isReversed: Bool) -> SortOrder {
    guard isReversed else { return self }
    var order = SortOrder(keys: keys.map { Key(name: $0.name, isReversed: !$0.isReversed) })
    order.endsWithFirstPath = !endsWithFirstPath
    return order
  }

  /// Sorted; what has no value for a key comes last, and equal tasks are in the order of paths.
  public func sorted(_ tasks: [StoredTask], at now: LocalTime) -> [StoredTask] {
    let ranks = keys.map { key in tasks.map { Rank($0, key.name, now) } }
    return tasks.indices.sorted { a, b in
      for (index, key) in keys.enumerated() {
        let (one, other) = (ranks[index][a], ranks[index][b])
        if one == other { continue }
        // Turned round, what has no value still comes last.
        if one == .missing || other == .missing { return other == .missing }
        return key.isReversed ? other < one : one < other
      }
      return endsWithFirstPath
        ? tasks[b].path < tasks[a].path : tasks[a].path < tasks[b].path
    }.map { tasks[$0] }
  }
}

/// A task's place under one key.
private enum Rank: Hashable, Comparable {
  case number(Int64)
  case measure(String, Double)
  case text(String)
  case missing

  init(_ task: StoredTask, _ key: String, _ now: LocalTime) {
    switch key {
    case "deadline":
      guard let deadline = task.item.deadline else { self = .missing; return }
      let (date, time) = deadline.local(now)
      // A date alone is over at its end.
      let seconds = time?.secondsSinceMidnight ?? 86_400
      self = .number(Int64(date.daysSince1970) * 100_000 + Int64(seconds))
    case "priority":
      self =
        task.item.priority.flatMap { Priority.allCases.firstIndex(of: $0) }
        .map { .number(Int64($0)) } ?? .missing
    case "created": self = task.item.created.map { .number($0.secondsSince1970) } ?? .missing
    case "status": self = .number(Int64(Status.allCases.firstIndex(of: task.status) ?? 0))
    case "title": self = .text(task.title.lowercased())
    case "id": self = task.id.map { .text($0.text) } ?? .missing
    case "path": self = .text(task.path)
    default:
      switch task.document.value(of: key) {
      case .text(let text)?:
        self =
          Measure(text).map { measure in
            // Durations have their place by how long they are.
            measure.seconds.map { .measure("s", $0) } ?? .measure(measure.unit, measure.number)
          } ?? .text(text.lowercased())
      case .list(let items)?: self = .text(items.joined(separator: ",").lowercased())
      case nil: self = .missing
      }
    }
  }
}
