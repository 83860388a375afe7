internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension CommitChain {
  /// Runs the hooks for drafts and signs them.
  ///
  /// pre-commit runs once for all files, commit-msg for each message. The files of a merge were
  /// checked on both sides: a hook that fixed or refused the merge of them would keep every sync
  /// from ending.
  ///
  /// - Parameters:
  ///   - target: The last commit, which is another session's if there are no drafts.
  ///   - old: HEAD's commit.
  ///   - areFilesWritten: Whether the target's files are in the work tree, where pre-commit looks at
  ///     them.
  /// - Returns: The finished commit; the target itself if nothing had to change.
  /// - Throws: ``MemoError`` of kind `refused` if a hook refuses, or signing fails.
  mutating func finished(
    _ target: ObjectID, since old: ObjectID?, areFilesWritten: Bool = true
  ) throws(MemoError) -> ObjectID {
    guard !drafts.isEmpty else { return target }
    let commit = try git.commit(target)
    var hooks = try Hooks(git, environment, author: commit.author)
    let isSigned =
      try git.run("read commit.gpgSign", git.repository.bool("commit.gpgSign")) ?? false
    let canRefuse = try hooks.canRefuse()
    guard canRefuse || isSigned else { return target }
    let commits = try drafts.map { id throws(MemoError) in try git.commit(id) }
    guard canRefuse else { return try rewritten(commits, [], isSigned: true) ?? target }
    wereShown = true
    defer { hooks.removeIndex() }
    guard areFilesWritten, !commits.contains(where: { $0.parents.count > 1 }) else {
      try hooks.writeIndex(of: commit.tree)
      return try rewritten(commits, [], isSigned: isSigned, hooks) ?? target
    }
    let news = try news(in: commits, to: target, since: old)
    // A file elsewhere than in the index would be untracked for the hook, which may remove it.
    let former = news.others.map { FileChange(path: $0.path, before: $0.after, after: $0.before) }
    try hooks.writeIndex(of: tree(of: commit, former))
    let fixes = try hooks.askAboutFiles(news.changes, news.subjects)
    return try rewritten(commits, fixes, isSigned: isSigned, hooks) ?? target
  }

  /// The changed files for hooks, others that pre-commit sees as in HEAD's commit, and the subjects
  /// of the commits.
  ///
  /// Files that memo only normalizes are others. git committed them before, perhaps without the
  /// hook, which might refuse them in every command. So are files that move with a task's folder
  /// after the hooks.
  private func news(
    in commits: [Commit], to target: ObjectID, since old: ObjectID?
  ) throws(MemoError) -> (changes: [FileChange], others: [FileChange], subjects: [String]) {
    var new: Set<PathKey> = []
    var subjects: [String] = []
    for commit in commits where commit.operationMark?.kind != .normalize {
      let changes = try git.run(
        "compare two commits",
        git.repository.changedFiles(from: commit.parents.first, to: commit.id))
      new.formUnion(changes.map { PathKey($0.path) })
      subjects.append(commit.subject)
    }
    let (from, to) = (
      PathMoves(moves), PathMoves(moves.map { PathMove(from: $0.to, to: $0.from) })
    )
    var (shown, others): ([FileChange], [FileChange]) = ([], [])
    for change in try git.run(
      "compare two commits", git.repository.changedFiles(from: old, to: target))
    {
      let isGone = change.after == nil
      let moves = (isGone ? from : to).around(change.path)
      let isThere = moves.isEmpty ? !isGone : try git.status(of: change.path) != nil
      if isThere == isGone {
        others.append(change)
      } else if new.contains(PathKey(change.path)) {
        shown.append(change)
      } else if change.before != nil, !isGone {
        others.append(change)
      }
    }
    return (shown, others, subjects)
  }

  /// Rewrites the drafts.
  ///
  /// - Parameters:
  ///   - fixes: Files that a hook changed, for each draft that has them.
  ///   - hooks: The hooks to ask about the messages.
  /// - Returns: The last one.
  private func rewritten(
    _ commits: [Commit], _ fixes: [FileChange], isSigned: Bool, _ hooks: Hooks? = nil
  ) throws(MemoError) -> ObjectID? {
    var new: [ObjectID: ObjectID] = [:]
    for var commit in commits {
      let id = commit.id
      commit.tree = try tree(of: commit, fixes)
      commit.parents = commit.parents.map { new[$0] ?? $0 }
      if let hooks {
        let message = try hooks.askAboutMessage(of: commit)
        // A hook may change the text, but not remove memo's trailers.
        let kept = Set(Trailers(message).lines)
        commit.message = Trailers.adding(
          Trailers(commit.message).lines.filter { !kept.contains($0) }.map(\.text), to: message)
      }
      if isSigned {
        new[id] = try git.signed(commit, environment)
      } else {
        new[id] = try git.run(
          "write a commit",
          git.repository.writeCommit(
            tree: commit.tree, parents: commit.parents, message: commit.message,
            author: commit.author, committer: commit.committer))
      }
    }
    return commits.last.flatMap { new[$0.id] }
  }

  private func tree(of commit: Commit, _ fixes: [FileChange]) throws(MemoError) -> ObjectID {
    guard !fixes.isEmpty else { return commit.tree }
    return try git.run("change a commit's files") { repository throws(GitError) in
      var edits: [FileChange] = []
      for fix in fixes where try repository.entry(at: fix.path, in: commit.id) == fix.before {
        edits.append(fix)
      }
      return try repository.writeTree(basedOn: commit.id, edits)
    }
  }
}

extension StoreGit {
  /// Writes a signed commit in UTF-8 with git, which knows the user's setup.
  ///
  /// - Throws: ``MemoError`` of kind `refused` with the output of git and the signing program.
  fileprivate func signed(
    _ commit: Commit, _ environment: Environment
  ) throws(MemoError) -> ObjectID {
    // Synced to disk before a branch refers to it: core.fsyncObjectFiles up to git 2.35, then
    // core.fsync.
    let settings = [
      "i18n.commitEncoding=UTF-8", "core.fsyncObjectFiles=true", "core.fsync=loose-object",
    ]
    let variables = environment.variables.forGit.merging(commit.author.variables("AUTHOR")) { $1 }
      .merging(commit.committer.variables("COMMITTER")) { $1 }
    var arguments = settings.flatMap { ["-c", $0] }
    arguments += ["--git-dir=\(repository.gitDirectory)", "commit-tree", "-S", commit.tree.hex]
    arguments += commit.parents.flatMap { ["-p", $0.hex] }
    let ending = try Program("git", arguments, in: files.path, environment: variables)
      .run(input: Array(commit.message.utf8))
    guard ending.isSuccess, let id = ObjectID(hex: ending.output.trimmingSpaces) else {
      let words = ending.error.split(whereSeparator: \.isNewline).filter {
        !$0.hasPrefix("[GNUPG:]") && !$0.contains("fsyncObjectFiles")
      }
      throw MemoError(
        .refused, "can't sign the commit", details: words.map(String.init),
        hints: [
          "'memo git config --get-regexp \"gpg|sign\"' shows with what",
          "'memo git config commit.gpgSign false' does without",
        ])
    }
    return id
  }
}
