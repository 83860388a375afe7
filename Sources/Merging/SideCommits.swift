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
    let task = try after.map { entry throws(MemoError) in try git.version(of: entry).placed }
    if history == nil { history = try History.side(git, of: tip, since: other) }
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

extension MergeSide {
  /// If both sides added an id to a task, gives both the smaller one.
  ///
  /// If only one side added an id, as in a copy, that is an ordinary change.
  static func withOneID(
    _ one: MergeSide, _ other: MergeSide, since base: PlacedDocument?
  ) -> (MergeSide, MergeSide) {
    func id(_ task: PlacedDocument?) -> TaskID? { task?.document.id }
    guard let mine = id(one.task), let theirs = id(other.task), mine != theirs else {
      return (one, other)
    }
    if let former = id(base), former == mine || former == theirs { return (one, other) }
    let kept = min(mine, theirs)
    var sides = (one, other)
    // If the front matter can't be changed, the id stays and the merge decides.
    try? sides.0.task?.document.setID(kept)
    try? sides.1.task?.document.setID(kept)
    return sides
  }
}
