internal import Git
internal import StoreFiles

/// What was done, newest first, children before their parents: HEAD's history, with what of it
/// was done on this clone.
package struct OperationLog {
  /// One step of the past.
  enum Step {
    case operation(OperationCommits)
    /// The commit of an undo or a redo.
    ///
    /// - Parameters:
    ///   - isOwn: Whether it was made on this clone.
    ///   - isNews: Whether it came in from elsewhere, and is here.
    case marked(UndoMark, Commit, isOwn: Bool, isNews: Bool)
    /// A commit that came in from elsewhere, and that no merge has dropped.
    case incoming
    case merge(Commit)
  }

  private let git: StoreGit
  private let head: ObjectID
  private let record: CloneRecord
  private let isOfAll: Bool

  /// - Parameters:
  ///   - email: The user's, as committer.
  ///   - isOfAll: Whether what was done elsewhere is an operation as well.
  init(
    _ git: StoreGit, head: ObjectID, email: String, isOfAll: Bool = false
  ) throws(MemoError) {
    (self.git, self.head, self.isOfAll) = (git, head, isOfAll)
    record = try CloneRecord(git, head: head, email: email)
  }

  /// Goes through the steps until `body` returns false.
  ///
  /// - Parameter body: Also told where the store was before and in the commit in which the step
  ///   ended.
  func forEach(
    _ body: (Step, StoreFolders.Change?) throws(MemoError) -> Bool
  ) throws(MemoError) {
    var folders = StoreFolders(git)
    var seen: Set<ObjectID> = []
    var dropped: Set<ObjectID> = []
    var isOver = false
    // What lies before the record is only read when there is not enough behind.
    for isBefore in [false, true] where !isOver && !(isBefore && record.starts.isEmpty) {
      let hidden = isBefore ? [] : record.starts
      try git.walk(from: head, hiding: hidden) { commit throws(MemoError) in
        if !git.isCutOff(commit.id) {
          try folders.follow(commit) { parent throws(MemoError) in
            try git.run("read a commit", git.repository.root(of: parent))
          }
        }
        guard seen.insert(commit.id).inserted else { return true }
        let change = folders.change(by: commit)
        dropped.formUnion(try commitsDropped(by: commit))
        let isDropped = dropped.contains(commit.id)
        isOver = try !visit(commit, isBefore: isBefore, isDropped, &seen) {
          step throws(MemoError) in
          try body(step, change)
        }
        return !isOver
      }
    }
  }

  /// - Returns: Whether to go on.
  private func visit(
    _ commit: Commit, isBefore: Bool, _ isDropped: Bool, _ seen: inout Set<ObjectID>,
    _ body: (Step) throws(MemoError) -> Bool
  ) throws(MemoError) -> Bool {
    let isOwn = try record.has(commit, isBefore: isBefore)
    if let mark = UndoMark(commit.message) {
      var isPlain = true
      if isOwn { isPlain = try isAsMemoMade(commit, mark) }
      if isPlain {
        let isNews = !isOwn && !isDropped
        return try body(.marked(mark, commit, isOwn: isOwn, isNews: isNews))
      }
    }
    // To take a merge back would take back what others did.
    if commit.parents.count > 1 { return try body(.merge(commit)) }
    guard isOwn || isOfAll else {
      if isDropped { return true }
      return try body(.incoming)
    }
    // Those would be files that were there before memo.
    if commit.isAsFound { return true }
    // Nothing can come before the first commit of a history.
    guard let operation = try OperationCommits(commit, git) else { return true }
    seen.formUnion(operation.commits.map(\.id))
    return try body(.operation(operation))
  }

  /// What leads to a merge that has all as its first parent has it, as `git merge -s ours`
  /// makes it, and not to that parent: nothing of it is here.
  private func commitsDropped(by commit: Commit) throws(MemoError) -> Set<ObjectID> {
    guard commit.parents.count > 1, try isOfFirstParent(commit) else { return [] }
    var dropped: Set<ObjectID> = []
    for parent in commit.parents.dropFirst() {
      try git.walk(from: parent, hiding: [commit.parents[0]]) { commit throws(MemoError) in
        dropped.insert(commit.id)
        return true
      }
    }
    return dropped
  }

  private func isOfFirstParent(_ merge: Commit) throws(MemoError) -> Bool {
    try git.commit(merge.parents[0]).tree == merge.tree
  }

  /// Whether a merge brought in what was done elsewhere, and not only on a branch of this clone.
  func isIncoming(_ merge: Commit) throws(MemoError) -> Bool {
    if try isOfFirstParent(merge) { return false }
    guard let first = merge.parents.first, try record.has(merge, isBefore: false) else {
      return true
    }
    for parent in merge.parents.dropFirst() {
      var isIncoming = false
      try git.walk(from: parent, hiding: [first]) { commit throws(MemoError) in
        if commit.parents.count < 2 { isIncoming = try !record.has(commit, isBefore: false) }
        return !isIncoming
      }
      if isIncoming { return true }
    }
    return false
  }

  /// Whether the commit of an undo does what memo made it for; `git commit --amend` may have
  /// put something in that nobody wants to lose with the next redo.
  private func isAsMemoMade(_ commit: Commit, _ mark: UndoMark) throws(MemoError) -> Bool {
    guard let parent = commit.parents.first else { return false }
    if let id = OperationMark(Trailers(commit.message))?.id, let original = record.originals[id] {
      guard original.id != commit.id, let start = original.parents.first else { return true }
      return try ChangedLines(git, from: parent, to: commit.id)
        == ChangedLines(git, from: start, to: original.id)
    }
    if Moment(commit.author) == Moment(commit.committer) { return true }
    var taken = ChangedLines()
    for name in mark.names {
      guard let operation = try git.operation(name, behind: parent) else { return false }
      taken.add(try ChangedLines(git, from: operation.old, to: operation.new))
    }
    return try ChangedLines(git, from: parent, to: commit.id)
      == (mark.kind == .undo ? taken.inverse : taken)
  }
}

/// The lines that a change puts in and takes out, wherever they stand: what is left of it the
/// same when it is made anew on other files.
struct ChangedLines: Equatable {
  private var counts: [String: Int] = [:]

  init() {}

  init(_ git: StoreGit, from old: ObjectID, to new: ObjectID) throws(MemoError) {
    counts = try git.run("compare two commits") { repository throws(GitError) in
      var counts: [String: Int] = [:]
      for file in try repository.changedFiles(from: old, to: new, under: []) {
        for (entry, sign) in [(file.before, -1), (file.after, 1)] {
          guard let entry else { continue }
          let text = String(decoding: try repository.taskText(entry.id), as: UTF8.self)
          counts[entry.path + "\0", default: 0] += sign
          for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            counts[String(line), default: 0] += sign
          }
        }
      }
      return counts.filter { $0.value != 0 }
    }
  }

  var inverse: ChangedLines {
    var inverse = self
    inverse.counts = counts.mapValues(-)
    return inverse
  }

  mutating func add(_ other: ChangedLines) {
    counts = counts.merging(other.counts, uniquingKeysWith: +).filter { $0.value != 0 }
  }
}

extension StoreGit {
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
