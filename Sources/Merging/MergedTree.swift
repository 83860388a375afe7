internal import Git
internal import StoreFiles
public import TaskFile
public import TaskHistory

/// The files of a merge's result, while it is decided who gets which path.
struct MergedTree {
  let git: StoreGit
  /// The files that both sides began with.
  let base: CommitFiles
  /// What is no longer as in the base; nil where nothing is any more.
  var changed: [PathKey: TreeEntry?] = [:]
  /// Who wants which path, in no order.
  private var claims: [Claim] = []

  /// Files that another one has taken the path of, and where they lie now; known afterwards.
  var displaced: [(from: String, to: String)] = []

  private typealias Claim = (path: String, entry: TreeEntry, order: String)

  /// - Parameter base: The commit that both sides began with.
  init(_ git: StoreGit, base: ObjectID) throws(MemoError) {
    self.git = git
    self.base = try git.files(of: base)
  }

  /// Takes out what a side changed; what it is now is claimed.
  mutating func free(_ before: TreeEntry?) {
    if let before { changed[PathKey(before.path)] = .some(nil) }
  }

  /// - Parameter order: Of two that want one path, the smaller one gets it; nil for a task's id.
  mutating func claim(_ entry: TreeEntry, order: String? = nil) throws(MemoError) {
    var order = order
    if order == nil { order = StoredTask.isTaskName(entry.path) ? try git.idText(of: entry) : "" }
    claims.append((entry.path, entry, order ?? ""))
  }

  /// Gives each the path that it wants, or one like it.
  ///
  /// Where two tasks want one name, the one whose id sorts first keeps it, whoever merges.
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

  /// What has to be put on top of a side's files to arrive at the result.
  ///
  /// - Parameters:
  ///   - ours: That side's commit.
  ///   - here: What it changed.
  func edits(
    on ours: ObjectID, _ here: [SideChange]
  ) throws(MemoError) -> [TreeMerge.MergedFile] {
    let files = try git.files(of: ours)
    let paths = Set(changed.keys).union(here.compactMap { $0.after.map { PathKey($0.path) } })
    var edits: [TreeMerge.MergedFile] = []
    for path in paths.map(\.path).sorted(by: { $0.precedes(path: $1) }) {
      let (old, new) = (try git.file(at: path, in: files), try file(at: path))
      if old != new { edits.append(TreeMerge.MergedFile(path: path, ours: old, result: new)) }
    }
    return edits
  }

  func file(at path: String) throws(MemoError) -> TreeEntry? {
    if let known = changed[PathKey(path)] { return known }
    return try git.file(at: path, in: base)
  }

  /// A file on one side where the other has a folder of that name.
  func checkFolders(of path: String) throws(MemoError) {
    var folder = Paths.parent(of: path)
    while !folder.isEmpty {
      if try file(at: folder) != nil { throw .fileAndFolder(folder) }
      folder = Paths.parent(of: folder)
    }
    let inside = try git.run("read a commit", base.files(below: path))
    if inside.contains(where: { changed[PathKey($0.path)] == nil }) { throw .fileAndFolder(path) }
  }
}

extension StoreGit {
  fileprivate func files(of commit: ObjectID) throws(MemoError) -> CommitFiles {
    try run("read a commit", CommitFiles(repository, commit))
  }

  fileprivate func file(at path: String, in files: CommitFiles) throws(MemoError) -> TreeEntry? {
    try run("read a commit", files.file(at: path))
  }
}

extension MemoError {
  fileprivate static func fileAndFolder(_ path: String) -> MemoError {
    MemoError(
      .refused, "one side has a file \(path), the other a folder of that name",
      hints: ["rename one of the two, and try again"])
  }
}

/// A task that both sides had changed.
public struct MergedTask: Hashable, Sendable {
  /// As it is now.
  public var title: String
  public var id: String?
  /// What gave way, and is noted in the task.
  public var notes: [ConflictNote]
  /// Something that a person should know.
  public var notice: String?
  /// Where both sides had changed a field, whose stands over whose.
  public var decisions: [MergeDecision] = []
  /// What stays as others have it, where a change was taken back.
  public var kept: [KeptChange] = []
}

/// A part of a task that somebody set since, and that therefore can't be taken back.
public struct KeptChange: Hashable, Sendable {
  /// A key of the front matter; `status`; `body`; `conflicts`, for notes of merges; or `task`, where it
  /// is there, or gone.
  public var field: String
  /// As it is now; nil for nothing, and where it is no one value.
  public var value: String?
  /// Who set it.
  public var author: String
  /// When, on the author's clock.
  public var time: Timestamp
}
