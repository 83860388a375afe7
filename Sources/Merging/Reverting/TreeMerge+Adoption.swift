internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The tasks that an undo gives back to another program's folder, as files of which each had been
/// taken in from there.
struct LeavingTasks {
  /// By the task's id: the file that comes back.
  private var files: [String: TreeEntry] = [:]

  /// - Parameter changes: What taking in did, the other way round.
  init(_ changes: [SideChange], _ git: StoreGit) throws(MemoError) {
    let files = changes.filter { !$0.isTask && $0.before == nil }.compactMap(\.after)
    let tasks = changes.filter { $0.isTask && $0.after == nil }
    guard !files.isEmpty, !tasks.isEmpty else { return }
    let adopted = try AdoptedFiles(files, becoming: tasks.compactMap(\.before), git)
    for task in tasks {
      guard let id = task.change.id else { continue }
      self.files[id] = task.before.flatMap { adopted[$0] }
    }
  }

  var ids: Set<String> { Set(files.keys) }

  /// The files that don't come back, since their tasks stay: one task would lie in two places.
  func files(ofStaying tasks: [MergedTask]) -> [TreeEntry] {
    tasks.compactMap { $0.id.flatMap { files[$0] } }
  }
}

extension ConflictResolver {
  /// Leaves a task that was changed since where it is: the other program would find in its folder
  /// what it has never seen.
  mutating func stay(
    _ task: TreeEntry, _ id: String, _ steps: [LaterChanges.Step], _ result: inout MergedTree
  ) throws(MemoError) {
    let version = TaskVersion(try placed(task))
    let other = KeptChange("task", version, steps)
    try result.claim(task, order: order(isOurs: true))
    merged.append(
      MergedTask(
        title: version.item.title, id: id, notes: [],
        notice: other == nil ? "\(version.path) was changed since, and stays a task" : nil,
        kept: [other].compactMap { $0 }))
  }
}
