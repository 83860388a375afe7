package import Git
internal import SQLite
package import StoreFiles
internal import TaskFile

enum IndexFailure: Error {
  case index(SQLiteError)
  case store(MemoError)
}

/// Asks the index, and turns an error of SQLite into an ``IndexFailure``.
func asking<Found>(
  _ body: () throws(SQLiteError) -> Found
) throws(IndexFailure) -> Found {
  do throws(SQLiteError) { return try body() } catch { throw .index(error) }
}

extension HistoryIndex {
  /// Moves the index to other tips: adds missing ancestors and removes all other commits.
  ///
  /// - Parameters:
  ///   - finder: Finds the changes; nil for one that finds the store's tasks.
  ///   - hidden: Commits to exclude with their ancestors.
  func move(
    to tips: [ObjectID], _ git: StoreGit, _ finder: DeltaFinder? = nil,
    hiding hidden: [ObjectID] = []
  ) throws(IndexFailure) {
    guard tips != self.tips else { return }
    var news: [Commit] = []
    var reached: [Int] = []
    // Reads from git before it locks the database.
    if hidden.isEmpty {
      for tip in tips {
        news += try missing(tip, git, besides: news, &reached)
      }
    } else {
      try store { () throws(MemoError) in
        news = try git.commits(of: tips, since: hidden).reversed()
      }
    }
    let deltas = try store { () throws(MemoError) -> [(deltas: [TaskDelta], prefix: String?)] in
      let finder = if let finder { finder } else { try DeltaFinder(git) }
      for commit in news.reversed() { try finder.follow(commit) }
      var found: [(deltas: [TaskDelta], prefix: String?)] = []
      for commit in news {
        found.append((try finder.deltas(of: commit).sorted(), finder.prefix(in: commit.id)))
      }
      return found
    }
    let former = self.tips
    try begin()
    do throws(IndexFailure) {
      let positions = try known(former)
      if !former.isEmpty, !(positions.count == 1 && reached.contains(positions[0])) {
        try asking { () throws(SQLiteError) in
          try keep(try graph().all(leadingTo: reached))
        }
      }
      var additions = try IndexAdditions(
        self, git, last: try asking { () throws(SQLiteError) in try lastPosition() })
      for (commit, made) in zip(news, deltas) {
        try additions.add(commit, made.deltas, prefix: made.prefix)
      }
      try asking { () throws(SQLiteError) in
        try set(tips: tips)
        try database.execute("COMMIT")
      }
    } catch {
      try? database.execute("ROLLBACK")
      forget(former)
      throw error
    }
  }

  /// - Throws: ``IndexFailure``, also if another process has moved the file to other tips.
  private func begin() throws(IndexFailure) {
    try asking { () throws(SQLiteError) in
      try database.execute("BEGIN IMMEDIATE")
      guard try isAtTips() else {
        try? database.execute("ROLLBACK")
        throw SQLiteError.changed
      }
    }
  }

  private func known(_ tips: [ObjectID]) throws(IndexFailure) -> [Int] {
    try asking { () throws(SQLiteError) in
      var found: [Int] = []
      for tip in tips {
        if let commit = try commit(tip) { found.append(commit.position) }
      }
      return found
    }
  }

  /// The commits to add, ancestors first.
  ///
  /// - Parameter reached: Gets the positions of the indexed commits next to them.
  private func missing(
    _ tip: ObjectID, _ git: StoreGit, besides found: [Commit], _ reached: inout [Int]
  ) throws(IndexFailure) -> [Commit] {
    let others = Set(found.map(\.id))
    if others.contains(tip) { return [] }
    if let known = try asking({ () throws(SQLiteError) in try commit(tip) }) {
      reached.append(known.position)
      return []
    }
    // An empty index needs no lookups.
    let isEmpty = tips.isEmpty
    var failure: SQLiteError?
    var met: [Int] = []
    let news = try store { () throws(MemoError) in
      try git.commits(leadingTo: tip) { id in
        if others.contains(id) { return true }
        guard !isEmpty, failure == nil else { return false }
        do throws(SQLiteError) {
          guard let known = try commit(id) else { return false }
          met.append(known.position)
          return true
        } catch {
          failure = error
          return true
        }
      }
    }
    if let failure { throw .index(failure) }
    reached += met
    return news
  }

