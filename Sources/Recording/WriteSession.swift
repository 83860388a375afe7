package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// One writer's use of a store while it holds the lock.
///
/// Finds hand edits, and writes commits for them and for the command's changes. Then files and
/// branch change in one step.
package struct WriteSession: ~Copyable {
  package let store: Store
  package let git: StoreGit
  private let lock: FileLock
  /// HEAD after this session's commits.
  package private(set) var head: Head
  /// The tasks in ``head``.
  package private(set) var snapshot: Snapshot
  /// Commits that are written, but not in the branch or the files yet.
  private var pending: PendingStep?
  /// Whether commits are only written, as for a remote that may refuse them; branch and files stay.
  package var isDrafting = false
  /// The last commit that was written so.
  package private(set) var draft: ObjectID?
  /// The hand edits that are in the branch now.
  private var recordedEdits = RecordedHandEdits()
  /// The operation of the command's last commit.
  private(set) var operation: TaskID?
  /// Notices for the user.
  var notices: [String] = []

  private let drafts: Drafts
  /// The hooks to run after the lock is released.
  private(set) var finalHooks: Set<FinalHook> = []
  /// Whether the lock of git's index is held.
  var isLocked = true
  /// Whether every file of HEAD was here; nil if nobody has checked.
  var isWhole: Bool?
  /// Tasks that an interrupted init had left, adopted now.
  var adopted: [TaskChange] = []

  /// Commits that the branch will move to, with the changes of files.
  private struct PendingStep {
    /// The present branch.
    var start: Head
    var edits: [FileEdit] = []
    var moves: [PathMove] = []
    var handMade = RecordedHandEdits()
  }

  /// Committed hand edits.
  package struct RecordedHandEdits {
    var changes: [TaskChange] = []
    /// The new paths of moved files, for names from before.
    var moved: [PathKey: String] = [:]
    /// The operation of their commits.
    var operation: TaskID?

    package init() {}

    /// - Parameter changes: Of other files.
    init(_ tasks: [TaskEdit], and changes: [TaskChange] = [], _ operation: TaskID? = nil) {
      self.changes = changes + tasks.flatMap(\.all).map(\.change)
      self.operation = operation
      for task in tasks {
        if let old = task.onDisk?.path, let new = task.after, !new.isAt(old) {
          moved[PathKey(old)] = new.path
        }
      }
    }

    mutating func add(_ other: RecordedHandEdits) {
      changes += other.changes
      moved.merge(other.moved) { $1 }
      operation = other.operation ?? operation
    }
  }

  /// The hand edits of this session, committed if it ends well.
  var handMade: RecordedHandEdits {
    var all = recordedEdits
    if let pending { all.add(pending.handMade) }
    return all
  }
  /// The committed hand edits.
  package var recorded: [TaskChange] { handMade.changes }
  var moved: [PathKey: String] { handMade.moved }

  /// Takes the locks, and finishes an unfinished change.
  ///
  /// - Parameter isTrial: Whether nothing will be written, so that git may continue.
  static func begin(
    _ store: Store, _ lockTimeout: LockTimeout, isTrial: Bool = false
  ) throws(MemoError) -> WriteSession {
    try store.settings.checkWritable()
    let git = try store.git()
    let lock = try git.lock(lockTimeout)
    // Of a killed memo; other locks are left alone.
    git.repository.removeLeftovers()
    var (head, snapshot) = try state(store, git, lock, locking: !isTrial)
    if !snapshot.hidden.isEmpty {
      git.sweep(Set(snapshot.hidden.map { git.repositoryPath(Paths.parent(of: $0)) }))
      snapshot = try store.read()
    }
    var session = WriteSession(
      store: store, git: git, lock: lock, head: head, snapshot: snapshot)
    session.isLocked = !isTrial
    return session
  }

  /// Takes the lock of git's index again, and reads what may have changed.
  mutating func readAgain() throws(MemoError) {
    (head, snapshot) = try Self.state(store, git, lock, locking: true)
    isLocked = true
  }

  /// Reads the files again that memo has written.
  mutating func readFiles() throws(MemoError) { snapshot = try store.read() }

  private init(
    store: Store, git: StoreGit, lock: consuming FileLock, head: Head, snapshot: Snapshot
  ) {
    self.store = store
    self.git = git
    self.lock = lock
    drafts = Drafts(git, store.environment)
    self.head = head
    self.snapshot = snapshot
  }

  /// Commits hand edits.
  ///
  /// Branch and files follow with the next step of this session, or at its end.
  ///
  /// - Parameters:
  ///   - options: For a fix, memo's own repairs are in one commit after the others, as the
  ///     requested change.
  ///   - other: The operation of memo's own repairs; nil for a new one.
  /// - Returns: What was found.
  @discardableResult
  package mutating func recordHandEdits(
    _ options: NormalizationOptions = [], within other: TaskID? = nil
  ) throws(MemoError) -> RecordingPlan {
    let found = try findHandEdits(options)
    try record(found, options, within: other)
    guard options.isFix else { return found }
    // Undone together with the settings that it follows from.
    try commit(
      found.normalizations, as: .fix, within: found.hasNewWords ? handMade.operation : nil)
    guard !found.edits.isEmpty else { return found }
    try finishStep()
    // Two files with one id may have been edited, and stay two such files.
    let rest = try store.findHandEdits(snapshot, git, since: head.commit, options)
    try commit(rest.tasks, as: .fix)
    notices += rest.notices
    var all = found
    all.tasks += rest.tasks
    all.restored += rest.restored
    all.notices = notices
    return all
  }

  mutating func record(
    _ found: RecordingPlan, _ options: NormalizationOptions = [], within other: TaskID? = nil
  ) throws(MemoError) {
    var chain = try chain(operation: other)
    // An operation of its own, so that undoing the hand edits leaves the repairs.
    if !options.isFix, !found.hasNewWords { try chain.add(normalizationsOf: found) }
    chain.beginOperation()
    try chain.add(found)
    let operation = chain.operation
    // After the settings that it follows from, and undone with them.
    if !options.isFix, found.hasNewWords { try chain.add(normalizationsOf: found) }
    notices += found.notices + chain.notices
    var handMade = RecordedHandEdits(found.edits, and: found.others.map(\.change), operation)
    if !options.isFix {
      var all = RecordedHandEdits(found.normalizations)
      all.add(handMade)
      handMade = all
    }
    let tasks = options.isFix ? found.edits : found.tasks
    postpone(&chain, found.restored + tasks.flatMap(\.files), recording: handMade)
  }

  /// Continues from commits of hand edits.
  ///
  /// Branch and files follow with the next step.
  ///
  /// - Parameter files: The present files, and the new ones.
  mutating func postpone(
    _ chain: inout CommitChain, _ files: [VersionPair], recording handMade: RecordedHandEdits
  ) {
    let (edits, moves) = (chain.takeEdits(), steps(of: chain.takeMoves()))
    guard chain.tip != head.commit || !edits.isEmpty || !moves.isEmpty else { return }
    var step = pending ?? PendingStep(start: head)
    step.edits = step.edits.followed(by: edits)
    step.moves += moves
    step.handMade.add(handMade)
    pending = step
    if let tip = chain.tip { head = head.at(tip) }
    snapshot.replaceTasks(files)
    for move in moves where snapshot.folders.contains(PathKey(move.from)) {
      snapshot.folders.insert(PathKey(move.to))
    }
  }

  /// Moves branch and files to the commits of this session.
  package mutating func finishStep() throws(MemoError) {
    guard pending != nil else { return }
    try moveHead(to: head.commit, edits: [], reason: "record hand edits")
  }

  /// Makes one commit of several changes, and changes the files; nothing for no changes.
  ///
  /// - Parameters:
  ///   - kind: The purpose; nil for that of the changes.
  ///   - subject: The subject; nil for one made from the changes.
  ///   - trailers: More trailers than those of the tasks.
  ///   - others: Other files in it.
  ///   - edits: The changes of those in the work tree.
  ///   - other: The operation that it belongs to.
  mutating func commit(
    _ tasks: [TaskEdit], as kind: OperationMark.Kind? = nil, subject: String? = nil,
    trailers: [String] = [], and others: [FileChange] = [], _ edits: [FileEdit] = [],
    within other: TaskID? = nil
  ) throws(MemoError) {
    guard !tasks.isEmpty || !others.isEmpty else { return }
    var chain = try chain(operation: store.environment.operation ?? other)
    chain.isAsked = true
    try chain.add(tasks, as: kind, subject: subject, trailers: trailers, and: others)
    chain.edits += edits
    operation = chain.operation
    let entry = JournalEntry(
      changes: tasks.map(\.change), following: tasks.flatMap(\.following).map(\.change),
      ownSubject: subject)
    try moveHead(
      to: chain.tip, edits: chain.takeEdits(), moves: chain.takeMoves(), reason: entry.subject)
    notices += chain.notices
    for task in tasks where task.isRemoval { try tellWhatStays(of: task) }
  }

  /// Makes one commit of other files.
  mutating func commit(
    files: [FileEdit], as kind: OperationMark.Kind, message: String
  ) throws(MemoError) {
    var chain = try chain(operation: store.environment.operation)
    chain.isAsked = true
    try chain.add(files: files, as: kind, message: message)
    operation = chain.operation
    try moveHead(to: chain.tip, edits: files, reason: message.split(separator: "\n").first ?? "")
  }

  /// Moves branch and files to a commit that has HEAD in its history.
  ///
  /// - Parameters:
  ///   - moves: Files and folders to move; nil for those of moved tasks.
  ///   - isMade: Whether this session made the commit.
  ///   - hook: The hook that git runs after such a step.
  ///   - handMade: The hand edits in it.
  package mutating func moveHead(
    to target: ObjectID?, edits: [FileEdit],
    moves: [TaskFolderMove]? = nil, reason: some StringProtocol, isMade: Bool = true,
    hook: FinalHook = .postCommit, recording handMade: RecordedHandEdits = RecordedHandEdits()
  ) throws(MemoError) {
    guard let target, target != head.commit || !edits.isEmpty || pending != nil else { return }
    try checkNothingIsLeftAlone(edits)
    // Not with `??`: its right-hand side loses the typed error.
    let moves = if let moves { moves } else { try git.folderMoves(edits, to: target) }
    // What the last step has left, before the next note replaces its note.
    try store.recover(lock, git)
    var step = pending ?? PendingStep(start: head)
    step.edits = step.edits.followed(by: edits)
    step.moves += steps(of: moves)
    step.handMade.add(handMade)
    // If the step fails, none of it is done.
    (pending, head) = (nil, step.start)
    if isDrafting {
      draft = try drafts.finished(target, since: head.commit)
      return
    }
    let transition = Transition(
      git: git, head: head, target: target, edits: step.edits,
      moves: step.moves, reason: String(reason),
      signature: try signatures().reflogEntry(for: try git.commit(target), isMade: isMade),
      drafts: isMade ? drafts : nil, handMade: step.handMade.changes)
    let old = head.commit
    let (tip, rest) = try git.files.keepingFoldersOpen { () throws(MemoError) in
      try transition.run(lock, &notices)
    }
    // From here on the branch has it, whatever fails later.
    recordedEdits.add(step.handMade)
    if tip != old { finalHooks.insert(hook) }
    if let obstacle = rest?.obstacle {
      notices.append("\(obstacle.message); the next command that writes does it")
    }
    head = head.at(tip)
    // Other files are listed again only where they moved.
    let isSmall = step.moves.isEmpty && !drafts.wereShown
    if isSmall { store.read(step.edits, git, into: &snapshot) } else { snapshot = try store.read() }
  }

  /// Changes the repository's configuration.
  ///
  /// If the process is killed, git's lock of the file stays; the note shows that it is memo's.
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

  /// A file in the middle of a save can't be replaced by one from the remote.
  private func checkNothingIsLeftAlone(_ edits: [FileEdit]) throws(MemoError) {
    let paths = edits.compactMap { git.storePath($0.path) }.filter {
      store.recording.leftAlone.contains(PathKey($0))
    }
    guard !paths.isEmpty else { return }
    throw MemoError(
      .refused,
      "the remote changed what is being edited here: \(paths.joined(separator: ", "))",
      hints: ["finish the edit; memo commits a broken file after a while"])
  }

  package func signatures() throws(MemoError) -> Signatures {
    try Signatures(git, store.environment)
  }

  /// Commits on top of one, or of HEAD's.
  ///
  /// - Parameters:
  ///   - operation: Their operation; nil for a new one.
  ///   - isTrial: Whether they are only looked at, and belong to no operation.
  package func chain(
    on tip: ObjectID? = nil, operation: TaskID? = nil, isTrial: Bool = false
  ) throws(MemoError) -> CommitChain {
    try CommitChain(
      git, on: tip ?? head.commit, store.environment, isTrial ? nil : drafts, operation: operation)
  }
}

