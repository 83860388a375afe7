internal import CGit2

/// Compares the files of one commit after another, as a long history wants it.
///
/// Folders are compared as the bytes that git stores, and the last few are kept: of two
/// folders with ten thousand files that differ in one, one entry is looked at.
public final class TreeComparison {
  private let repository: Repository
  private let database: Handle<ObjectDatabaseKind>
  private let folders: [[UInt8]]
  /// Folders that were read lately.
  private var recent: [ObjectID: StoredTree] = [:]
  /// The names of those, the oldest first.
  private var order: [ObjectID] = []
  /// How many folders are kept: a few lines of history, each with its folders.
  private static let most = 24

  /// - Parameter folders: Only what is below these is compared; paths from the root.
  public init(_ repository: Repository, under folders: [String]) throws(GitError) {
    self.repository = repository
    self.folders = folders.map { Array($0.utf8) }
    database = try Handle<ObjectDatabaseKind>("git_repository_odb", in: repository) {
      git_repository_odb(&$0, repository.pointer)
    }
  }

  /// The files that two root folders don't have alike; renames are not looked for.
  ///
  /// - Parameters:
  ///   - old: A tree, not a commit; nil for no files at all.
  ///   - new: The same.
  public func changes(from old: ObjectID?, to new: ObjectID?) throws(GitError) -> [FileChange] {
    // Every folder's content would be hashed again, which takes longer than all the rest; git
    // itself doesn't when it reads.
    memo_git2_set_hash_verification(0)
    defer { memo_git2_set_hash_verification(1) }
    var changes: [FileChange] = []
    try compare(old, new, [], &changes)
    return changes
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, _ path: [UInt8], _ changes: inout [FileChange]
  ) throws(GitError) {
    guard old != new else { return }
    let before = try old.map { id throws(GitError) in try tree(id, like: nil) } ?? .empty
    let after = try new.map { id throws(GitError) in try tree(id, like: before) } ?? .empty
    for (one, other) in StoredTree.differences(before, after) {
      guard let entry = one ?? other else { continue }
      let place = path.isEmpty ? entry.name : path + [UInt8(ascii: "/")] + entry.name
      guard isWanted(place, isFolder: entry.isFolder) else { continue }
      if entry.isFolder {
        try compare(one?.id, other?.id, place, &changes)
      } else {
        let text = String(decoding: place, as: UTF8.self)
        let (before, after) = (TreeEntry(text, one), TreeEntry(text, other))
        if before != nil || after != nil {
          changes.append(FileChange(path: text, before: before, after: after))
        }
      }
    }
  }

  /// Whether something lies in one of the folders, or leads to one.
  private func isWanted(_ path: [UInt8], isFolder: Bool) -> Bool {
    folders.contains { folder in
      path.count > folder.count
        ? path.starts(with: folder) && path[folder.count] == UInt8(ascii: "/")
        : isFolder
          && (path == folder
            || folder.starts(with: path) && folder[path.count] == UInt8(ascii: "/"))
    }
  }

  private func tree(_ id: ObjectID, like other: StoredTree?) throws(GitError) -> StoredTree {
    if let known = recent[id] { return known }
    let bytes = try content(of: id)
    let tree = other.map { StoredTree(bytes, like: $0) } ?? StoredTree(bytes)
    if order.count == Self.most { recent[order.removeFirst()] = nil }
    order.append(id)
    recent[id] = tree
    return tree
  }

  private func content(of id: ObjectID) throws(GitError) -> [UInt8] {
    var raw = id.raw
    var object: OpaquePointer?
    let status = database.use { git_odb_read(&object, $0, &raw) }
    try check("git_odb_read", status)
    defer { git_odb_object_free(object) }
    guard let object, git_odb_object_type(object) == GIT_OBJECT_TREE,
      let data = git_odb_object_data(object)
    else {
      throw GitError(
        code: .generic, operation: "git_odb_read", message: "\(id.short) is not a folder")
    }
    return Array(UnsafeRawBufferPointer(start: data, count: git_odb_object_size(object)))
  }
}

extension TreeEntry {
  fileprivate init?(_ path: String, _ entry: StoredTree.Entry?) {
    guard let entry, let mode = FileMode(raw: entry.mode) else { return nil }
    self.init(path: path, id: entry.id, mode: mode)
  }
}
