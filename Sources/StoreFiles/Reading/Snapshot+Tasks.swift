internal import Git
internal import TaskFile

extension Snapshot {
  /// The tasks at some paths, each once, in the order of the paths.
  package func tasks(at paths: some Sequence<String>) -> [StoredTask] {
    var seen: Set<Int> = []
    return paths.compactMap(tasks.index).filter { seen.insert($0).inserted }.map { tasks[$0] }
  }

  /// Puts tasks in the place of those that have these paths.
  package mutating func replaceTasks(at paths: [String], with new: [StoredTask]) {
    let gone = Set(paths.compactMap(tasks.index)).sorted()
    var all: [StoredTask] = []
    all.reserveCapacity(tasks.count + new.count)
    let steps =
      gone.map { (place: $0, task: StoredTask?.none) }
      + new.map { (tasks.place(of: $0.path), $0) }
    var done = 0
    for step in steps.sorted(by: { Self.isBefore($0, $1) }) {
      all += tasks[done..<step.place]
      done = step.task == nil ? step.place + 1 : step.place
      if let task = step.task { all.append(task) }
    }
    all += tasks[done...]
    tasks = all
  }

  /// What comes to lie before a place is taken before what goes there.
  private static func isBefore(
    _ a: (place: Int, task: StoredTask?), _ b: (place: Int, task: StoredTask?)
  ) -> Bool {
    guard a.place == b.place, let one = a.task else { return a.place < b.place }
    return b.task.map { one.precedes($0) } ?? true
  }

  /// Whether a task lies in a folder, or below it.
  package func hasTask(below folder: String) -> Bool {
    let place = tasks.place(of: "\(folder)/")
    return place < tasks.count && tasks[place].path.hasPrefix("\(folder)/")
  }
}

extension [StoredTask] {
  /// Where the task of a path is, where they are sorted by path.
  func index(of path: String) -> Int? {
    let place = place(of: path)
    return place < count && self[place].isAt(path) ? place : nil
  }

  /// The first that doesn't come before a path.
  func place(of path: String) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].path.precedes(path: path) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
