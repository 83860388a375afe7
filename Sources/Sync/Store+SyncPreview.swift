internal import Git
internal import Merging
internal import Recording
public import StoreFiles
internal import TaskHistory

extension Store {
  /// Fetches, and returns what a sync would do now.
  ///
  /// Changes no file, no branch and nothing on the remote. Counts hand edits as if they were
  /// committed, and runs no hooks.
  ///
  /// - Throws: ``MemoError``, as a sync would.
  public func previewSync(
    _ progress: SyncProgress = SyncProgress()
  ) throws(MemoError) -> SyncReport {
    let git = try git()
    let head = try git.readyHead()
    guard var link = try git.upstream(head) else { throw try git.missingUpstream(head) }
    if let obstacle = link.obstacle { throw obstacle }
    try RemoteSide(self, git, link, progress).fetch()
    let joins = try joins(git, link)
    link = try git.firstBranch(for: link, joins: joins) ?? link
    return try write(recording: false, isTrial: true) { session throws(MemoError) in
      try session.preview(git, link, try git.fetched(link), joins: joins)
    }
  }
}

extension WriteSession {
  fileprivate mutating func preview(
    _ git: StoreGit, _ link: SyncLink, _ theirs: ObjectID?, joins: Bool
  ) throws(MemoError) -> SyncReport {
    let edits = try store.findHandEdits(snapshot, git, since: head.commit)
    var chain = try chain()
    try chain.add(normalizationsOf: edits)
    try chain.add(edits)
    var report = SyncReport(
      upstream: link.shortName, incoming: 0, outgoing: 0, changes: [],
      recorded: edits.pending,
      notices: edits.notices + edits.oldNotices
        + [try store.unconfirmedEdits(edits, snapshot, git, head)?.notice].compactMap { $0 },
      isPreview: true)
    var result = chain.tip
    if let theirs {
      let plan = try SyncPlan(git, link, ours: chain.tip, theirs: theirs, joins: joins)
      result = try join(plan, theirs, link, &report)?.tip ?? result
    }
    guard let result else { return report }
    let target = link.target.trackingReference
    report.outgoing = try git.distance(from: result, to: target).ahead
    let there = try git.run("read \(target)", git.repository.commitID(of: target))
    if report.outgoing > 0 {
      report.sent = try git.changes(from: there, to: result).besidesFollowing.map(\.change)
    }
    let others = try git.otherCommits(for: link)
    if !others.isEmpty {
      report.notices.append("\(RemoteSide.sentence(others)) would be pushed, too")
    }
    return report
  }
}
