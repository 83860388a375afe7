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

  /// What of a task's `after` can't be, in words; nothing for most.
  package func problems(of task: StoredTask) -> [(message: String, hint: String)] {
    var problems: [(String, String)] = []
    for text in task.after {
      guard self.task(named: text) != nil else {
        problems.append(
          ("no task has the id '\(text)' that is in 'after'", "take it out, or write another id"))
        continue
      }
    }
    if let circle = circle(through: task) {
      let titles = circle.map { "\($0.title) (\($0.id?.text ?? "-"))" }
      problems.append(
        (
          "'after' leads round in a circle: \(titles.joined(separator: " → "))",
          "one of them has to come first: take what it comes after out of its 'after'"
        ))
    }
    return problems
  }

  /// The shortest way from a task back to itself, which is at both ends.
  package func circle(through task: StoredTask) -> [StoredTask]? {
    guard let id = task.id, !task.after.isEmpty, named[id] != nil else { return nil }
    var cameFrom: [TaskID: StoredTask] = [:]
    var queue = [task][...]
    while let next = queue.popFirst() {
      for found in predecessors(of: next) {
        guard let foundID = found.id, cameFrom[foundID] == nil else { continue }
        cameFrom[foundID] = next
        guard foundID != id else {
          var way = [task]
          var step = next
          while step.id != id, let stepID = step.id, let before = cameFrom[stepID] {
            way.append(step)
            step = before
          }
          return [task] + way.reversed()
        }
        queue.append(found)
      }
    }
    return nil
  }
}
