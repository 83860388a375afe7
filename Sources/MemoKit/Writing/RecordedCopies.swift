internal import Git
internal import TaskFile

extension Store {
  /// Files that somebody committed with plain git as copies, the id included.
  ///
  /// Of several files with one id the one that was there first keeps it, also when it was
  /// edited or moved since.
  /// - Parameter changed: Files that differ from the last commit.
  /// - Returns: The paths of the copies.
  func recordedCopies(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?, _ changed: Set<PathKey>
  ) throws(MemoError) -> [String] {
    var holders: [TaskID: [String]] = [:]
    holders.reserveCapacity(snapshot.tasks.count)
    for task in snapshot.tasks where !changed.contains(PathKey(task.path)) {
      if let id = task.id { holders[id, default: []].append(task.path) }
    }
    let edited = snapshot.tasks.filter { changed.contains(PathKey($0.path)) }
    if edited.contains(where: { $0.id.map { holders[$0] != nil } ?? false }) {
      for (id, path) in try firstHolders(of: edited, git, since: head, changed) {
        holders[id]?.append(path)
      }
    }
    var copies: [String] = []
    for (id, paths) in holders where paths.count > 1 {
      let first = try git.run("read the history of \(paths[0])") { repository throws(GitError) in
        var past = SharedPast(of: id, git, repository)
        return try past.eldest(of: paths.map(git.repositoryPath), since: head)
      }
      copies += paths.filter { !git.repositoryPath($0).isSamePath(as: first) }
    }
    return copies
  }

  /// Where the last commit has the ids of files that were edited or moved since.
  private func firstHolders(
    of edited: [StoredTask], _ git: StoreGit, since head: ObjectID?, _ changed: Set<PathKey>
  ) throws(MemoError) -> [(TaskID, String)] {
    var ids: [PathKey: TaskID] = [:]
    for task in edited { ids[PathKey(task.path)] = task.id }
    var moved = Set(ids.values)
    var found: [(TaskID, String)] = []
    var gone: [(TaskID, String)] = []
    for key in changed.sorted(by: { $0.path.precedes(path: $1.path) }) {
      guard let id = try git.version(at: key.path, in: head)?.id else { continue }
      if ids[key] == id {
        found.append((id, key.path))
        moved.remove(id)
      } else {
        gone.append((id, key.path))
      }
    }
    // What was deleted has no more claim to its id than the copy that is left.
    return found + gone.filter { moved.contains($0.0) }
  }
}

/// The past of one id that several files have.
///
/// What a commit did to the id is found once, however many files are followed through it.
private struct SharedPast {
  let id: TaskID
  let git: StoreGit
  let repository: Repository
  /// Whether a blob has the id.
  private var holders: [ObjectID: Bool] = [:]
  private var parents: [ObjectID: [ObjectID]] = [:]
  /// By a commit: the parent and the place from which the id went with it; nil where it stayed.
  private var departures: [ObjectID: (ObjectID, String)?] = [:]

  init(of id: TaskID, _ git: StoreGit, _ repository: Repository) {
    (self.id, self.git, self.repository) = (id, git, repository)
  }

  /// The file that had the id before the others, wherever it was then: the same to everybody
  /// who has these commits.
  mutating func eldest(
    of paths: [String], since head: ObjectID?
  ) throws(GitError) -> String {
    var eldest = paths[0]
    guard let head else { return eldest }
    // Many files are followed less far, so that all of them together are a bounded work.
    let depth = min(1000, 200_000 / paths.count)
    var birth = try self.birth(at: eldest, since: head, within: depth)
    for path in paths.dropFirst() {
      let other = try self.birth(at: path, since: head, within: depth)
      let isFirst =
        try other.commit == birth.commit
        ? other.renames < birth.renames : precedes(other.commit, birth.commit)
      if isFirst { (eldest, birth) = (path, other) }
    }
    return eldest
  }

  private func precedes(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> Bool {
    if try repository.isAncestor(one, of: other) { return true }
    if try repository.isAncestor(other, of: one) { return false }
    let time = try repository.commit(one).committer.seconds
    let otherTime = try repository.commit(other).committer.seconds
    return (time, one.hex) < (otherTime, other.hex)
  }

  /// The commit since which a file has the id, as far as some commits tell, and how often it
  /// got another name since: of two that came out of one file, a copy was given its own.
  private mutating func birth(
    at path: String, since head: ObjectID, within depth: Int
  ) throws(GitError) -> (commit: ObjectID, renames: Int) {
    var (path, child, renames) = (path, head, 0)
    for _ in 0..<depth {
      guard let (parent, older) = try origin(of: path, in: child) else { break }
      if Paths.name(of: older) != Paths.name(of: path) { renames += 1 }
      (child, path) = (parent, older)
    }
    return (child, renames)
  }

  /// The parent in which a file had the id already, and where it was there.
  private mutating func origin(
    of path: String, in child: ObjectID
  ) throws(GitError) -> (ObjectID, String)? {
    for parent in try parents(of: child) {
      if let entry = try repository.entry(at: path, in: parent), try has(entry) {
        return (parent, path)
      }
    }
    if let known = departures[child] { return known }
    let found = try departure(in: child)
    departures[child] = .some(found)
    return found
  }

  private mutating func departure(in child: ObjectID) throws(GitError) -> (ObjectID, String)? {
    for parent in try parents(of: child) {
      let changes = try repository.changedFiles(from: parent, to: child, under: git.taskFolders)
      for change in changes {
        // A file that still has the id did not become another one.
        guard let before = change.before, try has(before) else { continue }
        if let after = change.after, try has(after) { continue }
        return (parent, change.path)
      }
    }
    return nil
  }

  private mutating func parents(of commit: ObjectID) throws(GitError) -> [ObjectID] {
    if let known = parents[commit] { return known }
    let found = try repository.commit(commit).parents
    parents[commit] = found
    return found
  }

  private mutating func has(_ entry: TreeEntry) throws(GitError) -> Bool {
    guard entry.mode == .regular || entry.mode == .executable else { return false }
    if let known = holders[entry.id] { return known }
    let document = TaskDocument(try repository.taskText(entry.id))
    let found = document.item(fileName: "").id == id
    holders[entry.id] = found
    return found
  }
}
