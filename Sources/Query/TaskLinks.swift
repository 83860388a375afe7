public import StoreFiles
public import TaskFile

extension StoredTask {
  /// Until when it is out of sight; nil for a task that doesn't wait.
  public var wait: Deadline? { hasOtherFields ? item.wait : nil }

  /// Whether it is still to be out of sight: a date alone is over when that day begins.
  public func isWaiting(at now: LocalTime) -> Bool { isWaiting(until: wait, at: now) }

  /// The same, where it is known already until when.
  package func isWaiting(until wait: Deadline?, at now: LocalTime) -> Bool {
    guard status != .done, let (day, time) = wait?.local(now) else { return false }
    guard let time else { return now.date < day }
    return (now.date, now.time) < (day, time)
  }

  /// What its `after` names, ids and what is none.
  public var after: [String] {
    switch hasOtherFields ? item.otherField("after") : nil {
    case .text(let text)?: text.isEmpty ? [] : [text]
    case .list(let items)?: items
    case nil: []
    }
  }
}

/// Which tasks come after which, as `after` says it.
public struct TaskLinks: Sendable {
  private let all: [StoredTask]
  /// By their ids; empty where no task names another.
  private var tasks: [TaskID: StoredTask] = [:]
  /// By what another tool calls them; of several the first.
  private var foreign: [String: StoredTask] = [:]
  /// The tasks that name an id, in the order of paths.
  private var named: [TaskID: [StoredTask]] = [:]

  /// - Parameter tasks: All of a store.
  public init(_ tasks: [StoredTask]) {
    all = tasks
    for task in tasks {
      if let name = task.foreignID, foreign[name] == nil { foreign[name] = task }
    }
    for task in tasks {
      let after = task.after
      if !after.isEmpty, self.tasks.isEmpty { addIDs() }
      for text in after {
        if let id = TaskID(text) ?? foreign[text]?.id { named[id, default: []].append(task) }
      }
    }
  }

  private mutating func addIDs() {
    for task in all {
      if let id = task.id { tasks[id] = task }
    }
  }

  private func task(_ id: TaskID) -> StoredTask? {
    // What no task of the store does may be about to be done: that is asked of a few.
    tasks.isEmpty ? all.last { $0.id == id } : tasks[id]
  }

  /// The task that a text in `after` names; nil for none.
  public func task(named text: String) -> StoredTask? {
    TaskID(text).flatMap { task($0) } ?? foreign[text]
  }

  /// Those that a task comes after, in the order in which it names them; ids that no task has are
  /// passed over.
  public func predecessors(of task: StoredTask) -> [StoredTask] {
    task.after.compactMap { self.task(named: $0) }
  }

  /// Those that come after a task.
  public func successors(of task: StoredTask) -> [StoredTask] {
    task.id.flatMap { named[$0] } ?? []
  }

  /// Those that name an id in their `after`, also one that no task has any more.
  public func tasks(after id: TaskID) -> [StoredTask] { named[id] ?? [] }

  /// What it comes after and is not done, in the order in which it names them; nothing for one that
  /// is done itself.
  public func blockers(of task: StoredTask) -> [StoredTask] {
    task.status == .done ? [] : predecessors(of: task).filter { $0.status != .done }
  }

  /// Whether it is open, and something that it comes after is so, too.
  public func isBlocked(_ task: StoredTask) -> Bool {
    !blockers(of: task).isEmpty
  }

  /// Whether nothing stands before it: it is open, not blocked, and doesn't wait.
  public func isReady(_ task: StoredTask, at now: LocalTime) -> Bool {
    task.status != .done && !task.isWaiting(at: now) && !isBlocked(task)
  }

  /// What is wrong with the `after` of tasks, in words, by the place of the task; nothing for most.
  package var problems: [(task: Int, message: String, hint: String)] {
    var circles = TaskCircles(self)
    var problems: [(task: Int, message: String, hint: String)] = []
    for (place, task) in all.enumerated() {
      let missing = task.after.filter { self.task(named: $0) == nil }
      var messages = missing.prefix(TaskCircle.mostTold).map {
        "no task has the id '\($0)' that is in 'after'"
      }
      if missing.count > messages.count {
        messages.append("no task has \(missing.count - messages.count) more ids in 'after'")
      }
      for message in messages {
        problems.append((place, message, "take it out, or write another id"))
      }
      guard let circle = circles.circle(of: task) else { continue }
      problems.append(
        (
          place,
          "'after' leads round in a circle: "
            + circle.text { "\($0.title) (\($0.id?.text ?? "-"))" },
          "one of them has to come first: take what it comes after out of its 'after'"
        ))
    }
    return problems
  }

