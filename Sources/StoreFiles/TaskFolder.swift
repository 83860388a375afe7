package import Git

/// The folder of a task: its path is the task file's path without `.md`, and it moves with the
/// task.
///
/// Its files belong to the task, except for tasks in it and the files of those tasks.
package enum TaskFolder {
  /// The folder's path: `todo/trip` for `todo/trip.md`.
  package static func path(of task: String) -> String {
    String(task.dropLast(StoredTask.ending.count))
  }

  /// The names in a folder that don't move with it: nested tasks and their folders.
  package static func staying(_ names: [String]) -> Set<String> {
    let tasks = names.filter { StoredTask.isTaskName($0) }
    return Set(tasks + tasks.map(path(of:)))
  }

  /// Whether a file in a task's folder belongs to that task and not to a nested one.
  ///
  /// - Parameters:
  ///   - path: A path below the folder.
  ///   - isTask: Whether a path is a task's.
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

package struct PathMove: Hashable {
  package var from: String
  package var to: String

  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  /// The new path of a file in the moved folder; nil for other paths.
  package func target(of path: String) -> String? {
    path.hasPrefix("\(from)/") ? to + path.dropFirst(from.count) : nil
  }
}

/// Several moves, indexed by folder, since thousands of tasks may move at once.
package struct PathMoves {
  private var moves: [PathMove] = []
  private var numbers: [PathKey: [Int]] = [:]

  package init(_ moves: some Sequence<PathMove> = []) { for move in moves { append(move) } }

  package var isEmpty: Bool { moves.isEmpty }

  package mutating func append(_ move: PathMove) {
    numbers[PathKey(move.from), default: []].append(moves.count)
    moves.append(move)
  }

  /// The moves of the folders above a path, in order.
  package func around(_ path: String) -> [PathMove] { numbers(around: path).map { moves[$0] } }

  /// The path after all moves, applied in order.
  package func target(of path: String) -> String {
    var (place, next) = (path, 0)
    while let number = numbers(around: place).first(where: { $0 >= next }) {
      (place, next) = (moves[number].target(of: place) ?? place, number + 1)
    }
    return place
  }

  private func numbers(around path: String) -> [Int] {
    guard !moves.isEmpty else { return [] }
    var found: [Int] = []
    var folder = Paths.parent(of: path)
    while !folder.isEmpty, folder != "/" {
      found += numbers[PathKey(folder)] ?? []
      folder = Paths.parent(of: folder)
    }
    return found.sorted()
  }
}

extension PathMove {
  /// The moves of tasks' folders.
  ///
  /// A folder stays if another task now has the old path.
  ///
  /// - Parameters:
  ///   - moves: Paths of tasks, before and after.
  ///   - taken: Paths of tasks after the moves.
  package static func folders(
    ofTasks moves: some Sequence<(from: String, to: String)>, besides taken: Set<PathKey>
  ) -> [PathMove] {
    moves.filter { !$0.from.isSamePath(as: $0.to) && !taken.contains(PathKey($0.from)) }.map {
      PathMove(from: TaskFolder.path(of: $0.from), to: TaskFolder.path(of: $0.to))
    }
  }
}