extension WriteSession {
  /// Takes the lock of git's index, and reads HEAD and then the files.
  ///
  /// git changes neither until ``end(isDone:)``.
  ///
  /// If a git operation is in progress, the lock isn't taken, since a rebase takes it again and
  /// again.
  ///
  /// An unfinished change of another memo is finished first.
  /// - Parameter isLocking: False for reading only.
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

  /// Finds the hand edits to commit.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed` for many deletions without confirmation.
  mutating func findHandEdits(
    _ options: NormalizationOptions = []
  ) throws(MemoError) -> RecordingPlan {
    try finishStep()
    let found = try stableHandEdits(options)
    isWhole = found.isWhole
    try store.checkMeant(found, snapshot, git, head)
    return found
  }

  /// Normalizes files that the session's own commit restored, as part of the same operation.
  mutating func normalizeAfterwards(within operation: TaskID?) throws(MemoError) {
    let said = notices
    try recordHandEdits(within: operation)
    notices = said + notices[said.count...].filter { !said.contains($0) }
  }

  /// The changes with the present paths of their tasks.
  func present(_ changes: [TaskChange]) -> [TaskChange] {
    changes.map { change in
      var change = change
      if change.kind != .delete { change.path = moved[PathKey(change.path)] ?? change.path }
      return change
    }
  }

