public import Query
public import StoreFiles
public import TaskFile

/// What one commit did to one task.
public struct LogEntry: Hashable, Sendable {
  /// The journal's words for it.
  public enum Kind: String, Sendable {
    case add, edit, move, delete
    /// Added again under the id that it had before it was deleted.
    case restore
    /// Both sides of a merge had changed it.
    case merge
  }

  /// What a commit was made for that only takes another back, or makes it again.
  public enum Cause: String, Sendable { case undo, redo }

  /// The commit's full name, in hexadecimal digits.
  public var commit: String
  /// When the change was made, on its author's clock.
  public var time: Timestamp
  public var author: String
  /// By how many seconds the committer's clock stood before that of a commit which this one builds
  /// upon; nil where it didn't.
  ///
  /// One of the two was wrong; which came first the order tells.
  public var clockBehind: Int64?
  public var kind: Kind
  /// Nil for all that was done for its own sake.
  public var cause: Cause?
  /// Nil for a file that had none.
  public var id: String?
  /// As the commit left it, or as it last was.
  public var title: String
  /// The file then, relative to the store.
  public var path: String
  /// From what to what, field by field; an addition comes from nothing, a deletion leads there.
  ///
  /// As ``TaskChange`` names them, with all there is to tell: `conflicts` are the notes of
  /// merges, one below the other; `layout` and `text` the whole file. A merge is compared with its
  /// first parent.
  public var changes: [TaskChange.Field]
  /// Of a merge by memo, the fields that both sides had changed, and that are as one of them had
  /// them.
  public var decisions: [MergeDecision] = []
  /// The lines of the text, or of the whole file where its parts can't be told apart.
  public var lines: LineChanges
  /// Another file keeps the id: this one was a copy.
  public var isCopy = false
}

extension StoredTask {
  /// By which the journal is asked for its past; a task of the past is in no file.
  public var logTarget: LogQuery.Target {
    let id = sharesID ? nil : id
    return isOnDisk ? .present(path, id) : id.map { .id($0) } ?? .file(path)
  }
}

/// Which entries of the journal are wanted.
public struct LogQuery: Sendable {
  /// A task, whose changes are wanted.
  public enum Target: Hashable, Sendable {
    case id(TaskID)
    /// A file without an id of its own, by its path relative to the store.
    case file(String)
    /// A task that there is, by its path relative to the store, and its id for when no commit has
    /// it there: of two files with one id each is asked for its own past, without the id.
    case present(String, TaskID?)
  }

  /// Nil for all.
  public var tasks: Set<Target>?
  /// Nothing that was made before, on the clock of whoever made it.
  public var since: PastMoment?
  /// Nothing that was made after, on the clock of whoever made it.
  public var until: PastMoment?
  /// Must occur in the author's `Name <address>`; upper and lower case are the same.
  public var author: String?
  /// At most so many entries.
  public var limit: Int?

  public init(
    tasks: Set<Target>? = nil, since: PastMoment? = nil, until: PastMoment? = nil,
    author: String? = nil, limit: Int? = nil
  ) {
    self.tasks = tasks
    self.since = since
    self.until = until
    self.author = author
    self.limit = limit
  }
}
