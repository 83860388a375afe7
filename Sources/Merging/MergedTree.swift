internal import Git
internal import StoreFiles
public import TaskFile
public import TaskHistory

/// The files of a merge's result while their paths are assigned.
struct MergedTree {
  let git: StoreGit
  /// Nil for unrelated histories.
  let base: ObjectID?
  /// The files that differ from the base; nil for a deleted file.
  var changed: [PathKey: TreeEntry?] = [:]
  /// The wanted paths, unsorted.
  private var claims: [Claim] = []

  /// The files that didn't get the wanted path, with their new paths; set by ``assignPaths()``.
  var displaced: [(from: String, to: String)] = []

  private typealias Claim = (path: String, entry: TreeEntry, order: String)

  init(_ git: StoreGit, base: ObjectID?) { (self.git, self.base) = (git, base) }

  /// - Parameter order: Of two files for one path, the one with the smaller value gets it; nil
  ///   means the task's id.
  mutating func claim(_ entry: TreeEntry, order: String? = nil) throws(MemoError) {
    var order = order
    if order == nil { order = StoredTask.isTaskName(entry.path) ? try git.idText(of: entry) : "" }
    claims.append((entry.path, entry, order ?? ""))
  }

  /// Gives each file its wanted path, or a similar one if it is taken.
  ///
  /// Of two tasks for one path, the smaller id gets it, so that all clones agree.
  mutating func assignPaths() throws(MemoError) {
    var homeless: [Claim] = []
    var taken: [String] = []
    let sorted = claims.sorted { a, b in
      (a.path, a.order, a.entry.id.hex) < (b.path, b.order, b.entry.id.hex)
    }
    for claim in sorted {
      if let holder = try file(at: claim.path) {
        if holder != claim.entry { homeless.append(claim) }
      } else {
        changed[PathKey(claim.path)] = claim.entry
        taken.append(claim.path)
      }
    }
    var free = FreePaths()
    for claim in homeless {
      let path = try free.free(like: claim.path) { path throws(MemoError) in
        try file(at: path) != nil
      }
      changed[PathKey(path)] = TreeEntry(path: path, id: claim.entry.id, mode: claim.entry.mode)
      taken.append(path)
      displaced.append((claim.path, path))
    }
    for path in taken { try checkFolders(of: path) }
  }

  /// The changes that turn the files of a side into the result.
  ///
  /// - Parameters:
  ///   - ours: The side's commit.
  ///   - here: The side's changes.
  func changes(
    on ours: ObjectID, _ here: [SideChange]
  ) throws(MemoError) -> [FileChange] {
    // A deletion may have been dropped, since the other side keeps the task.
    let sides = here.flatMap { [$0.before, $0.after].compactMap(\.self) }
    let paths = Set(changed.keys).union(sides.map { PathKey($0.path) })
    var changes: [FileChange] = []
    for path in paths.map(\.path).sorted(by: { $0.precedes(path: $1) }) {
      let (old, new) = (try file(at: path, in: ours), try file(at: path))
      if old != new { changes.append(FileChange(path: path, before: old, after: new)) }
    }
    return changes
  }

  func file(at path: String) throws(MemoError) -> TreeEntry? {
    if let known = changed[PathKey(path)] { return known }
    return try file(at: path, in: base)
  }

  private func file(at path: String, in commit: ObjectID?) throws(MemoError) -> TreeEntry? {
    guard let commit else { return nil }
    return try git.run("read a commit", git.repository.entry(at: path, in: commit))
  }

  /// The files below a folder; none without a commit.
  func files(below folder: String, in commit: ObjectID?) throws(MemoError) -> [TreeEntry] {
    guard let commit else { return [] }
    return try git.run("read a commit", git.repository.files(in: commit, under: [folder]))
  }

  /// - Throws: ``MemoError`` if one side has a file where the other has a folder.
  func checkFolders(of path: String) throws(MemoError) {
    var folder = Paths.parent(of: path)
    while !folder.isEmpty {
      if try file(at: folder) != nil { throw .fileAndFolder(folder) }
      folder = Paths.parent(of: folder)
    }
    let inside = try files(below: path, in: base)
    if inside.contains(where: { changed[PathKey($0.path)] == nil }) { throw .fileAndFolder(path) }
  }
}

extension MemoError {
  fileprivate static func fileAndFolder(_ path: String) -> MemoError {
    MemoError(
      .refused, "one side has a file \(path), the other a folder of that name",
      hints: ["rename one of the two, and try again"])
  }
}

/// A task that both sides changed.
public struct MergedTask: Hashable, Sendable {
  public var title: String
  public var id: String?
  /// The discarded values, as notes in the task.
  public var notes: [ConflictNote] = []
  public var notice: String?
  /// The decisions on fields that both sides changed.
  public var decisions: [MergeDecision] = []
  /// In an undo, the parts that stay because others changed them later.
  public var kept: [KeptChange] = []
}

/// A part of a task that an undo keeps because somebody changed it later.
public struct KeptChange: Hashable, Sendable {
  public var part: TaskPart
  /// The present value; nil for none or several.
  public var value: String?
  /// The change because of which it stays.
  public var change: LastChange
}
