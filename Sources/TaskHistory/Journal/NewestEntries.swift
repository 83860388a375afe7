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
  /// The first merge with all that leads to it; what a commit changed is put in when it is asked
  /// for.
  private var index = HistoryIndex()
  private let lookup = DeltaLookup()
  private var places: [ObjectID: Int] = [:]
  private var isCompared: [Bool] = []
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
      for delta in try deltas(of: commit).sorted() {
        var (birth, isCopy) = (LogEntry.Kind.add, false)
        if delta.isBirth { (birth, isCopy) = try kind(delta, commit) }
        if delta.after == nil { isCopy = try leavesElder(delta, commit) }
        let entry = try builder.entry(
          delta, of: commit, after: try times(of: commit.parents), birth: birth, isCopy: isCopy,
          statusOf: { (state, parent) throws(MemoError) in
            try status(of: state, in: parent.map { commit.parents[$0] } ?? commit.id)
          }, { sides(of: commit) })
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
      if commit.parents.count > 1, index.nodes.isEmpty {
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
    var children: [Int] = []
    for commit in try git.commits(leadingTo: start.id) ?? [] {
      commits[commit.id] = commit
      places[commit.id] = index.nodes.count
      let parents = commit.parents.compactMap { places[$0] }
      index.append(HistoryIndex.Node(commit, parents: parents, deltas: []))
      children.append(0)
      for parent in parents { children[parent] += 1 }
    }
    isCompared = Array(repeating: false, count: children.count)
    for (place, count) in children.enumerated() where count > 1 {
      order.expect(count, of: index.nodes[place].commit)
    }
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

  private func deltas(of commit: Commit) throws(MemoError) -> [TaskDelta] {
    guard let place = places[commit.id] else { return try finder.deltas(of: commit, nil) }
    try compare(place)
    return index.nodes[place].deltas
  }

  /// Finds what a commit changed, and before that what those did on which it hangs.
  private func compare(_ place: Int) throws(MemoError) {
    var waiting = [place]
    while let place = waiting.last {
      guard !isCompared[place] else {
        waiting.removeLast()
        continue
      }
      let commit = try commit(index.nodes[place].commit)
      let needed = commit.parents.count > 1 ? nodesOfSides(place) : []
      for node in needed.reversed() { try finder.follow(try self.commit(index.nodes[node].commit)) }
      let merges = needed.filter { !isCompared[$0] && index.nodes[$0].parents.count > 1 }
      guard merges.isEmpty else {
        waiting += merges
        continue
      }
      for node in needed where !isCompared[node] {
        let side = try self.commit(index.nodes[node].commit)
        set(try finder.deltas(of: side, nil), of: node)
      }
      set(try finder.deltas(of: commit, sides(of: commit)), of: place)
      waiting.removeLast()
    }
  }

  private func set(_ deltas: [TaskDelta], of place: Int) {
    index.set(deltas, of: place)
    lookup.update(place, of: index)
    isCompared[place] = true
  }

  /// What only some of a merge's parents have.
  private func nodesOfSides(_ place: Int) -> [Int] {
    let parents = index.nodes[place].parents
    var found: Set<Int> = []
    for one in parents {
      for other in parents where other != one {
        found.formUnion(index.nodes(leadingTo: one, notTo: [other]))
      }
    }
    return found.sorted()
  }

  /// What a merge's parents did since they parted; nil for other commits.
  private func sides(of commit: Commit) -> MergeSides? {
    guard let place = places[commit.id], commit.parents.count > 1 else { return nil }
    return MergeSides(
      History(git, index, last: place, lookup) { [self] () throws(MemoError) in
        try wholeHistory()
      }, parents: index.nodes[place].parents)
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
