package import Git

/// The folder that belongs to a task: it has the name of the task's file without the ending, and
/// goes where the task goes.
///
/// What lies in it belongs to the task, but for tasks, which have a status of their own, and for
/// what belongs to those.
package enum TaskFolder {
  /// `todo/trip` for `todo/trip.md`.
  package static func path(of task: String) -> String {
    String(task.dropLast(StoredTask.ending.count))
  }

  /// What in a folder keeps its place, of all that is there: tasks, and what belongs to them.
  package static func staying(_ names: [String]) -> Set<String> {
    let tasks = names.filter { StoredTask.isTaskName($0) }
    return Set(tasks + tasks.map(path(of:)))
  }

  /// Whether a file in a task's folder belongs to that task, and to none that is nearer.
  ///
  /// - Parameters:
  ///   - path: Of a file below the folder.
  ///   - isTask: Whether a task lies at a path.
  package static func owns<Failure>(
    _ folder: String, _ path: String, isTask: (String) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard path.hasPrefix("\(folder)/"), !StoredTask.isTaskName(path) else { return false }
    var inner = Paths.parent(of: path)
    while inner.utf8.count > folder.utf8.count {
      if try isTask(inner + StoredTask.ending) { return false }
      inner = Paths.parent(of: inner)
    }
    return true
  }
}

/// A file or folder that goes to another place as it is.
package struct PathMove: Hashable {
  package var from: String
  package var to: String

  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  /// Where something in the folder goes; nil for what lies elsewhere.
  package func target(of path: String) -> String? {
    path.hasPrefix("\(from)/") ? to + path.dropFirst(from.count) : nil
  }
}

extension PathMove {
  /// The folders of tasks that have another path now.
  ///
  /// Where another task has come to the old path, the folder is that one's.
  /// - Parameter moves: Paths of tasks, before and after.
  package static func folders(
    ofTasks moves: some Sequence<(from: String, to: String)>, besides taken: Set<PathKey>
  ) -> [PathMove] {
    moves.filter { !$0.from.isSamePath(as: $0.to) && !taken.contains(PathKey($0.from)) }.map {
      PathMove(from: TaskFolder.path(of: $0.from), to: TaskFolder.path(of: $0.to))
    }
  }
}
