internal import CGit2

/// A git operation on several commits, and its current position.
public struct SequencerState: Hashable, Sendable {
  /// The commit being applied; nil if git hasn't recorded it.
  public var current: ObjectID?
  /// The commit where the operation began; the operation made all later commits of HEAD.
  public var start: ObjectID?
}

extension Repository {
  /// The rebase, or the cherry-pick or revert of several commits, in progress.
  ///
  /// git records nothing about a single cherry-pick or revert before it has merged.
  public func sequencerState() throws(GitError) -> SequencerState? {
    if let done = note("rebase-merge/done") {
      return try SequencerState(
        current: commit(inLine: done.last), start: commit(inLine: note("rebase-merge/onto")?.first))
    }
    if let original = note("rebase-apply/original-commit") {
      return try SequencerState(
        current: commit(inLine: original.first),
        start: commit(inLine: note("rebase-apply/onto")?.first))
    }
    guard let todo = note("sequencer/todo") else { return nil }
    return try SequencerState(
      current: commit(inLine: todo.first), start: commit(inLine: note("sequencer/head")?.first))
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

  /// The commits that all references point to, HEAD first, without duplicates.
  public func tips() throws(GitError) -> [ObjectID] {
    var tips = [try commitID(of: "HEAD")].compactMap { $0 }
    let references = try Handle<ReferenceIteratorKind>("git_reference_iterator_new", in: self) {
      git_reference_iterator_new(&$0, pointer)
    }
    try references.use { (references) throws(GitError) in
      while true {
        var reference: OpaquePointer?
        let status = git_reference_next(&reference, references)
        if status == GIT_ITEROVER.rawValue { return }
        try check("git_reference_next", status)
        defer { git_reference_free(reference) }
        var object: OpaquePointer?
        // A tag may point to a tree, and a reference may be broken.
        guard git_reference_peel(&object, reference, GIT_OBJECT_COMMIT) == 0 else {
          git_error_clear()
          continue
        }
        defer { git_object_free(object) }
        if let id = git_object_id(object) { tips.append(ObjectID(id.pointee)) }
      }
    }
    var seen: Set<ObjectID> = []
    return tips.filter { seen.insert($0).inserted }
  }
}
