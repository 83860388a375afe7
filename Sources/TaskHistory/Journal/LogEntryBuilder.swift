internal import Git
internal import StoreFiles
internal import TaskFile

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
      author: commit.author.name,
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
