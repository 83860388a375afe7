internal import Git
internal import Merging
internal import Recording
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// A merge that a sync has made, and that nobody else has yet.
///
/// Where somebody else is quicker, it is made anew from what was there before it, and takes its
/// place: one merge a sync, however often it is tried.
struct UnsentMerge {
  /// The commit of this side that was merged.
  var ours: ObjectID
  /// The merge, or the last commit in which memo put right what it brought.
  var tip: ObjectID
  /// What was to be told before it.
  var before: SyncReport
}

extension Store {
  /// Takes in what was fetched: a fast-forward, or a merge where both sides have commits.
  ///
  /// - Parameter unsent: The merge of an earlier try of this sync, and afterwards that of this
  ///   one. It is only replaced where nothing was committed on top of it.
  func integrate(
    _ git: StoreGit, _ link: SyncLink, _ patience: LockTimeout, _ report: inout SyncReport,
    _ unsent: inout UnsentMerge?, _ onRecord: (ChangeReport) -> Void
  ) throws(MemoError) {
    try write(patience) { session throws(MemoError) in
      // Saved while the network was waited for.
      if !session.recorded.isEmpty { onRecord(ChangeReport(session)) }
      report.recorded += session.recorded.filter { !report.recorded.contains($0) }
      guard let theirs = try git.fetched(link) else { return }
      let former = unsent.flatMap { $0.tip == session.head.commit ? $0 : nil }
      let ours = former?.ours ?? session.head.commit
      let before = former?.before ?? report
      // Only told when it is done: where a file is saved meanwhile, all of this is done again.
      var news = before
      var merge: UnsentMerge?
      switch try SyncPlan(git, link, ours: ours, theirs: theirs, try join(git, link)) {
      case .nothingToTake: return
      case .fastForward(let base):
        try news.take(theirs, since: base, git)
        try session.fastForward(to: theirs, link)
      case .merge(let base, let ours):
        let theirs = try session.normalized(theirs, since: base, git)
        let result = try TreeMerge(git, base: base, ours: ours, theirs: theirs)
        try news.take(result, of: theirs, hiding: ours, git)
        let tip = try session.commit(result, ours, theirs, link)
        merge = UnsentMerge(ours: ours, tip: tip, before: before)
        news.merge = tip.hex
      }
      (report, unsent) = (news, try git.hasOneHome(link) ? merge : nil)
      // What others committed with git alone may want an id, or one status.
      let said = report.notices
      report.notices += try session.recordHandEdits([.undone, .fromOthers]).notices
        .filter { !said.contains($0) }
      report.recorded += session.recorded.filter { !report.recorded.contains($0) }
      if let tip = session.head.commit { unsent?.tip = tip }
    }
  }
}

extension StoreGit {
  /// Whether pushes go to one place only.
  ///
  /// Of several, one may have a merge that another has refused.
  func hasOneHome(_ link: SyncLink) throws(MemoError) -> Bool {
    try run("read the remote", repository.remote(named: link.target.remote).pushCount == 1)
  }
}

extension SyncReport {
  /// Notes what the other side did, when this side did nothing.
  mutating func take(
    _ theirs: ObjectID, since base: ObjectID?, _ git: StoreGit
  ) throws(MemoError) {
    incoming += try git.count(from: theirs, hiding: base)
    changes += try git.changes(from: base, to: theirs).besidesFollowing.map(\.change)
  }

  /// Notes what a merge brings.
  mutating func take(
    _ merge: TreeMerge, of theirs: ObjectID, hiding ours: ObjectID, _ git: StoreGit
  ) throws(MemoError) {
    incoming += try git.count(from: theirs, hiding: ours)
    changes += merge.incoming.map(\.change)
    merged += merge.merged
  }
}

extension StoreGit {
  /// How many commits lead from one to the other.
  fileprivate func count(from commit: ObjectID, hiding old: ObjectID?) throws(MemoError) -> Int {
    try run("count the commits") { repository throws(GitError) in
      var count = 0
      try repository.walk(from: [commit], hiding: old.map { [$0] } ?? []) { _ throws(GitError) in
        count += 1
        return true
      }
      return count
    }
  }
}

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
    var chain = try chain(on: ours)
    try chain.commit(merge.files, merge.message(link), .merge, merging: theirs)
    let target = chain.tip ?? ours
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
    try moveHead(
      to: target, edits: try git.fileEdits(changes, store.recording.absent, of: .remote),
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

extension WriteSession {
  /// The other side's commit, and on top of it one that gives copies ids of their own which somebody
  /// committed with plain git, as a memo there would have done; mostly only the first.
  ///
  /// This side's copies have theirs already. With one id for several files it would depend on who
  /// merges, in which of them comes to lie what the other side did.
  /// - Parameter isTrial: Whether it is only looked at.
  func normalized(
    _ theirs: ObjectID, since base: ObjectID, _ git: StoreGit, isTrial: Bool = false
  ) throws(MemoError) -> ObjectID {
    let known = Set(snapshot.tasks.lazy.compactMap(\.id))
    let doubles = try git.doubles(in: theirs, since: base) { known.contains($0) }
    let past = CommittedHistory(store, git, of: theirs)
    var (files, changes): ([FileChange], [TaskChange]) = ([], [])
    for (id, paths) in doubles.sorted(by: { $0.key < $1.key }) {
      guard let first = try past.eldest(paths, of: id) else { continue }
      for path in paths where !path.isSamePath(as: first) {
        guard let newID = try past.sharedID(at: path), !known.contains(newID),
          try !past.isDoubledByUndo(at: path),
          let (edit, change) = try git.edit(of: path, in: theirs, to: newID)
        else { continue }
        files.append(edit)
        changes.append(change)
      }
    }
    guard !files.isEmpty else { return theirs }
    var chain = try chain(on: theirs, isTrial: isTrial)
    try chain.commit(files, JournalEntry(changes: changes).message, .normalize)
    return chain.tip ?? theirs
  }
}

extension StoreGit {
  /// What gives a file of a commit another id; nil where its front matter can't be changed.
  fileprivate func edit(
    of path: String, in commit: ObjectID, to id: TaskID
  ) throws(MemoError) -> (FileChange, TaskChange)? {
    try run("read \(path)") { repository throws(GitError) in
      guard let entry = try repository.entry(at: repositoryPath(path), in: commit),
        entry.mode.isFile
      else { return nil }
      let former = document(try repository.taskText(entry.id))
      var document = former
      guard (try? document.setID(id)) != nil,
        let change = TaskChange(
          from: TaskVersion(path: path, document: former, mode: entry.mode),
          to: TaskVersion(path: path, document: document, mode: entry.mode))
      else { return nil }
      let blob = try repository.writeBlob(document.bytes)
      return (.put(path: entry.path, id: blob, mode: entry.mode), change)
    }
  }
}
