/// A rebase and its current position.
public struct RebaseState: Hashable, Sendable {
  /// The commit being applied; nil if git hasn't recorded it.
  public var current: ObjectID?
  /// The commit where the rebase began; it made all later commits of HEAD.
  public var start: ObjectID?
}

extension Repository {
  /// The rebase in progress.
  public func rebaseState() throws(GitError) -> RebaseState? {
    if let done = note("rebase-merge/done") {
      return try RebaseState(
        current: commit(inLine: done.last), start: commit(inLine: note("rebase-merge/onto")?.first))
    }
    guard let original = note("rebase-apply/original-commit") else { return nil }
    return try RebaseState(
      current: commit(inLine: original.first),
      start: commit(inLine: note("rebase-apply/onto")?.first))
  }

  /// The lines of a file in git's folder, without empty lines and comments.
  private func note(_ name: String) -> [Substring]? {
    WorkTree.content(at: "\(gitDirectory)/\(name)").map { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
  }

  /// The commit in a line like `pick d96a6df Buy milk`, or in a line with only an id.
  private func commit(inLine line: Substring?) throws(GitError) -> ObjectID? {
    for word in (line ?? "").split(separator: " ").prefix(3) {
      guard word.utf8.count >= 4, word.allSatisfy(\.isHexDigit) else { continue }
      if let commit = try resolve(revision: String(word)) { return commit }
    }
    return nil
  }
}
