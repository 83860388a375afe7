internal import Git
public import StoreFiles
internal import TaskFile
public import TaskHistory

extension Store {
  /// What is different between two moments of the store, task by task.
  ///
  /// What is not recorded yet is told as it will be: a line `id:` that somebody deleted comes back.
  /// - Parameters:
  ///   - before: The tasks as they were.
  ///   - after: The tasks as they were later; nil for now.
  /// - Returns: Additions first, then moves, edits and deletions, each in the order of paths.
  /// - Throws: ``MemoError``
  public func differences(
    from before: PastState, to after: PastState? = nil
  ) throws(MemoError) -> [TaskChange] {
    if let after { return try differences(from: before, to: after, after.snapshot) }
    let (git, snapshot) = (try git(), try read())
    let head = try git.head().commit
    let edits = try findHandEdits(snapshot, git, since: snapshot.commit ?? head, on: .preview)
    var recorded = PathMap<TaskVersion>()
    for edit in edits.edits {
      if let file = edit.onDisk, let after = edit.after { recorded[file.path] = after }
    }
    for pair in edits.restored {
      if let file = pair.before, let after = pair.after { recorded[file.path] = after }
    }
    return try differences(from: before, to: nil, snapshot, recorded: recorded)
      .map { edits.withoutMadeIDs($0) }
  }
}
