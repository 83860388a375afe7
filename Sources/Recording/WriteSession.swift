package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// One writer's use of a store while it holds the lock.
///
/// It commits hand edits and the command's changes, then changes files and branch in one step.
package struct WriteSession: ~Copyable {
  package let store: Store
  package let git: StoreGit
  let lock: FileLock
  /// HEAD without the pending commits.
  private var branch: Head
  package private(set) var snapshot: Snapshot
  /// Whether nothing will be written, and git's index stays unlocked.
  let isTrial: Bool
  /// Commits that exist as objects; branch and files don't have them yet.
  private var pending: CommitChain?
  /// Receives finished commits in place of the branch, since a remote may refuse them.
  package var onDraft: ((ObjectID) -> Void)?
  /// The hand edits that this session commits.
  package private(set) var recorded: [TaskChange] = []
  /// The number of those changes that the branch has.
  private(set) var published = 0
  /// The operation of the last of them.
  private(set) var recordedOperation: TaskID?
  /// The new paths of files that they move, by old path, since names in a command may be old.
  private(set) var moved: [PathKey: String] = [:]
  /// The operation of the command's last commit.
  private(set) var operation: TaskID?
  var notices: [String] = []
  /// The hooks to run after the lock is released, each with its author.
  private(set) var finalHooks: [FinalHook: Signature] = [:]
  /// Whether every file of HEAD exists; nil if unchecked.
  var isWhole: Bool?

  /// HEAD at the pending commits.
  package var head: Head { pending?.tip.map(branch.at) ?? branch }

  /// Takes the locks and finishes an interrupted change.
  static func begin(_ store: Store, isTrial: Bool) throws(MemoError) -> WriteSession {
    try store.settings.checkWritable()
    let git = try store.git()
    let lock = try git.lock(store.lockTimeout)
    // Files of a killed memo; other programs' locks stay.
    git.repository.removeLeftovers()
    var (head, snapshot) = try state(store, git, lock, locking: !isTrial)
    if !snapshot.hidden.isEmpty {
      git.sweep(Set(snapshot.hidden.map { git.repositoryPath(Paths.parent(of: $0)) }))
      snapshot = try store.read()
    }
    return WriteSession(
      store: store, git: git, lock: lock, branch: head, snapshot: snapshot, isTrial: isTrial)
  }

  mutating func readFiles() throws(MemoError) { snapshot = try store.read() }

  /// Commits hand edits; branch and files follow with the session's next step, or at its end.
  ///
  /// - Parameter other: The operation of memo's own repairs; nil for a new one.
  @discardableResult
  package mutating func recordHandEdits(
    _ options: NormalizationOptions = NormalizationOptions(), within other: TaskID? = nil
  ) throws(MemoError) -> RecordingPlan {
    let found = try findHandEdits(options)
    try record(found, within: other)
    return found
  }

  mutating func record(
    _ found: RecordingPlan, within other: TaskID? = nil
  ) throws(MemoError) {
    notices += found.notices
    guard !found.isNothing else { return }
    var chain = try chain(operation: other)
    // The repairs are an operation of their own, so that an undo of the hand edits keeps them. They
    // come before the hand edits: if two files have one id and one of them was moved by hand, the
    // commit of the move would make it look like a new task.
    if !found.hasSettings { try chain.add(normalizationsOf: found) }
    chain.operation = nil
    try chain.add(found)
    let operation = chain.operation
    // After the settings that may cause them, and undone together with these.
    if found.hasSettings { try chain.add(normalizationsOf: found) }
    notices += chain.notices
    if postpone(chain) {
      remember(handEdits: found.normalizations)
      remember(handEdits: found.edits, others: found.others.map(\.change), in: operation)
    }
    snapshot.replaceTasks(found.restored + found.tasks.flatMap(\.files))
  }

  /// Lets branch and files follow a chain with the session's next step.
  ///
  /// - Returns: False if the chain changes nothing.
  @discardableResult
  package mutating func postpone(_ chain: CommitChain) -> Bool {
    guard chain.tip != head.commit || !chain.edits.isEmpty else { return false }
    pending = chain
    return true
  }

  /// Remembers hand edits that the session commits, for its report and for names that are old now.
  ///
  /// - Parameter others: The changes of other files.
  mutating func remember(
    handEdits tasks: [TaskEdit], others: [TaskChange] = [], in operation: TaskID? = nil
  ) {
    recorded += others + tasks.flatMap(\.all).map(\.change)
    recordedOperation = operation ?? recordedOperation
    for task in tasks {
      if let old = task.onDisk?.path, let new = task.after, !new.isAt(old) {
        moved[PathKey(old)] = new.path
      }
    }
  }

  /// Commits several changes together, and changes the files; without changes only those of hand
  /// edits.
  ///
  /// - Parameters:
  ///   - kind: The purpose; nil for that of the changes.
  ///   - subject: The subject; nil for one made from the changes.
  ///   - files: Changes of other files.
  ///   - other: The operation that the commit belongs to.
  mutating func commit(
    _ tasks: [TaskEdit], as kind: OperationMark.Kind? = nil, subject: String? = nil,
    trailers: [String] = [], and files: [FileEdit] = [], within other: TaskID? = nil
  ) throws(MemoError) {
    guard !tasks.isEmpty || !files.isEmpty else { return try finishStep() }
    var chain = try chain(operation: store.environment.operation ?? other)
    chain.isAsked = true
    let reason = try chain.add(
      tasks, as: kind, subject: subject, trailers: trailers, and: chain.changes(files))
    chain.edits += files
    operation = chain.operation
    postpone(chain)
    try finishStep(reason)
    notices += chain.notices
    for task in tasks where task.isRemoval { try tellWhatStays(of: task) }
  }

  /// Moves files and branch to the pending commits.
  ///
  /// - Parameters:
  ///   - isMade: Whether this session made the commit.
  ///   - hook: The hook that git runs after a step of this kind.
  package mutating func finishStep(
    _ reason: String = "record hand edits", isMade: Bool = true,
    hook: FinalHook = .postCommit
  ) throws(MemoError) {
    guard var chain = pending, let target = chain.tip else { return }
    // Reset first, so that a failed step leaves nothing pending.
    pending = nil
    // Finishes an interrupted step before the next note replaces its note.
    try store.recover(lock, git)
    if let onDraft {
      return onDraft(try chain.finished(target, since: branch.commit, areFilesWritten: false))
    }
    let old = branch.commit
    chain.moves = git.existing(chain.moves)
    let tip = try move(to: target, &chain, reason: reason, isMade: isMade)
    // The branch has the hand edits now, even if a later step fails.
    published = recorded.count
    if tip != old { finalHooks[hook] = chain.signatures.author }
    branch = branch.at(tip)
    // Other files are listed again only if files moved or hooks ran.
    guard chain.moves.isEmpty, !chain.wereShown else { return try readFiles() }
    let paths = Set(chain.edits.compactMap { git.storePath($0.path) }.map(PathKey.init)).map(\.path)
    snapshot.replaceTasks(at: paths, with: store.tasks(at: paths.filter(StoredTask.isTaskName)))
  }

  /// Changes the repository's configuration.
  ///
  /// If the process is killed, git's lock of the file stays. The note shows that memo made it.
  package mutating func configure(
    _ body: (StoreGit) throws(MemoError) -> Void
  ) throws(MemoError) {
    try store.recover(lock, git)
    try MemoError.rethrowing(lock.setNote(RecoveryNote.configuring))
    let result = Result { () throws(MemoError) in try body(git) }
    // A remaining note costs the next process a second at most.
    try? lock.clearNote()
    try result.get()
  }

  /// Continues the pending chain, or creates one.
  ///
  /// - Parameters:
  ///   - tip: The commit to begin at, if nothing is pending; nil for HEAD's.
  ///   - operation: Nil for a new one.
  package func chain(
    on tip: ObjectID? = nil, operation: TaskID? = nil
  ) throws(MemoError) -> CommitChain {
    if var chain = pending {
      chain.begin(operation)
      return chain
    }
    let start = tip ?? branch.commit
    return CommitChain(
      git: git, environment: store.environment, signatures: try Signatures(git, store.environment),
      isTrial: isTrial, start: start, tip: start, operation: operation)
  }
}

