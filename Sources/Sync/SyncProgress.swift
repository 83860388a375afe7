internal import Git
internal import StoreFiles
internal import TaskHistory

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
  /// Told what ssh and git say meanwhile, as their request to touch a key.
  ///
  /// These are words of others, which may hold anything; whoever shows them on a terminal has to
  /// make visible what drives it.
  public var hear: (@Sendable (String) -> Void)?
  /// A server that is silent for so many seconds is given up.
  public var longestSilence: Double
  /// Asked several times a second; once it says true, a transfer is given up where it is.
  public var isInterrupted: @Sendable () -> Bool

  public init(
    show: @escaping @Sendable (Moment) -> Void = { _ in },
    end: @escaping @Sendable () -> Void = {}, hear: (@Sendable (String) -> Void)? = nil,
    longestSilence: Double = 120,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.show = show
    self.end = end
    self.hear = hear
    self.longestSilence = longestSilence
    self.isInterrupted = isInterrupted
  }
}

extension SyncProgress {
  /// - Throws: ``MemoError`` of kind `interrupted` when somebody wants to stop.
  func check() throws(MemoError) {
    if isInterrupted() {
      throw MemoError(.interrupted, "interrupted", hints: ["'memo sync' again goes on from here"])
    }
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
