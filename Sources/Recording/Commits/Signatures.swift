internal import Git
public import StoreFiles
internal import TaskHistory

/// Who writes a commit, at one moment.
package struct Signatures {
  var author: Signature
  var committer: Signature

  /// - Throws: ``MemoError`` with the two commands to type when git doesn't know the user.
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
  /// What the reflog's entry is written with that leads to a commit: the commit's own signature
  /// where it was just made.
  func reflogEntry(for commit: Commit, isMade: Bool) -> Signature {
    isMade ? commit.committer : committer
  }
}

extension Store {
  /// All that the user may be called in fields that name people: what `git config memo.me` says,
  /// the name and the address that commits have.
  ///
  /// - Throws: ``MemoError`` when git doesn't know the user.
  package func userNames() throws(MemoError) -> [String] {
    let own = try userName()
    let author = try Signatures(git(), environment).author
    return [own, author.name, author.email]
  }

  /// What the user is called in fields that name people: what `git config memo.me` says, else
  /// the name that commits have.
  ///
  /// - Throws: ``MemoError`` when git doesn't know the user.
  public func userName() throws(MemoError) -> String {
    let git = try git()
    let name = try git.run("read memo.me") { repository throws(GitError) in
      try repository.string("memo.me")
    }
    if let name, !name.trimmingSpaces.isEmpty { return name.trimmingSpaces }
    return try Signatures(git, environment).author.name
  }
}