extension WriteSession {
  /// Takes the lock of git's index, then reads HEAD and the files.
  ///
  /// git changes neither until ``end(isDone:)``. An interrupted change of another memo is finished
  /// first.
  ///
  /// During a git operation it fails before the lock, since a rebase takes it again and again.
  ///
  /// - Parameter isLocking: False to only read.
  static func state(
    _ store: Store, _ git: StoreGit, _ lock: borrowing FileLock, locking isLocking: Bool
  ) throws(MemoError) -> (head: Head, snapshot: Snapshot) {
    _ = try git.readyHead()
    if isLocking {
      try git.run("change the store", git.repository.lockIndex())
    }
    do throws(MemoError) {
      try store.recover(lock, git)
      return (try git.readyHead(), try store.read())
    } catch {
      if isLocking { git.repository.unlockIndex() }
      throw error
    }
  }

  /// The change that wrote the present version of a file; nil before the first commit.
  func lastChange(at path: String) throws(MemoError) -> LastChange? {
    guard let head = head.commit else { return nil }
    let last = try CommittedHistory(store, git, of: head).lastChange(at: path)
    return if let last { last } else { LastChange(try git.commit(head)) }
  }

  /// Normalizes files that the session's own commit restored, as part of the same operation.
  ///
  /// - Parameter touched: Files to normalize although an undo restored them.
  mutating func normalizeAfterwards(
    within operation: TaskID?, touching touched: [StoredTask] = []
  ) throws(MemoError) {
    let said = notices
    let paths = Set(touched.map { PathKey($0.path) })
    try recordHandEdits(NormalizationOptions(touched: paths), within: operation)
    notices = said + notices[said.count...].filter { !said.contains($0) }
  }

