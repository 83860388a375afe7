internal import Git
internal import Query
public import StoreFiles
public import TaskFile
public import TaskHistory

public struct ChangeReport: Sendable {
  /// Hand edits that were committed first, each in its own commit.
  public var recorded: [TaskChange]
  /// Notices for the user: copies, contested statuses, broken files.
  public var notices: [String]
  /// The command's own changes, in one commit; empty if nothing had to change.
  public var changes: [TaskChange]
  /// Why some of several tasks were left out.
  public var leftOut: [StoreProblem] = []
  /// The operation for ``Store/undo(operation:)``; nil if there is none.
  public var operation: String?
  /// The operation of the hand edits; nil if the command itself changed something.
  package var recordedOperation: String?
  /// The command's tasks in their new state, without deleted ones.
  public var tasks: [StoredTask]
  /// The number of letters that make each id unique.
  public var shortestPrefixes: [TaskID: Int]
  /// The next tasks of repeating ones that are done now.
  public var next: [StoredTask] = []
  /// Next tasks that were removed because the previous one was reopened.
  public var takenBack: [TaskChange] = []
  /// Tasks that are unblocked, since the last task before them is done now.
  public var unblocked: [StoredTask] = []
  /// Tasks that were started or done while tasks before them are open.
  public var early: [Early] = []
  /// The open tasks that came after a deleted one and still name it.
  public var detached: [StoredTask] = []
  /// The tasks that the command's tasks come after, by id, for messages.
  public var predecessors: [TaskID: StoredTask] = [:]

  public struct Early: Sendable {
    public var task: StoredTask
    /// The open tasks before it, in the order of its list.
    public var blockers: [StoredTask]
  }
}

extension ChangeReport {
  public init(unchanged tasks: [StoredTask], of snapshot: Snapshot) {
    recorded = []
    notices = []
    changes = []
    self.tasks = tasks
    shortestPrefixes = snapshot.shortestPrefixes(of: tasks)
  }

  package init(
    _ session: borrowing WriteSession, changes: [TaskChange] = [], paths: [String] = [],
    following: [TaskEdit] = []
  ) {
    takenBack = following.filter { $0.after == nil }.map(\.change)
    recorded = session.recorded
    notices = session.notices
    self.changes = changes
    operation = changes.isEmpty ? nil : session.operation?.text
    recordedOperation =
      changes.isEmpty && !recorded.isEmpty ? session.recordedOperation?.text : nil
    tasks = session.snapshot.tasks(at: paths)
    next = session.snapshot.tasks(at: following.compactMap { $0.after?.path })
    shortestPrefixes = [:]
    findLinks(session.snapshot)
    findPredecessors(session.snapshot)
    shortestPrefixes = session.snapshot.shortestPrefixes(
      of: tasks + next + unblocked + detached + early.flatMap(\.blockers) + predecessors.values)
  }

  /// - Parameters:
  ///   - edits: The command's own changes.
  ///   - paths: The paths of its tasks; nil for those of the changed ones.
  init(
    _ session: borrowing WriteSession, _ edits: [TaskEdit], paths: [String]? = nil
  ) {
    self.init(
      session, changes: edits.flatMap(\.all).map(\.change),
      paths: paths ?? edits.compactMap { $0.after?.path }, following: edits.flatMap(\.following))
  }

  private mutating func findPredecessors(_ snapshot: Snapshot) {
    let ids = Set((tasks + next).flatMap(\.after).compactMap { TaskID($0) })
    guard !ids.isEmpty else { return }
    for task in snapshot.tasks {
      if let id = task.id, ids.contains(id) { predecessors[id] = task }
    }
  }

  private mutating func findLinks(_ snapshot: Snapshot) {
    let places = Set(changes.lazy.filter { $0.kind == .move }.map { PathKey($0.path) })
    let moved = tasks.filter { $0.status != .todo && places.contains(PathKey($0.path)) }
    let deleted = changes.filter { $0.kind == .delete }.compactMap { $0.id.flatMap { TaskID($0) } }
    guard !moved.isEmpty || !deleted.isEmpty else { return }
    let links = TaskLinks(snapshot.tasks)
    early = moved.compactMap { task in
      let open = links.predecessors(of: task).filter { $0.status != .done }
      return open.isEmpty ? nil : Early(task: task, blockers: open)
    }
    let done = moved.filter { $0.status == .done }
    let paths = Set(done.flatMap(links.successors).filter { !links.isBlocked($0) }.map(\.path))
    unblocked = snapshot.tasks.filter { $0.status != .done && paths.contains($0.path) }
    let cut = Set(deleted.flatMap(links.tasks(after:)).map(\.path))
    detached = snapshot.tasks.filter { $0.status != .done && cut.contains($0.path) }
  }
}
