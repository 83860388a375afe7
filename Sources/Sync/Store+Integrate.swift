internal import Git
internal import Merging
internal import Recording
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// A merge that this sync made and has not pushed yet.
///
/// If somebody else pushes first, memo merges again from the commit before it, and replaces it. So
/// a sync leaves one merge, however many times it retries.
struct UnsentMerge {
  /// This clone's commit that was merged.
  var ours: ObjectID
  /// The merge, or the last commit of normalizations on top of it.
  var tip: ObjectID
  /// The report before the merge.
  var before: SyncReport
}

extension Store {
  /// Integrates the fetched commits by a fast-forward, or by a merge if both sides have commits.
  ///
  /// - Parameter unsent: The merge of this sync's previous attempt; set to the merge of this
  ///   attempt. It is replaced only if nothing was committed on top of it.
  func integrate(
    _ git: StoreGit, _ link: SyncLink, _ report: inout SyncReport,
    _ unsent: inout UnsentMerge?, _ onRecord: (ChangeReport) -> Void
  ) throws(MemoError) {
    try write { session throws(MemoError) in
      // An undo takes back what was saved during the transfer, but not what the sync brings.
      try session.finishStep()
      if !session.recorded.isEmpty { onRecord(ChangeReport(session)) }
      report.recorded += session.recorded.filter { !report.recorded.contains($0) }
      guard let theirs = try git.fetched(link) else { return }
      let former = unsent.flatMap { $0.tip == session.head.commit ? $0 : nil }
      let ours = former?.ours ?? session.head.commit
      let before = former?.before ?? report
      // Update the report only at the end, because a file saved meanwhile restarts this.
      var news = before
      let plan = try SyncPlan(git, link, ours: ours, theirs: theirs, joins: try joins(git, link))
      guard let chain = try session.join(plan, theirs, link, &news) else { return }
      var merge: UnsentMerge?
      if case .merge(_, let ours) = plan {
        try session.moveHead(to: chain, reason: "merge \(link.shortName)", isMade: true)
        merge = UnsentMerge(ours: ours, tip: session.head.commit ?? theirs, before: before)
      } else {
        try session.moveHead(to: chain, reason: "fast-forward to \(link.shortName)", isMade: false)
      }
      (report, unsent) = (news, try git.hasSinglePushURL(link) ? merge : nil)
      // Tasks that others committed with plain git may need an id, or a consistent status.
      let said = report.notices
      let found = try session.recordHandEdits(.undone)
      try session.finishStep()
      report.notices += found.notices.filter { !said.contains($0) }
      report.recorded += session.recorded.filter { !report.recorded.contains($0) }
      // With what somebody has saved meanwhile, the merge must stay.
      if !found.hasEdits, let tip = session.head.commit { unsent?.tip = tip }
    }
  }
}

extension StoreGit {
  /// Whether the remote has only one push URL.
  ///
  /// With several, one may accept a merge that another refuses.
  func hasSinglePushURL(_ link: SyncLink) throws(MemoError) -> Bool {
    try run("read the remote", repository.remote(named: link.target.remote).pushCount == 1)
  }
}

extension WriteSession {
  /// Merges both sides if both have commits, and reports what the other side brings.
  ///
  /// Moves neither the branch nor files.
  ///
  /// - Returns: The commits up to that of both sides; nil if the other side has no new commits.
  func join(
    _ plan: SyncPlan, _ theirs: ObjectID, _ link: SyncLink, _ report: inout SyncReport
  ) throws(MemoError) -> CommitChain? {
    func count(of theirs: ObjectID, besides ours: ObjectID?) throws(MemoError) -> Int {
      try git.run("count the commits", git.repository.count(of: theirs, besides: ours))
    }
    switch plan {
    case .nothingToTake: return nil
    case .fastForward(let base):
      report.incoming += try count(of: theirs, besides: base)
      report.changes += try git.changes(from: base, to: theirs).besidesFollowing.map(\.change)
      return try chain(on: theirs)
    case .merge(let base, let ours):
      var chain = try chain(on: theirs)
      let theirs = try normalize(&chain, from: theirs, since: base)
      let merge = try TreeMerge(git, base: base, ours: ours, theirs: theirs)
      report.incoming += try count(of: theirs, besides: ours)
      report.changes += merge.incoming.map(\.change)
      report.merged += merge.merged
      // HEAD may be at an earlier merge of this side's commit.
      (chain.tip, chain.operation) = (ours, nil)
      try chain.commit(merge.files, merge.entry(link), .merge, merging: theirs)
      return chain
    }
  }