  private func store<Found>(
    _ body: () throws(MemoError) -> Found
  ) throws(IndexFailure) -> Found {
    do throws(MemoError) { return try body() } catch { throw .store(error) }
  }
}

extension StoreGit {
  /// A commit and its ancestors, parents first.
  ///
  /// - Parameter isKnown: Whether to exclude a commit and its ancestors.
  func commits(
    leadingTo start: ObjectID, besides isKnown: (ObjectID) -> Bool = { _ in false }
  ) throws(MemoError) -> [Commit] {
    var stack: [(commit: Commit, next: Int)] = [(try commit(start), 0)]
    var found: [Commit] = []
    var begun: Set<ObjectID> = [start]
    while let top = stack.last {
      guard top.next < top.commit.parents.count else {
        found.append(stack.removeLast().commit)
        continue
      }
      stack[stack.count - 1].next += 1
      let parent = top.commit.parents[top.next]
      guard begun.insert(parent).inserted, !isKnown(parent) else { continue }
      stack.append((try commit(parent), 0))
    }
    return found
  }

  /// The commits reachable from some commits but not from others, children first.
  package func commits(
    of tips: [ObjectID], since others: [ObjectID]
  ) throws(MemoError) -> [Commit] {
    try run("read the history") { repository throws(GitError) in
      var all: [Commit] = []
      try repository.walk(from: tips, hiding: others) { commit throws(GitError) in
        all.append(commit)
        return true
      }
      return all
    }
  }

  package func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    try run("read a commit", repository.commit(id))
  }

  /// Whether a commit is at the cut of a shallow history, so that its change is unknown.
  func isCutOff(_ commit: ObjectID) -> Bool {
    repository.isShallow && repository.shallowBoundary.contains(commit)
  }
}

private struct IndexAdditions {
  private let index: HistoryIndex
  private let git: StoreGit
  private var last: Int
  private var added: [ObjectID: IndexedCommit] = [:]
  /// The operations of commits, cached.
  private var operations: [ObjectID: TaskID?] = [:]
  /// Whether the history is linear, so that all indexed commits are ancestors.
  private var isLine: Bool

  init(_ index: HistoryIndex, _ git: StoreGit, last: Int) throws(IndexFailure) {
    (self.index, self.git, self.last) = (index, git, last)
    isLine = false
    isLine = try asking { () throws(SQLiteError) in last < 0 ? true : try index.isLine() }
  }

  private struct Scene {
    let commit: Commit
    let indexed: IndexedCommit
    /// The paths of the files with an id; only for ids that were looked up.
    var holders: [TaskID: Set<PathKey>] = [:]
    /// Inner nil if the aliases equal the present ones.
    var words: CommittedSettings??
    /// Inner nil if the commit is neither an undo nor a redo.
    var mark: UndoMark??
  }

  mutating func add(
    _ commit: Commit, _ deltas: [TaskDelta], prefix: String?
  ) throws(IndexFailure) {
    let parents = try commit.parents.map { parent throws(IndexFailure) in
      if let known = added[parent] { return known as IndexedCommit? }
      return try asking { () throws(SQLiteError) in try index.commit(parent) }
    }
    isLine =
      isLine && parents.count < 2 && (parents.first ?? nil)?.position == (last < 0 ? nil : last)
    last += 1
    let indexed = IndexedCommit(
      position: last, id: commit.id,
      generation: (parents.compactMap { $0?.generation }.max() ?? -1) + 1,
      time: commit.committer.seconds, authored: Timestamp(commit.author),
      parents: parents.map { $0?.position }, prefix: prefix)
    added[commit.id] = indexed
    try asking { () throws(SQLiteError) in try index.add(indexed) }
    var scene = Scene(commit: commit, indexed: indexed)
    for (number, delta) in try withComputedIDs(deltas, scene).enumerated() {
      let change = try change(delta, &scene)
      try asking { () throws(SQLiteError) in try index.add(change, number) }
    }
  }

