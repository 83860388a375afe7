internal import Git
internal import Query
public import StoreFiles
public import TaskFile

/// A store as it was at a moment of its past.
public struct PastState: Sendable {
  public var snapshot: Snapshot
  /// The full name of the commit that says so, in hexadecimal digits; empty before the first.
  public var commit: String
  /// The moment that was asked for; for a revision, when it was committed.
  public var time: Timestamp
  /// Whether nothing recorded what was shown then, so that the commits' dates had to tell.
  public var isGuess = false
}

extension Store {
  /// The store as it was then; nothing moves in the work tree.
  ///
  /// At a date and time that is what this clone had then, as HEAD's reflog tells. Where that
  /// doesn't reach so far back, it is the newest commit that was committed by then on the line of
  /// first parents that leads to where it begins. A day means its end.
  /// - Parameters:
  ///   - when: Words for a past moment (``PastMoment``), or a git revision; nil for now.
  ///   - remote: The name of a remote or of one of its branches: what that had then, as far as
  ///     this clone knew; nil for this clone itself.
  ///   - allowsNothing: Whether a moment before the history is a store without tasks.
  /// - Throws: ``MemoError`` when the words mean nothing, a moment that has not been yet, or one
  ///   before the history.
  public func past(
    _ when: String?, of remote: String? = nil, allowsNothing: Bool = false
  ) throws(MemoError) -> PastState {
    let git = try git()
    let line = try remote.map { name throws(MemoError) in try git.tracking(name) } ?? "HEAD"
    guard let when else {
      return try state(git, try git.commit(try git.tip(line)), at: environment.now())
    }
    if let moment = moment(when) {
      let now = environment.now()
      guard moment.first <= now else {
        throw MemoError(
          .refused, "'\(when)' is in the future",
          hints: ["what was can be shown, and not what will be"])
      }
      let end = min(moment.last, now)
      if let commit = try git.recorded(line, at: end) {
        return try state(git, commit, at: end)
      }
      guard let commit = try self.commit(git, of: line, at: end, when) else {
        guard allowsNothing else {
          throw MemoError(
            .notFound, "the store's history begins after '\(when)'",
            hints: ["'memo log' shows it whole"])
        }
        return PastState(
          snapshot: Snapshot(root: root, began: .distantPast, tasks: [], strays: []), commit: "",
          time: environment.localTime.at(end).timestamp)
      }
      var state = try state(git, commit, at: end)
      state.isGuess = true
      return state
    }
    let invalid = DateWordsError(when, now: environment.localTime, isPast: true)
    guard remote == nil else {
      throw MemoError(.refused, invalid.message, hints: invalid.hints)
    }
    let found = try git.run("look for \(when)") { repository throws(GitError) -> Commit? in
      let id: ObjectID?
      do throws(GitError) {
        id = try repository.resolve(revision: when)
      } catch {
        // What git can't resolve is no revision, and is told as no moment.
        guard error.code != .unreadable else { throw error }
        return nil
      }
      guard let id else { return nil }
      return try repository.commit(id)
    }
    guard let found else {
      throw MemoError(
        .notFound, "'\(when)' is neither a date nor a revision that git knows",
        hints: invalid.hints + (git.repository.isShallow ? [Self.cutOffWords] : []))
    }
    return try state(git, found, at: found.committer.seconds)
  }

  private func moment(_ words: String) -> PastMoment? {
    // Words that are no moment may be a revision.
    try? PastMoment.parse(words, now: environment.localTime)
  }

  /// - Returns: Nil for a moment before the history.
  private func commit(
    _ git: StoreGit, of line: String, at moment: Int64, _ words: String
  ) throws(MemoError) -> Commit? {
    // What came in later, that moment's board never was.
    var next = try git.oldestRecorded(line)
    if next == nil { next = try git.tip(line) }
    while let id = next {
      let commit = try git.commit(id)
      if commit.committer.seconds <= moment { return commit }
      next = commit.parents.first
      guard next == nil, git.isCutOff(id) else { continue }
      throw MemoError(
        .notFound, "this clone's history begins after '\(words)'", hints: [Self.cutOffWords])
    }
    return nil
  }

