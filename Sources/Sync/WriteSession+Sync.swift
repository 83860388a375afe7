internal import Git
internal import Merging
internal import Recording
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension WriteSession {
  /// Moves the branch and the files to a commit of the other side that has all of this one.
  mutating func fastForward(to target: ObjectID, _ link: SyncLink) throws(MemoError) {
    try moveHead(to: target, reason: "fast-forward to \(link.shortName)", isMade: false)
  }

  /// Commits a merge with what was fetched, and brings the files there.
  ///
  /// - Parameter ours: This side's commit; HEAD may be at an earlier merge of it already.
  /// - Returns: The merge, as hooks wanted it.
  mutating func commit(
    _ merge: TreeMerge, _ ours: ObjectID, _ theirs: ObjectID, _ link: SyncLink
  ) throws(MemoError) -> ObjectID {
    let target = try writer().write(
      merge.treeEdits, on: [ours, theirs], merge.message(link), .merge)
    try moveHead(to: target, reason: "merge \(link.shortName)", isMade: true)
    return head.commit ?? target
  }

  /// Moves the branch and the files to a commit of this clone that the remote has already.
  mutating func arrive(at target: ObjectID) throws(MemoError) {
    try moveHead(
      to: target, reason: try git.commit(target).subject, isMade: true, hook: .postCommit)
  }

  private mutating func moveHead(
    to target: ObjectID, reason: String, isMade: Bool, hook: FinalHook = .postMerge
  ) throws(MemoError) {
    let (old, git) = (head.commit, self.git)
    let changes = try git.run(
      "read what came in", git.repository.changedFiles(from: old, to: target, under: []))
    let files = changes.map {
      TreeMerge.MergedFile(path: $0.path, ours: $0.before, result: $0.after)
    }
    try moveHead(
      to: target, edits: try git.fileEdits(files, store.recording.absent, of: .remote),
      reason: reason,
      isMade: isMade,
      hook: hook)
  }
}

extension TreeMerge {
  /// `merge: origin/main (3 tasks)`; below what came in, what was merged and what gave way.
  func message(_ link: SyncLink) -> String {
    let tasks = incoming.filter { $0.change.id != nil }.count + reachedTasks
    let count = tasks == 1 ? "1 task" : "\(tasks) tasks"
    var lines = incoming.map { "- \(JournalEntry(changes: [$0.change]).subject)" }
    for task in merged {
      lines.append("- merged: \(task.title.journalTitle)")
      lines += task.notes.flatMap { note in
        note.description.split(separator: "\n").map { "  \($0)" }
      }
    }
    let message = "merge: \(link.shortName) (\(count))\n\n" + lines.joined(separator: "\n") + "\n"
    let trailers = merged.flatMap { task in
      guard let id = task.id else { return [String]() }
      return ["\(JournalEntry.trailer): \(id)"] + task.decisions.map { $0.trailer(of: id) }
    }
    return Trailers.adding(trailers, to: message)
  }
}