  /// Finds the hand edits.
  ///
  /// If a git command has changed files and is about to move HEAD, waits for it.
  mutating func stableHandEdits(
    _ options: NormalizationOptions = []
  ) throws(MemoError) -> RecordingPlan {
    var waited = 0.0
    while true {
      let found = try store.findHandEdits(
        snapshot, git, since: head.commit, options)
      try found.checkListed()
      guard !found.isNothing else { return found }
      let head = head.commit
      let pause = try git.run("look at git's index", git.repository.pauseForHead(at: head))
      guard pause > 0 else { return found }
      guard waited < Self.longestWait else {
        if git.repository.isHeadLocked { throw .headIsLocked(git) }
        throw MemoError(
          .busy, "git keeps changing the files of this store",
          hints: ["try again when it has finished"])
      }
      // It may need the lock once more.
      git.repository.unlockIndex()
      isLocked = false
      store.pause(milliseconds: Int(min(pause, Self.step) * 1000) + 1)
      waited += min(pause, Self.step)
      try readAgain()
    }
  }

  /// In seconds; as long as memo waits for the lock of git's index.
  private static let longestWait = 5.0
  /// The interval between checks whether HEAD has moved.
  private static let step = 0.1

  /// Commits the hand edits after a command has failed.
  ///
  /// - Returns: Lines about them.
  mutating func finish(after error: MemoError) -> [String] {
    do throws(MemoError) {
      try finishStep()
    } catch let second {
      return [second.message] + second.details
    }
    let changes = recordedEdits.changes
    return changes.isEmpty ? [] : changes.recordedLines("committed") + notices.noteLines()
  }

