public import Merging
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
