internal import CGit2
internal import Platform

extension Repository {
  /// Visits the history of some commits, children before parents, newest first.
  ///
  /// - Parameters:
  ///   - hidden: Excludes these commits and their history.
  ///   - body: Returns false to stop.
  public func walk(
    from starts: [ObjectID], hiding hidden: [ObjectID] = [],
    _ body: (Commit) throws(GitError) -> Bool
  ) throws(GitError) {
    if isShallow {
      guard !starts.isEmpty else { return }
      let words = ["rev-list", "--date-order"] + starts.map(\.hex) + hidden.map { "^\($0.hex)" }
      for id in try listed(words) { guard try body(commit(id)) else { return } }
      return
    }
    let walk = try Handle("git_revwalk_new", git_revwalk_free, in: self) {
      git_revwalk_new(&$0, pointer)
    }
    try walk.use { (walk) throws(GitError) in
      let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
      try check("git_revwalk_sorting", git_revwalk_sorting(walk, order))
      for start in starts {
        var raw = start.raw
        try check("git_revwalk_push", git_revwalk_push(walk, &raw))
      }
      for id in hidden {
        var raw = id.raw
        try check("git_revwalk_hide", git_revwalk_hide(walk, &raw))
      }
      var raw = git_oid()
      while true {
        let status = git_revwalk_next(&raw, walk)
        if status == GIT_ITEROVER.rawValue { return }
        try check("git_revwalk_next", status)
        guard try body(try commit(ObjectID(raw))) else { return }
      }
    }
  }

  /// The number of commits in one history that another one lacks.
  ///
  /// - Parameter other: Nil for an empty history.
  public func count(of commit: ObjectID, besides other: ObjectID?) throws(GitError) -> Int {
    var count = 0
    try walk(from: [commit], hiding: other.map { [$0] } ?? []) { _ throws(GitError) in
      count += 1
      return true
    }
    return count
  }

  /// Also true for equal commits.
  public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    guard ancestor != commit else { return true }
    if isShallow { return try mergeBases(ancestor, commit).contains(ancestor) }
    var (one, other) = (commit.raw, ancestor.raw)
    let status = git_graph_descendant_of(pointer, &one, &other)
    try check("git_graph_descendant_of", status)
    return status == 1
  }

  /// The files that differ between two commits, without rename detection.
  ///
  /// - Parameters:
  ///   - old: Nil for no files, as for `new`.
  ///   - folders: Only files below these folders; empty for all.
  public func changedFiles(
    from old: ObjectID?, to new: ObjectID?, under folders: [String] = []
  ) throws(GitError) -> [FileChange] {
    guard old != new else { return [] }
    let before = try old.map { id throws(GitError) in try commit(id).tree }
    let after = try new.map { id throws(GitError) in try commit(id).tree }
    do throws(GitError) {
      return try TreeComparison(self, under: folders).changes(from: before, to: after)
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    } catch {
      throw error.named(new ?? old)
    }
  }
}

extension Repository {
  /// All best common ancestors of two commits, sorted.
  ///
  /// There are several after criss-cross merges, and none for unrelated histories.
  public func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
    if isShallow { return try listed(["merge-base", "--all", a.hex, b.hex]).sorted() }
    var (bases, one, other) = (git_oidarray(), a.raw, b.raw)
    defer { git_oidarray_dispose(&bases) }
    let status = git_merge_bases(&bases, pointer, &one, &other)
    guard try checkFound("git_merge_bases", status) else { return [] }
    return (0..<bases.count).map { ObjectID(bases.ids[$0]) }.sorted()
  }
}

/// The history of shallow clones, whose oldest commits have missing parents.
///
/// libgit2 before 1.7 fails on the missing parents, so git is asked.
extension Repository {
  public var isShallow: Bool { git_repository_is_shallow(pointer) == 1 }

  func readShallowBoundary() -> Set<ObjectID> {
    let text = WorkTree.content(at: "\(commonDirectory)/shallow") ?? []
    return Set(
      String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
        ObjectID(hex: String($0))
      })
  }

  /// The commits that a git command lists.
  private func listed(_ words: [String]) throws(GitError) -> [ObjectID] {
    let options = ["--git-dir=\(gitDirectory)", "--no-replace-objects"]
    let answer = try HelperProgram.git(options + words, System.environment).ask()
    // `merge-base` ends with 1 if there is none.
    guard answer.code <= 1 else {
      throw GitError(
        code: .notFound, operation: "git",
        message: "git can't read this shallow history: \(answer.words.last ?? "it failed")")
    }
    return answer.output.split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
  }
}
