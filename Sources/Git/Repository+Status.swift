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

/// A difference between the work tree and a commit.
public struct WorkTreeChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added, modified
    /// The file is missing, and the index proves that git checked it out here with this content.
    case deleted
    /// The file is missing, and nothing proves that it ever existed here. Examples: a clone without
    /// a checkout, a HEAD moved without the files, or `git rm`.
    case missing
    /// A sparse checkout excludes the file.
    case leftOut
  }
  public var path: String
  public var kind: Kind
  public var before: TreeEntry?
}

extension Repository {
  /// Compares files in the work tree with a commit.
  ///
  /// Uses the index like git, to detect unchanged files without reading them.
  /// - Parameters:
  ///   - files: All relevant files below `folders`.
  ///   - commit: Nil for a branch without commits.
  ///   - content: Returns the content of a file that may have changed; nil to count the file as
  ///     changed without a comparison.
  public func compare(
    _ files: [WorkTreeFile], with commit: ObjectID?, under folders: [String],
    content: (String) throws(GitError) -> [UInt8]?
  ) throws(GitError) -> [WorkTreeChange] {
    let commits = try commit.map { commit throws(GitError) in try CommitFiles(self, commit) }
    var walk = FileComparison(
      files, try indexEntries(),
      written: WorkTree.status(at: "\(gitDirectory)/index")?.modified)
    // In path order, like both lists.
    for folder in folders.sorted(by: { $0.precedes(path: $1) }) {
      try commits?.walk(below: folder) { walk.meet($0) }
    }
    walk.finish()
    var changes = walk.changes
    try keepingAttributes { () throws(GitError) in
      for (file, before) in walk.suspects {
        let id = try content(file.path).map { bytes throws(GitError) in
          try blobID(of: bytes, at: file.path)
        }
        if id != before.id || file.status.gitMode != before.mode {
          changes.append(WorkTreeChange(path: file.path, kind: .modified, before: before))
        }
      }
    }
    return changes
  }

  /// Whether git's ignore files exclude a path; tracked files are never ignored.
  public func isIgnored(_ path: String) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    try check(
      "git_ignore_path_is_ignored", git_ignore_path_is_ignored(&ignored, pointer, path))
    return ignored == 1
  }
}

extension FileStatus {
  public var gitMode: FileMode { FileMode(permissions: mode) }
}

/// Walks two sorted file lists in parallel: the work tree's and the commit's.
private struct FileComparison {
  private let files: [WorkTreeFile]
  private var next = 0
  /// The index, as a cache of unchanged files.
  private let index: IndexEntries?
  /// When the index was written.
  private let written: FileStatus.Time?
  /// The most likely next entry of the index.
  private var hint = 0
  private(set) var changes: [WorkTreeChange] = []
  private(set) var suspects: [(file: WorkTreeFile, before: TreeEntry)] = []

  init(_ files: [WorkTreeFile], _ index: IndexEntries?, written: FileStatus.Time?) {
    self.files = files.sorted { $0.path.precedes(path: $1.path) }
    (self.index, self.written) = (index, written)
  }

  /// Processes the next file of the commit.
  mutating func meet(_ place: TreePlace) {
    while next < files.count {
      let order = place.order(of: files[next].path)
      guard order <= 0 else { break }
      let file = files[next]
      next += 1
      if order < 0 {
        changes.append(WorkTreeChange(path: file.path, kind: .added))
        continue
      }
      if isClean(file, place) { return }
      if let before = place.file {
        suspects.append((file, before))
      } else {
        // The commit has a submodule at this path.
        changes.append(WorkTreeChange(path: file.path, kind: .added))
      }
      return
    }
    guard let before = place.file else { return }
    changes.append(WorkTreeChange(path: before.path, kind: absence(of: before), before: before))
  }

  /// Reports the remaining work tree files as added.
  mutating func finish() {
    changes += files[next...].map { WorkTreeChange(path: $0.path, kind: .added) }
    next = files.count
  }

  private mutating func isClean(_ file: WorkTreeFile, _ before: TreePlace) -> Bool {
    guard let written, index?.has(file, as: before, hint: &hint) == true else { return false }
    // A file modified when the index was written, or later, may have changed unnoticed (git's
    // "racily clean").
    let modified = file.status.modified
    return (modified.seconds, modified.nanoseconds) < (written.seconds, written.nanoseconds)
  }

  /// Classifies a file of the commit that is missing in the work tree.
  ///
  /// A path without an index entry was never checked out here. An entry with another blob doesn't
  /// prove a deletion. An entry from `git read-tree` or `git reset` has no status, because git
  /// records status when it writes a file.
  private mutating func absence(of before: TreeEntry) -> WorkTreeChange.Kind {
    guard let entry = index?.entry(of: before.path, hint: &hint) else { return .missing }
    if entry.isLeftOut { return .leftOut }
    return entry.hasStatus && entry.id == before.id ? .deleted : .missing
  }
}
