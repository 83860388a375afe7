internal import Git
internal import StoreFiles
internal import TaskFile

extension TaskIdentities {
  /// The task that was deleted as this very file, without an id or a copy with its elder's, and
  /// that is nowhere since.
  func restored(_ state: FileState, at node: Int, _ history: History) -> Int? {
    guard let deletion = history.newest(of: deletions[state.name] ?? [], in: node),
      history.isAncestor(deletion.node, of: node), let number = task(at: deletion),
      let last = trails[number]?.last(where: { history.isAncestor($0.node, of: node) }),
      // What one commit deletes and adds is two.
      history[last].after == nil, last.node != node
    else { return nil }
    return number
  }

  /// Whether another file of a commit has a task's id, and is no copy of it.
  func isElsewhere(
    _ number: Int, _ id: TaskID, besides path: String, at node: Int, _ history: History
  ) throws(MemoError) -> Bool {
    let (git, commit) = (history.git(at: node), history.index.nodes[node].commit)
    for other in try holders.others(id, besides: path, at: node, history) {
      let state = try git.state(at: other, in: commit)
      let other = state.flatMap { task(of: $0.name, in: node, history) }
      // What comes with the commit itself is a copy, and was not met yet.
      if other == nil, let state, isBorn(state, at: node, history) { continue }
      guard let other, other != number else { return true }
    }
    return false
  }

  private func isBorn(_ state: FileState, at node: Int, _ history: History) -> Bool {
    history.index.places(in: node).contains { history[$0].isBirth && history[$0].after == state }
  }

  /// Whether a task was met only in commits that a commit doesn't build upon.
  func isElsewhere(_ number: Int, than node: Int, _ history: History) -> Bool {
    let trail = trails[number] ?? []
    return tasks[number].beginnings.isEmpty
      && !trail.contains { history.isAncestor($0.node, of: node) }
  }

  /// A task's file in a commit, where that is another one than at a path.
  func present(
    _ number: Int, besides path: String, at node: Int, _ history: History
  ) throws(MemoError) -> FileState? {
    let last = trails[number]?.last { history.isAncestor($0.node, of: node) }
    guard let state = last.flatMap({ history[$0].after }), !state.path.isSamePath(as: path)
    else { return nil }
    let commit = history.index.nodes[node].commit
    let there = try history.git(at: node).state(at: state.path, in: commit)
    return there?.blob == state.blob ? state : nil
  }
}
