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

/// Several of them, found by what lies in their folders: thousands of tasks may move at once.
package struct PathMoves {
  private var moves: [PathMove] = []
  /// By the folder: their numbers.
  private var numbers: [PathKey: [Int]] = [:]

  package init(_ moves: some Sequence<PathMove> = []) { for move in moves { append(move) } }

  package var isEmpty: Bool { moves.isEmpty }

  package mutating func append(_ move: PathMove) {
    numbers[PathKey(move.from), default: []].append(moves.count)
    moves.append(move)
  }

  /// Those in whose folder something lies, in their order.
  package func around(_ path: String) -> [PathMove] { numbers(around: path).map { moves[$0] } }

  /// Where something has come to lie once all were made, one after another.
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
