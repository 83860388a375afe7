internal import Git
internal import StoreFiles
internal import TaskFile

/// The files that a merge and its parents don't all have alike, as each of them has them.
struct MergeColumns {
  /// By parent, in the order of the paths.
  let parents: [[FileState]]
  /// What the merge itself has.
  let merge: [FileState]
  /// Ids that one of them has where another has another, and that neither went nor came with a
  /// file: somebody changed the id by hand.
  let replaced: Set<TaskID>

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
    replaced = differences.reduce(into: []) {
      $0.formUnion(DeltaFinder.replaced($1.befores, $1.afters))
    }
  }

  /// Ids that none of them has twice.
  var unique: Set<TaskID> {
    var (seen, shared): (Set<TaskID>, Set<TaskID>) = ([], [])
    for column in parents + [merge] {
      var here: Set<TaskID> = []
      for id in column.compactMap(\.id) where !here.insert(id).inserted { shared.insert(id) }
      seen.formUnion(here)
    }
    return seen.subtracting(shared).subtracting(replaced)
  }
}
