package import Git
internal import SQLite
package import StoreFiles
internal import TaskFile

extension HistoryIndex {
  /// Moves the index to another tip: adds missing ancestors and removes all other commits.
  ///
  /// - Parameters:
  ///   - finder: Finds the changes; nil for one that finds the store's tasks.
  ///   - hidden: Commits to exclude with their ancestors.
  /// - Throws: ``SQLiteError``, or ``MemoError`` if a commit can't be read.
  func move(
    to tip: ObjectID, _ git: StoreGit, _ finder: DeltaFinder? = nil,
    hiding hidden: [ObjectID] = []
  ) throws {
    guard tip != self.tip else { return }
    var reached: [Int] = []
    // Reads from git before it locks the database.
    var news: [Commit] = []
    if hidden.isEmpty {
      news = try missing(tip, git, &reached)
    } else {
      try git.walk(from: tip, hiding: hidden) { commit in
        news.append(commit)
        return true
      }
      news.reverse()
    }
    let finder = if let finder { finder } else { try DeltaFinder(git) }
    for commit in news.reversed() { try finder.follow(commit) }
    let deltas = try news.map { try finder.deltas(of: $0).sorted() }
    let former = self.tip
    do {
      try write {
        // Another process may have moved the file to another tip.
        guard isAtTip() else { throw SQLiteError.changed }
        if let former, try !(commit(former).map { reached.contains($0.position) } ?? false) {
          try keep(try graph().all(leadingTo: reached))
        }
        var last = try commits(before: .max, most: 1).first?.position ?? -1
        var isLine = try last < 0 || isLine()
        for (commit, deltas) in zip(news, deltas) {
          let parents = try commit.parents.map { try self.commit($0) }
          let isNext = (parents.first ?? nil)?.position == (last < 0 ? nil : last)
          isLine = isLine && parents.count < 2 && isNext
          last += 1
          let indexed = IndexedCommit(
            position: last, id: commit.id,
            generation: (parents.compactMap { $0?.generation }.max() ?? -1) + 1,
            time: commit.committer.seconds, authored: Timestamp(commit.author),
            parents: parents.map { $0?.position }, prefix: finder.prefix(in: commit.id))
          try add(indexed)
          try CommitAddition(self, git, commit, indexed, isLine: isLine).add(deltas)
        }
        try set(tip: tip)
      }
    } catch {
      forget(former)
      throw error
    }
  }

  /// The commits to add, ancestors first.
  ///
  /// - Parameter reached: Gets the positions of the indexed commits next to them.
  private func missing(
    _ tip: ObjectID, _ git: StoreGit, _ reached: inout [Int]
  ) throws -> [Commit] {
    // An empty index needs no lookups.
    let isEmpty = self.tip == nil
    func isKnown(_ id: ObjectID) throws -> Bool {
      guard !isEmpty, let known = try commit(id) else { return false }
      reached.append(known.position)
      return true
    }
    if try isKnown(tip) { return [] }
    var stack: [(commit: Commit, next: Int)] = [(try git.commit(tip), 0)]
    var news: [Commit] = []
    var begun: Set<ObjectID> = [tip]
    while let top = stack.last {
      guard top.next < top.commit.parents.count else {
        news.append(stack.removeLast().commit)
        continue
      }
      stack[stack.count - 1].next += 1
      let parent = top.commit.parents[top.next]
      guard begun.insert(parent).inserted, try !isKnown(parent) else { continue }
      stack.append((try git.commit(parent), 0))
    }
    return news
  }
}

extension StoreGit {
  package func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    try run("read a commit", repository.commit(id))
  }

  /// Whether a commit is at the cut of a shallow history, so that its change is unknown.
  func isCutOff(_ commit: ObjectID) -> Bool {
    repository.isShallow && repository.shallowBoundary.contains(commit)
  }
}

