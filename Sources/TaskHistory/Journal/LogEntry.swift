internal import Git
public import Query
internal import StoreFiles
public import TaskFile

/// The change of one task by one commit.
public struct LogEntry: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case add, edit, move, delete
    /// The task has the id of a deleted task.
    case restore
    /// Both sides of a merge had changed the task.
    case merge
  }

  /// Whether a commit undoes or redoes another one.
  public enum Cause: String, Sendable { case undo, redo }

  /// The full name of the commit.
  public var commit: String
  /// The author date.
  public var time: Timestamp
  public var author: String
  /// The program that made the change, and its version; from the trailer `Memo-Client`.
  public var client: String?
  /// The number of seconds by which the commit date is before an ancestor's; nil if it isn't.
  ///
  /// One of the two clocks was wrong, but the order of commits is right.
  public var clockBehind: Int64?
  public var kind: Kind
  /// Nil for an ordinary change.
  public var cause: Cause?
  /// Nil for a file without an id.
  public var id: String?
  /// The title after the commit, or the last one of a deleted task.
  public var title: String
  /// Relative to the store.
  public var path: String
  /// The changed fields, named as in ``TaskChange``.
  ///
  /// An addition has no old values, and a deletion no new ones. A merge is compared with its first
  /// parent.
  public var changes: [TaskChange.Field]
  /// For a merge by memo: the decisions on fields that both sides had changed.
  public var decisions: [MergeDecision] = []
  /// The changed lines of the text, or of the whole file if it is broken.
  public var lines: LineChanges
  /// Whether the file was a copy, so that another file keeps the id.
  public var isCopy = false
}

public struct LogQuery: Sendable {
  /// Nil for all.
  public var tasks: Set<TaskRef>?
  /// The earliest author date.
  public var since: PastMoment?
  /// The latest author date.
  public var until: PastMoment?
  /// A part of the author's `Name <address>`, in any case.
  public var author: String?
  /// The program that made the change, in any version and case.
  public var client: String?
  public var limit: Int?

  public init(
    tasks: Set<TaskRef>? = nil, since: PastMoment? = nil, until: PastMoment? = nil,
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

/// What the log entries of one commit have in common.
struct LoggedCommit {
  fileprivate let cause: LogEntry.Cause?
  fileprivate let client: String?
  /// By the task's id.
  fileprivate let decisions: [String: [String]]
  fileprivate let clockBehind: Int64?

  init(_ commit: Commit, _ parents: [IndexedCommit]) {
    let trailers = Trailers(commit.message)
    cause = UndoMark(trailers)?.kind
    client = trailers.values(Commit.clientTrailer).last
    decisions = commit.parents.count > 1 ? MergeDecision.lines(in: trailers) : [:]
    if let latest = parents.map(\.time).max(), latest > commit.committer.seconds {
      // A commit may have any number as its time.
      let (seconds, isTooMuch) = latest.subtractingReportingOverflow(commit.committer.seconds)
      clockBehind = isTooMuch ? Self.mostSeconds : min(seconds, Self.mostSeconds)
    } else {
      clockBehind = nil
    }
  }

  /// The largest integer that all JSON readers accept (RFC 8259, section 6).
  private static let mostSeconds = Int64(1) << 53 - 1
}

extension LogEntry {
  /// Compares the versions of a step; nil without versions.
  init?(_ step: TaskStep, of logged: LoggedCommit, _ git: StoreGit) {
    let (change, after) = (step.change, step.after)
    let befores = step.befores.compactMap(\.self)
    guard let shown = after ?? befores.first else { return nil }
    self.init(
      commit: step.last.commit, time: step.last.time, author: step.last.author,
      client: logged.client, clockBehind: logged.clockBehind,
      kind: change.kind == .restore ? .restore : .add, cause: logged.cause,
      id: shown.id?.text, title: shown.item.title,
      path: shown.path, changes: [], lines: LineChanges([]),
      isCopy: change.kind == .copy || change.kind == .deleteCopy)
    switch (befores.count, after) {
    case (0, let after?):
      changes = after.allFields
      lines = LineChanges(from: "", to: after.shownText)
    case (_, nil):
      kind = .delete
      changes = shown.allFields.map { TaskChange.Field($0.part, from: $0.to) }
      lines = LineChanges(from: shown.shownText, to: "")
    case (1, let after?) where step.befores.count == 1:
      kind = befores[0].status == after.status ? .edit : .move
      (changes, lines) = Self.difference(befores[0], after)
    case (_, let after?):
      kind = .merge
      if let id {
        decisions = MergeDecision.decisions(
          logged.decisions[id] ?? [], [after] + befores
        ) { commit in
          // The message may contain the name of a commit that doesn't exist.
          ObjectID(hex: commit).flatMap { try? LastChange(git.commit($0)) }
        }
      }
      // The change since the first parent with the task, without the decisions.
      let decided = Set(decisions.map(\.part))
      (changes, lines) = Self.difference(befores[0], after)
      changes.removeAll { decided.contains($0.part) }
    }
  }

  private static func difference(
    _ before: TaskVersion, _ after: TaskVersion
  ) -> (fields: [TaskChange.Field], lines: LineChanges) {
    guard before != after else { return ([], LineChanges([])) }
    let fields = TaskChange.fields(from: before, to: after)
    let text = fields.first { [.body, .layout, .text].contains($0.part) }
    return (fields, LineChanges(from: text?.from ?? "", to: text?.to ?? ""))
  }
}

extension TaskVersion {
  /// The values by part; the path is without the status folder.
  var fieldTexts: [TaskPart: String] {
    var texts = Dictionary(
      allFields.map { ($0.part, $0.to ?? "") }, uniquingKeysWith: { first, _ in first })
    if let status = folderStatus { texts[.path] = String(path.dropFirst(status.rawValue.count)) }
    return texts
  }

  /// The value of a part, with the whole path.
  func value(of part: TaskPart) -> String? { part == .path ? path : fieldTexts[part] }

  /// The body, or the whole file if it is broken.
  fileprivate var shownText: String {
    isUnderstood ? allFields.first { $0.part == .body }?.to ?? "" : text
  }
}
