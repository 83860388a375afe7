internal import CGit2

extension Repository {
  /// Goes through the commits that some lead to, children before their parents, newest first.
  ///
  /// - Parameters:
  ///   - hidden: These and what they lead to are left out.
  ///   - body: Returns false to stop.
  public func walk(
    from starts: [ObjectID], hiding hidden: [ObjectID] = [],
    _ body: (Commit) throws(GitError) -> Bool
  ) throws(GitError) {
    if isShallow { return try shallowWalk(from: starts, hiding: hidden, body) }
    let walk = try Handle<RevisionWalkKind>("git_revwalk_new", in: self) {
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

  /// The best common ancestor of two commits, or nil when they have none.
  public func mergeBase(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> ObjectID? {
    if isShallow { return try shallowMergeBases(a, b).first }
    var (base, one, other) = (git_oid(), a.raw, b.raw)
    let status = git_merge_base(&base, pointer, &one, &other)
    return try checkFound("git_merge_base", status) ? ObjectID(base) : nil
  }

  /// Whether a commit is another, or lies in its history.
  public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    guard ancestor != commit else { return true }
    if isShallow { return try shallowIsAncestor(ancestor, of: commit) }
    var (one, other) = (commit.raw, ancestor.raw)
    let status = git_graph_descendant_of(pointer, &one, &other)
    try check("git_graph_descendant_of", status)
    return status == 1
  }

  /// The files that two commits don't have alike; renames are not looked for.
  ///
  /// - Parameters:
  ///   - old: Nil for no files at all, as `new`.
  ///   - folders: Only what is below these; none for everything.
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