  /// Releases the lock of git's index, and notes which commit's files are here.
  ///
  /// - Parameter isDone: Whether all went well.
  mutating func end(isDone: Bool) {
    if let isWhole, isDone { store.noteSeen(isWhole ? head.commit : nil, git) }
    if isLocked { git.repository.unlockIndex() }
    isLocked = false
    store.recording.last = snapshot
  }
}

extension Snapshot {
  /// Replaces tasks by new versions.
  mutating func replaceTasks(_ files: [VersionPair]) {
    let changed = files.filter { $0.before != $0.after }
    guard !changed.isEmpty else { return }
    let paths = changed.flatMap { [$0.before?.path, $0.after?.path] }.compactMap { $0 }
    let new = changed.compactMap { pair in
      pair.after.flatMap { version in
        StoredTask(
          path: version.path, bytes: version.bytes,
          file: pair.before.flatMap { tasks(at: [$0.path]).first?.file },
          version.document.aliases)
      }
    }
    replaceTasks(at: Set(paths.map(PathKey.init)).map(\.path), with: new)
    if paths.contains(where: SyncCopy.isMarked) { setCopiesAside(among: doubleIDs) }
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
  /// The moves in the work tree.
  func steps(of moves: [TaskFolderMove]) -> [PathMove] {
    moves.flatMap { $0.steps(among: snapshot.folders, git) }
  }

  /// Reports files that memo doesn't delete, since git can't restore them.
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
  ///
  /// - Parameter task: Its path.
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
