internal import Git
public import StoreFiles

package struct Signatures {
  var author: Signature
  var committer: Signature
}

extension Signatures {
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

extension Store {
  /// The names that fields may have for the user: git's `memo.me`, user name and address.
  ///
  /// - Throws: ``MemoError`` if git doesn't know the user.
  package func userNames() throws(MemoError) -> [String] {
    let own = try userName()
    let author = try Signatures(git(), environment).author
    return [own, author.name, author.email]
  }

  /// The user's name for fields: git's `memo.me`, else the name in git.
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