  /// Joins deletions of files without an id with additions of files with their computed ids.
  private func withComputedIDs(
    _ deltas: [TaskDelta], _ scene: Scene
  ) throws(IndexFailure) -> [TaskDelta] {
    guard scene.commit.parents.count == 1 else { return deltas }
    var births: [TaskID: Int] = [:]
    for (place, delta) in deltas.enumerated() where delta.isBirth {
      if let id = delta.after?.id { births[id] = place }
    }
    guard !births.isEmpty else { return deltas }
    var joined = deltas
    var isGone = Set<Int>()
    for (place, delta) in deltas.enumerated() where delta.after == nil {
      guard let before = delta.befores[0], before.id == nil,
        let birth = births[try former(before, in: scene.indexed.parents[0]).task.id]
      else { continue }
      joined[birth].befores = [before]
      isGone.insert(place)
    }
    return joined.enumerated().filter { !isGone.contains($0.offset) }.map(\.element)
  }

  private typealias Former = (task: TaskRef, facts: TaskFacts, id: TaskID?)

  private mutating func change(
    _ delta: TaskDelta, _ scene: inout Scene
  ) throws(IndexFailure) -> CommitChange {
    var formers: [Former?] = []
    for (side, state) in delta.befores.enumerated() {
      let parents = scene.indexed.parents
      formers.append(
        try state.map { state throws(IndexFailure) in
          try former(state, in: side < parents.count ? parents[side] : nil)
        })
    }
    let known = formers.compactMap { $0 }
    let task = try task(delta.after, known, scene)
    let kind = try kind(of: delta, task, &scene)
    var facts: TaskFacts?
    if let after = delta.after {
      let isOwn = { (former: Former) in
        if case .file = former.task { true } else { former.task == task }
      }
      for former in known where former.task.id != task.id && isOwn(former) {
        guard let id = after.id else { continue }
        try asking { () throws(SQLiteError) in
          try index.join(former.task, id, at: scene.indexed.position)
        }
      }
      facts = try self.facts(of: after, task, kind, known.filter(isOwn), &scene)
      // A copy that gets a new id is still the same file.
      if let birth = known.lazy.compactMap(\.facts.birth).first { facts?.birth = birth }
    }
    return CommitChange(
      commit: scene.indexed, kind: kind, task: task, delta: delta,
      formerStatuses: formers.map { $0?.facts.status }, facts: facts)
  }

  /// The task of a commit's file: by its id, else the parent's task, else a new task.
  private func task(
    _ after: FileState?, _ known: [Former], _ scene: Scene
  ) throws(IndexFailure) -> TaskRef {
    if let id = after?.id { return .id(id) }
    let former = known.first { if case .id = $0.task { true } else { false } } ?? known.first
    if let former { return former.task }
    if let after {
      // A file that was restored unchanged continues the deleted task.
      let deletion = try asking { () throws(SQLiteError) in
        try index.deletions(of: after.name).last
      }
      if let deletion {
        let joined = try asking { () throws(SQLiteError) in try index.joined(deletion.task) }
        let task = joined ?? deletion.task
        if try earlier(task, scene).last?.commit == deletion.commit { return task }
      }
    }
    return .file(Self.birth(of: after?.path ?? "", in: scene.commit.id))
  }

  private static func birth(of path: String, in commit: ObjectID) -> TaskID {
    .derived(from: Array("\(commit.hex) \(path)".utf8))
  }

  private func former(
    _ state: FileState, in parent: Int?
  ) throws(IndexFailure) -> Former {
    if let parent {
      let change = try asking { () throws(SQLiteError) in
        try newest(index.changes(making: state.name), in: parent)
      }
      if let change, let facts = change.facts {
        let joined = try asking { () throws(SQLiteError) in try index.joined(change.task) }
        return (joined ?? change.task, facts, state.id)
      }
    }
    return (
      .ofRoot(state.path, state.id),
      TaskFacts(
        status: Self.status(of: state, agreed: nil),
        agreed: state.said == nil ? StoredTask.folderStatus(of: state.path) : nil), state.id
    )
  }

  private func newest(_ changes: [CommitChange], in node: Int) throws(SQLiteError) -> CommitChange?
  {
    isLine ? changes.last { $0.commit.position <= node } : try index.newest(of: changes, in: node)
  }

  private func earlier(
    _ task: TaskRef, _ scene: Scene
  ) throws(IndexFailure) -> [CommitChange] {
    try asking { () throws(SQLiteError) in
      let all = try index.changes(of: task).filter { $0.commit != scene.indexed }
      if isLine { return all }
      var found: [CommitChange] = []
      for change in all {
        for case let parent? in scene.indexed.parents
        where try index.isAncestor(change.commit.position, of: parent) {
          found.append(change)
          break
        }
      }
      return found.sorted { $0.precedes($1) }
    }
  }

