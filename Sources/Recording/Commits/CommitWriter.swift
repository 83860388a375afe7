package import Git
public import StoreFiles
package import TaskFile
package import TaskHistory

/// The commits of a session before hooks and signing, parents before their children.
///
/// ``CommitWriter/finished(_:since:)`` runs the hooks, which may refuse commits or change their
/// messages, and signs them.
package final class Drafts {
  fileprivate var ids: [ObjectID]
  /// Whether hooks were run, which may have changed any file.
  fileprivate(set) var wereShown = false

  init(_ ids: [ObjectID] = []) { self.ids = ids }
}

/// Writes commits as `git commit` does, with hooks and signatures.
package struct CommitWriter {
  let git: StoreGit
  private let signatures: Signatures
  /// Nil for a trial.
  private let drafts: Drafts?
  /// `i18n.commitEncoding`; nil for UTF-8.
  private let encoding: String?
  let environment: Environment

  init(
    _ git: StoreGit, _ signatures: Signatures, _ environment: Environment, _ drafts: Drafts
  ) throws(MemoError) {
    self.git = git
    self.signatures = signatures
    self.environment = environment
    self.drafts = drafts
    encoding = try git.run(
      "read the configuration",
      git.repository.string("i18n.commitEncoding").flatMap {
        TextEncoding.isUTF8($0) ? nil : $0
      })
  }

  /// For trial commits, without signatures and hooks.
  package init(trial git: StoreGit, _ signatures: Signatures, _ environment: Environment) {
    self.git = git
    self.signatures = signatures
    drafts = nil
    encoding = nil
    self.environment = environment
  }

  /// A new name for an operation; nil for a trial.
  func newOperation() -> TaskID? {
    guard drafts != nil else { return nil }
    var random = EnvironmentRandom(environment)
    return TaskID.random(using: &random)
  }

  /// Writes a commit on top of others.
  ///
  /// No reference moves.
  ///
  /// - Parameters:
  ///   - edits: The differences from the first parent's files.
  ///   - parents: Several for a merge.
  ///   - operation: Its operation; nil for a new one.
  ///   - saved: When it was done, in seconds since 1970; nil for now.
  ///   - isAsked: Whether it is a command's own change. Then it names the program.
  package func write(
    _ edits: [TreeEdit], on parents: [ObjectID], _ message: String, _ kind: OperationMark.Kind,
    of operation: TaskID? = nil, saved: Int64? = nil, isAsked: Bool = false
  ) throws(MemoError) -> ObjectID {
    var (author, committer) = (signatures.author, signatures.committer)
    if let saved {
      author.seconds = saved
      author.offsetMinutes = environment.utcOffset(saved) / 60
    }
    let tree = try git.run(
      "write a commit", git.repository.writeTree(basedOn: parents.first, edits))
    var message = message
    if isAsked, let client = environment.client {
      message = Trailers.adding(["\(Commit.clientTrailer): \(client)"], to: message)
    }
    if let id = operation ?? newOperation() {
      message = Trailers.adding([OperationMark(id: id, kind: kind).trailer], to: message)
    }
    let id = try store(tree, parents, message, author, committer, isSigned: false)
    drafts?.ids.append(id)
    return id
  }

  /// Finishes drafts: runs pre-commit once for all files and commit-msg for each message, and signs
  /// the commits.
  ///
  /// - Parameters:
  ///   - target: The last draft. A commit of another session stays.
  ///   - old: HEAD's commit. The files of the target are in the work tree.
  /// - Returns: The finished commit; the target itself if nothing had to change.
  /// - Throws: ``MemoError`` of kind `refused` if a hook refuses, or signing fails.
  func finished(_ target: ObjectID, since old: ObjectID?) throws(MemoError) -> ObjectID {
    guard let drafts, drafts.ids.contains(target) else { return target }
    let hooks = try Hooks(git, environment, author: signatures.author)
    let isSigned =
      try git.run("read commit.gpgSign", git.repository.bool("commit.gpgSign")) ?? false
    guard try hooks.canRefuse() else {
      return isSigned
        ? try rewritten(target, [], isSigned: true) { commit in commit.message } : target
    }
    drafts.wereShown = true
    let commit = try git.commit(target)
    return try hooks.withIndex(of: commit.tree) { index throws(MemoError) in
      let (changes, subjects) = try news(in: target, since: old)
      let fixes =
        changes.isEmpty
        ? []
        : try hooks.askAboutFiles(
          changes, subjects, isMerge: commit.parents.count > 1, index)
      return try rewritten(target, fixes, isSigned: isSigned) { commit throws(MemoError) in
        let message = try hooks.askAboutMessage(
          commit.message, by: commit.author, isMerge: commit.parents.count > 1, index)
        // A hook may change the text, but not the trailers that memo needs.
        let kept = Set(Trailers(message).lines)
        return Trailers.adding(
          Trailers(commit.message).lines.filter { !kept.contains($0) }.map(\.text), to: message)
      }
    }
  }

  /// The files for hooks.
  ///
  /// Files that git committed before, perhaps past the hook, and memo only normalizes are left out.
  ///
  /// - Returns: Also the subjects of their commits.
  private func news(
    in target: ObjectID, since old: ObjectID?
  ) throws(MemoError) -> ([FileChange], subjects: [String]) {
    var new: Set<PathKey> = []
    var subjects: [String] = []
    for commit in try drafts(leadingTo: target).reversed()
    where OperationMark(Trailers(commit.message))?.kind != .normalize {
      let changes = try git.run(
        "compare two commits",
        git.repository.changedFiles(from: commit.parents.first, to: commit.id))
      new.formUnion(changes.map { PathKey($0.path) })
      subjects.append(commit.subject)
    }
    let changes = try git.run(
      "compare two commits", git.repository.changedFiles(from: old, to: target))
    return (changes.filter { new.contains(PathKey($0.path)) }, subjects)
  }

  /// A draft and the drafts before it, the last one first.
  private func drafts(leadingTo target: ObjectID) throws(MemoError) -> [Commit] {
    var needed: Set<ObjectID> = [target]
    var commits: [Commit] = []
    for id in (drafts?.ids ?? []).reversed() where needed.contains(id) {
      commits.append(try git.commit(id))
      needed.formUnion(commits[commits.count - 1].parents)
    }
    return commits
  }

  /// Writes a draft and those before it again.
  ///
  /// - Parameter fixes: Files that a hook changed, for each draft that has them.
  private func rewritten(
    _ target: ObjectID, _ fixes: [FileChange], isSigned: Bool,
    _ message: (Commit) throws(MemoError) -> String
  ) throws(MemoError) -> ObjectID {
    var new: [ObjectID: ObjectID] = [:]
    for commit in try drafts(leadingTo: target).reversed() {
      new[commit.id] = try store(
        try tree(of: commit, fixes), commit.parents.map { new[$0] ?? $0 }, try message(commit),
        commit.author, commit.committer, isSigned: isSigned)
    }
    return new[target] ?? target
  }

  private func tree(of commit: Commit, _ fixes: [FileChange]) throws(MemoError) -> ObjectID {
    guard !fixes.isEmpty else { return commit.tree }
    return try git.run("read what a hook staged") { repository throws(GitError) in
      var edits: [TreeEdit] = []
      for fix in fixes where try repository.entry(at: fix.path, in: commit.id) == fix.before {
        edits.append(
          fix.after.map { .put(path: fix.path, id: $0.id, mode: $0.mode) }
            ?? .remove(path: fix.path))
      }
      return try repository.writeTree(basedOn: commit.id, edits)
    }
  }

  private func store(
    _ tree: ObjectID, _ parents: [ObjectID], _ message: String, _ author: Signature,
    _ committer: Signature, isSigned: Bool
  ) throws(MemoError) -> ObjectID {
    if isSigned { return try signed(tree, parents, message, author, committer) }
    guard let encoding else {
      return try git.run(
        "write a commit",
        git.repository.writeCommit(
          tree: tree, parents: parents, message: message, author: author, committer: committer))
    }
    let text = try git.run(
      "write a commit",
      git.repository.commitContent(
        tree: tree, parents: parents, message: message, author: author, committer: committer))
    return try git.run(
      "write a commit",
      git.repository.writeCommit(encoded(text, encoding) ?? Array(text.utf8)))
  }

  /// Has git write a commit, which signs it as the user has set that up; in UTF-8.
  ///
  /// - Throws: ``MemoError`` of kind `refused` with what git and the program say.
  private func signed(
    _ tree: ObjectID, _ parents: [ObjectID], _ message: String, _ author: Signature,
    _ committer: Signature
  ) throws(MemoError) -> ObjectID {
    // On the disk before a branch leads to it: a git before 2.36 knows the one, later ones the other.
    let settings = [
      "i18n.commitEncoding=UTF-8", "core.fsyncObjectFiles=true", "core.fsync=loose-object",
    ]
    let variables = environment.gitVariables.merging(author.variables("AUTHOR")) { $1 }
      .merging(committer.variables("COMMITTER")) { $1 }
    let ending = try Program(
      "git",
      settings.flatMap { ["-c", $0] } + ["--git-dir=\(git.repository.gitDirectory)"]
        + ["commit-tree", "-S", tree.hex] + parents.flatMap { ["-p", $0.hex] },
      in: git.files.path, environment: variables
    ).run(input: Array(message.utf8))
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

  /// A commit in another encoding, with the header that names it; nil if it can't be written so,
  /// and stays UTF-8.
  private func encoded(_ text: String, _ encoding: String) -> [UInt8]? {
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    var text = text
    text.insert(contentsOf: "\nencoding \(encoding)", at: end.lowerBound)
    return TextEncoding.converted(Array(text.utf8), from: "UTF-8", to: encoding)
  }
}

/// Author and committer of a commit.
package struct Signatures {
  var author: Signature
  var committer: Signature

  /// - Throws: ``MemoError`` with the two commands to type if git doesn't know the user.
  init(_ git: StoreGit, _ environment: Environment) throws(MemoError) {
    let now = environment.now()
    let offset = environment.utcOffset(now) / 60
    (author, committer) = try git.run("find out who you are") { repository throws(GitError) in
      (
        try repository.identity(
          .author, environment: environment.variables, seconds: now, offsetMinutes: offset),
        try repository.identity(
          .committer, environment: environment.variables, seconds: now, offsetMinutes: offset)
      )
    }
  }
}

extension Signatures {
  /// The signature of the reflog entry for a commit: the commit's own if it was just made.
  func reflogEntry(for commit: Commit, isMade: Bool) -> Signature {
    isMade ? commit.committer : committer
  }
}

extension Store {
  /// All names of the user in fields: `git config memo.me`, and name and address in git.
  ///
  /// - Throws: ``MemoError`` if git doesn't know the user.
  package func userNames() throws(MemoError) -> [String] {
    let own = try userName()
    let author = try Signatures(git(), environment).author
    return [own, author.name, author.email]
  }

  /// The name of the user in fields: `git config memo.me`, else the name in git.
  ///
  /// - Throws: ``MemoError`` if git doesn't know the user.
  public func userName() throws(MemoError) -> String {
    let git = try git()
    let name = try git.run("read memo.me") { repository throws(GitError) in
      try repository.string("memo.me")
    }
    if let name, !name.trimmingSpaces.isEmpty { return name.trimmingSpaces }
    return try Signatures(git, environment).author.name
  }
}
