package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// One writer's time with a store, while the lock is held.
///
/// Hand edits are found, and commits are written for them and for what the command changes. Then the
/// files and the branch follow in one step.
package struct WriteSession: ~Copyable {
  package let store: Store
  package let git: StoreGit
  private let lock: FileLock
  /// HEAD as it is when this session's commits are in place.
  package private(set) var head: Head
  /// The tasks as ``head`` has them.
  package private(set) var snapshot: Snapshot
  /// What is committed, and neither in the branch nor in the files yet.
  private var pending: PendingStep?
  /// Whether commits are only written, as for a remote that may refuse them: branch and files stay.
  package var isDrafting = false
  /// The last commit that was written so.
  package private(set) var draft: ObjectID?
  /// The hand edits that the branch has by now.
  private var recordedEdits = RecordedHandEdits()
  /// What the last commit of a command's own is known by.
  private(set) var operation: TaskID?
  /// What a person should hear.
  var notices: [String] = []

  private let drafts = Drafts()
  /// What is to be run when the lock is free again.
  private(set) var finalHooks: Set<FinalHook> = []
  /// Whether git's lock of the index is held.
  var isLocked = true
  /// Whether every file of HEAD was here; nil as long as nobody looked.
  var isWhole: Bool?
  /// What an init that didn't end had left to be taken in, and is now.
  var adopted: [TaskChange] = []

  /// Commits that the branch is to move to, and what the files need for it.
  private struct PendingStep {
    /// Where the branch is.
    var start: Head
    var edits: [FileEdit] = []
    var moves: [PathMove] = []
    var handMade = RecordedHandEdits()
  }

  /// Hand edits that are recorded.
  package struct RecordedHandEdits {
    var changes: [TaskChange] = []
    /// Where they have taken files: what was named before is found after.
    var moved: [PathKey: String] = [:]
    /// What their commits are known by.
    var operation: TaskID?

    package init() {}

    /// - Parameter changes: Of what is not a task.
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

  /// The hand edits of this session, recorded when it has ended well.
  var handMade: RecordedHandEdits {
    var all = recordedEdits
    if let pending { all.add(pending.handMade) }
    return all
  }
  /// The changes that were recorded of what people did.
  package var recorded: [TaskChange] { handMade.changes }
  var moved: [PathKey: String] { handMade.moved }

  /// Takes the locks and finishes what was left unfinished.
  ///
  /// - Parameter isTrial: Nothing will be written, so that git may go on meanwhile.
  static func begin(
    _ store: Store, _ patience: LockTimeout, isTrial: Bool = false
  ) throws(MemoError) -> WriteSession {
    try store.settings.checkWritable()
    let git = try store.git()
    let lock = try git.lock(patience)
    // Of a memo that was killed; nobody else's is touched.
    git.repository.removeLeftovers()
    var (head, snapshot) = try state(store, git, lock, locking: !isTrial)
    if !snapshot.hidden.isEmpty {
      store.sweep(Set(snapshot.hidden.map { git.repositoryPath(Paths.parent(of: $0)) }), git)
      snapshot = try store.read()
    }
    var session = WriteSession(
      store: store, git: git, lock: lock, head: head, snapshot: snapshot)
    session.isLocked = !isTrial
    return session
  }

  /// Takes git's lock of the index anew, and reads what may have changed meanwhile.
  mutating func readAgain() throws(MemoError) {
    (head, snapshot) = try Self.state(store, git, lock, locking: true)
    isLocked = true
  }

  /// Reads the files again that memo itself has put in place.
  mutating func readFiles() throws(MemoError) { snapshot = try store.read() }

  private init(
    store: Store, git: StoreGit, lock: consuming FileLock, head: Head, snapshot: Snapshot
  ) {
    self.store = store
    self.git = git
    self.lock = lock
    self.head = head
    self.snapshot = snapshot
  }

  /// Commits what people did to the files by hand; branch and files follow with the next step of
  /// this session, or at its end.
  ///
  /// - Parameters:
  ///   - options: For a fix, what only memo puts right is one commit of its own, behind the others,
  ///     as the change that somebody asked for.
  ///   - other: The operation that what only memo puts right belongs to; nil for one of its own.
  /// - Returns: What was found.
  @discardableResult
  package mutating func recordHandEdits(
    _ options: NormalizationOptions = [], within other: TaskID? = nil
  ) throws(MemoError) -> HandEdits {
    let found = try findHandEdits(options)
    try record(found, options, within: other)
    guard options.isFix else { return found }
    // Taken back with the settings that it follows from.
    try commit(
      found.normalizations, as: .fix, within: found.hasNewWords ? handMade.operation : nil)
    guard !found.edits.isEmpty else { return found }
    try finishStep()
    // Two files with one id may have been edited, and be two such files still.
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
    _ found: HandEdits, _ options: NormalizationOptions = [], within other: TaskID? = nil
  ) throws(MemoError) {
    var chain = CommitChain(git, head: head, try writer(), operation: other)
    // An operation of its own, so that to undo what people did leaves what memo put right.
    if !options.isFix, !found.hasNewWords { try chain.add(normalizationsOf: found) }
    chain.beginOperation()
    try chain.add(found)
    let operation = chain.operation
    // Behind the settings that it follows from, and taken back with them.
    if !options.isFix, found.hasNewWords { try chain.add(normalizationsOf: found) }
    notices += found.notices + chain.notices
    var handMade = RecordedHandEdits(found.edits, and: found.files.changes, operation)
    if !options.isFix {
      var all = RecordedHandEdits(found.normalizations)
      all.add(handMade)
      handMade = all
    }
    let tasks = options.isFix ? found.edits : found.tasks
    postpone(&chain, found.restored + tasks.flatMap(\.files), recording: handMade)
  }

  /// Goes on from commits of what people did; branch and files follow with the next step.
  ///
  /// - Parameter files: On the disk, and as they are to become.
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
    for move in moves where snapshot.folders.contains(move.from) {
      snapshot.folders.insert(move.to)
    }
  }

  /// Brings branch and files to where the commits are that this session has made so far.
  package mutating func finishStep() throws(MemoError) {
    guard pending != nil, let commit = head.commit else { return }
    try go(to: commit, [], [], reason: "record hand edits")
  }

  /// Makes one commit of several changes and puts the files in place; nothing for none.
  ///
  /// - Parameters:
  ///   - kind: What it is made for; nil for what it does to the tasks.
  ///   - subject: The journal's line; nil for one made from the changes.
  ///   - trailers: More than the tasks' own.
  ///   - files: Files that are no tasks and come back.
  ///   - removed: Those that go.
  ///   - other: An operation that it is a part of.
  mutating func commit(
    _ tasks: [TaskEdit], as kind: OperationMark.Kind? = nil, subject: String? = nil,
    trailers: [String] = [], and files: [RestoredFile] = [], removing removed: [FileEdit] = [],
    within other: TaskID? = nil
  ) throws(MemoError) {
    guard !tasks.isEmpty || !removed.isEmpty else { return }
    var chain = CommitChain(
      git, head: head, try writer(), operation: store.environment.operation ?? other)
    chain.isAsked = true
    try chain.add(
      tasks, as: kind, subject: subject, trailers: trailers,
      and: files.map { .put(path: $0.edit.path, id: $0.blob, mode: $0.mode) }
        + removed.map { .remove(path: $0.path) })
    chain.edits += files.map(\.edit) + removed
    operation = chain.operation
    let entry = JournalEntry(
      changes: tasks.map(\.change), following: tasks.flatMap(\.following).map(\.change),
      ownSubject: subject)
    try moveHead(
      to: chain.tip, edits: chain.takeEdits(), moves: chain.takeMoves(), reason: entry.subject)
    notices += chain.notices
    for task in tasks where task.isRemoval { try tellWhatStays(of: task) }
  }

  /// Makes one commit of files that are no tasks.
  mutating func commit(
    files: [FileEdit], as kind: OperationMark.Kind, message: String
  ) throws(MemoError) {
    var chain = CommitChain(
      git, head: head, try writer(), operation: store.environment.operation)
    chain.isAsked = true
    try chain.add(files: files, as: kind, message: message)
    operation = chain.operation
    try moveHead(to: chain.tip, edits: files, reason: message.split(separator: "\n").first ?? "")
  }

  /// Moves the branch and the files to a commit that has HEAD in its history.
  ///
  /// - Parameters:
  ///   - moves: What goes elsewhere as it is; nil for what lies beside the tasks that do, by
  ///     their ids.
  ///   - isMade: Whether this session has made the commit.
  ///   - hook: What git runs after such a step.
  ///   - handMade: What it records of what people did.
  package mutating func moveHead(
    to target: ObjectID?, edits: [FileEdit],
    moves: [TaskFolderMove]? = nil, reason: some StringProtocol, isMade: Bool = true,
    hook: FinalHook = .postCommit, recording handMade: RecordedHandEdits = RecordedHandEdits()
  ) throws(MemoError) {
    guard let target, target != head.commit || !edits.isEmpty else { return try finishStep() }
    try checkNothingIsLeftAlone(edits)
    // Not with `??`: its right-hand side loses the typed error.
    let moves = if let moves { moves } else { try git.folderMoves(edits, to: target) }
    let steps = steps(of: moves)
    try go(
      to: target, edits, steps, reason: String(reason), isMade: isMade, hook: hook,
      handMade)
  }

  private mutating func go(
    to target: ObjectID, _ edits: [FileEdit], _ moves: [PathMove],
    reason: String, isMade: Bool = true, hook: FinalHook = .postCommit,
    _ handMade: RecordedHandEdits = RecordedHandEdits()
  ) throws(MemoError) {
    // What the last step has left to do, before the next note takes the place of its.
    try store.recover(lock, git)
    var step = pending ?? PendingStep(start: head)
    step.edits = step.edits.followed(by: edits)
    step.moves += moves
    step.handMade.add(handMade)
    // Where it can't be made, all of it stays undone.
    (pending, head) = (nil, step.start)
    if isDrafting {
      draft = try writer().finished(target, since: head.commit)
      return
    }
    let transition = Transition(
      git: git, head: head, target: target, edits: step.edits,
      moves: step.moves, reason: reason,
      signature: try signatures().reflogEntry(for: try git.commit(target), isMade: isMade),
      isMade: isMade)
    let writer = isMade ? try writer() : nil
    let old = head.commit
    let (tip, rest) = try git.files.keepingFoldersOpen { () throws(MemoError) in
      try transition.run(lock, &notices) { () throws(MemoError) in
        do throws(MemoError) {
          return try writer?.finished(target, since: old) ?? target
        } catch {
          throw error.offeringGit(for: step.handMade.changes, git)
        }
      }
    }
    // From here on the branch has it, whatever else goes wrong.
    recordedEdits.add(step.handMade)
    if tip != old { finalHooks.insert(hook) }
    if let obstacle = rest?.obstacle {
      notices.append("\(obstacle.message); the next command that writes does it")
    }
    head = head.at(tip)
    // What lies beside the tasks is listed anew only where it has moved.
    let isSmall = step.moves.isEmpty && !drafts.wereShown
    if isSmall { store.read(step.edits, git, into: &snapshot) } else { snapshot = try store.read() }
  }

  /// Changes the repository's configuration.
  ///
  /// What is killed there leaves git's lock of the file; the note tells the next one whose it is.
  package mutating func configure(
    _ body: (StoreGit) throws(MemoError) -> Void
  ) throws(MemoError) {
    try store.recover(lock, git)
    try lock.write(RecoveryNote.configuring)
    let result = Result { () throws(MemoError) in try body(git) }
    // A note that is left costs the next one a second at most.
    try? lock.clearNote()
    try result.get()
  }

  /// What somebody is about to save again can't be replaced by what came in.
  private func checkNothingIsLeftAlone(_ edits: [FileEdit]) throws(MemoError) {
    let paths = edits.compactMap { git.storePath($0.path) }.filter {
      store.recording.leftAlone.contains(PathKey($0))
    }
    guard !paths.isEmpty else { return }
    throw MemoError(
      .refused,
      "the remote changed what is being edited here: \(paths.joined(separator: ", "))",
      hints: ["finish the edit; what can't be understood is recorded as it is after a while"])
  }

  package func signatures() throws(MemoError) -> Signatures {
    try Signatures(git, store.environment)
  }

  /// Writes commits as the user's configuration and hooks want them.
  package func writer() throws(MemoError) -> CommitWriter {
    try CommitWriter(git, try signatures(), store.environment, drafts)
  }
}

