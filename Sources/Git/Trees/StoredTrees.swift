internal import CGit2

/// Reads git trees in their raw form, and caches recent ones.
final class StoredTrees {
  private let database: Handle
  private var recent: [ObjectID: StoredTree] = [:]
  /// The cache's size, enough for the folders of a few branches of history.
  private static let most = 48

  init(_ repository: Repository) throws(GitError) {
    // A database is reference-counted, and doesn't need the repository to stay open.
    database = try Handle("git_repository_odb", git_odb_free, in: nil) {
      git_repository_odb(&$0, repository.pointer)
    }
  }

  func tree(_ id: ObjectID) throws(GitError) -> StoredTree {
    if let known = recent[id] { return known }
    let tree = StoredTree(try database.content(of: id, GIT_OBJECT_TREE))
    if recent.count >= Self.most { recent = [:] }
    recent[id] = tree
    return tree
  }

  /// The folder at a path below a tree; nil if it doesn't exist.
  func folder(at path: String, in root: ObjectID) throws(GitError) -> ObjectID? {
    try folder(path.utf8.split(separator: UInt8(ascii: "/"))[...], in: root)
  }

  func folder(
    _ names: ArraySlice<Substring.UTF8View>, in root: ObjectID
  ) throws(GitError) -> ObjectID? {
    var id = root
    for name in names {
      guard let next = try tree(id).entry(Array(name), isFolder: true) else { return nil }
      id = next.id
    }
    return id
  }
}