/// Adds the changes of one commit to the index, with facts about their tasks.
private final class CommitAddition {
  private let index: HistoryIndex
  private let git: StoreGit
  private let commit: Commit
  private let indexed: IndexedCommit
  /// Whether the history is linear, so that all indexed commits are ancestors.
  private let isLine: Bool
  private lazy var mark = UndoMark(commit.message)
  /// The paths of a task's files, for the tasks of which this commit adds or deletes files.
  ///
  /// Thousands of files may share an id.
  private var paths: [TaskRef: Set<PathKey>] = [:]
  /// The operations of earlier commits, as far as they were needed.
  private var operations: [ObjectID: OperationName] = [:]
  /// Inner nil if the aliases equal the present ones.
  private var words: CommittedSettings??

  init(
    _ index: HistoryIndex, _ git: StoreGit, _ commit: Commit, _ indexed: IndexedCommit,
    isLine: Bool
  ) {
    (self.index, self.git, self.commit, self.indexed) = (index, git, commit, indexed)
    self.isLine = isLine
  }

  func add(_ deltas: [TaskDelta]) throws {
    for (number, delta) in try withComputedIDs(deltas).enumerated() {
      let change = try change(delta)
      try index.add(change, number)
      paths[change.task]?.follow(delta)
    }
  }

  /// Joins deletions of files without an id with additions of files with their computed ids.
  private func withComputedIDs(_ deltas: [TaskDelta]) throws -> [TaskDelta] {
    guard commit.parents.count == 1 else { return deltas }
    var births: [TaskID: Int] = [:]
    for (place, delta) in deltas.enumerated() where delta.isBirth {
      if let id = delta.after?.id { births[id] = place }
    }
    guard !births.isEmpty else { return deltas }
    var joined = deltas
    var isGone = Set<Int>()
    for (place, delta) in deltas.enumerated() where delta.after == nil {
      guard let before = delta.befores[0], before.id == nil,
        let birth = births[try former(before, in: indexed, 0).task.id]
      else { continue }
      joined[birth].befores = [before]
      isGone.insert(place)
    }
    return joined.enumerated().filter { !isGone.contains($0.offset) }.map(\.element)
  }

  private typealias Former = (task: TaskRef, facts: TaskFacts, id: TaskID?)

  private func change(_ delta: TaskDelta) throws -> CommitChange {
    let formers = try delta.befores.enumerated().map { side, state in
      try state.map { try former($0, in: indexed, side) }
    }
    let known = formers.compactMap { $0 }
    let task = try task(delta.after, known)
    let kind = try kind(of: delta, task)
    var facts: TaskFacts?
    if let after = delta.after {
      let isOwn = { (former: Former) in
        if case .file = former.task { true } else { former.task == task }
      }
      for former in known where former.task.id != task.id && isOwn(former) {
        guard let id = after.id else { continue }
        try index.join(former.task, id, at: indexed.position)
      }
      facts = try self.facts(of: after, task, kind, known.filter(isOwn))
      // A copy that gets a new id is still the same file.
      if let birth = known.lazy.compactMap(\.facts.birth).first { facts?.birth = birth }
    }
    return CommitChange(
      commit: indexed, kind: kind, task: task, delta: delta,
      formerStatuses: formers.map { $0?.facts.status }, facts: facts)
  }

  /// The task of a commit's file: by its id, else the parent's task, else a new task.
  private func task(_ after: FileState?, _ known: [Former]) throws -> TaskRef {
    if let id = after?.id { return .id(id) }
    let former = known.first { if case .id = $0.task { true } else { false } } ?? known.first
    if let former { return former.task }
    // A file that was restored unchanged continues the deleted task.
    if let after, let deletion = try ancestors(index.deletions(of: after.name)).last {
      if try earlier(deletion.task).last?.commit == deletion.commit { return deletion.task }
    }
    return .file(Self.birth(of: after?.path ?? "", in: commit.id))
  }

  private static func birth(of path: String, in commit: ObjectID) -> TaskID {
    .derived(from: Array("\(commit.hex) \(path)".utf8))
  }

