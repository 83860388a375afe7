internal import Git

/// What was done on this clone, newest first, as git's own records tell it.
///
/// HEAD's reflog says which commits were made here and which came in; what an undo has taken
/// back, the marks in the commits themselves say. Where there is no reflog, or where it was
/// cut off, the user's own commits in the history stand for what it would have said.
struct OperationLog {
  /// One step of the past.
  enum Step {
    /// - Parameters:
    ///   - commits: Newest first.
    ///   - old: What it began with.
    case operation(commits: [Commit], old: ObjectID)
    /// The commit of an undo or redo.
    case marked(UndoMark, Commit)
    /// Something came in from elsewhere.
    case sync
    /// Memo put right what was recorded before.
    /// - Parameter commits: Newest first.
    case settling(commits: [Commit])
  }

  private let git: StoreGit
  private let head: ObjectID
  private let email: String

  /// - Parameter email: The user's, as committer.
  init(_ git: StoreGit, head: ObjectID, email: String) {
    self.git = git
    self.head = head
    self.email = email
  }

  /// Goes through the steps until `body` returns false.
  func forEach(_ body: (Step) throws(MemoError) -> Bool) throws(MemoError) {
    let entries = try git.run("read the reflog") { repository throws(GitError) in
      try repository.reflog("HEAD")
    }
    // git lets the entries of what was amended or rebased expire early, and those of what took
    // its place with them.
    let told = Set(entries.filter { Kind($0.message) != nil }.compactMap(\.new))
    if entries.first?.new != head, !told.contains(head),
      try !ownCommits(from: head, until: told, body)
    {
      return
    }
    var seen: Set<ObjectID> = []
    for (index, entry) in entries.enumerated() {
      if let new = entry.new, let kind = Kind(entry.message), seen.insert(new).inserted,
        let last = try survivor(kind, new, since: entry.old),
        try !steps(kind, last, since: entry.old, body)
      {
        return
      }
      // A reflog that begins with the repository has told everything.
      let isLast = index + 1 == entries.count
      let start = isLast && Kind(entry.message) == nil ? entry.new : entry.old
      if let start, entry.old != nil, isLast || start != entries[index + 1].new,
        !told.contains(start), try !ownCommits(from: start, until: told, body)
      {
        return
      }
    }
  }

  /// The last commit of an entry that is still in the history; of several, a rebase may have
  /// made only the newest anew.
  private func survivor(
    _ kind: Kind, _ new: ObjectID, since old: ObjectID?
  ) throws(MemoError) -> ObjectID? {
    if try isAncestor(new) { return new }
    guard case .commits(several: true) = kind, try contains(new) else { return nil }
    let commits = (try? chain(from: new, until: old)) ?? []
    for commit in commits.dropFirst() where try isAncestor(commit.id) { return commit.id }
    return nil
  }

  /// - Returns: Whether to go on.
  private func steps(
    _ kind: Kind, _ new: ObjectID, since old: ObjectID?,
    _ body: (Step) throws(MemoError) -> Bool
  ) throws(MemoError) -> Bool {
    switch kind {
    case .sync: try body(.sync)
    case .settling: try body(.settling(commits: try chain(from: new, until: old)))
    case .commits(let several):
      try steps(try chain(from: new, until: several ? old : nil), body)
    }
  }

  /// What the reflog's words say of a step.
  private enum Kind {
    case sync, settling
    /// - Parameter several: Whether one step may have brought several commits.
    case commits(several: Bool)

    /// Nil for what made nothing: a switch, a reset, the begin of a rebase.
    init?(_ message: String) {
      if message.hasPrefix("memo: ") {
        let isSync = ["memo: fast-forward ", "memo: merge "].contains { message.hasPrefix($0) }
        // As an earlier memo did it, in one commit that nobody can take apart.
        if message == "memo: adopt" { return nil }
        let isSettling = message == "memo: \(WriteSession.settlingReason)"
        self = isSync ? .sync : isSettling ? .settling : .commits(several: true)
        return
      }
      let action = message.prefix { $0 != ":" }
      let isRebased = ["(pick)", "(reword)", "(squash)", "(fixup)", "(edit)", "(continue)"]
        .contains { action.hasSuffix($0) }
      let makers = ["commit", "cherry-pick", "revert", "am"]
      // The branch follows to where the rebase arrived; its commits were told one by one.
      if action.hasSuffix("(finish)") { return nil }
      if isRebased || makers.contains(where: { action.hasPrefix($0) }) {
        self = .commits(several: false)
      } else if action.hasPrefix("pull") || action.hasPrefix("merge") {
        self = .sync
      } else {
        return nil
      }
    }
  }

  /// - Returns: Whether to go on.
  private func steps(
    _ commits: [Commit], _ body: (Step) throws(MemoError) -> Bool
  ) throws(MemoError) -> Bool {
    var plain: [Commit] = []
    for commit in commits {
      if let mark = UndoMark(commit.message) {
        guard try body(.marked(mark, commit)) else { return false }
      } else if !commit.isAsFound {
        // To take that back would take away files that were there before memo.
        plain.append(commit)
      }
    }
    // To take a merge back would take back what others did.
    guard let last = plain.last, plain.allSatisfy({ $0.parents.count < 2 }) else {
      return plain.isEmpty ? true : try body(.sync)
    }
    // Nothing can come before the first commit of a history.
    guard let old = last.parents.first else { return true }
    return try body(.operation(commits: plain, old: old))
  }

  /// What the user committed, as far back as something else tells it.
  ///
  /// - Returns: Whether to go on.
  private func ownCommits(
    from start: ObjectID, until told: Set<ObjectID>,
    _ body: (Step) throws(MemoError) -> Bool
  ) throws(MemoError) -> Bool {
    guard try isAncestor(start) else { return true }
    var next: ObjectID? = start
    while let id = next, !told.contains(id) {
      let commit = try commit(id)
      next = commit.parents.first
      guard commit.parents.count == 1, commit.committer.email == email else { continue }
      if try !steps([commit], body) { return false }
    }
    return true
  }

  private func chain(
    from new: ObjectID, until old: ObjectID?
  ) throws(MemoError) -> [Commit] {
    var commits = [try commit(new)]
    guard let old else { return commits }
    while let parent = commits.last?.parents.first, parent != old {
      commits.append(try commit(parent))
    }
    return commits
  }

  private func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    try git.run("read a commit") { repository throws(GitError) in try repository.commit(id) }
  }

  private func isAncestor(_ commit: ObjectID) throws(MemoError) -> Bool {
    let head = head
    guard try contains(commit) else { return false }
    return try git.run("read the history") { repository throws(GitError) in
      try repository.isAncestor(commit, of: head)
    }
  }

  private func contains(_ commit: ObjectID) throws(MemoError) -> Bool {
    try git.run("read the history") { repository throws(GitError) in
      try repository.contains(commit)
    }
  }
}
