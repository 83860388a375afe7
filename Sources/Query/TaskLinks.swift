public import StoreFiles
public import TaskFile

extension StoredTask {
  /// The `wait` date; nil if the task doesn't wait.
  public var wait: Deadline? { hasOtherFields ? item.wait : nil }

  /// Whether the task is hidden.
  ///
  /// A date without a time ends at the start of its day.
  public func isWaiting(at now: LocalTime) -> Bool { isWaiting(until: wait, at: now) }

  /// The same with a known end.
  package func isWaiting(until wait: Deadline?, at now: LocalTime) -> Bool {
    guard status != .done, let (day, time) = wait?.local(now) else { return false }
    guard let time else { return now.date < day }
    return (now.date, now.time) < (day, time)
  }

  /// The values of `after`: ids and other texts.
  public var after: [String] {
    hasOtherFields ? item.otherField("after")?.items ?? [] : []
  }
}

/// The order of tasks by the key `after`.
public struct TaskLinks: Sendable {
  fileprivate let all: [StoredTask]
  /// Empty if no task has an `after`.
  private var tasks: [TaskID: StoredTask] = [:]
  /// By another tool's id; the first task for a duplicate.
  private var foreign: [String: StoredTask] = [:]
  /// The tasks with an id in their `after`, in the order of paths.
  private var named: [TaskID: [StoredTask]] = [:]

  public init(_ tasks: [StoredTask]) {
    all = tasks
    for task in tasks {
      if let name = task.foreignID, foreign[name] == nil { foreign[name] = task }
    }
    for task in tasks {
      let after = task.after
      if !after.isEmpty, self.tasks.isEmpty {
        self.tasks = Dictionary(tasks.lazy.compactMap { task in task.id.map { ($0, task) } }) { $1 }
      }
      for text in after {
        if let id = TaskID(text) ?? foreign[text]?.id { named[id, default: []].append(task) }
      }
    }
  }

  private func task(_ id: TaskID) -> StoredTask? {
    // `tasks` is empty if no task has an `after`.
    tasks.isEmpty ? all.last { $0.id == id } : tasks[id]
  }

  /// The task for a value of `after`.
  public func task(named text: String) -> StoredTask? {
    TaskID(text).flatMap { task($0) } ?? foreign[text]
  }

  /// The tasks before a task, in the order of its list, without unknown ids.
  public func predecessors(of task: StoredTask) -> [StoredTask] {
    task.after.compactMap { self.task(named: $0) }
  }

  public func successors(of task: StoredTask) -> [StoredTask] {
    task.id.flatMap { named[$0] } ?? []
  }

  /// The tasks with an id in their `after`, even if no task has the id any more.
  public func tasks(after id: TaskID) -> [StoredTask] { named[id] ?? [] }

  /// The open tasks before a task, in the order of its list; empty for a done task.
  public func blockers(of task: StoredTask) -> [StoredTask] {
    task.status == .done ? [] : predecessors(of: task).filter { $0.status != .done }
  }

  /// Whether the task is open and comes after an open task.
  public func isBlocked(_ task: StoredTask) -> Bool {
    !blockers(of: task).isEmpty
  }

  /// Whether the task is open, and neither blocked nor waiting.
  public func isReady(_ task: StoredTask, at now: LocalTime) -> Bool {
    task.status != .done && !task.isWaiting(at: now) && !isBlocked(task)
  }

  package var problems: [(task: Int, message: String, hint: String)] {
    var circles = TaskCycles(self)
    var problems: [(task: Int, message: String, hint: String)] = []
    for (place, task) in all.enumerated() {
      let missing = task.after.filter { self.task(named: $0) == nil }
      var messages = missing.prefix(TaskCycle.mostListed).map {
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
          "'after' forms a cycle: "
            + circle.text { "\($0.title) (\($0.id?.text ?? "-"))" },
          "remove a task from the 'after' of one of them"
        ))
    }
    return problems
  }
}

/// A cycle in `after`: a path from a task back to itself.
package struct TaskCycle {
  fileprivate let tasks: [StoredTask]
  fileprivate let more: Int

  /// Limits the output, since each task of a cycle reports it.
  fileprivate static let mostListed = 8

  package var isOfOne: Bool { tasks.count == 1 && more == 0 }

  /// Formats the cycle as `A → B → A`.
  package func text(_ name: (StoredTask) -> String) -> String {
    let names = tasks.map(name)
    return (names + (more > 0 ? ["… \(more) more"] : []) + names.prefix(1))
      .joined(separator: " → ")
  }
}

package struct TaskCycles {
  /// The tasks with an id and an `after`.
  private let tasks: [StoredTask]
  private var places: [TaskID: Int] = [:]
  /// By index: the indices of the tasks before a task.
  private let edges: [[Int]]
  /// By index: the task's strongly connected component; nil without a cycle.
  private var groups: [Int?]
  /// By component: the reported cycle, and the index in it of each task.
  private var known: [Int: (way: [Int], indices: [Int: Int])] = [:]

  package init(_ links: TaskLinks) {
    tasks = links.all.filter { $0.id != nil && !$0.after.isEmpty }
    for (place, task) in tasks.enumerated() { if let id = task.id { places[id] = place } }
    edges = tasks.map { [places] task in
      links.predecessors(of: task).compactMap { $0.id.flatMap { places[$0] } }
    }
    groups = Array(repeating: nil, count: tasks.count)
    findGroups()
  }

  /// The cycle through a task's component, beginning with the task if the cycle contains it.
  package mutating func circle(of task: StoredTask) -> TaskCycle? {
    guard let place = task.id.flatMap({ places[$0] }), let group = groups[place] else { return nil }
    let (way, indices) = known[group] ?? circle(through: place, in: group)
    known[group] = (way, indices)
    let start = indices[place] ?? 0
    let told = (0..<min(way.count, TaskCycle.mostListed)).map {
      tasks[way[(start + $0) % way.count]]
    }
    return TaskCycle(tasks: told, more: way.count - told.count)
  }

  /// The shortest cycle through a task.
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

  /// Tarjan's algorithm (<https://doi.org/10.1137/0201010>), iterative, since chains may be long.
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
