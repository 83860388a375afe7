internal import Git
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
  /// The program that made the change for them, and its version, as its `Memo-Client` says.
  public var client: String?
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
  /// The program that made the change, in any version; upper and lower case are the same.
  public var client: String?
  /// At most so many entries.
  public var limit: Int?

  public init(
    tasks: Set<Target>? = nil, since: PastMoment? = nil, until: PastMoment? = nil,
    author: String? = nil, client: String? = nil, limit: Int? = nil
  ) {
    self.client = client
    self.tasks = tasks
    self.since = since
    self.until = until
    self.author = author
    self.limit = limit
  }
}

/// Turns a commit's change of a task into an entry of the journal, by comparing the files.
final class LogEntryBuilder {
  let git: StoreGit
  /// What the last commit was made for: one may have changed thousands of tasks.
  private var lastCause: (commit: ObjectID, cause: LogEntry.Cause?)?

  init(git: StoreGit) { self.git = git }

  private func version(
    _ state: FileState?, _ status: Status?
  ) throws(MemoError) -> TaskVersion? {
    guard let state else { return nil }
    var version = try git.version(of: state)
    if state.said != nil { version.status = status }
    return version
  }

  private func cause(of commit: Commit) -> LogEntry.Cause? {
    if let lastCause, lastCause.commit == commit.id { return lastCause.cause }
    let cause = LogEntry.Cause(commit.message)
    lastCause = (commit.id, cause)
    return cause
  }

  /// - Parameter parentTimes: When the commit's parents were made, by their committers' clocks.
  func entry(
    _ change: CommitChange, of commit: Commit, after parentTimes: [Int64]
  ) throws(MemoError) -> LogEntry? {
    let delta = change.delta
    var sides: [TaskVersion?] = []
    for (state, status) in zip(delta.befores, change.formerStatuses) {
      sides.append(try version(state, status))
    }
    let befores = sides.compactMap { $0 }
    let after = try version(delta.after, change.standing?.status)
    guard let shown = after ?? befores.first else { return nil }
    var entry = LogEntry(
      commit: commit.id.hex,
      time: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      author: commit.author.name, client: commit.client,
      clockBehind: Self.clockBehind(commit, parentTimes),
      kind: change.kind == .restore ? .restore : .add, cause: cause(of: commit),
      id: shown.id?.text, title: shown.item.title,
      path: shown.path, changes: [], lines: LineChanges([]),
      isCopy: change.kind == .copy || change.kind == .deleteCopy)
    switch (befores.count, after) {
    case (0, let after?):
      entry.changes = after.allFields
      entry.lines = LineChanges(from: "", to: after.shownText)
    case (_, nil):
      entry.kind = .delete
      entry.changes = shown.allFields.map { TaskChange.Field($0.part, from: $0.to) }
      entry.lines = LineChanges(from: shown.shownText, to: "")
    case (1, let after?) where delta.befores.count == 1:
      let before = befores[0]
      entry.kind = before.status == after.status ? .edit : .move
      (entry.changes, entry.lines) = Self.difference(before, after)
    case (_, let after?):
      entry.kind = .merge
      if let id = entry.id {
        entry.decisions = MergeDecision.decisions(
          in: commit.message, of: id, [after] + befores, lastChange)
      }
      // The change against the first parent that has the task, but for what was decided.
      let decided = Set(entry.decisions.map(\.part))
      (entry.changes, entry.lines) = Self.difference(befores[0], after)
      entry.changes.removeAll { decided.contains($0.part) }
    }
    return entry
  }

  private func lastChange(_ commit: String) -> LastChange? {
    // A name in a message may be anybody's.
    ObjectID(hex: commit).flatMap { try? LastChange(git.commit($0)) }
  }

  private static func clockBehind(_ commit: Commit, _ parentTimes: [Int64]) -> Int64? {
    guard let latest = parentTimes.max(), latest > commit.committer.seconds else { return nil }
    // A commit may name any number as its time.
    let (seconds, isTooMuch) = latest.subtractingReportingOverflow(commit.committer.seconds)
    return isTooMuch ? mostSeconds : min(seconds, mostSeconds)
  }

  /// What every reader of JSON takes for a whole number (RFC 8259, 6).
  private static let mostSeconds = Int64(1) << 53 - 1

  /// What an entry tells of a version and the next.
  static func difference(
    _ before: TaskVersion, _ after: TaskVersion
  ) -> (fields: [TaskChange.Field], lines: LineChanges) {
    var lines = LineChanges([])
    guard before != after else { return ([], lines) }
    var fields = TaskChange.fields(from: before, to: after)
    // A note that somebody rewrote leaves their number as it was.
    if before.isUnderstood, after.isUnderstood, before.noteText != after.noteText,
      !fields.contains(where: { $0.part == .conflicts })
    {
      fields = fields.filter { $0.part != .layout } + [TaskChange.Field(.conflicts)]
    }
    fields = fields.map { field in
      switch field.part {
      case .conflicts:
        return TaskChange.Field(.conflicts, from: before.noteText, to: after.noteText)
      case .body:
        lines = LineChanges(from: field.from ?? "", to: field.to ?? "")
        return field
      case .layout, .text:
        lines = LineChanges(from: before.text, to: after.text)
        return TaskChange.Field(field.part, from: before.text, to: after.text)
      default: return field
      }
    }
    return (fields, lines)
  }
}

extension TaskVersion {
  /// The fields by their names; of the place what a move to another status leaves.
  var fieldTexts: [TaskChange.Part: String] {
    var texts = Dictionary(
      allFields.map { ($0.part, $0.to ?? "") }, uniquingKeysWith: { first, _ in first })
    if let status = folderStatus { texts[.path] = String(path.dropFirst(status.rawValue.count)) }
    return texts
  }

  /// A field as the journal tells it, the path whole.
  func value(of part: TaskChange.Part) -> String? { part == .path ? path : fieldTexts[part] }

  /// The text, or the whole file where that can't be told apart.
  fileprivate var shownText: String {
    isUnderstood ? allFields.first { $0.part == .body }?.to ?? "" : text
  }
}

extension LogEntry.Cause {
  /// As an undo's or a redo's commit says of itself; the one thing that is taken from a message.
  fileprivate init?(_ message: String) {
    guard let mark = UndoMark(message) else { return nil }
    switch mark.kind {
    case .undo: self = .undo
    case .redo: self = .redo
    }
  }
}
