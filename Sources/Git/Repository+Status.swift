internal import CGit2

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
  ///   - content: Asked for the content of a file that may have changed; nil where it is not
  ///     to be looked into, so that the file counts as changed.
  public func compare(
    _ files: [WorkTreeFile], with commit: ObjectID?, under folders: [String],
    content: (String) throws(GitError) -> [UInt8]?
  ) throws(GitError) -> [WorkTreeChange] {
    var recorded: [PathKey: TreeEntry] = [:]
    if let commit {
      let entries = try self.files(in: commit, under: folders)
      recorded.reserveCapacity(entries.count)
      for entry in entries { recorded[PathKey(entry.path)] = entry }
    }
    let index = try freshIndex()
    return try index.use { (index) throws(GitError) in
      var changes: [WorkTreeChange] = []
      let cache = StatusCache(index, indexFile: indexStatus())
      for file in files {
        guard let before = recorded.removeValue(forKey: PathKey(file.path)) else {
          changes.append(WorkTreeChange(path: file.path, kind: .added))
          continue
        }
        if cache.isClean(file, before) { continue }
        let bytes = try content(file.path).map { bytes throws(GitError) in
          try blobContent(of: bytes, at: file.path)
        }
        if try bytes.map(ObjectID.blob) != before.id || file.status.gitMode != before.mode {
          changes.append(WorkTreeChange(path: file.path, kind: .modified, before: before))
        }
      }
      for before in recorded.values {
        changes.append(
          WorkTreeChange(path: before.path, kind: cache.absence(of: before), before: before))
      }
      return changes
    }
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

/// The index as a memory of files that were once seen to be like a blob.
private struct StatusCache {
  private let index: OpaquePointer
  private let written: FileStatus.Time?

  init(_ index: OpaquePointer, indexFile: FileStatus?) {
    self.index = index
    written = indexFile?.modified
  }

  /// Whether the file surely still has the content that a commit has of it.
  func isClean(_ file: WorkTreeFile, _ before: TreeEntry) -> Bool {
    guard let entry = git_index_get_bypath(index, file.path, 0)?.pointee, let written else {
      return false
    }
    let status = file.status
    guard ObjectID(entry.id) == before.id, entry.mode == UInt32(before.mode.rawValue),
      status.gitMode == before.mode, git_index_time(status.modified) == entry.mtime,
      git_index_time(status.changed) == entry.ctime,
      UInt32(truncatingIfNeeded: status.inode) == entry.ino,
      UInt32(truncatingIfNeeded: status.size) == entry.file_size
    else { return false }
    // Written in the same instant as the index or later: it may have changed unseen (git's
    // "racily clean").
    return (status.modified.seconds, status.modified.nanoseconds)
      < (written.seconds, written.nanoseconds)
  }

  /// What it means that a commit's file is not there.
  ///
  /// A path without an entry was never here. One of another blob is not what the commit has. And
  /// what only `git read-tree` or `git reset` put into the index has no status: whoever writes a
  /// file notes its.
  func absence(of before: TreeEntry) -> WorkTreeChange.Kind {
    guard let entry = git_index_get_bypath(index, before.path, 0)?.pointee else { return .missing }
    if UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0 {
      return .leftOut
    }
    return entry.hasStatus && ObjectID(entry.id) == before.id ? .deleted : .missing
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
