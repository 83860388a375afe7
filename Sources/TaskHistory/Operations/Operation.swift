package import Git
package import StoreFiles
public import TaskFile

/// Something that was done to the store and can be undone: a command, the hand edits that one
/// command recorded, a commit made with git.
public struct Operation: Hashable, Sendable {
  /// By which an undo names it: ten letters, or the full name of a commit that memo hasn't made.
  public var id: String
  /// The full name of the commit in which it ended, in hexadecimal digits.
  public var commit: String
  /// When it was done; for one that was undone, when that was.
  public var time: Timestamp
  /// What was done, in the journal's words.
  public var subject: String
  /// The journal's lines when it was several commits, oldest first.
  public var parts: [String]
}

/// The newest commits of one operation that follow one another.
struct OperationCommits {
  /// Newest first; at least one.
  var commits: [Commit]
  /// The commit before them.
  var old: ObjectID
  var name: OperationName
  var kind: OperationMark.Kind?

  /// Where they ended.
  var new: ObjectID { commits[0].id }

  /// - Parameter commit: The last one.
  init?(_ commit: Commit, _ git: StoreGit) throws(MemoError) {
    guard commit.parents.count == 1 else { return nil }
    let mark = OperationMark(Trailers(commit.message))
    commits = [commit]
    (name, kind) = (mark.map { .operation($0.id) } ?? .commit(commit.id), mark?.kind)
    old = commit.parents[0]
    guard let mark else { return }
    while true {
      let next = try git.commit(old)
      guard next.parents.count == 1, OperationMark(Trailers(next.message))?.id == mark.id
      else { return }
      commits.append(next)
      old = next.parents[0]
    }
  }
}

extension Operation {
  /// - Parameters:
  ///   - commits: Newest first; at least one.
  ///   - time: When it is told to have been done.
  init(_ name: OperationName, _ commits: [Commit], at time: Signature) {
    let asked = commits.filter { OperationMark(Trailers($0.message))?.kind != .normalize }
    let commits = asked.isEmpty ? commits : asked
    let isFix = commits.contains { OperationMark(Trailers($0.message))?.kind == .fix }
    self.init(
      id: name.text, commit: commits[0].id.hex,
      time: Timestamp(secondsSince1970: time.seconds, offsetMinutes: time.offsetMinutes),
      subject: commits.count == 1
        ? commits[0].subject : "\(commits.count) \(isFix ? "steps of a fix" : "hand edits")",
      parts: commits.count == 1 ? [] : commits.reversed().map(\.subject))
  }
}

extension Repository {
  /// The commits that a name means which another commit's message has, newest first; none where
  /// they are not here.
  func commits(
    of name: OperationName, behind commit: ObjectID
  ) throws(GitError) -> [Commit] {
    switch name {
    case .commit(let id): return try contains(id) ? [try self.commit(id)] : []
    case .operation(let id):
      var found: [Commit] = []
      // Most often it is close by, and a whole history takes its time to be put into order.
      var next: Commit? = try self.commit(commit)
      while let commit = next {
        let isMeant = OperationMark(Trailers(commit.message))?.id == id
        if isMeant { found.append(commit) } else if !found.isEmpty { return found }
        next = try commit.parents.first.map { id throws(GitError) in try self.commit(id) }
      }
      guard found.isEmpty else { return found }
      try walk(from: [commit]) { commit in
        if OperationMark(Trailers(commit.message))?.id == id { found.append(commit) }
        return found.isEmpty
      }
      return found
    }
  }
}

extension StoreGit {
  /// The operation that somebody means.
  ///
  /// - Parameter text: Ten letters, or any name that git has for a commit of it.
  /// - Returns: Nil where nothing is called so.
  package func operation(named text: String) throws(MemoError) -> OperationName? {
    if let id = TaskID(text) { return .operation(id) }
    return try run("read the history") { repository throws(GitError) in
      let found: ObjectID?
      do throws(GitError) {
        found = try repository.resolve(revision: text)
      } catch {
        // Too few digits name nothing.
        guard error.code == .ambiguous else { throw error }
        found = nil
      }
      guard let found else { return nil }
      let mark = OperationMark(Trailers(try repository.commit(found).message))
      return mark.map { .operation($0.id) } ?? .commit(found)
    }
  }

  /// What a name means that a commit's message has; nil where it is not here.
  func operation(
    _ name: OperationName, behind commit: ObjectID
  ) throws(MemoError) -> OperationCommits? {
    let found = try run("read the history", repository.commits(of: name, behind: commit))
    return try found.first.flatMap { commit throws(MemoError) in
      try OperationCommits(commit, self)
    }
  }
  /// Whether a change of this name is in a history.
  package func hasMade(_ operation: TaskID, behind commit: ObjectID) throws(MemoError) -> Bool {
    try self.operation(.operation(operation), behind: commit) != nil
  }
}

extension StoreGit {
  /// Whether a commit is there, and behind another one.
  func isAncestor(_ commit: ObjectID, of other: ObjectID) throws(MemoError) -> Bool {
    try run("read the history") { repository throws(GitError) in
      guard try repository.contains(commit), try repository.contains(other) else { return false }
      return try repository.isAncestor(commit, of: other)
    }
  }

  /// Goes through a history, children before their parents, until `body` returns false.
  func walk(
    from head: ObjectID, hiding hidden: [ObjectID],
    _ body: (Commit) throws(MemoError) -> Bool
  ) throws(MemoError) {
    var failure: MemoError?
    try run("read the history") { repository throws(GitError) in
      try repository.walk(from: [head], hiding: hidden) { commit in
        do throws(MemoError) {
          return try body(commit)
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }
}
