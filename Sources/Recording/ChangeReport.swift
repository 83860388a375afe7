internal import Git
internal import Query
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
  /// Why some of several tasks were left as they were.
  public var leftOut: [StoreProblem] = []
  /// By which ``Store/undo(operation:_:)`` knows the commit; nil where there is none.
  public var operation: String?
  /// The same for the hand edits; nil where there are none, or the command has changed more.
  package var recordedOperation: String?
  /// The tasks that the command was about, as they are now; not those it deleted.
  public var tasks: [StoredTask]
  /// How many letters of each id tell it from all others.
  public var shortestPrefixes: [TaskID: Int]
  /// Those that come next after tasks that repeat and were done now.
  public var next: [StoredTask] = []
  /// Those that came next, and went when what they came after was opened again.
  public var takenBack: [TaskChange] = []
  /// The tasks that the last they came after doesn't block any more, since it was done now.
  public var unblocked: [StoredTask] = []
  /// What was begun or done now though others that it comes after are open, and those.
  public var early: [Early] = []
  /// The open tasks that came after one which was deleted now, and name it still.
  public var detached: [StoredTask] = []

  /// Folders that a task has left behind it, since there are other tasks in them.
  public var leftFolders: [String] = []
  /// The tasks that those of the command come after, by their ids, for what is told of them.
  public var predecessors: [TaskID: StoredTask] = [:]

  /// A task before whose turn something else was to be done.
  public struct Early: Sendable {
    public var task: StoredTask
    /// Open, in the order in which the task names them.
    public var blockers: [StoredTask]
  }
}

extension ChangeReport {
  /// Of a command that found all as it was to be.
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
      changes.isEmpty && !recorded.isEmpty ? session.handMade.operation?.text : nil
    tasks = session.snapshot.tasks(at: paths)
    next = session.snapshot.tasks(at: following.compactMap { $0.after?.path })
    shortestPrefixes = [:]
    findLinks(session.snapshot)
    findPredecessors(session.snapshot)
    leftFolders = changes.compactMap(Self.folder).filter { folder in
      session.snapshot.folders.contains(folder) && session.snapshot.hasTask(below: folder)
    }
    shortestPrefixes = session.snapshot.shortestPrefixes(
      of: tasks + next + unblocked + detached + early.flatMap(\.blockers) + predecessors.values)
  }

  /// The folder that belonged to a task where it was before a change; nil where it didn't move.
  private static func folder(before change: TaskChange) -> String? {
    guard change.kind == .move || change.kind == .edit else { return nil }
    let path = change.fields.first { $0.part == .path }?.from ?? change.path
    let status = change.fields.first { $0.part == .key("status") }?.from
    let old =
      status.flatMap { Status(rawValue: $0) }.map { StoredTask.path(path, movedTo: $0) } ?? path
    return old.isSamePath(as: change.path) ? nil : TaskFolder.path(of: old)
  }

  private mutating func findPredecessors(_ snapshot: Snapshot) {
    let ids = Set((tasks + next).flatMap(\.after).compactMap { TaskID($0) })
    guard !ids.isEmpty else { return }
    for task in snapshot.tasks {
      if let id = task.id, ids.contains(id) { predecessors[id] = task }
    }
  }

  /// What the change means for tasks that come after others.
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
