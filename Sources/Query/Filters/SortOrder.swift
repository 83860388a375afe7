internal import Git
public import StoreFiles
internal import TaskFile

public struct SortOrder: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var name: String
    public var isReversed: Bool
  }

  public var keys: [Key]
  /// Whether tasks with equal keys are in reverse order of their paths.
  private var endsWithFirstPath = false

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

  /// The reverse order; tasks without a value still come last.
  ///
  /// - Parameter isReversed: False for the same order.
  public func reversed(_ isReversed: Bool) -> SortOrder {
    guard isReversed else { return self }
    var order = SortOrder(keys: keys.map { Key(name: $0.name, isReversed: !$0.isReversed) })
    order.endsWithFirstPath = !endsWithFirstPath
    return order
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
    let most = most ?? places.count
    let values = keys.map { SortValues(tasks, places, $0, now, facts) }
    if !endsWithFirstPath, let order = SortValues.order(values, tasks, places, most) {
      return order
    }
    let sorted = places.indices.sorted { a, b in
      for values in values {
        let order = values.order(a, b)
        if order != 0 { return order < 0 }
      }
      let (first, second) = (tasks[places[a]], tasks[places[b]])
      return endsWithFirstPath ? second.precedes(first) : first.precedes(second)
    }
    return sorted.prefix(most).map { places[$0] }
  }
}

private enum SortValues {
  /// Numbers, negated for the reverse order. A missing value is the largest number in both
  /// directions.
  case numbers([Int64])
  case others([SortValue], isReversed: Bool)

  init(
    _ tasks: [StoredTask], _ places: [Int], _ key: SortOrder.Key, _ now: LocalTime,
    _ facts: FilterFacts
  ) {
    func numbers(_ number: (StoredTask) -> Int64?) -> SortValues {
      .numbers(
        places.map { place in
          guard let number = number(tasks[place]) else { return .max }
          return key.isReversed ? -number : number
        })
    }
    if let times = ["done": facts.completed, "changed": facts.changed][key.name] {
      self = numbers { times[$0.path]?.secondsSince1970 }
      return
    }
    // The keys of the standard order are numbers, since every list uses them.
    switch key.name {
    case "priority": self = numbers { $0.priority?.rank }
    case "created": self = numbers { $0.created?.secondsSince1970 }
    case "status": self = numbers { Int64($0.status.order) }
    case "deadline": self = numbers { $0.deadline?.place(at: now) }
    default:
      self = .others(places.map { SortValue(tasks[$0], key.name) }, isReversed: key.isReversed)
    }
  }

  /// The order by one to three numeric keys, which is much faster; nil for other keys.
  ///
  /// - Parameter most: The maximum number of results.
  static func order(
    _ values: [SortValues], _ tasks: [StoredTask], _ places: [Int], _ most: Int
  ) -> [Int]? {
    var numbers: [[Int64]] = []
    for case .numbers(let some) in values { numbers.append(some) }
    guard numbers.count == values.count, (1...3).contains(values.count) else { return nil }
    while numbers.count < 3 { numbers.append(Array(repeating: 0, count: places.count)) }
    let keys = places.indices.map { (numbers[0][$0], numbers[1][$0], numbers[2][$0], places[$0]) }
    return keys.first(most) { a, b in
      if a.0 != b.0 { return a.0 < b.0 }
      if a.1 != b.1 { return a.1 < b.1 }
      if a.2 != b.2 { return a.2 < b.2 }
      return tasks[a.3].precedes(tasks[b.3])
    }.map(\.3)
  }

  /// Negative if the first task precedes the second, 0 if they are equal.
  func order(_ a: Int, _ b: Int) -> Int {
    switch self {
    case .numbers(let numbers):
      return numbers[a] == numbers[b] ? 0 : numbers[a] < numbers[b] ? -1 : 1
    case .others(let values, let isReversed):
      let (one, other) = (values[a], values[b])
      if one == other { return 0 }
      // In both directions, tasks without a value come last.
      if one == .missing || other == .missing { return other == .missing ? -1 : 1 }
      return (isReversed ? other < one : one < other) ? -1 : 1
    }
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

extension Priority {
  fileprivate var rank: Int64 { Int64(order) }
}
