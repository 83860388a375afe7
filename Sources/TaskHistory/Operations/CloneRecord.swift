package import Git
internal import StoreFiles
internal import TaskFile

/// What HEAD's reflog tells of the past of this clone: which commits were made here.
///
/// git and memo write an entry with the very signature of the commit that they have just made.
/// A pull, a switch and a reset arrive at what was made earlier, or by somebody else; so only
/// the entry that came to a commit first can have made it. No entry's words are read.
struct CloneRecord {
  /// Where it begins; of what lies before, it tells nothing.
  private(set) var starts: [ObjectID] = []
  /// The first commits of operations, as they were made here.
  private(set) var originals: [TaskID: Commit] = [:]
  private var made: Set<ObjectID> = []
  /// Those that belong to no operation: what a rebase makes of them keeps the author's time.
  private var plain: [Moment: [ObjectID]] = [:]
  /// What lies in gaps that git has left, as of commits that were amended.
  private var inGaps: Set<ObjectID> = []

  /// Whether it tells how this clone began, so that nothing before was done here.
  private let isWhole: Bool

  private let git: StoreGit
  private let head: ObjectID
  /// The user's, as committer; stands in where nothing is told.
  private let email: String

  init(_ git: StoreGit, head: ObjectID, email: String) throws(MemoError) {
    (self.git, self.head, self.email) = (git, head, email)
    let entries = try git.run("read the reflog", git.repository.reflog("HEAD"))
    isWhole = entries.last.map { $0.old == nil } ?? false
    var reached: Set<ObjectID> = []
    var last: ObjectID?
    // Commits of earlier versions say nothing of operations, and their entries were written
    // a moment later.
    var slack: Int64 = 2
    for entry in entries.reversed() {
      if let old = entry.old {
        if let last { try addGap(from: last, to: old) } else { starts.append(old) }
        reached.insert(old)
      }
      guard let new = entry.new else { continue }
      // From nothing a commit without parents is made; any other was there, and was cloned.
      let isMade = entry.old == nil ? try isRoot(new) : true
      if reached.insert(new).inserted, isMade { try add(entry, new, &reached, &slack) }
      if last == nil, !made.contains(new) {
        var isFastForward = false
        if let old = entry.old { isFastForward = try git.isAncestor(old, of: new) }
        if !isFastForward { starts.append(new) }
      }
      last = new
    }
    if let last { try addGap(from: last, to: head) } else { starts.append(head) }
    for start in starts where try !git.has(start) { starts.removeAll { $0 == start } }
  }

  /// Whether a commit of HEAD's history was made here, as far as anything tells.
  ///
  /// - Parameter isBefore: Whether it lies before the record.
  func has(_ commit: Commit, isBefore: Bool) throws(MemoError) -> Bool {
    if made.contains(commit.id) { return true }
    if let mark = OperationMark(Trailers(commit.message)) {
      if let original = originals[mark.id], Moment(original.author) == Moment(commit.author) {
        return true
      }
    } else {
      for id in plain[Moment(commit.author)] ?? [] where try !git.isAncestor(id, of: head) {
        return true
      }
    }
    return (isBefore && !isWhole || inGaps.contains(commit.id))
      && commit.committer.email == email
  }

  private func isRoot(_ id: ObjectID) throws(MemoError) -> Bool {
    guard try git.has(id) else { return false }
    return try git.commit(id).parents.isEmpty
  }

  /// Adds what an entry made, if it made anything.
  private mutating func add(
    _ entry: ReflogEntry, _ new: ObjectID, _ reached: inout Set<ObjectID>, _ slack: inout Int64
  ) throws(MemoError) {
    var next: ObjectID? = new
    while let id = next, try git.has(id) {
      let commit = try git.commit(id)
      let mark = OperationMark(Trailers(commit.message))
      if mark != nil { slack = 0 }
      let delay = entry.signature.seconds - commit.committer.seconds
      guard commit.committer.email == entry.signature.email, (0...slack).contains(delay)
      else { return }
      made.insert(id)
      if let mark {
        if originals[mark.id] == nil { originals[mark.id] = commit }
      } else {
        plain[Moment(commit.author), default: []].append(id)
      }
      next = commit.parents.count == 1 ? commit.parents[0] : nil
      if let parent = next, !reached.insert(parent).inserted { next = nil }
    }
  }

  private mutating func addGap(from last: ObjectID, to next: ObjectID) throws(MemoError) {
    guard last != next, try git.has(next) else { return }
    guard try git.has(last) else {
      starts.append(next)
      return
    }
    var found: Set<ObjectID> = []
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [next], hiding: [last]) { commit throws(GitError) in
        found.insert(commit.id)
        return true
      }
    }
    inGaps.formUnion(found)
  }
}

/// Who wrote something when; amendments and rebases keep it.
package struct Moment: Hashable {
  private var email: String
  private var seconds: Int64

  package init(_ signature: Signature) { (email, seconds) = (signature.email, signature.seconds) }
}

extension StoreGit {
  /// Whether a commit is still there.
  func has(_ commit: ObjectID) throws(MemoError) -> Bool {
    try run("read a commit", repository.contains(commit))
  }

  func isAncestor(_ commit: ObjectID, of other: ObjectID) throws(MemoError) -> Bool {
    try run("read the history") { repository throws(GitError) in
      guard try repository.contains(commit), try repository.contains(other) else { return false }
      return try repository.isAncestor(commit, of: other)
    }
  }
}
