internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Finds the commits of a side that last changed a task and each of its parts.
///
/// The last one has the latest author date, and among equal dates the greatest id, so that all
/// clones agree.
final class LastChanges {
  private let git: StoreGit
  private let tip: ObjectID
  private let other: ObjectID
  private var side: History?

  /// - Parameter other: The other side. Its commits don't count.
  init(_ git: StoreGit, tip: ObjectID, since other: ObjectID) {
    self.git = git
    self.tip = tip
    self.other = other
  }

  /// The last changes of a task and of its parts; the side's last commit if unknown.
  ///
  /// - Parameters:
  ///   - before: The task in the base; nil for a new one.
  ///   - after: The task on this side.
  func task(
    before: TreeEntry?, after: TreeEntry?
  ) throws(MemoError) -> (last: LastChange, parts: [TaskPart: LastChange]) {
    func name(_ entry: TreeEntry?) -> FileState.Name? {
      entry.flatMap { entry in
        git.storePath(entry.path).map { FileState.Name(path: $0, blob: entry.id) }
      }
    }
    guard let history = try history() else { return (try lastCommit(), [:]) }
    var ref: TaskRef?
    if let after = name(after) { ref = try history.change(making: after)?.task }
    if ref == nil, let before = name(before) { ref = try history.task(ofRoot: before) }
    let changes = try ref.map { ref throws(MemoError) in try history.changes(of: ref) } ?? []
    guard !changes.isEmpty else { return (try lastCommit(), [:]) }
    var last: LastChange?
    for done in changes where done.delta.isOwn {
      let change = LastChange(try git.commit(done.commit.id))
      if last.map({ change.isNewer(than: $0) }) ?? true { last = change }
    }
    let parts = try history.lastChanges(by: changes) { () throws(MemoError) in
      try after.map { entry throws(MemoError) in try git.placed(entry) }
    }
    if let last { return (last, parts) }
    return (try lastCommit(), parts)
  }

  func lastCommit() throws(MemoError) -> LastChange { LastChange(try git.commit(tip)) }

  private func history() throws(MemoError) -> History? {
    if side == nil { side = try History.side(git, of: tip, since: other) }
    return side
  }
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
