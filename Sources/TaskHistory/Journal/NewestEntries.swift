internal import Git
internal import StoreFiles
internal import TaskFile

/// The newest entries of a long history of which nothing is known yet: commits are compared
/// only as far as entries are asked for.
final class NewestEntries {
  private let store: Store
  private let git: StoreGit
  private let finder: TouchFinder
  private var commits: [ObjectID: Commit] = [:]
  private var known: [ObjectID: [Touch]] = [:]
  /// The whole, once that turned out to be needed.
  private var history: History?

  init(_ store: Store, _ git: StoreGit) throws(MemoError) {
    self.store = store
    self.git = git
    finder = try TouchFinder(git)
  }

  func forEachEntry(_ query: LogQuery, _ body: (LogEntry) -> Bool) throws(MemoError) {
    let head = try git.head()
    guard let start = head.commit else { return }
    let builder = LogEntryBuilder(git: git)
    var range = LogRange(query)
    try walk([start]) { commit throws(MemoError) in
      guard range.goesOn(at: commit.committer.seconds) else { return false }
      guard range.contains(commit), !git.isCutOff(commit.id) else { return true }
      for touch in try touches(of: commit).sorted() {
        var (birth, isCopy) = (LogEntry.Kind.add, false)
        if touch.isBirth { (birth, isCopy) = try kind(touch, commit) }
        if touch.after == nil { isCopy = try leavesCopy(touch, commit) }
        let entry = try builder.entry(touch, of: commit, birth: birth, isCopy: isCopy) {
          () throws(MemoError) in try known(touch, commit)
        }
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
    var knowsChildren = false
    while let id = order.pop() {
      let commit = try commit(id)
      guard try body(commit) else { return }
      // As long as there was one way only, nothing that is left has other children.
      if commit.parents.count > 1, !knowsChildren {
        knowsChildren = true
        try expectChildren(of: commit, in: &order)
      }
      for parent in commit.parents {
        order.push(parent, time: try self.commit(parent).committer.seconds)
      }
    }
  }

  /// Counts the children of all that a commit leads to.
  private func expectChildren(
    of start: Commit, in order: inout DateOrder<ObjectID>
  ) throws(MemoError) {
    var children: [ObjectID: Int] = [:]
    var waiting = [start]
    while let commit = waiting.popLast() {
      for parent in commit.parents {
        let count = children[parent] ?? 0
        children[parent] = count + 1
        if count == 0 { waiting.append(try self.commit(parent)) }
      }
    }
    for (id, count) in children where count > 1 { order.expect(count, of: id) }
  }

  private func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    if let commit = commits[id] { return commit }
    let commit = try git.commit(id)
    commits[id] = commit
    return commit
  }

  private func touches(of commit: Commit) throws(MemoError) -> [Touch] {
    if let touches = known[commit.id] { return touches }
    let touches = try finder.touches(of: commit) { id throws(MemoError) in
      let side = try self.commit(id)
      if side.parents.count < 2 { return try self.touches(of: side) }
      // What this one did hangs on what others did before it.
      guard let history = try wholeHistory(), let node = history.index.position(of: id) else {
        return []
      }
      return history.index.nodes[node].touches
    }
    known[commit.id] = touches
    return touches
  }

  /// Whether a task is new, or was there before.
  ///
  /// A commit that memo made of a task with a new id says so in its trailers, and only a
  /// commit's maker can say it at the very second of the commit: a cherry-pick, a rebase or an
  /// amendment keeps the first author's time. Of others the whole history has to tell.
  private func kind(
    _ touch: Touch, _ commit: Commit
  ) throws(MemoError) -> (LogEntry.Kind, isCopy: Bool) {
    guard let after = touch.after, !commit.parents.isEmpty else { return (.add, false) }
    if history == nil, let id = after.id, commit.author == commit.committer, commit.saysNew(id) {
      return (.add, false)
    }
    guard let (history, place) = try known(touch, commit) else { return (.add, false) }
    return try history.birth(at: place)
  }

  /// Whether another file of the commit keeps the id of one that goes.
  private func leavesCopy(_ touch: Touch, _ commit: Commit) throws(MemoError) -> Bool {
    guard let id = touch.befores.lazy.compactMap({ $0?.id }).first else { return false }
    return try finder.hasTask(id, in: commit.tree)
  }

  /// The whole history, and where a touch is in it.
  private func known(
    _ touch: Touch, _ commit: Commit
  ) throws(MemoError) -> (History, History.Place)? {
    guard let history = try wholeHistory(), let node = history.index.position(of: commit.id),
      let number = history.index.nodes[node].touches.firstIndex(of: touch)
    else { return nil }
    return (history, History.Place(node: node, touch: number))
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
