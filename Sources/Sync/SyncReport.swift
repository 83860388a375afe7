internal import Git
public import Merging
internal import StoreFiles
public import TaskHistory

/// The result of a sync.
public struct SyncReport: Sendable {
  /// The remote's branch, such as `origin/main`.
  public var upstream: String
  /// The number of fetched commits that were integrated.
  public var incoming: Int
  /// The number of pushed commits, including merges.
  public var outgoing: Int
  /// The task changes in the other side's commits.
  public var changes: [TaskChange]
  /// The task changes in this clone's commits.
  public var sent: [TaskChange] = []
  /// The tasks that both sides changed and that were merged.
  public var merged: [MergedTask] = []
  /// The commit of both sides after the sync; nil if none exists.
  public var head: String?
  /// Hand edits that were committed first.
  public var recorded: [TaskChange]
  public var notices: [String]
  public var isPreview = false

  /// The number of conflict notes, plus the files of which both versions were kept.
  public var conflicts: Int {
    merged.reduce(0) { $0 + $1.notes.count + ($1.notice == nil ? 0 : 1) }
  }

  /// Whether nothing was integrated or pushed.
  public var isUpToDate: Bool { incoming == 0 && outgoing == 0 }
}

/// Callbacks and limits of a transfer.
public struct SyncProgress: Sendable {
  /// The state of a transfer at a moment.
  public struct Moment: Hashable, Sendable {
    /// The activity in git's words, such as "Receiving objects".
    public var activity: String
    public var done: Int
    /// 0 if unknown.
    public var total: Int
    /// The transferred amount and the rate: "1.20 MiB | 600.00 KiB/s"; may be empty.
    public var rate: String
  }

  public var show: @Sendable (Moment) -> Void
  /// Called when a transfer ends, successfully or not.
  public var end: @Sendable () -> Void
  /// Called with messages of git, ssh and the server, such as a request to touch a key.
  ///
  /// The messages are untrusted: make control characters visible before printing them.
  public var onMessage: (@Sendable (String) -> Void)?
  /// Cancels a transfer after this many seconds without progress.
  public var longestSilence: Double
  /// Whether git and ssh may ask for passwords on the terminal of this process.
  public var mayUseTerminal: Bool
  /// Called several times a second; returns whether to cancel the transfer.
  public var isInterrupted: @Sendable () -> Bool

  public init(
    show: @escaping @Sendable (Moment) -> Void = { _ in },
    end: @escaping @Sendable () -> Void = {}, onMessage: (@Sendable (String) -> Void)? = nil,
    longestSilence: Double = 120, mayUseTerminal: Bool = false,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.show = show
    self.end = end
    self.onMessage = onMessage
    self.longestSilence = longestSilence
    self.mayUseTerminal = mayUseTerminal
    self.isInterrupted = isInterrupted
  }
}

extension SyncProgress {
  /// - Throws: ``MemoError`` of kind `interrupted` if the user canceled.
  func check() throws(MemoError) {
    if isInterrupted() {
      throw MemoError(.interrupted, "interrupted", hints: ["'memo sync' continues"])
    }
  }
}

extension SyncProgress {
  /// The environment of git for one transfer.
  ///
  /// - Parameter lock: The descriptor of the lock, which git inherits.
  func surroundings(_ environment: Environment, holding lock: Int32) -> ProgramEnvironment {
    let show = show
    return ProgramEnvironment(
      environment: environment.variables,
      show: {
        show(Moment(activity: $0.activity, done: $0.done, total: $0.total, rate: $0.rate))
      },
      onMessage: onMessage, longestSilence: longestSilence, mayUseTerminal: mayUseTerminal,
      lock: lock,
      isInterrupted: isInterrupted)
  }
}
