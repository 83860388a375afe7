internal import Dispatch
package import Git
public import StoreFiles
package import TaskFile
internal import TaskHistory

extension Store {
  /// Commits hand edits and changes nothing else.
  public func recordHandEdits() throws(MemoError) -> ChangeReport {
    try write { session throws(MemoError) in
      try session.finishStep()
      return ChangeReport(session)
    }
  }

  /// Runs a change, and repeats it if another process was faster.
  ///
  /// Branch and files get the commits of hand edits together with the change's own, so that hooks
  /// run once. An undo, and a change that sends its commits elsewhere, call
  /// ``WriteSession/finishStep(_:isMade:hook:)`` before.
  ///
  /// - Parameters:
  ///   - recording: False if the change commits hand edits itself.
  ///   - isTrial: Whether nothing will be written.
  package func write<Value>(
    recording: Bool = true, isTrial: Bool = false,
    _ body: (inout WriteSession) throws(MemoError) -> Value
  ) throws(MemoError) -> Value {
    var attempts = 0
    while true {
      do throws(MemoError) {
        let result: Result<Value, MemoError>
        let start = FileStatus.Time.now
        var session = try WriteSession.begin(self, isTrial: isTrial)
        do throws(MemoError) {
          if !isTrial {
            if session.head.commit != nil { try session.git.checkIsCheckedOut() }
            try session.followHead()
            if recording { try session.recordHandEdits() }
          }
          let value = try body(&session)
          try session.finishStep()
          result = .success(value)
          session.end(isDone: true)
        } catch {
          var error = error
          // The next attempt commits the hand edits instead.
          if error.kind != .raced { error.details += session.finish(after: error) }
          result = .failure(error)
          session.end(isDone: false)
        }
        // Before another process, perhaps of another user, gets the lock.
        session.git.repository.share(since: start)
        let hooks = session.finalHooks
        _ = consume session
        // A hook may start another memo, so the lock is released before.
        for hook in FinalHook.allCases {
          guard let author = hooks[hook] else { continue }
          // The change is made, even if the hooks can't run.
          try? Hooks(git(), environment, author: author).run(hook)
        }
        // Hooks remain only after a commit.
        if !hooks.isEmpty { packIfGrown(try git()) }
        return try result.get()
      } catch {
        // Asks without a lock, since an answer may take a while.
        if error.kind == .unconfirmed, isConfirmed() { continue }
        attempts += 1
        guard error.kind == .raced, attempts < 50 else { throw error }
        // The first attempts are immediate; later ones let other processes finish.
        if attempts > 3 { pause(milliseconds: 10) }
      }
    }
  }

  /// Changes the tasks with these names in one commit.
  ///
  /// - Parameters:
  ///   - use: How much of a title a name must match.
  ///   - change: Returns the new version, or nil to delete the task.
  package func modify(
    _ names: [String], from directory: String?, for use: NameUse = .changing,
    _ change: (TaskVersion, inout FreePaths) throws(MemoError) -> TaskVersion?
  ) throws(MemoError) -> ChangeReport {
    try write { session throws(MemoError) in
      try session.modify(names, from: directory, for: use, change)
    }
  }
}

extension Snapshot {
  /// The tasks with these names, each once, in the order of the names.
  ///
  /// - Parameter use: How much of a title a name must match.
  /// - Throws: ``MemoError`` of kind `notFound`, or `ambiguous` with the candidates.
  public func tasks(
    named names: [String], from directory: String?, for use: NameUse = .reading
  ) throws(MemoError) -> [StoredTask] {
    // A table is faster for thousands of complete ids or paths, from a filter or a shell.
    var known: [PathKey: [Int]] = [:]
    if names.count > 10 {
      let wanted = Set((names + names.map { Paths.join(directory ?? "", $0) }).map(PathKey.init))
      for (index, task) in tasks.enumerated() {
        for key in [task.path, task.id?.text].compactMap({ $0.map(PathKey.init) })
        where wanted.contains(key) { known[key, default: []].append(index) }
      }
    }
    var found: [StoredTask] = []
    var paths: Set<PathKey> = []
    for name in names {
      let indices = known[PathKey(Paths.join(directory ?? "", name))] ?? known[PathKey(name)] ?? []
      let task =
        indices.count == 1
        ? tasks[indices[0]] : try task(named: name, from: directory, for: use)
      if paths.insert(PathKey(task.path)).inserted { found.append(task) }
    }
    return found
  }
}

extension MemoError {
  static func unread(_ task: StoredTask) -> MemoError {
    MemoError(
      .unreadable, "\(task.path) can't be changed",
      details: task.problems.map { "\($0.path): \($0.message)" },
      hints: task.problems.compactMap(\.hint) + ["'mv' and 'rm' do with it what they always do"])
  }
}

extension MemoError {
  static func filtered(_ task: StoredTask) -> MemoError {
    MemoError(
      .refused,
      "\(task.path) stays unchanged: a git filter applies to it, which memo doesn't run",
      hints: [
        "'memo git add', 'memo git mv' and 'memo git commit' do with it what they always do",
        "or remove the attribute, in .gitattributes or .git/info/attributes",
      ])
  }
}