extension MemoError {
  /// Says how hand edits are recorded that a hook has refused; until then no command goes on.
  fileprivate func offeringGit(for changes: [TaskChange], _ git: StoreGit) -> MemoError {
    guard kind == .refused, !changes.isEmpty else { return self }
    let paths = changes.prefix(3).map { ":/\(git.repositoryPath($0.path))".quotedForShell }
    let all = changes.count > 3 ? ":/" : paths.joined(separator: " ")
    var error = self
    error.hints.append(
      "mend the files, or 'memo git add \(all) && memo git commit --no-verify -m Mine \(all)' records "
        + "them as they are")
    return error
  }
}

extension WriteSession {
  /// Takes git's lock of the index, and reads HEAD and then the files: no git changes the one or
  /// the others until ``end(isDone:)``.
  ///
  /// Where git is in the middle of something, its lock is not even asked for: a rebase takes it
  /// again and again, and has to find it free.
  ///
  /// What another memo left unfinished is finished first, under that lock as well.
  /// - Parameter isLocking: False for who only looks.
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

  /// Finds the hand edits that are to be recorded.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed` for many deletions that nobody has confirmed.
  mutating func findHandEdits(
    _ options: NormalizationOptions = []
  ) throws(MemoError) -> HandEdits {
    try finishStep()
    let found = try stableHandEdits(options)
    isWhole = found.isWhole
    try store.checkMeant(found, snapshot, git, head)
    return found
  }

