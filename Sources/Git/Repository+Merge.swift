internal import CGit2

extension Repository {
  /// All best common ancestors of two commits, sorted: one, unless branches were merged into
  /// one another crosswise; none for histories that have nothing in common.
  public func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
    if isShallow { return try shallowMergeBases(a, b) }
    var (bases, one, other) = (git_oidarray(), a.raw, b.raw)
    defer { git_oidarray_dispose(&bases) }
    let status = git_merge_bases(&bases, pointer, &one, &other)
    guard try checkFound("git_merge_bases", status) else { return [] }
    return (0..<bases.count).map { ObjectID(bases.ids[$0]) }.sorted()
  }

  /// Merges the lines of a file as git does.
  ///
  /// - Returns: Nil for a conflict, and for files that are not text.
  public static func mergeLines(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    let merge = try LineMergeResult(base: base, ours: ours, theirs: theirs)
    return merge?.isClean == true ? merge?.bytes : nil
  }
}