  private func kind(
    of delta: TaskDelta, _ task: TaskRef, _ scene: inout Scene
  ) throws(IndexFailure) -> CommitChange.Kind {
    guard case .id(let id) = task else {
      guard delta.after != nil else { return .delete }
      guard delta.isBirth else { return .change }
      return try earlier(task, scene).isEmpty ? .add : .restore
    }
    guard delta.after == nil || delta.isBirth else {
      // Later changes of this commit must see the new paths.
      guard scene.holders[id] != nil else { return .change }
      note(delta, id, &scene)
      return .change
    }
    var wasThere = true
    if scene.holders[id] == nil {
      let earlier = try earlier(task, scene)
      wasThere = !earlier.isEmpty
      var holders: Set<PathKey> = []
      for change in earlier {
        for case let before? in change.delta.befores { holders.remove(PathKey(before.path)) }
        if let after = change.after { holders.insert(PathKey(after.path)) }
      }
      scene.holders[id] = holders
    }
    let isElsewhere = delta.after != nil && scene.holders[id]?.isEmpty == false
    note(delta, id, &scene)
    if delta.after == nil {
      return scene.holders[id]?.isEmpty == false ? .deleteCopy : .delete
    }
    return isElsewhere ? .copy : wasThere ? .restore : .add
  }

  private func note(_ delta: TaskDelta, _ id: TaskID, _ scene: inout Scene) {
    for case let before? in delta.befores { scene.holders[id]?.remove(PathKey(before.path)) }
    if let after = delta.after { scene.holders[id]?.insert(PathKey(after.path)) }
  }

  // MARK: - TaskFacts

  private mutating func facts(
    of after: FileState, _ task: TaskRef, _ kind: CommitChange.Kind, _ formers: [Former],
    _ scene: inout Scene
  ) throws(IndexFailure) -> TaskFacts {
    var facts = TaskFacts()
    if case .file(let id) = task {
      facts.birth = id
    } else if formers.isEmpty {
      facts.birth = Self.birth(of: after.path, in: scene.commit.id)
    }
    facts.held =
      after.id == nil
      ? formers.lazy.compactMap(\.facts.held).first
      : held(after, formers, scene)
    facts.agreed = try agreed(on: after, task, kind, formers, &scene)
    facts.status = Self.status(of: after, agreed: facts.agreed)
    if let status = facts.status {
      facts.since = try since(status, task, kind, formers, &scene)
    }
    let before =
      formers.isEmpty && kind == .restore
      ? try earlier(task, scene).last { $0.facts != nil }.flatMap(\.facts).map { [$0] } ?? []
      : formers.map(\.facts)
    facts.added =
      before.isEmpty ? scene.indexed.position : try first(of: before.compactMap(\.added))
    return facts
  }

  private func first(of positions: [Int]) throws(IndexFailure) -> Int? {
    guard Set(positions).count > 1 else { return positions.first }
    return try asking { () throws(SQLiteError) in
      var first: IndexedCommit?
      for position in Set(positions).sorted() {
        guard let commit = try index.commit(at: position) else { continue }
        if let first, first.authored.secondsSince1970 <= commit.authored.secondsSince1970 {
          continue
        }
        first = commit
      }
      return first?.position
    }
  }

  private func held(_ after: FileState, _ formers: [Former], _ scene: Scene) -> Int? {
    let holder =
      formers.first { $0.id == after.id }
      ?? formers.first { $0.id == nil && $0.facts.held != nil }
    return holder.map { $0.facts.held } ?? scene.indexed.position
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
    on after: FileState, _ task: TaskRef, _ kind: CommitChange.Kind, _ formers: [Former],
    _ scene: inout Scene
  ) throws(IndexFailure) -> Status? {
    let folder = StoredTask.folderStatus(of: after.path)
    guard after.said != nil else { return folder }
    let same = try asking { () throws(SQLiteError) in
      try index.changes(making: after.name).first?.facts
    }
    if let same { return same.agreed }
    do throws(MemoError) {
      if scene.words == nil {
        scene.words = .some(
          try git.at(scene.indexed.prefix ?? git.prefix).otherWords(in: scene.commit.id))
      }
      if let folder, let words = scene.words, let words,
        words.agreed(try git.version(of: after).document, with: folder)
      {
        return folder
      }
    } catch {
      throw .store(error)
    }
    if let known = formers.lazy.compactMap(\.facts.agreed).first { return known }
    // A copy has the status of its original.
    guard formers.isEmpty, kind != .add else { return nil }
    return try earlier(task, scene).last { $0.facts != nil }?.facts?.agreed
  }

