internal import Git
internal import StoreFiles
internal import TaskFile

/// The newest entries of a long history of which nothing is known yet: commits are compared
/// only as far as entries are asked for.
final class NewestEntries {
  private let store: Store
  private let git: StoreGit
  private let finder: DeltaFinder
  private var commits: [ObjectID: Commit] = [:]
  /// Whether the children of all commits that are left have been counted.
  private var areChildrenKnown = false
  /// The whole, once that turned out to be needed.
  private var history: History?

  init(_ store: Store, _ git: StoreGit) throws(MemoError) {
    self.store = store
    self.git = git
    finder = try DeltaFinder(git)
  }

  func forEachEntry(_ query: LogQuery, _ body: (LogEntry) -> Bool) throws(MemoError) {
    let head = try git.head()
    guard let start = head.commit else { return }
    let builder = LogEntryBuilder(git: git)
    var range = LogRange(query)
    try walk([start]) { commit throws(MemoError) in
      guard range.goesOn(at: commit.committer.seconds) else { return false }
      guard range.contains(commit), !git.isCutOff(commit.id) else { return true }
      for delta in try finder.deltas(of: commit).sorted() {
        var (birth, isCopy) = (LogEntry.Kind.add, false)
        if delta.isBirth { (birth, isCopy) = try kind(delta, commit) }
        if delta.after == nil { isCopy = try leavesElder(delta, commit) }
        let entry = try builder.entry(
          delta, of: commit, after: try times(of: commit.parents), birth: birth, isCopy: isCopy,
          statusOf: { (state, parent) throws(MemoError) in
            try status(of: state, in: parent.map { commit.parents[$0] } ?? commit.id)
          })
        if let entry {
          guard body(entry) else { return false }
        }
      }
      return true
    }
  }

  /// Goes through commits in the journal's order.
  private func walk(
    _ starts: [ObjectID], _ body: (Commit) throws(MemoError) -> Bool
  ) throws(MemoError) {
    var order = DateOrder<ObjectID>()
    for start in starts { order.push(start, time: try commit(start).committer.seconds) }
    while let id = order.pop() {
      let commit = try commit(id)
      // As long as there was one way only, nothing that is left has other children.
      if commit.parents.count > 1, !areChildrenKnown {
        try expectChildren(of: commit, in: &order)
      }
      try finder.follow(commit)
      guard try body(commit) else { return }
      for parent in commit.parents {
        order.push(parent, time: try self.commit(parent).committer.seconds)
      }
    }
  }

  /// Counts the children of all that a commit leads to.
  private func expectChildren(
    of start: Commit, in order: inout DateOrder<ObjectID>
  ) throws(MemoError) {
    areChildrenKnown = true
    var children: [ObjectID: Int] = [:]
    for commit in try git.commits(leadingTo: start.id) ?? [] {
      commits[commit.id] = commit
      for parent in commit.parents { children[parent, default: 0] += 1 }
    }
    for (commit, count) in children where count > 1 { order.expect(count, of: commit) }
  }

  private func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    if let commit = commits[id] { return commit }
    let commit = try git.commit(id)
    commits[id] = commit
    return commit
  }

  /// By their committers' clocks.
  private func times(of ids: [ObjectID]) throws(MemoError) -> [Int64] {
    try ids.map { id throws(MemoError) in try commit(id).committer.seconds }
  }

  /// The status of a commit's file of which folder and text don't say the same.
  private func status(
    of state: FileState, in commit: ObjectID
  ) throws(MemoError) -> Status? {
    guard let history = try wholeHistory(), let node = history.index.position(of: commit) else {
      return StoredTask.folderStatus(of: state.path)
    }
    return try history.status(of: PlacedState(state: state, node: node))
  }

  /// Whether a task is new, or was there before.
  ///
  /// A commit that memo made of a task with a new id says so in its trailers, and only a
  /// commit's maker can say it at the very second of the commit: a cherry-pick, a rebase or an
  /// amendment keeps the first author's time. Of others the whole history has to tell.
  private func kind(
    _ delta: TaskDelta, _ commit: Commit
  ) throws(MemoError) -> (LogEntry.Kind, isCopy: Bool) {
    guard let after = delta.after, !commit.parents.isEmpty else { return (.add, false) }
    if history == nil, let id = after.id, commit.author == commit.committer, commit.saysNew(id) {
      return (.add, false)
    }
    guard let (history, place) = try inHistory(delta, commit) else { return (.add, false) }
    return try history.birth(at: place)
  }

  /// Whether the elder of a copy that goes is there still.
  private func leavesElder(_ delta: TaskDelta, _ commit: Commit) throws(MemoError) -> Bool {
    guard let id = delta.befores.lazy.compactMap({ $0?.id }).first,
      try finder.hasTask(id, in: commit.id), let (history, place) = try inHistory(delta, commit)
    else { return false }
    return try history.leavesElder(at: place)
  }

  /// The whole history, and where a delta is in it.
  private func inHistory(
    _ delta: TaskDelta, _ commit: Commit
  ) throws(MemoError) -> (History, History.Place)? {
    guard let history = try wholeHistory(), let node = history.index.position(of: commit.id),
      let number = history.index.nodes[node].deltas.firstIndex(of: delta)
    else { return nil }
    return (history, History.Place(node: node, delta: number))
  }

  private func wholeHistory() throws(MemoError) -> History? {
    if history == nil { history = try store.history(git) }
    return history
  }
}

extension Commit {
  /// Whether memo made it to add a task.
  fileprivate func saysNew(_ id: TaskID) -> Bool {
    let trailers = Trailers(message)
    return OperationMark(trailers)?.kind == .add
      && trailers.values(JournalEntry.trailer).contains(id.text)
  }
}
