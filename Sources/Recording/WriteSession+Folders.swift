internal import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

extension WriteSession {
  /// What is to be done in the work tree.
  func steps(of moves: [TaskFolderMove]) -> [PathMove] {
    moves.flatMap { $0.steps(among: snapshot.folders, git) }
  }

  /// What git doesn't have can't be brought back, so memo doesn't delete it.
  mutating func tellWhatStays(of task: TaskEdit) throws(MemoError) {
    guard let path = task.before?.path else { return }
    let folder = TaskFolder.path(of: path)
    let left = try store.belongings(of: path, in: snapshot)
    guard let first = left.first else { return }
    notices.append(
      left.count == 1
        ? "\(first) is not recorded, and stays"
        : "\(left.count) files in \(folder)/ are not recorded, and stay")
  }
}

extension Store {
  /// The files in the folder of a task that belong to it, and go where it goes, by path.
  ///
  /// - Parameter task: Its path.
  package func belongings(
    of task: String, in snapshot: Snapshot
  ) throws(MemoError) -> [String] {
    let folder = TaskFolder.path(of: task)
    guard snapshot.folders.contains(folder) else { return [] }
    let names = try MemoError.rethrowing(files.list(folder, upTo: Limits.listDepth))
      .filter { $0.kind == .regular }.map(\.path)
    let tasks = Set(names.filter(StoredTask.isTaskName))
    return names.filter { TaskFolder.owns(folder, $0, isTask: tasks.contains) }
  }
}