  /// A file in a parent of a commit.
  private func former(
    _ state: FileState, in commit: IndexedCommit, _ side: Int
  ) throws -> Former {
    if let parent = commit.parents.dropFirst(side).first ?? nil,
      let change = try newest(index.changes(making: state.name), in: parent),
      let facts = change.facts
    {
      return (change.task, facts, state.id)
    }
    let facts = TaskFacts(
      status: Self.status(of: state, agreed: nil),
      agreed: state.said == nil ? StoredTask.folderStatus(of: state.path) : nil)
    return (.ofRoot(state.path, state.id), facts, state.id)
  }

  private func newest(_ changes: [CommitChange], in node: Int) throws -> CommitChange? {
    isLine ? changes.last { $0.commit.position <= node } : try index.newest(of: changes, in: node)
  }

  /// The changes of a task by this commit's ancestors, and those that this commit already added.
  private func earlier(_ task: TaskRef) throws -> [CommitChange] {
    try ancestors(index.changes(of: task))
  }

  /// The changes in this commit's history, in an order that is equal in all clones.
  ///
  /// The order of positions depends on how the index grew.
  private func ancestors(_ changes: [CommitChange]) throws -> [CommitChange] {
    if isLine || changes.isEmpty { return changes }
    return try changes.filter { try index.isAncestor($0.commit.position, of: indexed.position) }
      .sorted { $0.precedes($1) }
  }

  private func kind(of delta: TaskDelta, _ task: TaskRef) throws -> CommitChange.Kind {
    guard delta.after == nil || delta.isBirth else { return .change }
    var isNew = false
    if paths[task] == nil {
      let earlier = try earlier(task)
      isNew = earlier.isEmpty
      paths[task] = earlier.reduce(into: []) { $0.follow($1.delta) }
    }
    let gone = Set(delta.befores.compactMap { $0 }.map { PathKey($0.path) })
    var isCopy = false
    if case .id = task { isCopy = paths[task]?.isSubset(of: gone) == false }
    if delta.after == nil { return isCopy ? .deleteCopy : .delete }
    return isCopy ? .copy : isNew ? .add : .restore
  }

  // MARK: - TaskFacts

  private func facts(
    of after: FileState, _ task: TaskRef, _ kind: CommitChange.Kind, _ formers: [Former]
  ) throws -> TaskFacts {
    var facts = TaskFacts()
    if case .file(let id) = task {
      facts.birth = id
    } else if formers.isEmpty {
      facts.birth = Self.birth(of: after.path, in: commit.id)
    }
    facts.held =
      after.id == nil
      ? formers.lazy.compactMap(\.facts.held).first
      : held(after, formers)
    facts.agreed = try agreed(on: after, task, kind, formers)
    facts.status = Self.status(of: after, agreed: facts.agreed)
    if let status = facts.status {
      facts.since = try since(status, task, kind, formers)
    }
    let before =
      formers.isEmpty && kind == .restore
      ? try earlier(task).last { $0.facts != nil }.flatMap(\.facts).map { [$0] } ?? []
      : formers.map(\.facts)
    facts.added =
      before.isEmpty ? indexed.position : try first(of: before.compactMap(\.added))
    return facts
  }

  /// The position of the commit with the earliest author date.
  private func first(of positions: [Int]) throws -> Int? {
    guard Set(positions).count > 1 else { return positions.first }
    return try Set(positions).sorted().compactMap { try index.commit(at: $0) }
      .min { $0.authored.secondsSince1970 < $1.authored.secondsSince1970 }?.position
  }

  private func held(_ after: FileState, _ formers: [Former]) -> Int? {
    let holder =
      formers.first { $0.id == after.id }
      ?? formers.first { $0.id == nil && $0.facts.held != nil }
    return holder.map { $0.facts.held } ?? indexed.position
  }

  private static func status(of state: FileState, agreed: Status?) -> Status? {
    guard let folder = StoredTask.folderStatus(of: state.path) else { return nil }
    return Reconciliation(folder: folder, text: state.said, agreed: agreed).status
  }