  /// Normalizes what the session's own commit brought back, as the next command would, as a part
  /// of the same operation.
  mutating func normalizeAfterwards(within operation: TaskID?) throws(MemoError) {
    let said = notices
    try recordHandEdits(within: operation)
    notices = said + notices[said.count...].filter { !said.contains($0) }
  }

  /// The changes with the places where their tasks are by now.
  func present(_ changes: [TaskChange]) -> [TaskChange] {
    changes.map { change in
      var change = change
      if change.kind != .delete { change.path = moved[PathKey(change.path)] ?? change.path }
      return change
    }
  }

  /// Finds the hand edits; where a git command has changed files and is about to move HEAD,
  /// when it has.
  mutating func stableHandEdits(
    _ options: NormalizationOptions = []
  ) throws(MemoError) -> HandEdits {
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
          .busy, "git changes the files of this store again and again",
          hints: ["try again when it has finished"])
      }
      // It may want the lock once more.
      git.repository.unlockIndex()
      isLocked = false
      store.pause(milliseconds: Int(min(pause, Self.step) * 1000) + 1)
      waited += min(pause, Self.step)
      try readAgain()
    }
  }

  /// In seconds; as long as git's lock of the index is waited for.
  private static let longestWait = 5.0
  /// Between two looks whether HEAD has moved.
  private static let step = 0.1

  /// Records the hand edits all the same where a command has failed.
  ///
  /// - Returns: What there is to say of it.
  mutating func finish(after error: MemoError) -> [String] {
    do throws(MemoError) {
      try finishStep()
    } catch let second {
      return [second.message] + second.details
    }
    let changes = recordedEdits.changes
    return changes.isEmpty ? [] : changes.recordedLines("recorded") + notices.noteLines()
  }

  /// Gives git's lock of the index back, and notes what was seen here.
  ///
  /// - Parameter isDone: Whether all went well, so that HEAD's files are here.
  mutating func end(isDone: Bool) {
    if let isWhole, isDone { store.noteSeen(isWhole ? head.commit : nil, git) }
    if isLocked { git.repository.unlockIndex() }
    isLocked = false
    store.recording.last = snapshot
  }
}

