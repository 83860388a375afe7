internal import Git
public import StoreFiles
public import TaskFile
public import TaskHistory

/// What a command that writes did.
public struct ChangeReport: Sendable {
  /// Hand edits that were found and recorded first, each as its own commit.
  public var recorded: [TaskChange]
  /// What a person should hear: copies, contested statuses, files that can't be understood.
  public var notices: [String]
  /// What the command itself changed, as one commit; empty when all was so already.
  public var changes: [TaskChange]
  /// The tasks that the command was about, as they are now; not those it deleted.
  public var tasks: [StoredTask]
  /// How many letters of each id tell it from all others.
  public var shortestPrefixes: [TaskID: Int]
}

extension ChangeReport {
  package init(_ session: borrowing WriteSession, changes: [TaskChange] = [], paths: [String] = [])
  {
    let wanted = Set(paths.map(PathKey.init))
    recorded = session.recorded
    notices = session.notices
    self.changes = changes
    tasks = session.snapshot.tasks.filter { wanted.contains(PathKey($0.path)) }
    shortestPrefixes = session.snapshot.shortestPrefixes(of: tasks)
  }
}
