internal import Dispatch
package import Git
public import StoreFiles
internal import TaskFile
package import TaskHistory

extension Store {
  /// Records what people did to the files by hand; changes nothing else.
  ///
  /// - Throws: ``MemoError``
  public func recordHandEdits(_ patience: LockTimeout = LockTimeout()) throws(MemoError)
    -> ChangeReport
  {
    try write(patience) { session throws(MemoError) in ChangeReport(session) }
  }

  /// Runs a change; when another process was quicker, all of it again.
  ///
  /// - Parameters:
  ///   - recording: False leaves hand edits to the change itself.
  ///   - isOneStep: Whether hand edits are put in place together with the change, and not before.
  ///   - isTrial: Nothing will be written.
  package func write<Value>(
    _ patience: LockTimeout, recording: Bool = true, isOneStep: Bool = false, isTrial: Bool = false,
    _ body: (inout WriteSession) throws(MemoError) -> Value
  ) throws(MemoError) -> Value {
    var attempts = 0
    while true {
      do throws(MemoError) {
        let start = FileStatus.Time.now
        let session = try WriteSession.begin(self, patience, isTrial: isTrial)
        let (result, hooks) = run(session, since: start, body) {
          session throws(MemoError) in
          if isTrial { return }
          try session.completeCheckout()
          try session.followHead()
          try session.finishAdoption()
          if recording { try session.recordHandEdits() }
          if !isOneStep { try session.finishStep() }
        }
        // Only now that the lock is free: a hook may well start another memo.
        runFinalHooks(hooks)
        // Those are run where a commit was made.
        if !hooks.isEmpty { packIfGrown(try git()) }
        return try result.get()
      } catch {
        // Asked while nothing is locked: who is asked may take a while.
        if error.kind == .unconfirmed, isConfirmed() { continue }
        attempts += 1
        guard error.kind == .raced, attempts < 50 else { throw error }
        // The first tries at once; then whoever is quicker gets a moment.
        if attempts > 3 { pause(milliseconds: 10) }
      }
    }
  }

  /// - Returns: Also what is to be run when the session, and with it the lock, is gone.
  private func run<Value>(
    _ session: consuming WriteSession, since start: FileStatus.Time,
    _ body: (inout WriteSession) throws(MemoError) -> Value,
    opening: (inout WriteSession) throws(MemoError) -> Void
  ) -> (Result<Value, MemoError>, Set<FinalHook>) {
    let result: Result<Value, MemoError>
    do throws(MemoError) {
      try opening(&session)
      let value = try body(&session)
      try session.finishStep()
      result = .success(value)
      session.end(isDone: true)
    } catch {
      var error = error
      // Where another process was quicker, all of it is done again.
      if error.kind != .raced { error.details += session.finish(after: error) }
      result = .failure(error)
      session.end(isDone: false)
    }
    // Before the next one gets the lock, who may be another user.
    session.git.repository.share(since: start)
    return (result, session.finalHooks)
  }

  private func runFinalHooks(_ hooks: Set<FinalHook>) {
    // The change is made, whatever keeps them from being run.
    guard !hooks.isEmpty, let git = try? git(), let signatures = try? Signatures(git, environment),
      let found = try? Hooks(git, environment, author: signatures.author)
    else { return }
    for hook in FinalHook.allCases where hooks.contains(hook) { found.run(hook) }
  }

  /// Changes the tasks of these names in one commit.
  ///
  /// - Parameters:
  ///   - use: How much of a title has to be said.
  ///   - change: The new version, or nil to delete the task.
  package func modify(
    _ names: [String], from directory: String?, for use: NameUse = .changing,
    _ patience: LockTimeout,
    _ change: (TaskVersion, inout FreePaths) throws(MemoError) -> TaskVersion?
  ) throws(MemoError) -> ChangeReport {
    try write(patience, isOneStep: true) { session throws(MemoError) in
      try session.modify(names, from: directory, for: use, change)
    }
  }

