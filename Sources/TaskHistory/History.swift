package import Git
internal import SQLite
package import StoreFiles
package import TaskFile

/// The history of all tasks up to a commit.
package final class History {
  package let git: StoreGit
  package let tip: IndexedCommit
  private var index: HistoryIndex
  private var knownChanges: [CommitChange]?
  private var knownPresent: [PathKey: RecordedTask]?
  private var knownTimes: [Int: Timestamp]?
  private var knownCommit: Commit?
  /// Stored, since it reads the `.git` folder.
  let isShallow: Bool

  init(_ git: StoreGit, _ index: HistoryIndex, tip: IndexedCommit) {
    (self.git, self.index, self.tip) = (git, index, tip)
    isShallow = git.repository.isShallow
  }

  /// Computes a history from all commits without storing it.
  ///
  /// - Parameters:
  ///   - finder: Nil for one that finds the store's tasks.
  ///   - hidden: Commits to exclude with their ancestors.
  ///   - rules: The settings that affect the index, for an index that is stored later.
  /// - Returns: Nil if no commit is left.
  package static func inMemory(
    _ git: StoreGit, _ tip: ObjectID, _ finder: DeltaFinder? = nil,
    hiding hidden: [ObjectID] = [], rules: String = ""
  ) throws(MemoError) -> History? {
    do {
      let index = try HistoryIndex(rules: rules)
      try index.move(to: tip, git, finder, hiding: hidden)
      return try index.commit(tip).map { History(git, index, tip: $0) }
    } catch {
      throw .inMemoryFailed(error)
    }
  }

  /// Queries the index, or one in memory if the index file can't be used.
  private func ask<Answer>(
    _ question: (HistoryIndex) throws -> Answer
  ) throws(MemoError) -> Answer {
    do { return try index.read(question) } catch {
      guard let made = try Self.inMemory(git, tip.id) else { throw .inMemoryFailed(error) }
      index = made.index
      do { return try index.read(question) } catch { throw .inMemoryFailed(error) }
    }
  }

  // MARK: - Commits

  /// Nil if the commit is not in this history.
  package func commit(_ id: ObjectID) throws(MemoError) -> IndexedCommit? {
    if id == tip.id { return tip }
    return try ask { try $0.commit(id) }
  }

  /// The commit's object, kept until another one is read.
  ///
  /// A commit of thousands of tasks names each of them in its message, and is asked for each.
  func object(of id: ObjectID) throws(MemoError) -> Commit {
    if let knownCommit, knownCommit.id == id { return knownCommit }
    let commit = try git.commit(id)
    knownCommit = commit
    return commit
  }

  func commit(at position: Int) throws(MemoError) -> IndexedCommit? {
    try ask { try $0.commit(at: position) }
  }

  /// The author date of the commit at a position.
  ///
  /// Nil at the cut of a shallow history, where the commit's change is unknown.
  package func time(at position: Int) throws(MemoError) -> Timestamp? {
    if isShallow, let commit = try commit(at: position), isCutOff(commit) { return nil }
    if let knownTimes { return knownTimes[position] }
    return try commit(at: position)?.authored
  }

  /// Ancestors first.
  func commits() throws(MemoError) -> [IndexedCommit] {
    try ask { try $0.commits() }
  }

  /// Visits commits and their changes in the order of the log: children before parents.
  ///
  /// Of unrelated commits, the one with the later commit date comes first.
  /// - Parameter wanted: The changes to visit; nil for all commits and changes.
  func walk(
    _ wanted: [CommitChange]? = nil,
    _ body: (IndexedCommit, [CommitChange]) throws(MemoError) -> Bool
  ) throws(MemoError) {
    let known = wanted.map { Dictionary(grouping: $0, by: \.commit) }
    func visit(_ commit: IndexedCommit) throws(MemoError) -> Bool {
      guard let known else { return try body(commit, changes(in: commit)) }
      return try body(commit, (known[commit] ?? []).sorted { $0.delta < $1.delta })
    }
    let isLine = try ask { try $0.isLine() }
    if let known, isLine || known.count < 2 {
      for commit in known.keys.sorted(by: { $0.position > $1.position })
      where try !visit(commit) {
        return
      }
      return
    }
    if isLine {
      var position = tip.position + 1
      while true {
        let commits = try ask { try $0.commits(before: position, most: 500) }
        guard let last = commits.last else { return }
        for commit in commits where try !visit(commit) { return }
        position = last.position
      }
    }
    let graph = try ask { try $0.graph() }
    var left = known?.count ?? .max
    try graph.walk(from: tip.position) { commit throws(MemoError) in
      if let known, known[commit] == nil { return true }
      left -= 1
      return try visit(commit) && left > 0
    }
  }

  /// Whether a commit is at the cut of a shallow history, so that its change is unknown.
  func isCutOff(_ commit: IndexedCommit) -> Bool { isShallow && git.isCutOff(commit.id) }

  /// The date of the oldest commit in a shallow history; nil for a complete one.
  package func beginningOfCut() throws(MemoError) -> Timestamp? {
    guard isShallow else { return nil }
    return try commits().filter(isCutOff).map(\.authored)
      .min { $0.secondsSince1970 < $1.secondsSince1970 }
  }

  // MARK: - Changes

  /// All changes of a task, parents first.
  package func changes(of task: TaskRef) throws(MemoError) -> [CommitChange] {
    try ask { try $0.changes(of: task) }
  }

  func changes(in commit: IndexedCommit) throws(MemoError) -> [CommitChange] {
    try ask { try $0.changes(at: commit.position) }
  }

  /// All changes, ancestors first.
  package func allChanges() throws(MemoError) -> [CommitChange] {
    if let knownChanges { return knownChanges }
    let changes = try ask { try $0.changes() }
    knownChanges = changes
    return changes
  }

  /// The change that wrote a file of a commit; nil if it is not in the history.
  package func change(making name: FileState.Name) throws(MemoError) -> CommitChange? {
    try ask { try $0.newest(of: $0.changes(making: name), in: tip.position) }
  }

  /// The task of a file that is older than the history's first commit.
  package func task(ofRoot name: FileState.Name) throws(MemoError) -> TaskRef {
    let facts = try git.facts(of: name.blob, at: name.path)
    let root = TaskRef.ofRoot(name.path, facts.id)
    return try ask { try $0.joined(root) } ?? root
  }

  /// When each task first got a status, in seconds since 1970.
  ///
  /// Commits at the cut of a shallow history don't count.
  package func arrivals(at status: Status) throws(MemoError) -> [TaskRef: Int64] {
    let arrivals = try ask { try $0.arrivals(at: status) }
    var found: [TaskRef: Int64] = [:]
    for (task, position) in arrivals {
      guard let time = try time(at: position)?.secondsSince1970 else { continue }
      found[task] = min(found[task] ?? time, time)
    }
    return found
  }

  /// The tasks that were ever deleted; some may exist again.
  package func deletedTasks() throws(MemoError) -> Set<TaskRef> {
    try ask { try $0.deletedTasks() }
  }

  /// Whether a task has or had an id.
  package func has(_ id: TaskID) throws(MemoError) -> Bool {
    try ask { try $0.has(id) }
  }

  /// The last task without an id at a path.
  package func lastTask(withoutIDAt path: String) throws(MemoError) -> TaskRef? {
    try ask { try $0.changes(ofNamelessAt: path) }.max { $0.precedes($1) }?.task
  }

  /// Stores the index in a file if that saves time.
  func save(as file: String) {
    // An index that can't be stored is computed again.
    guard
      (try? tip.position >= Self.fewCommits || index.changeCount() >= Self.fewChanges) == true,
      (try? WorkTree.createFolder(Paths.parent(of: file))) != nil,
      let kept = try? Database(file)
    else { return }
    try? index.database.copy(into: kept)
    git.repository.share(["memo", "memo/cache", "memo/cache/\(Paths.name(of: file))"])
  }

  /// Comparing so few commits is nearly as fast as opening a file.
  private static let fewCommits = 20
  private static let fewChanges = 100

  // MARK: - The files of the last commit

  /// The file at a path in the last commit.
  package func present(at path: String) throws(MemoError) -> RecordedTask? {
    if let knownPresent { return knownPresent[PathKey(path)] }
    let git = tip.prefix.map { self.git.at($0) } ?? git
    let entry = try git.run(
      "read \(path)", git.repository.entry(at: git.repositoryPath(path), in: tip.id))
    guard let entry, entry.mode.isFile else { return nil }
    return try change(making: FileState.Name(path: path, blob: entry.id))?.recorded
  }

  package func present() throws(MemoError) -> [PathKey: RecordedTask] {
    if let knownPresent { return knownPresent }
    let git = tip.prefix.map { self.git.at($0) } ?? git
    let entries = try git.run(
      "read the files of \(tip.id.short)",
      git.repository.files(in: tip.id, under: git.taskFolders))
    var files: [PathKey: ObjectID] = [:]
    files.reserveCapacity(entries.count)
    for entry in entries where entry.mode.isFile {
      guard let path = git.storePath(entry.path), StoredTask.isTaskName(path) else { continue }
      files[PathKey(path)] = entry.id
    }
    var (found, several) = try ask { index in
      var found: [PathKey: RecordedTask] = [:]
      found.reserveCapacity(files.count)
      var (several, nameless): ([FileState.Name], [PathKey]) = ([], [])
      let paths = Dictionary(files.map { ($0.value, $0.key.path) }, uniquingKeysWith: { $1 })
      try index.forEachFile(with: paths) { file, place in
        let path = PathKey(file.state.path)
        // Several files may have this content.
        guard path == PathKey(place) || files[path] == file.state.blob else { return }
        if case .file = file.task { nameless.append(path) }
        if found.updateValue(file, forKey: path) != nil { several.append(file.state.name) }
      }
      for path in nameless {
        guard let file = found[path], let task = try index.joined(file.task) else { continue }
        found[path]?.task = task
      }
      return (found, several)
    }
    // Only files that had the same content more than once need a query each.
    for name in several { found[PathKey(name.path)] = try change(making: name)?.recorded }
    knownPresent = found
    return found
  }

  /// Prepares for the lookup of a number of files; for many, reads everything at once.
  package func expect(_ count: Int) throws(MemoError) {
    guard count > 500 else { return }
    _ = try present()
    if knownTimes == nil {
      knownTimes = try ask { try $0.authored() }
    }
  }

  /// The task of a file in the work tree: by its id, else by its path in the last commit.
  package func task(of task: StoredTask) throws(MemoError) -> TaskRef? {
    if let id = task.id { return .id(id) }
    return try present(at: task.path)?.task
  }

  /// The version of a work tree file in the last commit: at its path, else with its id.
  package func present(of task: StoredTask) throws(MemoError) -> RecordedTask? {
    if let recorded = try present(at: task.path),
      task.id == nil || recorded.state.id == nil || recorded.state.id == task.id
    {
      return recorded
    }
    guard let id = task.id else { return nil }
    for change in try changes(of: .id(id)).reversed() {
      guard let after = change.after, after.id == id else { continue }
      if let recorded = try present(at: after.path), recorded.state == after { return recorded }
    }
    return nil
  }

  func version(of recorded: RecordedTask) throws(MemoError) -> TaskVersion {
    try git.version(of: recorded.state, recorded.facts.status)
  }
}

extension CommitChange {
  package var recorded: RecordedTask? {
    guard let after, let facts else { return nil }
    return RecordedTask(task: task, state: after, facts: facts, position: commit.position)
  }
}

extension LastChange {
  /// The commit with its author date.
  ///
  /// A rebase keeps the author date. For a hand edit, it is the time when the file was saved.
  package init(_ commit: Commit) {
    self.init(
      author: commit.author.name, time: Timestamp(commit.author), commit: commit.id.hex)
  }
}

extension MemoError {
  fileprivate static func inMemoryFailed(_ error: any Error) -> MemoError {
    error as? MemoError
      ?? MemoError(.refused, "the history can't be kept in memory: \(error)")
  }
}
