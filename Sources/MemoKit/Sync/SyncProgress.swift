internal import Git

/// Who is told how a transfer goes on.
public struct SyncProgress: Sendable {
  /// One moment of a transfer.
  public struct Moment: Hashable, Sendable {
    /// What is being done: "Receiving objects", "Sending objects".
    public var activity: String
    public var done: Int
    /// 0 when nobody knows.
    public var total: Int
    /// Received or sent so far.
    public var bytes: Int
  }

  public var show: @Sendable (Moment) -> Void
  /// Called when a transfer has ended, however it did.
  public var end: @Sendable () -> Void

  public init(
    show: @escaping @Sendable (Moment) -> Void = { _ in }, end: @escaping @Sendable () -> Void = {}
  ) {
    self.show = show
    self.end = end
  }
}

extension SyncProgress.Moment {
  init(_ progress: TransferProgress) {
    let activity =
      switch progress.phase {
      case .receiving: "Receiving objects"
      case .resolving: "Resolving deltas"
      case .sending: "Sending objects"
      }
    self.init(
      activity: activity, done: progress.done, total: progress.total, bytes: progress.bytes)
  }
}

extension CredentialChain {
  /// What libgit2 asks and tells during one transfer.
  func handlers(_ progress: SyncProgress) -> TransferHandlers {
    TransferHandlers(
      credentials: { request throws(GitError) in try self.answer(request) },
      progress: { moment in
        progress.show(SyncProgress.Moment(moment))
        return true
      })
  }
}
