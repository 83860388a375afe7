internal import Git
internal import StoreFiles
internal import TaskFile

/// What a merge did itself.
///
/// That is the tasks that no parent has so, and those of which it says what it decided
/// (``MergeDecision``). What it took from a parent, that parent's commits have done.
struct MergeDeltas {
  private(set) var all: [TaskDelta] = []

  init(_ commit: Commit, _ finder: DeltaFinder) throws(MemoError) {
    let decided = MergeDecision.tasks(in: commit.message)
    all = try Self.tasks(commit, finder).filter { delta in
      delta.isOwn || delta.states.contains { $0.id.map { decided.contains($0.text) } ?? false }
    }
  }

  /// The tasks that a merge and its parents don't all have alike, as each of them has them.
  ///
  /// A parent's file is a merge's by the rules that hold for every commit and its parent.
  private static func tasks(
    _ commit: Commit, _ finder: DeltaFinder
  ) throws(MemoError) -> [TaskDelta] {
    let columns = try MergeColumns(commit, finder)
    let tree = try finder.tree(of: commit.id)
    let none: [FileState?] = commit.parents.map { _ in nil }
    var deltas = columns.merge.map { TaskDelta(befores: none, after: $0) }
    let places = Dictionary(
      columns.merge.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    // What the merge has not, several parents may have.
    var gone: [String: Int] = [:]
    for (parent, states) in columns.parents.enumerated() {
      for pair in try finder.pairs((states, columns.merge), in: tree) {
        guard let before = pair.before else { continue }
        let key = before.id?.text ?? before.path
        if let place = pair.after.map({ places[$0] }) ?? gone[key],
          deltas[place].befores[parent] == nil
        {
          deltas[place].befores[parent] = before
        } else {
          gone[key] = deltas.count
          deltas.append(TaskDelta(befores: none, after: nil))
          deltas[deltas.count - 1].befores[parent] = before
        }
      }
    }
    return deltas
  }
}

/// The files that a merge and its parents don't all have alike, as each of them has them.
private struct MergeColumns {
  /// By parent, in the order of the paths.
  let parents: [[FileState]]
  /// What the merge itself has.
  let merge: [FileState]

  init(_ commit: Commit, _ finder: DeltaFinder) throws(MemoError) {
    var differences: [DeltaFinder.States] = []
    let tree = try finder.tree(of: commit.id)
    for parent in commit.parents {
      differences.append(try finder.states(from: finder.tree(of: parent), to: tree))
    }
    var here = PathMap<FileState>()
    for state in differences.flatMap(\.afters) { here[state.path] = state }
    var paths = PathMap<Void>()
    for state in differences.flatMap({ $0.befores + $0.afters }) { paths[state.path] = () }
    let all = paths.sorted.map(\.path)
    merge = all.compactMap { here[$0] }
    parents = differences.map { difference in
      var (isOther, there) = (PathMap<Void>(), PathMap<FileState>())
      for state in difference.afters { isOther[state.path] = () }
      for state in difference.befores { there[state.path] = state }
      // Where nothing differs from the merge's, it is that.
      return all.compactMap { there[$0] ?? (isOther[$0] == nil ? here[$0] : nil) }
    }
  }
}
