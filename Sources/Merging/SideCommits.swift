internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The commits of one side of a merge, read when they are first needed.
final class SideCommits {
  private let git: StoreGit
  private let tip: ObjectID
  private let other: ObjectID
  private var history: History?

  /// - Parameter other: The other side. Its commits don't count.
  init(_ git: StoreGit, tip: ObjectID, since other: ObjectID) {
    (self.git, self.tip, self.other) = (git, tip, other)
  }

  /// This side's version of a task, with the last changes of the task and of its parts.
  ///
  /// - Parameters:
  ///   - before: The task in the base; nil for a new one.
  ///   - after: The task on this side; nil for a deleted one.
  func side(before: TreeEntry?, after: TreeEntry?) throws(MemoError) -> MergeSide {
    let task: TaskVersion? = if let after { try git.version(of: after) } else { nil }
    if history == nil { history = try History.inMemory(git, tip, hiding: [other]) }
    guard let history else { return MergeSide(task: task, last: try lastCommit()) }
    let names = [before, after].map { entry in
      entry.flatMap { entry in
        git.storePath(entry.path).map { FileState.Name(path: $0, blob: entry.id) }
      }
    }
    let (last, parts) = try history.lastChanges(from: names[0], to: names[1], task)
    return MergeSide(task: task, last: last, parts: parts)
  }

  func lastCommit() throws(MemoError) -> LastChange { LastChange(try git.commit(tip)) }
}