  /// The repository with the store where it was in a commit.
  private func git(_ git: StoreGit, in commit: Commit) throws(MemoError) -> StoreGit {
    let isHere = try git.run("read the store's folder") { repository throws(GitError) in
      for folder in git.taskFolders where try repository.folder(at: folder, in: commit.tree) != nil
      {
        return true
      }
      return false
    }
    guard !isHere, let history = try history(git), let indexed = try history.commit(commit.id)
    else {
      return git
    }
    return history.git(at: indexed)
  }

  private func state(
    _ git: StoreGit, _ commit: Commit, at moment: Int64
  ) throws(MemoError) -> PastState {
    let git = try self.git(git, in: commit)
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
  /// The full name of the reference that follows a remote's branch.
  ///
  /// - Parameter name: `origin`, for the branch that this one is synced with, or `origin/main`.
  fileprivate func tracking(_ name: String) throws(MemoError) -> String {
    for link in try links(name) {
      // What lies at the usual place is old where it is noted elsewhere, or nowhere.
      if let obstacle = link.obstacle { throw obstacle }
      if try knows(link.trackingReference) { return link.trackingReference }
    }
    // Of a remote that isn't there, or its branch of another name: git's own name for it.
    let own = try head().reference.map { $0.dropFirst("refs/heads/".count) }
    for end in ["", own.map { "/\($0)" }, "/HEAD"].compactMap({ $0 }) {
      let reference = "refs/remotes/\(name)\(end)"
      if try knows(reference) { return reference }
    }
    throw MemoError(
      .notFound, "nothing is known of a remote or remote branch '\(name)'",
      hints: ["'memo git branch --remotes' lists what is known"])
  }

  /// What a name may mean of the remotes there are: `origin`, or `origin/main`.
  private func links(_ name: String) throws(MemoError) -> [SyncLink] {
    var links = [try link(to: name, head())]
    for slash in name.indices where name[slash] == "/" {
      let branch = String(name[name.index(after: slash)...])
      links.append(try link(to: String(name[..<slash]), branch: branch))
    }
    return links.compactMap { $0 }
  }

  private func knows(_ reference: String) throws(MemoError) -> Bool {
    try run("look for \(reference)") { repository throws(GitError) in
      do throws(GitError) {
        return try repository.commitID(of: reference) != nil
      } catch {
        // What can't be a name is none.
        guard error.code == .invalidSpecification else { throw error }
        return false
      }
    }
  }

  /// The commit at which a reference is.
  fileprivate func tip(_ reference: String) throws(MemoError) -> ObjectID {
    let found = try run("read \(reference)", repository.commitID(of: reference))
    guard let found else {
      throw MemoError(.notFound, "there are no commits yet", hints: ["'memo add' begins it"])
    }
    return found
  }

  /// The commit at which a reference was before all that git recorded of it here; nil where it
  /// recorded nothing, or the commit is gone.
  fileprivate func oldestRecorded(_ reference: String) throws(MemoError) -> ObjectID? {
    try run("read the reflog of \(reference)") { repository throws(GitError) in
      guard let oldest = try repository.reflog(reference).last else { return nil }
      for case let id? in [oldest.old, oldest.new] where try repository.contains(id) { return id }
      return nil
    }
  }

  /// The commit at which a reference was then, as git recorded it here; nil where that doesn't
  /// reach so far back, or the commit is gone.
  fileprivate func recorded(
    _ reference: String, at moment: Int64
  ) throws(MemoError) -> Commit? {
    try run("read the reflog of \(reference)") { repository throws(GitError) in
      let entries = try repository.reflog(reference)
      guard let id = entries.first(where: { $0.signature.seconds <= moment })?.new,
        try repository.contains(id)
      else { return nil }
      return try repository.commit(id)
    }
  }
}
