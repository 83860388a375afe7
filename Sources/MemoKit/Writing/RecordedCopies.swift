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
        try repository.eldest(paths.map(git.repositoryPath), of: id, git, since: head)
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

extension Repository {
  /// The file that had an id before the others, wherever it was then: the same to everybody
  /// who has these commits.
  fileprivate func eldest(
    _ paths: [String], of id: TaskID, _ git: StoreGit, since head: ObjectID?
  ) throws(GitError) -> String {
    var eldest = paths[0]
    guard let head else { return eldest }
    var birth = try self.birth(of: id, at: eldest, git, since: head)
    for path in paths.dropFirst() {
      let other = try self.birth(of: id, at: path, git, since: head)
      let isFirst =
        try other.commit == birth.commit
        ? other.renames < birth.renames : precedes(other.commit, birth.commit)
      if isFirst { (eldest, birth) = (path, other) }
    }
    return eldest
  }

  private func precedes(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> Bool {
    if try isAncestor(one, of: other) { return true }
    if try isAncestor(other, of: one) { return false }
    let (time, otherTime) = (try commit(one).committer.seconds, try commit(other).committer.seconds)
    return (time, one.hex) < (otherTime, other.hex)
  }

  /// The commit since which a file has an id, as far as a thousand commits tell, and how often
  /// it got another name since: of two that came out of one file, a copy was given its own.
  private func birth(
    of id: TaskID, at path: String, _ git: StoreGit, since head: ObjectID
  ) throws(GitError) -> (commit: ObjectID, renames: Int) {
    var (path, child, renames) = (path, head, 0)
    for _ in 0..<1000 {
      guard let (parent, older) = try origin(of: id, at: path, git, in: child) else { break }
      if Paths.name(of: older) != Paths.name(of: path) { renames += 1 }
      (child, path) = (parent, older)
    }
    return (child, renames)
  }

  /// The parent in which a file had the id already, and where it was there.
  private func origin(
    of id: TaskID, at path: String, _ git: StoreGit, in child: ObjectID
  ) throws(GitError) -> (ObjectID, String)? {
    let parents = try commit(child).parents
    for parent in parents {
      if let entry = try entry(at: path, in: parent), try has(entry, id) { return (parent, path) }
    }
    for parent in parents {
      for change in try changedFiles(from: parent, to: child, under: git.taskFolders) {
        // A file that still has the id did not become this one.
        guard let before = change.before, try has(before, id) else { continue }
        if let after = change.after, try has(after, id) { continue }
        return (parent, change.path)
      }
    }
    return nil
  }

  private func has(_ entry: TreeEntry, _ id: TaskID) throws(GitError) -> Bool {
    guard entry.mode == .regular || entry.mode == .executable else { return false }
    return TaskDocument(try taskText(entry.id)).item(fileName: "").id == id
  }
}