extension Snapshot {
  /// Puts versions in place of the files that they come from.
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
      .busy, "git is about to move HEAD, or was killed when it was",
      details: ["\(git.repository.gitDirectory)/HEAD.lock is there"],
      hints: ["wait for it; if it was killed, remove that file"])
  }
}

extension WriteSession {
  /// What is to be done in the work tree.
  func steps(of moves: [TaskFolderMove]) -> [PathMove] {
    moves.flatMap { $0.steps(among: snapshot.folders, git) }
  }

  /// What git doesn't have can't be brought back, so memo doesn't delete it.
  mutating func tellWhatStays(of task: TaskEdit) throws(MemoError) {
    guard let path = task.before?.path else { return }
    let folder = TaskFolder.path(of: path)
    let left = try store.belongings(of: path, in: snapshot)
    guard let first = left.first else { return }
    notices.append(
      left.count == 1
        ? "\(first) is not recorded, and stays"
        : "\(left.count) files in \(folder)/ are not recorded, and stay")
  }
}

extension Store {
  /// The files in the folder of a task that belong to it, and go where it goes, by path.
  ///
  /// - Parameter task: Its path.
  package func belongings(
    of task: String, in snapshot: Snapshot
  ) throws(MemoError) -> [String] {
    let folder = TaskFolder.path(of: task)
    guard snapshot.folders.contains(folder) else { return [] }
    let names = try MemoError.rethrowing(files.list(folder, upTo: Limits.listDepth))
      .filter { $0.kind == .regular }.map(\.path)
    let tasks = Set(names.filter(StoredTask.isTaskName))
    return names.filter { TaskFolder.owns(folder, $0, isTask: tasks.contains) }
  }
}