extension ClosedFolders {
  /// Checks that memo can write a task's file.
  ///
  /// - Parameter path: The new path; nil if the file stays or is deleted.
  /// - Throws: ``MemoError`` of kind `refused` if it can't.
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
  package func pause(milliseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
  }
}

extension WriteSession {
  /// Changes tasks in one commit, as ``Store/modify(_:from:for:_:)``.
  package mutating func modify(
    _ names: [String], from directory: String?, for use: NameUse = .changing,
    _ change: (TaskVersion, inout FreePaths) throws(MemoError) -> TaskVersion?
  ) throws(MemoError) -> ChangeReport {
    var edits: [TaskEdit] = []
    var paths: [String] = []
    let moved = self.moved
    let names = names.map { name in
      moved[PathKey(name)]
        ?? directory.flatMap { moved[PathKey(Paths.join($0, name))] } ?? name
    }
    var failures = BulkFailures(isStrict: !store.changesWhatCanBe)
    var tasks = try snapshot.tasks(named: names, from: directory, for: use)
    let filtered = try git.filtered(tasks.map(\.path))
    let undone = tasks.filter { $0.isToBeNormalized && !filtered.contains(PathKey($0.path)) }
    if !undone.isEmpty {
      // A separate commit, since with a new name and a new id at once, the task would look new.
      try normalizeAfterwards(within: store.environment.operation, touching: undone)
      let moved = self.moved
      tasks = tasks.map { task in
        snapshot.tasks(at: [moved[PathKey(task.path)] ?? task.path]).first ?? task
      }
    }
    var free = freePaths
    var closed = ClosedFolders(git)
    for task in tasks {
      do throws(MemoError) {
        if filtered.contains(PathKey(task.path)) { throw .filtered(task) }
        // Without the content, memo would overwrite somebody's changes unnoticed.
        guard task.isRead else { throw .unread(task) }
        let before = TaskVersion(task)
        let after: TaskVersion?
        do throws(MemoError) {
          after = try change(before, &free)
        } catch {
          // If the file can't be written, that is the error to report.
          try closed.check(task, movedTo: nil)
          throw error
        }
        if let edit = TaskEdit(from: before, to: after) {
          try closed.check(task, movedTo: after?.path)
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
  var freePaths: FreePaths {
    git.freePaths(besides: snapshot.tasks, in: head.commit, absent: store.recording.absent)
  }

  /// Commits changes of tasks and their consequences in one commit.
  ///
  /// - Parameters:
  ///   - edits: Receives the next tasks of repeating ones that are done now.
  ///   - paths: The new paths of the command's tasks.
  mutating func commit(
    following edits: inout [TaskEdit], paths: [String]
  ) throws(MemoError) -> ChangeReport {
    try edits.checkNoCircle(among: snapshot.tasks)
    notices += edits.warnings
    var succession = Succession(store, git, snapshot, since: head.commit)
    try succession.follow(&edits)
    notices += succession.notices
    try commit(edits)
    return ChangeReport(self, edits, paths: paths)
  }
}

/// The state that an open store keeps between commits of hand edits.
package struct RecordingState {
  /// Whether a changed task must not be committed yet; nil if all may be.
  package var isUnfinished: ((StoredTask) -> Bool)?
  /// The changed tasks that were left uncommitted the last time.
  var filesBeingSaved: Set<PathKey> = []
  /// Files of the last commit that are absent without a proven deletion, or left out by a sparse
  /// checkout.
  package var absent: Set<PathKey> = []
  var confirms: ((UnconfirmedEdits) -> Bool)?
  var unconfirmed: UnconfirmedEdits?
  /// The tasks after the last change, kept so that they are not freed one by one when a command
  /// ends.
  var last: Snapshot?
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

  /// Asks, without a lock, to confirm hand edits such as many deletions; nil refuses them.
  public var confirms: ((UnconfirmedEdits) -> Bool)? {
    get { recording.confirms }
    set { recording.confirms = newValue }
  }
}

extension StoreGit {
  func lock(_ timeout: LockTimeout) throws(MemoError) -> FileLock {
    do throws(FileError) {
      let lock = try FileLock(
        lockFile, waitingUpTo: timeout.seconds, quietFor: timeout.quiet, onWait: timeout.onWait)
      repository.share(["memo", "memo/lock"])
      return lock
    } catch {
      throw error.reason == .busy ? .lockIsHeld(timeout.seconds) : MemoError(error)
    }
  }

  /// HEAD, if the repository allows a commit now.
  ///
  /// - Throws: ``MemoError`` of kind `refused` during a git operation, with unmerged files, or for
  ///   a detached HEAD.
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
  func at(_ commit: ObjectID) -> Head {
    switch self {
    case .branch(let name, _), .unborn(let name): .branch(name, commit)
    case .detached: .detached(commit)
    }
  }
}