  /// The tasks with an id that come after others, and for each the places of those among them.
  fileprivate var graph: (tasks: [StoredTask], places: [TaskID: Int], edges: [[Int]]) {
    let linked = all.filter { $0.id != nil && !$0.after.isEmpty }
    var places: [TaskID: Int] = [:]
    for (place, task) in linked.enumerated() { if let id = task.id { places[id] = place } }
    let edges = linked.map { task in
      predecessors(of: task).compactMap { $0.id.flatMap { places[$0] } }
    }
    return (linked, places, edges)
  }
}

/// A way from a task back to itself, by what each comes after.
package struct TaskCircle {
  /// The first few, each once.
  fileprivate let tasks: [StoredTask]
  /// How many there are besides.
  fileprivate let more: Int

  /// Of more, each of thousands of tasks would tell thousands.
  fileprivate static let mostTold = 8

  /// Whether a task comes after itself.
  package var isOfOne: Bool { tasks.count == 1 && more == 0 }

  /// `A → B → A`.
  package func text(_ name: (StoredTask) -> String) -> String {
    let names = tasks.map(name)
    return (names + (more > 0 ? ["… \(more) more"] : []) + names.prefix(1))
      .joined(separator: " → ")
  }
}

/// Which tasks come after themselves, by whatever way round; found for all of them in one walk.
package struct TaskCircles {
  private let tasks: [StoredTask]
  private let places: [TaskID: Int]
  private let edges: [[Int]]
  /// By place: which of the tasks can be reached from each other; nil for one on no circle.
  private var groups: [Int?]
  /// By group: the places on the one circle that is told, and where each of them is on it.
  private var known: [Int: (way: [Int], indices: [Int: Int])] = [:]

  package init(_ links: TaskLinks) {
    (tasks, places, edges) = links.graph
    groups = Array(repeating: nil, count: tasks.count)
    findGroups()
  }

  /// The circle to which a task's `after` leads, from the task itself if it is on it; nil where it
  /// leads to none that comes back to the task.
  package mutating func circle(of task: StoredTask) -> TaskCircle? {
    guard let place = task.id.flatMap({ places[$0] }), let group = groups[place] else { return nil }
    let (way, indices) = known[group] ?? circle(through: place, in: group)
    known[group] = (way, indices)
    let start = indices[place] ?? 0
    let told = (0..<min(way.count, TaskCircle.mostTold)).map {
      tasks[way[(start + $0) % way.count]]
    }
    return TaskCircle(tasks: told, more: way.count - told.count)
  }

  /// The shortest one.
  private func circle(through start: Int, in group: Int) -> (way: [Int], indices: [Int: Int]) {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count, cameFrom[start] == nil {
      for found in edges[queue[next]] where groups[found] == group && cameFrom[found] == nil {
        cameFrom[found] = queue[next]
        queue.append(found)
      }
      next += 1
    }
    var way: [Int] = []
    var step = cameFrom[start]
    while let place = step {
      way.append(place)
      step = place == start ? nil : cameFrom[place]
    }
    way.reverse()
    return (way, Dictionary(uniqueKeysWithValues: zip(way, way.indices)))
  }

  /// Tarjan's walk (<https://doi.org/10.1137/0201010>), without recursion: a chain may be long.
  private mutating func findGroups() {
    var order = Array(repeating: -1, count: tasks.count)
    var lowest = order
    var isOpen = Array(repeating: false, count: tasks.count)
    var (open, count): ([Int], Int) = ([], 0)
    for start in tasks.indices where order[start] < 0 {
      var walk = [(place: start, next: 0)]
      while let (place, next) = walk.last {
        if next == 0 {
          (order[place], lowest[place], isOpen[place]) = (count, count, true)
          open.append(place)
          count += 1
        }
        if next < edges[place].count {
          walk[walk.count - 1].next += 1
          let other = edges[place][next]
          if order[other] < 0 {
            walk.append((other, 0))
          } else if isOpen[other] {
            lowest[place] = min(lowest[place], order[other])
          }
          continue
        }
        walk.removeLast()
        if let above = walk.last { lowest[above.place] = min(lowest[above.place], lowest[place]) }
        guard lowest[place] == order[place], let first = open.lastIndex(of: place) else { continue }
        let isCircle = first < open.count - 1 || edges[place].contains(place)
        for member in open[first...] {
          isOpen[member] = false
          if isCircle { groups[member] = place }
        }
        open.removeSubrange(first...)
      }
    }
  }
}
