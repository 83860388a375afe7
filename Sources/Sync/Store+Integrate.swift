internal import Git
internal import Merging
internal import Recording
internal import StoreFiles

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
