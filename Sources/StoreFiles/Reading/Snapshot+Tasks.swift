internal import Git
package import TaskFile

extension Snapshot {
  /// The tasks at some paths, sorted by path.
  package func tasks(at paths: some Sequence<String>) -> [StoredTask] {
    Set(paths.compactMap(tasks.index)).sorted().map { tasks[$0] }
  }

  /// Puts tasks in the place of those that have these paths.
  package mutating func replaceTasks(at paths: [String], with new: [StoredTask]) {
    let gone = Set(paths.compactMap(tasks.index)).sorted()
    var ids = knownIDs
    for id in gone.compactMap({ tasks[$0].id }) {
      if let place = ids?.firstIndex(from: 0, where: { $0 >= id }) { ids?.remove(at: place) }
    }
    for id in new.compactMap(\.id) {
      if let place = ids?.firstIndex(from: 0, where: { $0 >= id }) { ids?.insert(id, at: place) }
    }
    // Of the few of a common change each is found, and not thousands are sorted.
    if gone.count + new.count < 16 {
      for index in gone.reversed() { tasks.remove(at: index) }
      for task in new { tasks.insert(task, at: tasks.place(of: task.path)) }
    } else {
      let isGone = Set(gone)
      var all = tasks.indices.filter { !isGone.contains($0) }.map { tasks[$0] } + new
      // Nearly sorted already, which takes little more than a look at each.
      all.sort { $0.path.precedes(path: $1.path) }
      tasks = all
    }
    knownIDs = ids
  }

  /// Whether a task has an id.
  package func hasTask(withID id: TaskID) -> Bool {
    guard let knownIDs else { return tasks.contains { $0.id == id } }
    let place = knownIDs.firstIndex(from: 0) { $0 >= id }
    return place < knownIDs.count && knownIDs[place] == id
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
