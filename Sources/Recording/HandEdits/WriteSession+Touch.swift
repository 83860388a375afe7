internal import Git
internal import StoreFiles
internal import TaskHistory

extension WriteSession {
  /// Gives what an undo has left as it was found what every task has, an id and one status, since a
  /// command is about to change it.
  ///
  /// In a commit before the change: with another name and another id at once it would be another
  /// task to the history.
  /// - Parameter others: Where files lie that stay as they are.
  /// - Returns: The tasks as they are then.
  mutating func touch(
    _ tasks: [StoredTask], besides others: Set<PathKey>
  ) throws(MemoError) -> [StoredTask] {
    func isTouched(_ task: StoredTask) -> Bool {
      task.isToBeNormalized && !others.contains(PathKey(task.path))
    }
    guard tasks.contains(where: isTouched) else { return tasks }
    var normalization = Normalization(
      on: .command, snapshot, RecordedPast(store, git, of: head.commit),
      store.environment)
    var found = HandEdits()
    var places: [PathKey: PathKey] = [:]
    for task in tasks where isTouched(task) {
      let version = TaskVersion(task)
      guard
        let touched = try normalization.normalize(VersionPair(before: version, after: version)),
        let edit = TaskEdit(from: version, to: touched)
      else { continue }
      places[PathKey(task.path)] = PathKey(touched.path)
      found.tasks.append(edit)
    }
    try commit(found.tasks, as: .normalize, isHandMade: true)
    notices += normalization.notices
    let now = Dictionary(
      snapshot.tasks.map { (PathKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    return tasks.map { task in places[PathKey(task.path)].flatMap { now[$0] } ?? task }
  }
}
