internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Finds the commits of a side that last changed a task and each of its parts.
///
/// The last one has the latest author date, and among equal dates the greatest id, so that all
/// clones agree.
struct LastChanges {
  let git: StoreGit
  private let tip: ObjectID
  private let other: ObjectID
  private var side: History?
  private var files: PathMap<Commit>?

  /// - Parameter other: The other side. Its commits don't count.
  init(_ git: StoreGit, tip: ObjectID, since other: ObjectID) {
    self.git = git
    self.tip = tip
    self.other = other
  }

  /// The last changes of a task and of its parts; the side's last commit if unknown.
  ///
  /// - Parameters:
  ///   - before: The task in the base; nil for a new one.
  ///   - after: The task on this side.
  mutating func task(
    before: TreeEntry?, after: TreeEntry?
  ) throws(MemoError) -> (last: LastChange, parts: [TaskPart: LastChange]) {
    func name(_ entry: TreeEntry?) -> FileState.Name? {
      entry.flatMap { entry in
        git.storePath(entry.path).map { FileState.Name(path: $0, blob: entry.id) }
      }
    }
    guard let history = try history() else { return (LastChange(try git.commit(tip)), [:]) }
    var ref: TaskRef?
    if let after = name(after) { ref = try history.change(making: after)?.task }
    if ref == nil, let before = name(before) { ref = try history.task(ofRoot: before) }
    let changes = try ref.map { ref throws(MemoError) in try history.changes(of: ref) } ?? []
    guard !changes.isEmpty else {
      return (
        LastChange(try git.commit(tip)),
        try choices(before: before, after: after, besides: [:])
      )
    }
    var last: LastChange?
    for done in changes where done.delta.isOwn {
      let change = LastChange(try git.commit(done.commit.id))
      if last.map({ change.isNewer(than: $0) }) ?? true { last = change }
    }
    var parts = try history.lastChanges(by: changes) { () throws(MemoError) in
      try after.map { entry throws(MemoError) in try git.placed(entry) }
    }
    parts.merge(try choices(before: before, after: after, besides: parts)) { known, _ in known }
    if let last { return (last, parts) }
    return (LastChange(try git.commit(tip)), parts)
  }

  /// The commit that last changed a non-task file; the side's last commit if unknown.
  mutating func file(_ path: String) throws(MemoError) -> Commit {
    if files == nil { files = try changedFiles() }
    if let commit = files?[path] { return commit }
    return try git.commit(tip)
  }

  private mutating func history() throws(MemoError) -> History? {
    if side == nil { side = try History.side(git, of: tip, since: other) }
    return side
  }

  /// Newest first.
  func commits() throws(MemoError) -> [Commit] {
    try git.commits(of: [tip], since: [other])
  }

  private func changedFiles() throws(MemoError) -> PathMap<Commit> {
    var files = PathMap<Commit>()
    for commit in try commits() {
      var changed: Set<PathKey>?
      for parent in commit.parents.isEmpty ? [nil] : commit.parents.map({ $0 as ObjectID? }) {
        let paths = try git.run(
          "compare two commits",
          git.repository.changedFiles(from: parent, to: commit.id).map { PathKey($0.path) })
        changed = changed?.intersection(paths) ?? Set(paths)
      }
      for path in (changed ?? []).map(\.path) {
        if let known = files[path], LastChange(known).isNewer(than: LastChange(commit)) { continue }
        files[path] = commit
      }
    }
    return files
  }
}

extension LastChanges {
  /// The merges that chose the parts of a task that no commit of the side changed.
  ///
  /// After a criss-cross merge, the common history may have changed a part, and this side only
  /// chose it in a merge.
  ///
  /// - Parameters:
  ///   - before: The task in the base.
  ///   - after: The task on this side.
  ///   - known: The parts whose last change is known.
  func choices(
    before: TreeEntry?, after: TreeEntry?, besides known: [TaskPart: LastChange]
  ) throws(MemoError) -> [TaskPart: LastChange] {
    guard let before, let after, let path = git.storePath(after.path) else { return [:] }
    let now = try git.placed(after)
    var missing = TaskPart.changed(from: try git.placed(before), to: now)
    missing.subtract(known.keys)
    guard !missing.isEmpty, let id = now.document.id?.text else { return [:] }
    var chosen: [TaskPart: LastChange] = [:]
    for commit in try commits().reversed() where commit.parents.count > 1 {
      guard let task = try task(id, in: commit.id, near: path) else { continue }
      let parts = missing.subtracting(TaskPart.changed(from: now, to: task))
      var (taken, left) = (Set<TaskPart>(), Set<TaskPart>())
      for parent in commit.parents {
        guard let former = try self.task(id, in: parent, near: path) else { continue }
        let changed = TaskPart.changed(from: former, to: task)
        left.formUnion(parts.intersection(changed))
        taken.formUnion(parts.subtracting(changed))
      }
      for part in taken.intersection(left) { chosen[part] = LastChange(commit) }
      missing.subtract(chosen.keys)
      if missing.isEmpty { break }
    }
    return chosen
  }

  /// - Parameter path: The present path. Most tasks were there before, or in another status folder.
  private func task(
    _ id: String, in commit: ObjectID, near path: String
  ) throws(MemoError) -> PlacedDocument? {
    for place in [path] + Status.allCases.map({ StoredTask.path(path, movedTo: $0) }) {
      let entry = try git.run("read a commit") { repository throws(GitError) in
        try repository.entry(at: git.repositoryPath(place), in: commit)
      }
      guard let entry, entry.mode.isFile else { continue }
      let task = try git.placed(entry)
      if task.document.id?.text == id { return task }
    }
    guard let (entry, document) = try git.file(of: id, in: commit) else { return nil }
    return PlacedDocument(path: git.storePath(entry.path) ?? entry.path, document: document)
  }
}

extension MergeSide {
  /// If both sides added an id to a task, gives both the smaller one.
  ///
  /// If only one side added an id, as in a copy, that is an ordinary change.
  static func withOneID(
    _ one: MergeSide, _ other: MergeSide, since base: PlacedDocument?
  ) -> (MergeSide, MergeSide) {
    func id(_ task: PlacedDocument?) -> TaskID? { task?.document.id }
    guard let mine = id(one.task), let theirs = id(other.task), mine != theirs else {
      return (one, other)
    }
    if let former = id(base), former == mine || former == theirs { return (one, other) }
    let kept = min(mine, theirs)
    var sides = (one, other)
    // If the front matter can't be changed, the id stays and the merge decides.
    try? sides.0.task?.document.setID(kept)
    try? sides.1.task?.document.setID(kept)
    return sides
  }
}
