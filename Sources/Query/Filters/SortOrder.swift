internal import Git
public import StoreFiles
internal import TaskFile

public struct SortOrder: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var name: String
    public var isReversed: Bool
  }

  public var keys: [Key]

  /// By the earliest deadline, then the highest priority, then the earliest creation.
  public static let standard = SortOrder(
    keys: ["deadline", "priority", "created"].map { Key(name: $0, isReversed: false) })

  /// - Parameter text: Keys separated by commas; `-KEY` reverses one.
  /// - Returns: Nil if a key is empty.
  public init?(_ text: String) {
    keys = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isReversed = part.hasPrefix("-")
      let name = isReversed ? part.dropFirst() : part
      guard !name.isEmpty else { return nil }
      keys.append(Key(name: KnownField.fullName(String(name)), isReversed: isReversed))
    }
  }

  init(keys: [Key]) { self.keys = keys }

  /// The reverse order; tasks without a value still come last, and equal ones by path.
  ///
  /// - Parameter isReversed: False for the same order.
  public func reversed(_ isReversed: Bool) -> SortOrder {
    SortOrder(keys: keys.map { Key(name: $0.name, isReversed: $0.isReversed != isReversed) })
  }

  /// The needed kinds of facts that one task alone doesn't contain.
  public var questions: Set<Filter.Question> {
    Set(keys.compactMap { ["done": .completed, "changed": .changed][$0.name] })
  }

  /// Sorts tasks; those without a value come last, and equal ones are in the order of paths.
  ///
  /// - Parameters:
  ///   - places: The indices of the tasks to sort, in ascending order; nil for all.
  ///   - facts: The answers to ``questions``.
  ///   - most: The maximum number of results; nil for all.
  public func sorted(
    _ tasks: [StoredTask], among places: [Int]? = nil, at now: LocalTime,
    _ facts: FilterFacts = FilterFacts(), atMost most: Int? = nil
  ) -> [StoredTask] {
    indices(tasks, among: places, at: now, facts, atMost: most).map { tasks[$0] }
  }

  /// Like ``sorted(_:among:at:_:atMost:)``, but returns indices.
  package func indices(
    _ tasks: [StoredTask], among places: [Int]? = nil, at now: LocalTime,
    _ facts: FilterFacts = FilterFacts(), atMost most: Int? = nil
  ) -> [Int] {
    let places = places ?? Array(tasks.indices)
    let columns = keys.map { $0.numbers(of: tasks, at: places, now, facts) }
    // Most comparisons need only the first key.
    let rows = places.indices.map { (first: columns.first?[$0] ?? 0, row: $0) }
    return rows.first(most ?? rows.count) { a, b in
      if a.first != b.first { return a.first < b.first }
      for column in columns.dropFirst() where column[a.row] != column[b.row] {
        return column[a.row] < column[b.row]
      }
      return tasks[places[a.row]].precedes(tasks[places[b.row]])
    }.map { places[$0.row] }
  }
}

extension SortOrder.Key {
  /// The tasks' places by this key, negated for the reverse order.
  ///
  /// A missing value is the largest number in both directions.
  fileprivate func numbers(
    of tasks: [StoredTask], at places: [Int], _ now: LocalTime, _ facts: FilterFacts
  ) -> [Int64] {
    func numbers(_ number: (StoredTask) -> Int64?) -> [Int64] {
      places.map { place in number(tasks[place]).map { isReversed ? -$0 : $0 } ?? .max }
    }
    if let times = ["done": facts.completed, "changed": facts.changed][name] {
      return numbers { times[$0.path]?.secondsSince1970 }
    }
    switch name {
    case "priority": return numbers { $0.priority.map { Int64($0.order) } }
    case "created": return numbers { $0.created?.secondsSince1970 }
    case "status": return numbers { Int64($0.status.order) }
    case "deadline": return numbers { $0.deadline?.place(at: now) }
    default: break
    }
    let values = places.map { SortValue(tasks[$0], name) }
    var ranks = Array(repeating: Int64.max, count: values.count)
    var (rank, last) = (Int64(0), SortValue.missing)
    for row in values.indices.sorted(by: { values[$0] < values[$1] })
    where values[row] != .missing {
      if values[row] != last { rank += 1 }
      last = values[row]
      ranks[row] = isReversed ? -rank : rank
    }
    return ranks
  }
}

extension Array {
  /// The first elements in a strict total order.
  fileprivate func first(_ most: Int, _ precedes: (Element, Element) -> Bool) -> [Element] {
    // With few results, most elements need one comparison.
    guard most < count / 8, most <= 256 else { return Array(sorted(by: precedes).prefix(most)) }
    guard most > 0 else { return [] }
    var found: [Element] = []
    found.reserveCapacity(most + 1)
    for element in self where found.count < most || precedes(element, found[most - 1]) {
      var (low, high) = (0, found.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(found[middle], element) { low = middle + 1 } else { high = middle }
      }
      found.insert(element, at: low)
      if found.count > most { found.removeLast() }
    }
    return found
  }
}

private enum SortValue: Hashable, Comparable {
  case measure(String, Double)
  case text(String)
  case missing

  init(_ task: StoredTask, _ key: String) {
    switch key {
    case "title": self = .text(task.title.lowercased())
    case "id": self = task.id.map { .text($0.text) } ?? .missing
    case "path": self = .text(task.path)
    // Boards also give a task without a rank a place.
    case Rank.key: self = .text(Rank.sortText(of: task))
    default:
      switch task.value(of: key) {
      case .text(let text)?:
        self =
          Measure(text).map { measure in
            measure.seconds.map { .measure("s", $0) } ?? .measure(measure.unit, measure.number)
          } ?? .text(text.lowercased())
      case .list(let items)?: self = .text(items.joined(separator: ",").lowercased())
      case nil: self = .missing
      }
    }
  }
}

extension Deadline {
  fileprivate func place(at now: LocalTime) -> Int64 {
    let (date, time) = local(now)
    // A date without a time ends with the day.
    return Int64(date.daysSince1970) * 100_000 + Int64(time?.secondsSinceMidnight ?? 86_400)
  }
}
