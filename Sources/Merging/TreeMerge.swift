package import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Merges the changes of two histories since their merge base: tasks by field, other files as git
/// does.
///
/// The id identifies a task, so renames are never guessed. A task that only one side changed gets
/// that side's version and path. The result doesn't depend on which side is ours.
package struct TreeMerge {
  package let incoming: [SideChange]
  /// The tasks that both sides changed, as in the result.
  package var merged: [MergedTask]
  /// The changes that turn our side's files into the result.
  package var files: [FileChange]

  /// The undo of a change as a merge: their side is the commit before the change.
  ///
  /// A value that can't be restored becomes a note by the person.
  package struct Undo {
    let person: Signature
    /// The inverse changes that the undo makes.
    let changes: [SideChange]
    /// The later changes, which stay, by the task's id.
    let later: [String: LaterChanges]

    func later(of id: String?) -> LaterChanges { id.flatMap { later[$0] } ?? LaterChanges() }

    func side(_ task: TaskVersion?, isPresent: Bool) -> MergeSide {
      // Of two sides with equal times, the greater `commit` is newer.
      MergeSide(
        task: task, author: person.name, time: Timestamp(person), commit: isPresent ? "1" : "0")
    }
  }

  /// - Parameters:
  ///   - base: Nil for unrelated histories.
  ///   - isVirtual: Whether the result is a virtual merge base. A conflicting file then keeps its
  ///     base version.
  /// - Throws: ``MemoError`` of kind `refused` if a non-task file conflicts. Nothing has
  ///   changed then.
  package init(
    _ git: StoreGit, base: ObjectID?, ours: ObjectID, theirs: ObjectID, isVirtual: Bool = false,
    undo: Undo? = nil
  ) throws(MemoError) {
    // `??` would lose the typed error of its right-hand side.
    let incoming =
      if let undo { undo.changes } else { try git.changes(from: base, to: theirs) }
    for path in incoming.compactMap(\.after?.path) where !path.isCheckoutPath {
      throw .forbidden(path)
    }
    let here = try git.changes(from: base, to: ours)
    var result = MergedTree(git, base: base)
    let folders = TaskFolders(here, incoming, isUndo: undo != nil)
    // Merge the files of a task's folder together even if a side moved the folder.
    let mine = try folders.ours.atBasePaths(here, result)
    let others = try folders.theirs.atBasePaths(incoming, result)
    // In the result, a changed file is absent from its old path until a claim puts a file there.
    for case let before? in (mine + others).map(\.before) {
      result.changed[PathKey(before.path)] = .some(nil)
    }
    var resolver = ConflictResolver(
      git: git, ours: SideCommits(git, tip: ours, since: theirs),
      theirs: SideCommits(git, tip: theirs, since: ours), isVirtual: isVirtual, undo: undo,
      series: SeriesChanges(here, incoming))
    // The changes of both sides to one task or file.
    var pairs: [PathKey: (ours: SideChange?, theirs: SideChange?)] = [:]
    let copied = mine.copiedIDs.union(others.copiedIDs)
    for change in mine { pairs[change.key(copied), default: (nil, nil)].ours = change }
    for change in others { pairs[change.key(copied), default: (nil, nil)].theirs = change }
    for (_, pair) in pairs.sorted(by: { $0.key.path.precedes(path: $1.key.path) }) {
      if let our = pair.ours ?? pair.theirs.flatMap(resolver.unchanged), let their = pair.theirs,
        our.before != their.before || our.after != their.after
      {
        try resolver.resolve(our, their, &result)
        continue
      }
      guard let change = pair.ours ?? pair.theirs, let after = change.after else { continue }
      let side: SeriesChanges.Side = pair.ours == nil ? .theirs : .ours
      let isOneSided = pair.ours == nil || pair.theirs == nil
      if isOneSided, try resolver.carry(into: change, of: side, &result) { continue }
      try result.claim(after, order: resolver.order(isOurs: side == .ours))
    }
    guard resolver.unresolved.isEmpty else { throw .bothChanged(resolver.unresolved) }
    try result.assignPaths()
    try result.moveFolders(of: folders.moved, backTo: undo == nil ? nil : theirs)
    files = try result.changes(on: ours, here)
    self.incoming = incoming.besidesFollowing
    merged = resolver.merged + git.displacedFiles(result)
  }
}

extension StoreGit {
  /// Notices about non-task files of which both versions were kept.
  fileprivate func displacedFiles(_ result: MergedTree) -> [MergedTask] {
    result.displaced.compactMap { from, to in
      guard let from = storePath(from), let to = storePath(to), NonTaskFiles.contains(from)
      else { return nil }
      return MergedTask(
        title: from, notice: "both sides changed \(from); the other version is \(to) now")
    }
  }
}

extension StoreGit {
  /// The merge base; nil for unrelated histories.
  ///
  /// Criss-cross merges have several merge bases. As in git's recursive strategy, they are merged
  /// into a virtual commit without a reference.
  package func commonAncestor(_ ours: ObjectID, _ theirs: ObjectID) throws(MemoError) -> ObjectID? {
    let bases = try run("find the merge base", repository.mergeBases(ours, theirs))
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() { ancestor = try virtualMerge(ancestor, base) }
    return ancestor
  }

  private func virtualMerge(_ one: ObjectID, _ other: ObjectID) throws(MemoError) -> ObjectID {
    // The bases have no common base, so any of them will do.
    guard let base = try commonAncestor(one, other) else { return one }
    let merge = try TreeMerge(self, base: base, ours: one, theirs: other, isVirtual: true)
    return try run("write a common ancestor") { repository throws(GitError) in
      let committer = try repository.commit(one).committer
      return try repository.writeCommit(
        tree: try repository.writeTree(basedOn: one, merge.files), parents: [one, other],
        message: "common ancestor\n", author: committer, committer: committer)
    }
  }
}

extension MemoError {
  fileprivate static func bothChanged(_ paths: [String]) -> MemoError {
    let shown = paths.sorted().prefix(10)
    return MemoError(
      .refused,
      "both sides changed "
        + (paths.count == 1
          ? "this file, which is not a task" : "these files, which are not tasks")
        + ", and git can't merge them: "
        + shown.joined(separator: ", ") + (paths.count > shown.count ? ", …" : ""),
      details: ["nothing was changed here or on the remote"],
      hints: ["'memo git pull --no-rebase' merges them with git; then 'memo sync' again"])
  }
}

extension MemoError {
  /// The error for a path that git never checks out.
  package static func forbidden(_ path: String) -> MemoError {
    MemoError(
      .refused, "the remote has a file \(path), a path that git forbids",
      details: ["nothing was changed here"],
      hints: [
        "the file is dangerous; 'memo git log @{upstream}' prints who pushed it",
        "remove it from the branch on the remote, then 'memo sync' again",
      ])
  }
}