  /// Reads the files again that memo itself has changed.
  func read(_ edits: [FileEdit], _ git: StoreGit, into snapshot: inout Snapshot) {
    let paths = Set(edits.compactMap { git.storePath($0.path) }.map(PathKey.init)).map(\.path)
    guard !paths.isEmpty else { return }
    let tasks = files.keepingFoldersOpen {
      paths.lazy.filter(StoredTask.isTaskName).compactMap(task)
    }
    snapshot.replaceTasks(at: paths, with: Array(tasks))
    if paths.contains(where: SyncCopy.isMarked) {
      snapshot.setCopiesAside(among: snapshot.doubleIDs)
    }
  }
}

extension Store {
  /// A task as its file is now; nil where there surely is none.
  private func task(at path: String) -> StoredTask? {
    do throws(FileError) {
      let (bytes, status) = try files.read(path, atMost: Limits.taskBytes)
      return StoredTask(path: path, bytes: bytes, file: status, settings.aliases)
    } catch {
      // What can't be read is not gone.
      return error.isMissing ? nil : StoredTask(unread: path, error)
    }
  }
}

extension Snapshot {
  /// The tasks that several names mean, each once, in the order of the names.
  ///
  /// - Parameter use: How much of a title has to be said.
  /// - Throws: ``MemoError`` of kind `notFound`, or `ambiguous` with the candidates.
  public func tasks(
    named names: [String], from directory: String?, for use: NameUse = .reading
  ) throws(MemoError) -> [StoredTask] {
    // Thousands of whole ids, as a filter finds them, or of paths, as a shell does, are not each
    // looked for among thousands.
    func isPath(_ name: String) -> Bool {
      name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(StoredTask.ending)
    }
    var byID: [String: [Int]] = [:]
    var byPath: [PathKey: Int] = [:]
    if names.count > 10 {
      let ids = Set(names.compactMap { TaskID($0) })
      let paths = Set(names.filter(isPath).map { PathKey(Paths.join(directory ?? "", $0)) })
      for (index, task) in tasks.enumerated() {
        if let id = task.id, ids.contains(id) { byID[id.text, default: []].append(index) }
        if !paths.isEmpty, paths.contains(PathKey(task.path)) {
          byPath[PathKey(task.path)] = index
        }
      }
    }
    var found: [StoredTask] = []
    var paths: Set<PathKey> = []
    for name in names {
      var indices = byID[name] ?? []
      if isPath(name), let index = byPath[PathKey(Paths.join(directory ?? "", name))] {
        indices = [index]
      }
      let task =
        indices.count == 1
        ? tasks[indices[0]] : try task(named: name, from: directory, for: use)
      if paths.insert(PathKey(task.path)).inserted { found.append(task) }
    }
    return found
  }
}

extension MemoError {
  /// A file that was not read can't be changed, moved or removed.
  static func unread(_ task: StoredTask) -> MemoError {
    MemoError(
      .unreadable, "\(task.path) can't be changed",
      details: task.problems.map { "\($0.path): \($0.message)" },
      hints: task.problems.compactMap(\.hint) + ["'mv' and 'rm' do with it what they always do"])
  }
}

extension MemoError {
  /// What git makes of a file nobody here knows.
  static func filtered(_ task: StoredTask) -> MemoError {
    MemoError(
      .refused,
      "\(task.path) stays as it is: a filter of git's belongs to it, which memo doesn't run",
      hints: [
        "'memo git add', 'memo git mv' and 'memo git commit' do with it what they always do",
        "or take the attribute off, in .gitattributes or .git/info/attributes",
      ])
  }
}

extension ClosedFolders {
  /// - Parameter path: Where it goes; nil where it stays, or goes away.
  /// - Throws: ``MemoError`` of kind `refused` for a file that can't be written.
  mutating func check(_ task: StoredTask, movedTo path: String?) throws(MemoError) {
    guard
      let obstacle = obstacle(toWriting: task.path) ?? path.flatMap({ obstacle(toWriting: $0) })
    else { return }
    var error = MemoError(obstacle)
    error.problem = StoreProblem(
      path: task.path,
      message: obstacle.path == task.path ? "can't be written: \(obstacle.why)" : error.message,
      hint: error.hints.first)
    throw error
  }
}

