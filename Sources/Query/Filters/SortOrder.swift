internal import Git
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
      keys.append(Key(name: KnownField.fullName(String(name)), isReversed: isReversed))
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

  /// What has to be looked up for it, since no task says it by itself.
  public var questions: Set<Filter.Question> {
    Set(keys.compactMap { ["done": .completed, "changed": .changed][$0.name] })
  }

  /// Sorted; what has no value for a key comes last, and equal tasks are in the order of paths.
  ///
  /// - Parameters:
  ///   - places: Where those are that are meant, in order; nil for all.
  ///   - facts: The answers to ``questions``.
  ///   - most: How many are wanted of them, from the first on; nil for all.
  public func sorted(
    _ tasks: [StoredTask], among places: [Int]? = nil, at now: LocalTime,
    _ facts: FilterFacts = FilterFacts(), atMost most: Int? = nil
  ) -> [StoredTask] {
    indices(tasks, among: places, at: now, facts, atMost: most).map { tasks[$0] }
  }

  /// The same, by where they are among those that are given.
  ///
  /// - Parameter places: Of those that are meant, in order; nil for all.
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

/// The places of tasks under one key.
private enum SortValues {
  /// Of keys that are numbers: those of tasks without a value are the largest, whichever way.
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
    // The commonest, of which thousands are sorted by every list.
    switch key.name {
    case "priority": self = numbers { $0.priority?.rank }
    case "created": self = numbers { $0.created?.secondsSince1970 }
    case "status": self = numbers { Int64($0.status.order) }
    case "deadline": self = numbers { $0.deadline?.place(at: now) }
    default:
      self = .others(places.map { SortValue(tasks[$0], key.name) }, isReversed: key.isReversed)
    }
  }

  /// The order by up to three keys that are numbers, which takes a fraction of the time; nil for
  /// others.
  ///
  /// - Parameter most: How many are wanted of them, from the first on.
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

  /// Less than 0 where one comes before another, 0 for equals.
  func order(_ a: Int, _ b: Int) -> Int {
    switch self {
    case .numbers(let numbers):
      return numbers[a] == numbers[b] ? 0 : numbers[a] < numbers[b] ? -1 : 1
    case .others(let values, let isReversed):
      let (one, other) = (values[a], values[b])
      if one == other { return 0 }
      // Turned round, what has no value still comes last.
      if one == .missing || other == .missing { return other == .missing ? -1 : 1 }
      return (isReversed ? other < one : one < other) ? -1 : 1
    }
  }
}

extension Array {
  /// The first in an order that tells all of them apart.
  fileprivate func first(_ most: Int, _ precedes: (Element, Element) -> Bool) -> [Element] {
    // Of thousands, few are looked at twice where few are wanted.
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

/// A task's place under one key.
private enum SortValue: Hashable, Comparable {
  case measure(String, Double)
  case text(String)
  case missing

  init(_ task: StoredTask, _ key: String) {
    switch key {
    case "title": self = .text(task.title.lowercased())
    case "id": self = task.id.map { .text($0.text) } ?? .missing
    case "path": self = .text(task.path)
    // As the boards show it: what was never moved has its place as well.
    case Rank.key: self = .text(Rank.sortText(of: task))
    default:
      switch task.value(of: key) {
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

extension Deadline {
  /// The sooner, the smaller.
  fileprivate func place(at now: LocalTime) -> Int64 {
    let (date, time) = local(now)
    // A date alone is over at its end.
    return Int64(date.daysSince1970) * 100_000 + Int64(time?.secondsSinceMidnight ?? 86_400)
  }
}

extension Priority {
  /// The highest first.
  fileprivate var rank: Int64 { Int64(order) }
}
