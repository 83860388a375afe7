internal import Git

/// Writes commits as `git commit` does: hooks have their say, and what is to be signed is.
struct CommitWriter {
  let git: StoreGit
  private let signatures: Signatures
  /// Nil for a trial, which nobody else is to hear of.
  private let hooks: Hooks?
  /// Nil when commits are not to be signed.
  private let signer: CommitSigner?

  init(_ git: StoreGit, _ signatures: Signatures, _ world: World) throws(MemoError) {
    self.git = git
    self.signatures = signatures
    hooks = try Hooks(git, world, author: signatures.author)
    signer = try CommitSigner(git, world, committer: signatures.committer)
  }

  /// Writes commits that are only looked at: neither signed nor shown to a hook.
  init(trial git: StoreGit, _ signatures: Signatures) {
    self.git = git
    self.signatures = signatures
    hooks = nil
    signer = nil
  }

  /// Writes a commit on top of others; no reference moves.
  ///
  /// - Parameters:
  ///   - edits: What is different from the first parent's files.
  ///   - parents: Several for a merge.
  /// - Throws: ``MemoError`` of kind `refused` when a hook says no or it can't be signed.
  func write(
    _ edits: [TreeEdit], on parents: [ObjectID], _ message: String
  ) throws(MemoError) -> ObjectID {
    let tree = try git.run("write a commit") { repository throws(GitError) in
      try repository.writeTree(basedOn: parents.first, edits)
    }
    var message = message
    if let hooks { message = try hooks.ask(about: tree, message, isMerge: parents.count > 1) }
    let (author, committer) = (signatures.author, signatures.committer)
    guard let signer else {
      return try git.run("write a commit") { repository throws(GitError) in
        try repository.writeCommit(
          tree: tree, parents: parents, message: message, author: author, committer: committer)
      }
    }
    let content = try git.run("write a commit") { repository throws(GitError) in
      try repository.commitContent(
        tree: tree, parents: parents, message: message, author: author, committer: committer)
    }
    let signature = try signer.sign(content)
    return try git.run("write a commit") { repository throws(GitError) in
      try repository.writeCommit(content, signature: signature)
    }
  }
}
