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
  /// How many of them met changes of ours, so that a merge was made.
  public var merged: Int
  /// Conflict notes that were written.
  public var conflicts: Int
  /// The commit that both sides are at now; nil when there is none yet.
  public var head: String?
  /// Hand edits that were recorded first.
  public var recorded: [TaskChange]
  public var notices: [String]

  /// Whether nothing came in and nothing went out.
  public var isUpToDate: Bool { incoming == 0 && outgoing == 0 }
}
