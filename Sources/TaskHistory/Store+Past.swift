internal import Git
internal import Query
public import StoreFiles
public import TaskFile

public struct PastState: Sendable {
  public var snapshot: Snapshot
  /// The full name of the commit; empty before the first one.
  public var commit: String
  /// The requested time; for a revision, its commit date.
  public var time: Timestamp
  /// Whether commit dates were used, because the reflog doesn't go back far enough.
  public var isGuess = false
}

extension Store {
  /// A past state of the store; the work tree stays unchanged.
  ///
  /// For a date or time, it is the state of this clone according to HEAD's reflog. If the reflog
  /// doesn't go back far enough, it is the newest earlier commit on the first-parent line. A day
  /// means its end.
  /// - Parameters:
  ///   - when: Words for a past moment (``PastMoment``), or a git revision; nil for now.
  ///   - remote: A remote or one of its branches, in its fetched state; nil for this clone.
  ///   - allowsNothing: Whether a moment before the history gives a store without tasks.
  ///   - local: The time and language of the words; nil for the environment's.
  /// - Throws: ``MemoError`` for invalid words, a future moment, or one before the history.
  public func past(
    _ when: String?, of remote: String? = nil, allowsNothing: Bool = false,
    in local: LocalTime? = nil
  ) throws(MemoError) -> PastState {
    let git = try git()
    let local = local ?? environment.localTime
    let line = try remote.map { name throws(MemoError) in try git.tracking(name) } ?? "HEAD"
    guard let when else {
      return try state(git, try git.commit(try git.tip(line)), at: environment.now())
    }
    let moment: PastMoment
    do throws(MemoError) {
      moment = try PastMoment.parse(when, now: local)
    } catch {
      var error = error
      error.kind = .refused
      // Other words may be a revision.
      guard remote == nil else { throw error }
      return try revision(when, git, or: error)
    }
    let now = environment.now()
    guard moment.first <= now else {
      throw MemoError(
        .refused, "'\(when)' is in the future",
        hints: ["write a moment in the past, such as yesterday"])
    }
    let end = min(moment.last, now)
    guard let (commit, isGuess) = try git.commit(of: line, at: end, when) else {
      guard allowsNothing else {
        throw MemoError(
          .notFound, "the store's history begins after '\(when)'",
          hints: ["'memo log' shows all of it"])
      }
      return PastState(
        snapshot: Snapshot(root: root, began: .distantPast, tasks: [], strays: []), commit: "",
        time: environment.localTime.at(end).timestamp)
    }
    var state = try state(git, commit, at: end)
    state.isGuess = isGuess
    return state
  }

  /// - Parameter invalid: The error for words that are not a moment.
  private func revision(
    _ words: String, _ git: StoreGit, or invalid: MemoError
  ) throws(MemoError) -> PastState {
    guard let found = try git.commit(named: words) else {
      var error = invalid
      error.kind = .notFound
      error.message = "'\(words)' is neither a date nor a git revision"
      if git.repository.isShallow { error.hints.append(Self.cutOffWords) }
      throw error
    }
    return try state(git, found, at: found.committer.seconds)
  }

  private func state(
    _ git: StoreGit, _ commit: Commit, at moment: Int64
  ) throws(MemoError) -> PastState {
    let git = git.at(try folder(git, in: commit.id))
    var snapshot = Snapshot(
      root: root, began: .distantPast, tasks: [], strays: [])
    try git.run("read the files of \(commit.id.short)") { repository throws(GitError) in
      for entry in try repository.files(in: commit.id, under: git.taskFolders) {
        guard let path = git.storePath(entry.path), StoredTask.isTaskName(path),
          entry.mode.isFile,
          let task = StoredTask(
            path: path, bytes: try repository.taskText(entry.id), file: nil, git.aliases)
        else { continue }
        snapshot.tasks.append(task)
      }
    }
    snapshot.tasks.sort { $0.path.precedes(path: $1.path) }
    snapshot.markDoubles()
    try reconcileStatuses(of: &snapshot) { CommittedHistory(self, git, of: commit.id) }
    return PastState(
      snapshot: snapshot, commit: commit.id.hex,
      time: environment.localTime.at(moment).timestamp)
  }
}

extension StoreGit {
  /// The full name of a remote-tracking branch.
  ///
  /// - Parameter name: `origin` for the upstream branch, or `origin/main`.
  fileprivate func tracking(_ name: String) throws(MemoError) -> String {
    var links = [try link(to: name, head())]
    for slash in name.indices where name[slash] == "/" {
      let branch = String(name[name.index(after: slash)...])
      links.append(try link(to: String(name[..<slash]), branch: branch))
    }
    for case let link? in links {
      // If fetch stores the branch elsewhere or not at all, the usual reference is outdated.
      if let obstacle = link.obstacle { throw obstacle }
      if try knows(link.trackingReference) { return link.trackingReference }
    }
    // For an unknown remote or branch, try git's usual names.
    let own = try head().branchName
    for end in ["", own.map { "/\($0)" }, "/HEAD"].compactMap({ $0 }) {
      let reference = "refs/remotes/\(name)\(end)"
      if try knows(reference) { return reference }
    }
    throw MemoError(
      .notFound, "unknown remote or remote branch '\(name)'",
      hints: ["'memo git branch --remotes' lists what is known"])
  }

  private func knows(_ reference: String) throws(MemoError) -> Bool {
    try run("look for \(reference)") { repository throws(GitError) in
      do throws(GitError) {
        return try repository.commitID(of: reference) != nil
      } catch {
        // An invalid name matches no reference.
        guard error.code == .invalidSpecification else { throw error }
        return false
      }
    }
  }

  fileprivate func tip(_ reference: String) throws(MemoError) -> ObjectID {
    let found = try run("read \(reference)", repository.commitID(of: reference))
    guard let found else {
      throw MemoError(.notFound, "there are no commits yet", hints: ["'memo add' begins it"])
    }
    return found
  }

  /// The commit of a reference at a moment, according to its reflog.
  ///
  /// If the reflog doesn't go back far enough, or the commit is missing, it is a guess by the dates
  /// of commits.
  /// - Parameter words: The moment, for errors.
  /// - Returns: Nil for a moment before the history.
  fileprivate func commit(
    of reference: String, at moment: Int64, _ words: String
  ) throws(MemoError) -> (Commit, isGuess: Bool)? {
    // The commit then; else the one before the oldest entry, since later ones arrived later.
    let (then, oldest) = try run("read the reflog of \(reference)") { repository throws(GitError) in
      func present(_ ids: [ObjectID?]) throws(GitError) -> ObjectID? {
        for case let id? in ids where try repository.contains(id) { return id }
        return nil
      }
      let entries = try repository.reflog(reference)
      let then = entries.first { $0.signature.seconds <= moment }
      return (try present([then?.new]), try present([entries.last?.old, entries.last?.new]))
    }
    if let then { return (try commit(then), false) }
    var next = oldest
    if next == nil { next = try tip(reference) }
    while let id = next {
      let commit = try commit(id)
      if commit.committer.seconds <= moment { return (commit, true) }
      next = commit.parents.first
      guard next == nil, isCutOff(id) else { continue }
      throw MemoError(
        .notFound, "this clone's history begins after '\(words)'", hints: [Store.cutOffWords])
    }
    return nil
  }
}
