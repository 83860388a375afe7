internal import Git
internal import Recording
internal import StoreFiles

/// What a watch asks a store.
extension Store {
  /// The branch it is synced with, as `origin/main`; nil when there is none.
  func upstreamName() throws(MemoError) -> String? { try git().upstream(head())?.shortName }

  func headCommit() throws(MemoError) -> ObjectID? { try head().commit }

  /// How many commits the remote lacks, as last seen; 0 without a remote.
  func waitingCommits() throws(MemoError) -> Int {
    guard let link = try git().upstream(head()), let ours = try headCommit() else { return 0 }
    return try git().distance(from: ours, to: link.target.trackingReference).ahead
  }

  private func head() throws(MemoError) -> Head {
    try git().head()
  }
}
