package import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Two histories' changes since their common commit, put together: tasks by id and field by
/// field, other files as git would.
///
/// A task that one side changed is taken as that side has it, wherever it lies now. Renames
/// are never guessed: the id says which task is which. The result does not depend on which
/// side is ours.
package struct TreeMerge {
  /// What the other side did.
  package let incoming: [SideChange]
  /// How many tasks the other side changed where another program has them, by ``incoming`` as files.
  package private(set) var reachedTasks = 0
  /// The tasks that both sides changed, as they are now.
  package var merged: [MergedTask]
  /// The files to put on top of our side's tree, and what they replace there.
  package var edits: [MergedFile]
  /// Of a change that is taken back, what that did, the other way round.
  var comparison: Comparison?

  /// One file of the result that is not as our side has it.
  package struct MergedFile {
    package var path: String
    /// As our side has it; nil when it has no such file.
    package var ours: TreeEntry?
    /// As the result has it; nil when it goes.
    package var result: TreeEntry?

    package init(path: String, ours: TreeEntry? = nil, result: TreeEntry? = nil) {
      self.path = path
      self.ours = ours
      self.result = result
    }
  }

  /// - Parameter isVirtual: The result only serves as a common ancestor; a file that git could
  ///   not merge is then taken as it was before.
  /// - Throws: ``MemoError`` of kind `refused`, before anything is changed, when both sides
  ///   changed a file that is no task in ways that don't go together.
  package init(
    _ git: StoreGit, base: ObjectID, ours: ObjectID, theirs: ObjectID, isVirtual: Bool = false
  ) throws(MemoError) {
    try self.init(
      git, base: base, ours: ours, theirs: theirs,
      incoming: try git.changes(from: base, to: theirs),
      ConflictResolver(git, ours: ours, theirs: theirs), isVirtual: isVirtual)
  }

  /// - Parameters:
  ///   - theirs: The other side's last commit; nil where a change is taken back.
  ///   - former: The commit before the change, where one is undone.
  ///   - incoming: What the other side did since the base.
  ///   - resolver: Knows which of two changes of one thing is newer.
  init(
    _ git: StoreGit, base: ObjectID, ours: ObjectID, theirs: ObjectID? = nil,
    backTo former: ObjectID? = nil, incoming: [SideChange], _ resolver: ConflictResolver,
    isVirtual: Bool = false
  ) throws(MemoError) {
    for path in incoming.compactMap(\.after?.path) where !path.isCheckoutPath {
      throw .forbidden(path)
    }
    let here = try git.changes(from: base, to: ours)
    var result = try MergedTree(git, base: base)
    let folders = TaskFolders(here, incoming, isUndo: resolver.later != nil)
    // As if the folders of tasks that were moved had stayed: what is in them goes together.
    var (atHome, incomingAtHome) = try folders.atHome(here, incoming, result)
    for change in atHome + incomingAtHome { result.free(change.before) }
    if let theirs, here.mayHaveAdopted || incoming.mayHaveAdopted {
      try AdoptionSources(git, since: base, on: [ours, theirs]).apply(
        to: &atHome, &incomingAtHome)
      reachedTasks = incomingAtHome.count { $0.source != nil && $0.change.id == nil }
    }
    var resolver = resolver
    resolver.findSeries(here, incoming)
    let pairs = SidePair.pairs(atHome, incomingAtHome)
    for var pair in pairs {
      if pair.ours == nil { pair.ours = pair.theirs.flatMap(resolver.unchanged) }
      guard let (our, their) = pair.both, !our.isEqual(their) else {
        guard let change = pair.ours ?? pair.theirs, let after = change.after else { continue }
        let isOneSided = pair.ours == nil || pair.theirs == nil
        let side: SeriesChanges.Side = pair.ours == nil ? .theirs : .ours
        if isOneSided, try resolver.end(change, of: side, &result) { continue }
        if isOneSided, try resolver.carry(into: change, of: side, &result) { continue }
        try result.claim(after, order: resolver.order(isOurs: side == .ours))
        continue
      }
      try resolver.resolve(our, their, &result, isVirtual: isVirtual)
    }
    guard resolver.unresolved.isEmpty else { throw .bothChanged(resolver.unresolved) }
    try result.assignPaths()
    try result.moveFolders(of: folders.moved, backTo: former)
    edits = try result.edits(on: ours, here)
    self.incoming = incoming.besidesFollowing + resolver.ended
    merged = resolver.merged + git.displacedFiles(result)
  }
}

extension StoreGit {
  /// The files, not tasks, of which both sides have a version of their own.
  fileprivate func displacedFiles(_ result: MergedTree) -> [MergedTask] {
    result.displaced.compactMap { from, to in
      guard let from = storePath(from), let to = storePath(to), NonTaskFiles.contains(from)
      else { return nil }
      return MergedTask(
        title: from, id: nil, notes: [],
        notice: "both sides changed \(from); the older version is \(to) now")
    }
  }
}

/// What the two sides did to one task or file; at least one of them did something.
private struct SidePair {
  var ours: SideChange?
  var theirs: SideChange?

  /// Both, where both did something.
  var both: (SideChange, SideChange)? {
    guard let ours, let theirs else { return nil }
    return (ours, theirs)
  }

  static func pairs(_ here: [SideChange], _ there: [SideChange]) -> [SidePair] {
    var pairs: [PathKey: SidePair] = [:]
    let copied = here.copiedIDs.union(there.copiedIDs)
    for change in here { pairs[change.key(copied), default: SidePair()].ours = change }
    for change in there { pairs[change.key(copied), default: SidePair()].theirs = change }
    return pairs.keys.sorted { $0.path.precedes(path: $1.path) }.compactMap { pairs[$0] }
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
  /// For a tree that no git makes, and that nobody must check out.
  package static func forbidden(_ path: String) -> MemoError {
    MemoError(
      .refused, "the remote has a file \(path), and git allows no such path",
      details: ["nothing was changed here"],
      hints: [
        "such a file is made to harm; 'memo git log @{upstream}' tells who sent it",
        "its branch has to be put right on the remote; then 'memo sync' again",
      ])
  }
}
