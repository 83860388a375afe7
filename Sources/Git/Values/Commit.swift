internal import CGit2
internal import StreamSafe

public struct Commit: Hashable, Sendable {
  public var id: ObjectID
  public var tree: ObjectID
  public var parents: [ObjectID]
  public var author: Signature
  public var committer: Signature
  /// Read as UTF-8; other bytes become `U+FFFD`.
  public var message: String

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
    message = git_commit_message(raw).map { String(git: $0) } ?? ""
  }
}

/// The branch or commit that HEAD points to.
public enum Head: Hashable, Sendable {
  /// On a branch, named without `refs/heads/`.
  case branch(String, ObjectID)
  /// On a branch without commits.
  case unborn(String)
  case detached(ObjectID)

  public var commit: ObjectID? {
    switch self {
    case .branch(_, let id), .detached(let id): id
    case .unborn: nil
    }
  }
}

extension Head {
  /// Nil for a detached HEAD.
  public var branchName: String? {
    switch self {
    case .branch(let name, _), .unborn(let name): name
    case .detached: nil
    }
  }

  /// The branch's full name, as `refs/heads/main`; nil for a detached HEAD.
  public var reference: String? { branchName.map { "refs/heads/\($0)" } }
}

extension String {
  /// Text of git's, made stream-safe because it may come from anyone.
  init(git text: UnsafePointer<CChar>) { self = String(cString: text).streamSafe }
}
