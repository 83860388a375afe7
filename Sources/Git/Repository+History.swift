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
    guard let old else { return try additions(new, folders, isReversed: false) }
    guard let new else { return try additions(old, folders, isReversed: true) }
    let before = try tree(of: old)
    let after = try tree(of: new)
    let diff = try Handle<DiffKind>("git_diff_tree_to_tree", in: self) { raw in
      before.use { before in
        after.use { after in
          var options = git_diff_options()
          git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
          // A file that became a link is one change of one path.
          options.flags =
            GIT_DIFF_INCLUDE_TYPECHANGE.rawValue
            | GIT_DIFF_DISABLE_PATHSPEC_MATCH.rawValue | GIT_DIFF_SKIP_BINARY_CHECK.rawValue
          return withStringArray(folders) {
            options.pathspec = $0
            return git_diff_tree_to_tree(&raw, pointer, before, after, &options)
          }
        }
      }
    }
    return diff.use { diff in
      (0..<git_diff_num_deltas(diff)).compactMap { index in
        git_diff_get_delta(diff, index).map { FileChange($0.pointee) }
      }
    }
  }

  private func additions(
    _ commit: ObjectID?, _ folders: [String], isReversed: Bool
  ) throws(GitError) -> [FileChange] {
    guard let commit else { return [] }
    return try files(in: commit, under: folders).map {
      FileChange(path: $0.path, before: isReversed ? $0 : nil, after: isReversed ? nil : $0)
    }
  }
}

extension FileChange {
  fileprivate init(_ delta: git_diff_delta) {
    let raw = delta.old_file.path ?? delta.new_file.path
    path = raw.map { String(cString: $0) } ?? ""
    before = TreeEntry(path, delta.old_file)
    after = TreeEntry(path, delta.new_file)
  }
}

extension TreeEntry {
  fileprivate init?(_ path: String, _ file: git_diff_file) {
    guard file.mode != 0, let mode = FileMode(raw: UInt32(file.mode)) else { return nil }
    self.init(path: path, id: ObjectID(file.id), mode: mode)
  }
}
