internal import Git
internal import StoreFiles
internal import TaskHistory

extension StoreGit {
  /// What the commits that lead to one and not to another did, and nothing before.
  ///
  /// - Returns: Nil where there are none.
  func history(of tip: ObjectID, since other: ObjectID) throws(MemoError) -> History? {
    let finder = try DeltaFinder(self)
    var index = HistoryIndex()
    var places: [ObjectID: Int] = [:]
    let commits = try commits(of: tip, since: other)
    for commit in commits { try finder.follow(commit) }
    for commit in commits.reversed() {
      places[commit.id] = index.nodes.count
      index.append(
        HistoryIndex.Node(
          commit, parents: commit.parents.compactMap { places[$0] },
          deltas: try finder.deltas(of: commit)))
    }
    guard let last = places[tip] else { return nil }
    return History(self, index, last: last)
  }

  /// The newest first.
  func commits(of tip: ObjectID, since other: ObjectID) throws(MemoError) -> [Commit] {
    try run("read the history") { repository throws(GitError) in
      var all: [Commit] = []
      try repository.walk(from: [tip], hiding: [other]) { commit throws(GitError) in
        all.append(commit)
        return true
      }
      return all
    }
  }

  /// Puts together what the commits in between say is one task, though its first and its last file
  /// tell nothing of it: one without an id that was renamed and then rewritten, or moved before its
  /// id was changed.
  ///
  /// - Parameter pairs: Of two commits, as their files tell.
  func joined(
    _ pairs: [DeltaFinder.Pair], from old: ObjectID, to new: ObjectID
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    let gone = pairs.compactMap { $0.after == nil ? $0.before : nil }
    let come = pairs.compactMap { $0.before == nil ? $0.after : nil }
    guard !gone.isEmpty, !come.isEmpty, let history = try history(of: new, since: old) else {
      return pairs
    }
    let identities = try history.identities()
    var former: [Int: FileState] = [:]
    for state in gone {
      if let number = identities.task(from: state.name) { former[number] = state }
    }
    var isJoined: Set<PathKey> = []
    let joined = pairs.map { pair -> DeltaFinder.Pair in
      guard pair.before == nil, let after = pair.after,
        let number = identities.task(of: after.name, in: history.last, history),
        let before = former.removeValue(forKey: number)
      else { return pair }
      isJoined.insert(PathKey(before.path))
      return (before, after)
    }
    return joined.filter { pair in
      pair.after != nil || pair.before.map { !isJoined.contains(PathKey($0.path)) } ?? true
    }
  }
}