  /// Moves the branch and the files to a commit of this clone that was already pushed.
  mutating func arrive(at target: ObjectID) throws(MemoError) {
    try moveHead(
      to: try chain(on: target), reason: try git.commit(target).subject, isMade: true,
      hook: .postCommit)
  }

  fileprivate mutating func moveHead(
    to chain: CommitChain, reason: String, isMade: Bool, hook: FinalHook = .postMerge
  ) throws(MemoError) {
    guard let target = chain.tip else { return }
    var chain = chain
    let (old, git) = (head.commit, self.git)
    let changes = try git.run(
      "read what came in", git.repository.changedFiles(from: old, to: target, under: []))
    chain.edits = try fileEdits(changes, of: .remote)
    chain.moves = try git.folderMoves(chain.edits, to: target)
    postpone(chain)
    try finishStep(reason, isMade: isMade, hook: hook)
  }
}

extension TreeMerge {
  /// `merge: origin/main (3 tasks)`, then the incoming changes and the merged tasks; the trailers
  /// have the decisions.
  func entry(_ link: SyncLink) -> JournalEntry {
    let tasks = incoming.filter { $0.change.id != nil }.count
    let count = tasks == 1 ? "1 task" : "\(tasks) tasks"
    var lines = incoming.map { "- \(JournalEntry(changes: [$0.change]).subject)" }
    lines += merged.map { "- merged: \($0.title.journalTitle)" }
    let trailers = merged.flatMap { task in
      guard let id = task.id else { return [String]() }
      return ["\(JournalEntry.trailer): \(id)"] + task.decisions.map { $0.trailer(of: id) }
    }
    return JournalEntry("merge: \(link.shortName) (\(count))", lines, trailers: trailers)
  }
}

extension WriteSession {
  /// Gives copies of tasks in the other side's commit new ids, in a commit on top of it.
  ///
  /// Such copies were committed with plain git. This side's copies already have new ids. Without
  /// new ids, the result would depend on the side that merges: it would decide which file gets the
  /// other side's changes.
  ///
  /// - Returns: That commit; the other side's if there is nothing to do.
  func normalize(
    _ chain: inout CommitChain, from theirs: ObjectID, since base: ObjectID?
  ) throws(MemoError) -> ObjectID {
    let known = Set(snapshot.tasks.lazy.compactMap(\.id))
    let doubles = try git.doubles(in: theirs, since: base) { known.contains($0) }
    let past = CommittedHistory(store, git, of: theirs)
    var (files, changes): ([FileChange], [TaskChange]) = ([], [])
    for (_, paths) in doubles.sorted(by: { $0.key < $1.key }) {
      guard let first = try past.original(paths) else { continue }
      for path in paths where !path.isSamePath(as: first) {
        guard let newID = try past.sharedID(at: path), !known.contains(newID),
          try !past.isUndo(of: .fix, at: path),
          let (edit, change) = try git.edit(of: path, in: theirs, to: newID)
        else { continue }
        files.append(edit)
        changes.append(change)
      }
    }
    guard !files.isEmpty else { return theirs }
    try chain.commit(files, JournalEntry(changes: changes), .normalize)
    return chain.tip ?? theirs
  }
}

extension StoreGit {
  /// The edit that changes the id in a file of a commit; nil if its front matter can't be changed.
  fileprivate func edit(
    of path: String, in commit: ObjectID, to id: TaskID
  ) throws(MemoError) -> (FileChange, TaskChange)? {
    try run("read \(path)") { repository throws(GitError) in
      guard let entry = try repository.entry(at: repositoryPath(path), in: commit),
        entry.mode.isFile
      else { return nil }
      let former = TaskVersion(
        path: path, document: document(try repository.taskText(entry.id)), mode: entry.mode)
      var document = former.document
      guard (try? document.setID(id)) != nil,
        let change = TaskChange(from: former, to: former.with(document))
      else { return nil }
      let blob = try repository.writeBlob(document.bytes)
      return (.put(path: entry.path, id: blob, mode: entry.mode), change)
    }
  }
}
