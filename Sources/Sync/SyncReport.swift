internal import Git
public import Merging
internal import StoreFiles
public import TaskHistory

/// What a sync brought and took.
public struct SyncReport: Sendable {
  /// The remote's branch, as `origin/main`.
  public var upstream: String
  /// Commits that came in.
  public var incoming: Int
  /// Commits that went out, merges included.
  public var outgoing: Int
  /// What the other side's commits changed here, task by task.
  public var changes: [TaskChange]
  /// What this clone's commits changed on the other side, task by task.
  public var sent: [TaskChange] = []
  /// The tasks that both sides had changed, and that were merged.
  public var merged: [MergedTask] = []
  /// The merge's commit, where one was made.
  var merge: String?
  /// The commit that both sides are at now; nil when there is none yet.
  public var head: String?
  /// Hand edits that were recorded first.
  public var recorded: [TaskChange]
  public var notices: [String]
  /// Whether this is only what a sync would do.
  public var isPreview = false

  /// How many conflict notes were written, and how many files could not be merged in any
  /// better way than to keep both.
  public var conflicts: Int {
    merged.reduce(0) { $0 + $1.notes.count + ($1.notice == nil ? 0 : 1) }
  }

  /// Whether nothing came in and nothing went out.
  public var isUpToDate: Bool { incoming == 0 && outgoing == 0 }
}

/// Who is told how a transfer goes on.
public struct SyncProgress: Sendable {
  /// One moment of a transfer.
  public struct Moment: Hashable, Sendable {
    /// What is being done, as git calls it: "Receiving objects", "Writing objects".
    public var activity: String
    public var done: Int
    /// 0 when nobody knows.
    public var total: Int
    /// How much came so far, and how quickly: "1.20 MiB | 600.00 KiB/s"; may be empty.
    public var rate: String
  }

  public var show: @Sendable (Moment) -> Void
  /// Called when a transfer has ended, however it did.
  public var end: @Sendable () -> Void
  /// Told what git, ssh and the server say meanwhile, as a request to touch a key.
  ///
  /// These are words of others, which may hold anything; whoever shows them on a terminal has to
  /// make visible what drives it.
  public var hear: (@Sendable (String) -> Void)?
  /// A transfer that gets no further for so many seconds is given up.
  public var longestSilence: Double
  /// Whether git and ssh may ask for passwords at this process's terminal, if it has one.
  public var mayUseTerminal: Bool
  /// Asked several times a second; once it says true, a transfer is given up where it is.
  public var isInterrupted: @Sendable () -> Bool

  public init(
    show: @escaping @Sendable (Moment) -> Void = { _ in },
    end: @escaping @Sendable () -> Void = {}, hear: (@Sendable (String) -> Void)? = nil,
    longestSilence: Double = 120, mayUseTerminal: Bool = false,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.show = show
    self.end = end
    self.hear = hear
    self.longestSilence = longestSilence
    self.mayUseTerminal = mayUseTerminal
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

extension SyncProgress {
  /// What git runs with during one transfer.
  ///
  /// - Parameter lock: Of the lock that lasts as long as it runs.
  func surroundings(_ environment: Environment, holding lock: Int32) -> ProgramEnvironment {
    let show = show
    return ProgramEnvironment(
      environment: environment.variables,
      show: {
        show(Moment(activity: $0.activity, done: $0.done, total: $0.total, rate: $0.rate))
      },
      hear: hear, patience: longestSilence, mayUseTerminal: mayUseTerminal, lock: lock,
      isInterrupted: isInterrupted)
  }
}
