internal import CGit2
internal import Platform

/// A file that the caller found in the work tree.
public struct WorkTreeFile: Hashable, Sendable {
  /// Relative to the repository's root.
  public var path: String
  public var status: FileStatus

  public init(path: String, _ status: FileStatus) {
    self.path = path
    self.status = status
  }
}

/// How a file of the work tree differs from a commit.
public struct WorkTreeChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added, modified
    /// The index says that it was checked out here as the commit has it, and it is not here.
    case deleted
    /// It is not here, and nothing proves that it ever was: as where a clone's checkout was
    /// never made, or HEAD was moved without the files. Also after `git rm`.
    case missing
    /// A sparse checkout leaves it out on purpose.
    case leftOut
  }
  public var path: String
  public var kind: Kind
  /// As the commit has it.
  public var before: TreeEntry?
}

extension Repository {
  /// Compares files of the work tree with a commit's.
  ///
  /// The index serves as git uses it, to know without reading that a file did not change.
  /// - Parameters:
  ///   - files: All files below `folders` that matter.
  ///   - commit: Nil for a branch without commits.
  ///   - ending: Of names; a file of the commit that has it is passed over where it isn't among
  ///     `files`.
  ///   - content: Asked for the content of a file that may have changed; nil where it is not
  ///     to be looked into, so that the file counts as changed.
  public func compare(
    _ files: [WorkTreeFile], with commit: ObjectID?, under folders: [String],
    ignoringAbsent ending: String? = nil, content: (String) throws(GitError) -> [UInt8]?
  ) throws(GitError) -> [WorkTreeChange] {
    var walk = FileComparison(files, ignoringAbsent: ending)
    let commits = try commit.map { commit throws(GitError) in try CommitFiles(self, commit) }
    let entries = try indexEntries()
    if entries != nil || indexStatus() == nil {
      var cache = StatusCache(.bytes(entries), indexFile: indexStatus())
      return try compare(&walk, commits, under: folders, &cache, content)
    }
    return try freshIndex().use { (index) throws(GitError) in
      var cache = StatusCache(.libgit2(index), indexFile: indexStatus())
      return try compare(&walk, commits, under: folders, &cache, content)
    }
  }

  private func compare(
    _ walk: inout FileComparison, _ commits: CommitFiles?, under folders: [String],
    _ cache: inout StatusCache, _ content: (String) throws(GitError) -> [UInt8]?
  ) throws(GitError) -> [WorkTreeChange] {
    // In the order of the paths, as both sides have it.
    for folder in folders.sorted(by: { $0.precedes(path: $1) }) {
      try commits?.walk(below: folder) { (place, entry) throws(GitError) in
        walk.meet(place, entry(), &cache)
      }
    }
    walk.finish()
    var changes = walk.changes
    var filters = ContentFilters(self)
    for (file, before) in walk.suspects {
      let bytes = try content(file.path).map { bytes throws(GitError) in
        try filters.blobContent(of: bytes, at: file.path)
      }
      if try bytes.map(ObjectID.blob) != before.id || file.status.gitMode != before.mode {
        changes.append(WorkTreeChange(path: file.path, kind: .modified, before: before))
      }
    }
    return changes
  }

  private func indexStatus() -> FileStatus? {
    WorkTree.status(at: "\(gitDirectory)/index")
  }

  /// Whether git's ignore files exclude a path; a tracked file never counts as ignored.
  public func isIgnored(_ path: String) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    try check(
      "git_ignore_path_is_ignored", git_ignore_path_is_ignored(&ignored, pointer, path))
    return ignored == 1
  }
}

/// Two lists of files side by side: the work tree's, and a commit's as it is walked through.
private struct FileComparison {
  private let files: [WorkTreeFile]
  private let ending: [UInt8]?
  private var next = 0
  private(set) var changes: [WorkTreeChange] = []
  /// The files that have to be looked into.
  private(set) var suspects: [(file: WorkTreeFile, before: TreeEntry)] = []

  init(_ files: [WorkTreeFile], ignoringAbsent ending: String?) {
    let isSorted = zip(files, files.dropFirst()).allSatisfy { $0.path.precedes(path: $1.path) }
    self.files = isSorted ? files : files.sorted { $0.path.precedes(path: $1.path) }
    self.ending = ending.map { Array($0.utf8) }
  }

  /// Takes the next file of the commit.
  mutating func meet(
    _ place: TreePlace, _ entry: @autoclosure () -> TreeEntry?, _ cache: inout StatusCache
  ) {
    while next < files.count {
      let order = place.order(of: files[next].path)
      guard order <= 0 else { break }
      let file = files[next]
      next += 1
      if order < 0 {
        changes.append(WorkTreeChange(path: file.path, kind: .added))
        continue
      }
      if cache.isClean(file, place) { return }
      if let before = entry() {
        suspects.append((file, before))
      } else {
        // A submodule stands there.
        changes.append(WorkTreeChange(path: file.path, kind: .added))
      }
      return
    }
    if let ending, place.hasEnding(ending) { return }
    guard let before = entry() else { return }
    changes.append(
      WorkTreeChange(path: before.path, kind: cache.absence(of: before), before: before))
  }

  /// What the commit has not.
  mutating func finish() {
    changes += files[next...].map { WorkTreeChange(path: $0.path, kind: .added) }
    next = files.count
  }
}

/// The index as a memory of files that were once seen to be like a blob.
private struct StatusCache {
  /// Who reads it.
  enum Index {
    /// Nil where there is none.
    case bytes(IndexEntries?)
    case libgit2(OpaquePointer)
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
    // Written in the same instant as the index or later: it may have changed unseen (git's
    // "racily clean").
    return (status.modified.seconds, status.modified.nanoseconds)
      < (written.seconds, written.nanoseconds)
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

extension FileStatus {
  /// What git would record of the permissions.
  public var gitMode: FileMode { FileMode(permissions: mode) }
}

extension git_index_time {
  fileprivate static func == (a: git_index_time, b: git_index_time) -> Bool {
    a.seconds == b.seconds && a.nanoseconds == b.nanoseconds
  }
}

extension git_index_entry {
  /// Whether git has seen a file with this content here; `git reset` and `git read-tree` put
  /// into the index what they have not.
  fileprivate var hasStatus: Bool { mtime.seconds != 0 || ctime.seconds != 0 || ino != 0 }
}

extension Repository {
  /// Whether the file was here as the index has it; nil for what the index does not have.
  public func wasHere(_ path: String) throws(GitError) -> Bool? {
    try index().use { git_index_get_bypath($0, path, 0)?.pointee.hasStatus }
  }
}