extension Store {
  /// Lets time pass, as between two attempts.
  package func pause(milliseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
  }
}

extension WriteSession {
  /// Changes the tasks of these names in one commit, as ``Store/modify(_:from:for:_:_:)`` does.
  package mutating func modify(
    _ names: [String], from directory: String?, for use: NameUse = .changing,
    _ change: (TaskVersion, inout FreePaths) throws(MemoError) -> TaskVersion?
  ) throws(MemoError) -> ChangeReport {
    var edits: [TaskEdit] = []
    var paths: [String] = []
    let (moved, snapshot) = (moved, snapshot)
    let names = names.map { name in
      moved[PathKey(name)]
        ?? directory.flatMap { moved[PathKey(Paths.join($0, name))] } ?? name
    }
    var failures = BulkFailures(isStrict: !store.changesWhatCanBe)
    let tasks = try snapshot.tasks(named: names, from: directory, for: use)
    let filtered = try git.filtered(tasks.map(\.path))
    let touched = try touch(tasks, besides: filtered)
    var free = freePaths
    var closed = ClosedFolders(git)
    var succession = Succession(store, git, snapshot, since: head.commit)
    for task in touched {
      do throws(MemoError) {
        if filtered.contains(PathKey(task.path)) { throw .filtered(task) }
        // What is not known can't be told from what somebody else writes there.
        guard task.isRead else { throw .unread(task) }
        let before = TaskVersion(task)
        let after: TaskVersion?
        do throws(MemoError) {
          after = try change(before, &free)
        } catch {
          // First of all, nobody could write it.
          try closed.check(task, movedTo: nil)
          throw error
        }
        if let edit = TaskEdit(from: before, to: after) {
          try closed.check(task, movedTo: after?.path)
          try succession.check(edit)
          edits.append(edit)
        }
        paths.append(after?.path ?? task.path)
      } catch {
        try failures.add(error, task, of: tasks.count)
      }
    }
    var report = try commit(following: &edits, paths: paths)
    report.leftOut = failures.problems
    return report
  }
}

extension WriteSession {
  /// Finds paths that neither a task nor anything else has.
  var freePaths: FreePaths {
    git.freePaths(besides: snapshot.tasks, in: head.commit, absent: store.recording.absent)
  }

  /// Records changes of tasks with what follows from them, in one commit.
  ///
  /// - Parameters:
  ///   - edits: Gain the next tasks of series of which one is done now.
  ///   - paths: Of the tasks that the change is about, as they are then.
  mutating func commit(
    following edits: inout [TaskEdit], paths: [String]
  ) throws(MemoError) -> ChangeReport {
    try edits.checkNoCircle(among: snapshot.tasks)
    notices += edits.doubts
    var succession = Succession(store, git, snapshot, since: head.commit)
    try succession.follow(&edits)
    for edit in edits { try succession.checkFollowing(edit) }
    notices += succession.notices
    try commit(edits)
    return ChangeReport(
      self, changes: edits.flatMap(\.all).map(\.change), paths: paths,
      following: edits.flatMap(\.following))
  }
}

/// Knows which files somebody is about to save again.
package protocol UnfinishedSaves: AnyObject {
  func contains(_ task: StoredTask) -> Bool
  /// - Parameter path: Of a file that is not a task, relative to the store.
  func containsFile(_ path: String) -> Bool
}