  /// The position of the commit that gave a task its present status.
  ///
  /// After an undo, a redo or a restore, it is the commit that first gave it the status.
  private mutating func since(
    _ status: Status, _ task: TaskRef, _ kind: CommitChange.Kind, _ formers: [Former],
    _ scene: inout Scene
  ) throws(IndexFailure) -> Int? {
    let own = scene.indexed.position
    let known = formers.filter { $0.facts.status == status }.map(\.facts.since)
    if let first = known.first {
      // If several sides of a merge set the status, use the latest one.
      guard known.count > 1 else { return first }
      return try asking { () throws(SQLiteError) in
        try index.last(of: known.compactMap { $0 })
      }
    }
    if scene.mark == nil { scene.mark = .some(UndoMark(scene.commit.message)) }
    guard kind == .restore || scene.mark ?? nil != nil else { return own }
    let earlier = try earlier(task, scene)
    if kind == .restore {
      // A restored task with another status than before has it from this commit on.
      guard let last = earlier.last(where: { $0.facts != nil })?.facts, last.status == status
      else { return own }
      return last.since
    }
    guard let mark = scene.mark ?? nil else { return own }
    for change in earlier.reversed() where try isPart(change.commit.id, of: mark.names) {
      if mark.kind == .redo, change.facts?.status == status { return change.facts?.since }
      guard mark.kind == .undo else { continue }
      for (side, before) in change.delta.befores.enumerated()
      where change.formerStatuses[side] == status {
        let parents = change.commit.parents
        guard let before else { continue }
        return try former(before, in: side < parents.count ? parents[side] : nil).facts.since
      }
    }
    return own
  }

  private mutating func isPart(
    _ commit: ObjectID, of names: [OperationName]
  ) throws(IndexFailure) -> Bool {
    if names.contains(.commit(commit)) { return true }
    if operations[commit] == nil {
      do throws(MemoError) {
        operations[commit] = .some(OperationMark(Trailers(try git.commit(commit).message))?.id)
      } catch {
        throw .store(error)
      }
    }
    return (operations[commit] ?? nil).map { names.contains(.operation($0)) } ?? false
  }
}

extension HistoryIndex {
  /// The change that wrote the version in a commit.
  ///
  /// Of unrelated changes, the one with the later commit date.
  func newest(of changes: [CommitChange], in node: Int) throws(SQLiteError) -> CommitChange? {
    guard changes.count > 1 else { return changes.first }
    var known: [CommitChange] = []
    for change in changes where try isAncestor(change.commit.position, of: node) {
      known.append(change)
    }
    guard let last = known.max(by: { $0.commit.precedes($1.commit) }) else { return nil }
    var newest = last
    for change in known where change.commit != last.commit {
      if try !isAncestor(change.commit.position, of: last.commit.position),
        (newest.commit.time, newest.commit.id) < (change.commit.time, change.commit.id)
      {
        newest = change
      }
    }
    return newest
  }

  /// The last position; of unrelated commits, the one with the later commit date.
  func last(of positions: [Int]) throws(SQLiteError) -> Int? {
    var last: IndexedCommit?
    for position in Set(positions) {
      guard let commit = try commit(at: position) else { continue }
      guard let known = last else {
        last = commit
        continue
      }
      if try isAncestor(known.position, of: commit.position) {
        last = commit
      } else if try !isAncestor(commit.position, of: known.position),
        (known.time, known.id) < (commit.time, commit.id)
      {
        last = commit
      }
    }
    return last?.position
  }
}

extension TaskRef {
  /// The task of a file that is older than the index.
  static func ofRoot(_ path: String, _ id: TaskID?) -> TaskRef {
    id.map { .id($0) } ?? .file(.derived(from: Array(path.utf8)))
  }
}
