internal import CGit2

/// A commit, copied out of the repository.
public struct Commit: Hashable, Sendable {
  public var id: ObjectID
  public var tree: ObjectID
  public var parents: [ObjectID]
  public var author: Signature
  public var committer: Signature
  /// In UTF-8 as far as it can be read so.
  public var message: String

  /// The message's first line.
  public var subject: String {
    message.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  init(_ raw: OpaquePointer) {
    id = ObjectID(git_commit_id(raw).pointee)
    tree = ObjectID(git_commit_tree_id(raw).pointee)
    parents = (0..<git_commit_parentcount(raw)).compactMap {
      git_commit_parent_id(raw, $0).map { ObjectID($0.pointee) }
    }
    author = Signature(git_commit_author(raw))
    committer = Signature(git_commit_committer(raw))
    message = git_commit_message(raw).map { String(cString: $0) } ?? ""
  }
}

/// Where a repository's HEAD is.
public enum Head: Hashable, Sendable {
  /// On a branch, named without `refs/heads/`.
  case branch(String, ObjectID)
  /// On a branch that has no commit yet.
  case unborn(String)
  /// On no branch.
  case detached(ObjectID)

  /// The commit; nil when there is none yet.
  public var commit: ObjectID? {
    switch self {
    case .branch(_, let id), .detached(let id): id
    case .unborn: nil
    }
  }
}
