internal import Git
internal import TaskFile

/// Two histories' changes to the tasks since their common commit, put together by id.
///
/// A task that one side changed is taken as that side has it, wherever it lies now. Renames
/// are never guessed: the id says which task is which.
struct TreeMerge {
  /// What the other side did.
  let incoming: [SideChange]
  /// The files to put on top of our side's tree, and what they replace there.
  let edits: [MergedFile]

  /// One file of the result that is not as our side has it.
  struct MergedFile {
    var path: String
    /// As our side has it; nil when it has no such file.
    var ours: TreeEntry?
    /// As the result has it; nil when it goes.
    var result: TreeEntry?
  }

  /// - Throws: ``MemoError`` of kind `refused`, before anything is changed, when both sides
  ///   changed one task or one other file.
  init(_ git: StoreGit, base: ObjectID, ours: ObjectID?, theirs: ObjectID) throws(MemoError) {
    guard let ours else { throw MemoError(.refused, "there is nothing to merge with") }
    let here = try git.changes(from: base, to: ours)
    incoming = try git.changes(from: base, to: theirs)
    let clashes = Self.clashes(here, incoming)
    guard clashes.isEmpty else { throw .bothChanged(clashes) }
    var placement = Placement(occupied: try git.entries(in: ours), git: git)
    let missing = incoming.filter { change in !here.contains { $0.isEqual(change) } }
    // All names that are given up come first: others of the same side may have taken them.
    for change in missing { placement.free(change) }
    for change in missing { try placement.place(change) }
    edits = placement.edits
  }

  /// The paths of what both sides changed, each in its own way.
  private static func clashes(_ here: [SideChange], _ there: [SideChange]) -> [String] {
    let ours = Dictionary(here.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return there.compactMap { change in
      guard let our = ours[change.key], !our.isEqual(change) else { return nil }
      return change.path
    }
  }
}

/// What one side did to one task, or to one file that is no task.
struct SideChange {
  /// The task's id; else the file's path.
  var key: String
  var before: TreeEntry?
  var after: TreeEntry?
  /// In words; for other files only the path matters.
  var change: TaskChange

  var path: String { (after ?? before)?.path ?? change.path }

  /// Whether another side did just the same.
  func isEqual(_ other: SideChange) -> Bool {
    key == other.key && before == other.before && after == other.after
  }
}

/// Puts the other side's files among ours; who finds a path taken gets another.
private struct Placement {
  /// Every task file and what else is in the tree, by path.
  var occupied: [String: TreeEntry]
  let git: StoreGit
  private(set) var results: [String: TreeMerge.MergedFile] = [:]

  var edits: [TreeMerge.MergedFile] { results.values.sorted { $0.path < $1.path } }

  init(occupied: [String: TreeEntry], git: StoreGit) {
    self.occupied = occupied
    self.git = git
  }

  mutating func free(_ change: SideChange) {
    guard let before = change.before, before.path != change.after?.path,
      occupied[before.path] == before
    else { return }
    set(before.path, nil)
  }

  mutating func place(_ change: SideChange) throws(MemoError) {
    guard let after = change.after else { return }
    guard let holder = occupied[after.path], holder != change.before, holder != after else {
      set(after.path, after)
      return
    }
    // Two tasks want one name: the id that sorts first keeps it, whoever merges.
    let isOursFirst = try git.idText(of: holder) <= (try git.idText(of: after))
    let path = Store.freePath(after.path) { occupied[$0] != nil }
    if !isOursFirst {
      set(path, TreeEntry(path: path, id: holder.id, mode: holder.mode))
      set(after.path, after)
    } else {
      set(path, TreeEntry(path: path, id: after.id, mode: after.mode))
    }
  }

  private mutating func set(_ path: String, _ entry: TreeEntry?) {
    let ours = results[path]?.ours ?? (results[path] == nil ? occupied[path] : nil)
    results[path] = TreeMerge.MergedFile(path: path, ours: ours, result: entry)
    occupied[path] = entry
  }
}

extension MemoError {
  fileprivate static func bothChanged(_ paths: [String]) -> MemoError {
    let shown = paths.sorted().prefix(10)
    return MemoError(
      .refused,
      "both sides changed \(paths.count == 1 ? "this file" : "these files"): "
        + shown.joined(separator: ", ") + (paths.count > shown.count ? ", …" : ""),
      details: ["nothing was changed here or on the remote"],
      hints: ["'memo git pull' merges them with git; then 'memo sync' again"])
  }
}
