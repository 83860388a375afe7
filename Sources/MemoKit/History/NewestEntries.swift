internal import Git
internal import TaskFile

/// The newest entries of a long history of which nothing is known yet: commits are compared
/// only as far as entries are asked for.
final class NewestEntries {
  private let store: Store
  private let git: StoreGit
  private let finder: TouchFinder
  private var commits: [ObjectID: Commit] = [:]
  private var known: [ObjectID: [Touch]] = [:]
  /// The whole, once that turned out to be needed.
  private var history: History?

  init(_ store: Store, _ git: StoreGit) throws(MemoError) {
    self.store = store
    self.git = git
    finder = try TouchFinder(git)
  }

  func tell(_ query: LogQuery, _ body: (LogEntry) -> Bool) throws(MemoError) {
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    guard let start = head.commit else { return }
    let teller = Teller(git: git)
    var range = LogRange(query)
    try walk([start]) { commit throws(MemoError) in
      guard range.goesOn(at: commit.committer.seconds) else { return false }
      guard range.contains(commit) else { return true }
      for touch in try touches(of: commit).sorted() {
        let (birth, isCopy) = touch.isBirth ? try kind(touch, commit) : (.add, false)
        if let entry = try teller.tell(touch, of: commit, birth: birth, isCopy: isCopy) {
          guard body(entry) else { return false }
        }
      }
      return true
    }
  }

  private func walk(
    _ starts: [ObjectID], _ body: (Commit) throws(MemoError) -> Bool
  ) throws(MemoError) {
    var walk = NewestFirst<ObjectID>()
    func push(_ id: ObjectID) throws(MemoError) {
      if commits[id] == nil, try !git.isThere(id) { return }
      let commit = try commit(id)
      walk.push(id, time: commit.committer.seconds)
    }
    for start in starts { try push(start) }
    while let id = walk.pop() {
      let commit = try commit(id)
      guard try body(commit) else { return }
      for parent in commit.parents { try push(parent) }
    }
  }

  private func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    if let commit = commits[id] { return commit }
    let commit = try git.commit(id)
    commits[id] = commit
    return commit
  }

  private func touches(of commit: Commit) throws(MemoError) -> [Touch] {
    if let touches = known[commit.id] { return touches }
    let touches = try finder.touches(of: commit)
    known[commit.id] = touches
    return touches
  }

  /// Whether a task is new, or was there before.
  ///
  /// It can't have been there before the day on which it says that it was made; so most new
  /// tasks need a look at that day's commits only.
  private func kind(
    _ touch: Touch, _ commit: Commit
  ) throws(MemoError) -> (LogEntry.Kind, isCopy: Bool) {
    guard let after = touch.after, let id = after.id else { return (.add, false) }
    if history == nil, let created = try git.version(of: after).item.created {
      let earliest = created.secondsSince1970 - 86_400
      var count = 0
      var isFound = false
      try walk(commit.parents) { older throws(MemoError) in
        count += 1
        guard older.committer.seconds >= earliest, count < Self.most else { return false }
        isFound = try touches(of: older).contains { $0.mentions(id) }
        return !isFound
      }
      if !isFound, count < Self.most, created.secondsSince1970 <= commit.committer.seconds + 60 {
        return (.add, false)
      }
    }
    if history == nil { history = try store.history(git) }
    guard let history, let place = history.index.position(of: commit.id) else {
      return (.add, false)
    }
    return history.birth(of: touch, at: place)
  }

  /// More commits than this are not compared for one task's sake without keeping the result.
  private static let most = 300
}
