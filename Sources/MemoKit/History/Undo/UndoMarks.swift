internal import Git

/// What the undos and redos of a history say of its commits; the newest that speaks of a commit
/// is right.
struct UndoMarks {
  private let git: StoreGit
  private let head: ObjectID
  private var kinds: [ObjectID: UndoMark.Kind] = [:]
  /// Commits that are spoken of, by their subjects, the newest mark first: after a rebase they
  /// are others.
  private var named: [String: [(commit: ObjectID, kind: UndoMark.Kind)]] = [:]

  init(_ git: StoreGit, head: ObjectID) {
    self.git = git
    self.head = head
  }

  /// Takes the mark of a commit that is older than those of all before.
  ///
  /// - Returns: Whether nothing newer speaks of the same operation.
  mutating func insert(_ mark: UndoMark, in commit: Commit) -> Bool {
    let isNews = kinds[mark.target] == nil
    let subjects = mark.subjects(in: commit)
    for (index, id) in mark.commits.enumerated() where kinds[id] == nil {
      kinds[id] = mark.kind
      guard index < subjects.count else { continue }
      named[subjects[index], default: []].append((id, mark.kind))
    }
    return isNews
  }

  /// Whether the newest marks say so of every commit.
  mutating func areUndone(_ commits: [Commit]) throws(MemoError) -> Bool {
    var areUndone = true
    for commit in commits where try kind(of: commit) != .undo { areUndone = false }
    return areUndone
  }

  private mutating func kind(of commit: Commit) throws(MemoError) -> UndoMark.Kind? {
    if let kind = kinds[commit.id] { return kind }
    guard let found = named[commit.subject] else { return nil }
    for (index, mark) in found.enumerated() where try !isInHistory(mark.commit) {
      named[commit.subject]?.remove(at: index)
      return mark.kind
    }
    return nil
  }

  private func isInHistory(_ commit: ObjectID) throws(MemoError) -> Bool {
    let head = head
    return try git.run("read the history") { repository throws(GitError) in
      guard try repository.contains(commit) else { return false }
      return try repository.isAncestor(commit, of: head)
    }
  }
}

extension UndoMark {
  /// The subjects of the operation's commits, newest first, as the message has them.
  fileprivate func subjects(in commit: Commit) -> [String] {
    let parts = commit.message.split(separator: "\n").filter { $0.hasPrefix("- ") }
    guard parts.isEmpty else { return parts.reversed().map { String($0.dropFirst(2)) } }
    let words = [Self.undoWord, Self.redoWord]
    let word = words.first { commit.subject.hasPrefix($0) } ?? ""
    return [String(commit.subject.dropFirst(word.count))]
  }
}