/// What an open store remembers of one recording of hand edits for the next.
package struct RecordingState {
  /// Knows which changed files are not recorded now, since somebody is about to save them
  /// again; nil for none.
  package var unfinishedSaves: (any UnfinishedSaves)?
  /// The changed files that were not recorded the last time.
  var leftAlone: Set<PathKey> = []
  /// The tasks of the last commit that were not here, though nothing proves that they were
  /// deleted, and all files that a sparse checkout leaves out.
  package var absent: Set<PathKey> = []
  var confirms: ((UnconfirmedEdits) -> Bool)?
  var changesWhatCanBe = false
  /// The settings with which a store begins, where nobody has written any.
  var birthText: [UInt8]?
  /// Whether the settings differ from the last commit's only in what memo itself has just written.
  var hasOwnSettings = false
  /// What nobody has confirmed yet.
  var doubted: UnconfirmedEdits?
  /// The files after the last change, which are not taken apart when a command is about to end.
  var last: Snapshot?
  /// What somebody has confirmed.
  var confirmed: Set<PathKey> = []

  enum Key: StoreKey {
    static var initialValue: RecordingState { RecordingState() }
  }
}

extension Store {
  package var recording: RecordingState {
    get { self[RecordingState.Key.self] }
    set { self[RecordingState.Key.self] = newValue }
  }

  /// Asked before doubtful hand edits are recorded, as many deletions, while nothing is locked;
  /// nil refuses them.
  public var confirms: ((UnconfirmedEdits) -> Bool)? {
    get { recording.confirms }
    set { recording.confirms = newValue }
  }

  /// Whether a change of several tasks leaves out those that can't be changed so, and tells of
  /// them in its report; else one of them keeps all others as they are.
  public var changesWhatCanBe: Bool {
    get { recording.changesWhatCanBe }
    set { recording.changesWhatCanBe = newValue }
  }
}

/// How long to wait for another process's lock.
public struct LockTimeout: Sendable {
  public var seconds: Double
  /// For so many seconds nothing is said of the waiting.
  public var quiet: Double
  /// How long a sync waits for another one of the same repository, which takes as long as the
  /// network does; nil for as long as for any other.
  public var syncSeconds: Double?
  /// Called once when the lock is not free after the quiet time.
  public var onWait: @Sendable () -> Void

  public init(
    seconds: Double = 10, quiet: Double = 0, onWait: @escaping @Sendable () -> Void = {}
  ) {
    self.seconds = seconds
    self.quiet = quiet
    self.onWait = onWait
  }
}

extension StoreGit {
  /// Waits until nobody else writes to the store.
  func lock(_ patience: LockTimeout) throws(MemoError) -> FileLock {
    do throws(FileError) {
      let lock = try FileLock(
        lockFile, waitingUpTo: patience.seconds,
        quietFor: patience.quiet, onWait: patience.onWait)
      repository.share(["memo", "memo/lock"])
      return lock
    } catch {
      throw error.reason == .busy ? .lockIsHeld(patience.seconds) : MemoError(error)
    }
  }

  /// HEAD, if the repository is in a state in which a commit can be made.
  package func readyHead() throws(MemoError) -> Head {
    let (head, operation, hasConflicts) = try run("read HEAD") { repository throws(GitError) in
      (try repository.head(), repository.operationInProgress, try repository.hasConflicts())
    }
    if let operation {
      throw MemoError(
        .refused, "\(operation) is in progress in this repository",
        hints: ["finish it with git, or '\(operation.wayOut)', and try again"])
    }
    if hasConflicts {
      throw MemoError(
        .refused, "git's index has unmerged files",
        hints: ["'git status' shows them; 'git add' them when they are fixed"])
    }
    if case .detached(let commit) = head {
      if WorkTree.status(at: Paths.join(files.path, ".jj")) != nil {
        throw MemoError(
          .refused, "jj keeps HEAD detached in this repository, and memo commits to a branch",
          hints: ["keep tasks in a repository of their own: memo init ~/tasks"])
      }
      throw MemoError(
        .refused, "HEAD is detached at \(commit.short), so a change would belong to no branch",
        hints: ["'git switch main' goes back to a branch, 'git switch -c NAME' makes one here"])
    }
    return head
  }
}

extension Head {
  /// The same branch at another commit.
  func at(_ commit: ObjectID) -> Head {
    switch self {
    case .branch(let name, _), .unborn(let name): .branch(name, commit)
    case .detached: .detached(commit)
    }
  }
}
