internal import CGit2

/// The index as a memory of files that were once seen to be like a blob.
struct StatusCache {
  /// Who reads it.
  enum Index {
    /// Nil where there is none.
    case bytes(IndexEntries?)
    case libgit2(OpaquePointer)

    fileprivate var entries: IndexEntries? {
      if case .bytes(let entries) = self { entries } else { nil }
    }
  }

  fileprivate struct Entry {
    var id: ObjectID
    var mode: UInt32
    var modified: git_index_time
    var changed: git_index_time
    var inode: UInt32
    var size: UInt32
    var isLeftOut: Bool
    var hasStatus: Bool
  }

  private let index: Index
  private let written: FileStatus.Time?
  /// What the index notes of the trees that its entries make.
  private lazy var tree = index.entries?.tree
  /// Where the next path most likely is, as paths are asked for in order.
  private var hint = 0

  init(_ index: Index, indexFile: FileStatus?) {
    self.index = index
    written = indexFile?.modified
  }

  /// Whether the file surely still has the content that a commit has of it.
  mutating func isClean(_ file: WorkTreeFile, _ before: TreePlace) -> Bool {
    guard let written else { return false }
    let status = file.status
    switch index {
    case .bytes(let entries):
      guard entries?.has(file, as: before, hint: &hint) == true else { return false }
    case .libgit2:
      guard let entry = entry(file.path), before.isObject(entry.id.raw), entry.mode == before.mode,
        UInt32(status.gitMode.rawValue) == before.mode,
        git_index_time(status.modified) == entry.modified,
        git_index_time(status.changed) == entry.changed,
        UInt32(truncatingIfNeeded: status.inode) == entry.inode,
        UInt32(truncatingIfNeeded: status.size) == entry.size
      else { return false }
    }
    return isSettled(status, written)
  }

  /// Whether the file surely still is what an entry of its path says.
  func isClean(_ file: WorkTreeFile, _ entries: IndexEntries, _ index: Int) -> Bool {
    guard let written else { return false }
    return entries.hasStatus(file.status, at: index) && isSettled(file.status, written)
  }

  /// Not so what was written in the same instant as the index or later: it may have changed unseen
  /// (git's "racily clean").
  private func isSettled(_ status: FileStatus, _ written: FileStatus.Time) -> Bool {
    (status.modified.seconds, status.modified.nanoseconds)
      < (written.seconds, written.nanoseconds)
  }

  /// The entries of a folder where they surely are what a commit has there.
  mutating func entries(
    of folder: String, in commits: CommitFiles
  ) throws(GitError) -> (IndexEntries, Range<Int>)? {
    guard let entries = index.entries, let tree = tree?.folder(at: folder), let known = tree.known
    else { return nil }
    let range = entries.range(below: Array(folder.utf8))
    let budget = commits.budget
    guard range.count == known.count, range.count + tree.folderCount <= budget.entries,
      tree.depth <= budget.depth, try commits.folder(at: folder) == known.id
    else { return nil }
    commits.trees.note(
      IndexedFolder(entries: entries, range: range, path: Array(folder.utf8), tree: tree),
      as: known.id)
    return (entries, range)
  }

  private mutating func entry(_ path: String) -> Entry? {
    switch index {
    case .bytes(let entries): return entries?.entry(of: path, hint: &hint).map(Entry.init)
    case .libgit2(let index):
      return path.withCString { path in
        git_index_get_bypath(index, path, 0).map { Entry($0.pointee) }
      }
    }
  }

  /// What it means that a commit's file is not there.
  ///
  /// A path without an entry was never here. One of another blob is not what the commit has. And
  /// what only `git read-tree` or `git reset` put into the index has no status: whoever writes a
  /// file notes its.
  mutating func absence(of before: TreeEntry) -> WorkTreeChange.Kind {
    guard let entry = entry(before.path) else { return .missing }
    if entry.isLeftOut { return .leftOut }
    return entry.hasStatus && entry.id == before.id ? .deleted : .missing
  }
}

extension StatusCache.Entry {
  fileprivate init(_ entry: IndexEntries.Entry) {
    self.init(
      id: entry.id, mode: entry.mode, modified: entry.modified, changed: entry.changed,
      inode: entry.inode, size: entry.size, isLeftOut: entry.isLeftOut, hasStatus: entry.hasStatus)
  }

  fileprivate init(_ entry: git_index_entry) {
    self.init(
      id: ObjectID(entry.id), mode: entry.mode, modified: entry.mtime, changed: entry.ctime,
      inode: entry.ino, size: entry.file_size,
      isLeftOut: UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0,
      hasStatus: entry.hasStatus)
  }
}

extension git_index_time {
  fileprivate static func == (a: git_index_time, b: git_index_time) -> Bool {
    a.seconds == b.seconds && a.nanoseconds == b.nanoseconds
  }
}

extension git_index_entry {
  /// Whether git has seen a file with this content here; `git reset` and `git read-tree` put
  /// into the index what they have not.
  var hasStatus: Bool { mtime.seconds != 0 || ctime.seconds != 0 || ino != 0 }
}
