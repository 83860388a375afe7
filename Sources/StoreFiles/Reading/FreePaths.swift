internal import Git

/// Finds paths for files that want one that another has.
///
/// Remembers how far it has looked, since whoever asks takes what is found: of thousands that
/// want one name each is found at once.
package struct FreePaths {
  /// The number behind each path that was given away last.
  private var numbers: [PathKey: Int] = [:]

  private let tasks: [StoredTask]
  private var taken: Set<PathKey> = []
  /// Whether those of the tasks are among them.
  private var isComplete = false

  /// - Parameter tasks: Whose paths are taken.
  package init(besides tasks: [StoredTask] = []) {
    self.tasks = tasks
  }

  /// Takes a path like this one that no task has and that was not taken before.
  package mutating func take(like path: String) -> String {
    // To look at all for each of a few is quicker than to put them all into a set.
    if !isComplete, taken.count == 8 {
      taken.formUnion(tasks.lazy.map { PathKey($0.path) })
      isComplete = true
    }
    let free = free(like: path) { [taken, tasks, isComplete] path in
      taken.contains(PathKey(path))
        || !isComplete && tasks.contains { $0.path.isSamePath(as: path) }
    }
    taken.insert(PathKey(free))
    return free
  }

  /// A path like this one that nobody has, with `-2`, `-3`, … before the ending if need be.
  package mutating func free<Failure>(
    like path: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    guard try isTaken(path) else { return path }
    // Of a hidden file all is its name.
    let name = Paths.name(of: path)
    let ending = name.dropFirst().lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    let base = path.dropLast(ending.count)
    var number = numbers[PathKey(path)] ?? 2
    while try isTaken("\(base)-\(number)\(ending)") { number += 1 }
    numbers[PathKey(path)] = number
    return "\(base)-\(number)\(ending)"
  }
}
