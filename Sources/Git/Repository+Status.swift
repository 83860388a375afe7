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
  ///   - content: Asked for the content of a file that may have changed; nil where it is not
  ///     to be looked into, so that the file counts as changed.
  public func compare(
    _ files: [WorkTreeFile], with commit: ObjectID?, under folders: [String],
    content: (String) throws(GitError) -> [UInt8]?
  ) throws(GitError) -> [WorkTreeChange] {
    var walk = FileComparison(files)
    let commits = try commit.map { commit throws(GitError) in try CommitFiles(self, commit) }
    var cache = StatusCache(
      try indexEntries(), written: WorkTree.status(at: "\(gitDirectory)/index")?.modified)
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

  /// Whether git's ignore files exclude a path; a tracked file never counts as ignored.
  public func isIgnored(_ path: String) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    try check(
      "git_ignore_path_is_ignored", git_ignore_path_is_ignored(&ignored, pointer, path))
    return ignored == 1
  }
}

extension FileStatus {
  /// What git would record of the permissions.
  public var gitMode: FileMode { FileMode(permissions: mode) }
}

/// Two lists of files side by side: the work tree's, and a commit's as it is walked through.
private struct FileComparison {
  private let files: [WorkTreeFile]
  private var next = 0
  private(set) var changes: [WorkTreeChange] = []
  /// The files that have to be looked into.
  private(set) var suspects: [(file: WorkTreeFile, before: TreeEntry)] = []

  init(_ files: [WorkTreeFile]) {
    let isSorted = files.indices.dropFirst().allSatisfy {
      files[$0 - 1].path.precedes(path: files[$0].path)
    }
    self.files = isSorted ? files : files.sorted { $0.path.precedes(path: $1.path) }
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
  /// Nil where there is none.
  private let index: IndexEntries?
  private let written: FileStatus.Time?
  /// Where the next path most likely is, as paths are asked for in order.
  private var hint = 0

  init(_ index: IndexEntries?, written: FileStatus.Time?) {
    (self.index, self.written) = (index, written)
  }

  /// Whether the file surely still has the content that a commit has of it.
  mutating func isClean(_ file: WorkTreeFile, _ before: TreePlace) -> Bool {
    guard let written, index?.has(file, as: before, hint: &hint) == true else { return false }
    // Not so what was written in the same instant as the index or later: it may have changed unseen
    // (git's "racily clean").
    let modified = file.status.modified
    return (modified.seconds, modified.nanoseconds) < (written.seconds, written.nanoseconds)
  }

  /// What it means that a commit's file is not there.
  ///
  /// A path without an entry was never here. One of another blob is not what the commit has. And
  /// an entry that only `git read-tree` or `git reset` made has no status, since git notes that
  /// when it writes the file.
  mutating func absence(of before: TreeEntry) -> WorkTreeChange.Kind {
    guard let entry = index?.entry(of: before.path, hint: &hint) else { return .missing }
    if entry.isLeftOut { return .leftOut }
    return entry.hasStatus && entry.id == before.id ? .deleted : .missing
  }
}