  /// The status when folder and text last agreed.
  ///
  /// A version that existed before, for example before an undo, keeps the status it had then. An
  /// unknown word agrees with every folder.
  private func agreed(
    on after: FileState, _ task: TaskRef, _ kind: CommitChange.Kind, _ formers: [Former]
  ) throws -> Status? {
    let folder = StoredTask.folderStatus(of: after.path)
    guard after.said != nil else { return folder }
    if let same = try ancestors(index.changes(making: after.name)).first?.facts {
      return same.agreed
    }
    let words: CommittedSettings?
    if let known = self.words {
      words = known
    } else {
      words = try git.at(indexed.prefix ?? git.prefix).otherWords(in: commit.id)
      self.words = .some(words)
    }
    if let folder, let words, words.agreed(try git.version(of: after).document, with: folder) {
      return folder
    }
    if let known = formers.lazy.compactMap(\.facts.agreed).first { return known }
    // A copy has the status of its original.
    guard formers.isEmpty, kind != .add else { return nil }
    return try earlier(task).last { $0.facts != nil }?.facts?.agreed
  }

  /// The position of the commit that gave a task its present status.
  ///
  /// After an undo, a redo or a restore, it is the commit that first gave it the status.
  private func since(
    _ status: Status, _ task: TaskRef, _ kind: CommitChange.Kind, _ formers: [Former]
  ) throws -> Int? {
    let own = indexed.position
    let known = formers.filter { $0.facts.status == status }.map(\.facts.since)
    if let first = known.first {
      // If several sides of a merge set the status, use the latest one.
      guard known.count > 1 else { return first }
      let commits = try Set(known.compactMap { $0 }).compactMap { try index.commit(at: $0) }
      return try index.last(of: commits)?.position
    }
    if kind == .restore {
      // A restored task with another status than before has it from this commit on.
      guard let last = try earlier(task).last(where: { $0.facts != nil })?.facts,
        last.status == status
      else { return own }
      return last.since
    }
    guard let mark else { return own }
    for change in try earlier(task).reversed() where try isPart(change.commit.id, of: mark.name) {
      if mark.kind == .redo, change.facts?.status == status { return change.facts?.since }
      guard mark.kind == .undo else { continue }
      for (side, before) in change.delta.befores.enumerated()
      where change.formerStatuses[side] == status {
        guard let before else { continue }
        return try former(before, in: change.commit, side).facts.since
      }
    }
    return own
  }

  private func isPart(_ commit: ObjectID, of name: OperationName) throws -> Bool {
    if name == .commit(commit) { return true }
    if operations[commit] == nil { operations[commit] = try git.commit(commit).operationName }
    return operations[commit] == name
  }
}

extension Set<PathKey> {
  /// Applies a change to the paths of a task's files.
  fileprivate mutating func follow(_ delta: TaskDelta) {
    for case let before? in delta.befores { remove(PathKey(before.path)) }
    if let after = delta.after { insert(PathKey(after.path)) }
  }
}

extension HistoryIndex {
  /// The change that wrote the version in a commit.
  func newest(of changes: [CommitChange], in node: Int) throws -> CommitChange? {
    guard changes.count > 1 else { return changes.first }
    let known = try changes.filter { try isAncestor($0.commit.position, of: node) }
    let last = try last(of: known.map(\.commit))
    return known.last { $0.commit == last }
  }

  /// The last commit; of unrelated commits, the one with the later commit date.
  func last(of commits: [IndexedCommit]) throws -> IndexedCommit? {
    guard let last = commits.max(by: { $0.precedes($1) }) else { return nil }
    return try commits.filter { try !isAncestor($0.position, of: last.position) }
      .reduce(last) { ($0.time, $0.id) < ($1.time, $1.id) ? $1 : $0 }
  }
}

extension TaskRef {
  /// The task of a file that is older than the index.
  static func ofRoot(_ path: String, _ id: TaskID?) -> TaskRef {
    id.map { .id($0) } ?? .file(.derived(from: Array(path.utf8)))
  }
}
