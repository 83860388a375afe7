public import StoreFiles
internal import TaskFile

/// Tasks with the same value of a key.
public struct TaskGroup: Sendable {
  /// The value as in the first task; nil for tasks without one.
  public var name: String?
  public var tasks: [StoredTask]

  /// Groups tasks by a key.
  ///
  /// - Parameters:
  ///   - tasks: They keep their order within each group.
  ///   - key: A key or its short name. A task with a list as its value is in several groups.
  /// - Returns: Groups sorted by name, statuses and priorities in their own order. Tasks without a
  ///   value come last.
  public static func groups(of tasks: [StoredTask], by key: String) -> [TaskGroup] {
    let key = KnownField.fullName(key)
    var groups: [String: TaskGroup] = [:]
    var without = TaskGroup(name: nil, tasks: [])
    for task in tasks {
      let values = values(of: key, task)
      if values.isEmpty { without.tasks.append(task) }
      var seen: Set<String> = []
      for value in values {
        let name = CaseFolding.folded(value)
        if seen.insert(name).inserted {
          groups[name, default: TaskGroup(name: value, tasks: [])].tasks.append(task)
        }
      }
    }
    let words = KnownField(rawValue: key)?.words ?? []
    let order = words.isEmpty ? groups.keys.sorted() : words
    return order.compactMap { groups[$0] } + (without.tasks.isEmpty ? [] : [without])
  }

  private static func values(of key: String, _ task: StoredTask) -> [String] {
    switch key {
    case "status": [task.status.rawValue]
    case "priority": task.priority.map { [$0.rawValue] } ?? []
    case "deadline": task.deadline.map { ["\($0.date)"] } ?? []
    default: task.values(of: key)
    }
  }
}