  func present(_ changes: [TaskChange]) -> [TaskChange] {
    changes.map { change in
      var change = change
      if change.kind != .delete { change.path = moved[PathKey(change.path)] ?? change.path }
      return change
    }
  }

  /// Finds the hand edits to commit.
  ///
  /// Waits for a git command that has changed files and is about to move HEAD.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed` for many deletions without confirmation.
  mutating func findHandEdits(
    _ options: NormalizationOptions = NormalizationOptions()
  ) throws(MemoError) -> RecordingPlan {
    try finishStep()
    var waited = 0.0
    while true {
      let commit = head.commit
      let found = try store.findHandEdits(snapshot, git, since: commit, options)
      try found.checkListed()
      let pause =
        found.isNothing
        ? 0 : try git.run("look at git's index", git.repository.pauseForHead(at: commit))
      guard pause > 0 else {
        isWhole = found.isWhole
        try store.checkMeant(found, snapshot, git, head)
        return found
      }
      guard waited < Self.longestWait else {
        if git.repository.isHeadLocked { throw .headIsLocked(git) }
        throw MemoError(
          .busy, "git keeps changing the files of this store",
          hints: ["try again when it has finished"])
      }
      // git may need the lock once more.
      git.repository.unlockIndex()
      store.pause(milliseconds: Int(min(pause, Self.step) * 1000) + 1)
      waited += min(pause, Self.step)
      (branch, snapshot) = try Self.state(store, git, lock, locking: true)
    }
  }

  /// In seconds; equal to memo's timeout for the lock of git's index.
  private static let longestWait = 5.0
  /// In seconds, between checks whether HEAD has moved.
  private static let step = 0.1

  /// Commits the hand edits after a failed command.
  ///
  /// - Returns: Lines about them for the error.
  mutating func finish(after error: MemoError) -> [String] {
    do throws(MemoError) {
      try finishStep()
    } catch let second {
      return [second.message] + second.details
    }
    let changes = Array(recorded.prefix(published))
    return changes.isEmpty ? [] : changes.recordedLines("committed") + notices.noteLines()
  }

  /// Releases the lock of git's index and notes the commit whose files are in the work tree.
  ///
  /// - Parameter isDone: Whether the session succeeded.
  func end(isDone: Bool) {
    if let isWhole, isDone { store.markCheckedOut(isWhole ? head.commit : nil, git) }
    git.repository.unlockIndex()
    store.recording.last = snapshot
  }
}

extension Snapshot {
  mutating func replaceTasks(_ files: [VersionPair]) {
    let changed = files.filter { $0.before != $0.after }
    guard !changed.isEmpty else { return }
    let new = changed.compactMap { pair in
      pair.after.flatMap { version in
        StoredTask(version, file: pair.before.flatMap { tasks(at: [$0.path]).first?.file })
      }
    }
    replaceTasks(
      at: changed.flatMap { [$0.before?.path, $0.after?.path] }.compactMap { $0 }, with: new)
  }
}

extension MemoError {
  fileprivate static func headIsLocked(_ git: StoreGit) -> MemoError {
    MemoError(
      .busy, "git is moving HEAD, or was killed while it did",
      details: ["\(git.repository.gitDirectory)/HEAD.lock is there"],
      hints: ["wait for it; if it was killed, remove that file"])
  }
}

extension WriteSession {
  /// Reports files of a deleted task that memo keeps, since git can't restore them.
  mutating func tellWhatStays(of task: TaskEdit) throws(MemoError) {
    guard let path = task.before?.path else { return }
    let folder = TaskFolder.path(of: path)
    let left = try store.belongings(of: path, in: snapshot)
    guard let first = left.first else { return }
    notices.append(
      left.count == 1
        ? "\(first) is not committed, and stays"
        : "\(left.count) files in \(folder)/ are not committed, and stay")
  }
}

extension Store {
  /// The files in a task's folder that belong to it, by path.
  package func belongings(
    of task: String, in snapshot: Snapshot
  ) throws(MemoError) -> [String] {
    let folder = TaskFolder.path(of: task)
    guard snapshot.folders.contains(PathKey(folder)) else { return [] }
    let names = try MemoError.rethrowing(files.list(folder, upTo: Limits.listDepth))
      .filter { $0.kind == .regular }.map(\.path)
    let tasks = Set(names.filter(StoredTask.isTaskName))
    return names.filter { TaskFolder.owns(folder, $0, isTask: tasks.contains) }
  }
}
