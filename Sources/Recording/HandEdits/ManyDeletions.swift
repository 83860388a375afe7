internal import Git
internal import StoreFiles
internal import TaskHistory

/// So many that were deleted: more than so many, and more than a fifth of all.
private struct ManyDeletions {
  var count: Int
  var total: Int

  static let most = 20

  init?(_ count: Int, of total: Int) {
    guard count > Self.most, count * 5 > total else { return nil }
    (self.count, self.total) = (count, total)
  }
}

extension DoubtfulEdits {
  /// Many tasks, or files beside them, that were deleted by hand.
  ///
  /// - Returns: Nil for as many as anybody deletes.
  init?(
    deleted found: HandEdits, _ snapshot: Snapshot, besides confirmed: Set<PathKey>
  ) {
    let gone = found.tasks.filter { $0.before != nil && $0.after == nil }.map(\.change)
    let files = found.files
    let goneFiles = zip(files.edits, files.changes).filter { $0.0.kind == .delete }.map(\.1)
    let isOpen = { (change: TaskChange) in !confirmed.contains(PathKey(change.path)) }
    let (openTasks, openFiles) = (gone.filter(isOpen), goneFiles.filter(isOpen))
    let new = found.tasks.filter { $0.before == nil }.count
    let tasks = ManyDeletions(openTasks.count, of: snapshot.tasks.count - new + gone.count)
    let others = ManyDeletions(openFiles.count, of: files.total)
    let parts = [
      tasks.map { "\($0.count) of \($0.total) tasks" },
      others.map { "\($0.count) of \($0.total) files that are no tasks" },
    ].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    self.init(
      parts.joined(separator: " and ") + " are gone from their folders",
      question: "Record that they are deleted?",
      (tasks == nil ? [] : openTasks) + (others == nil ? [] : openFiles),
      hints: [
        "'memo restore --missing' brings them back",
        "the same command with --yes records that they are deleted",
      ])
  }
}
