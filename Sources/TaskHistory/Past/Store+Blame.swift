internal import Git
public import StoreFiles
public import TaskFile

/// Who made a task what it is, field by field and line by line.
public struct TaskBlame: Sendable {
  /// A field, or a line of the text.
  public struct Part: Sendable {
    public var part: TaskChange.Part
    /// The field's value, or the line.
    public var value: String
    /// Who made it so last; nil for what is not recorded yet, or was there before the history
    /// begins.
    public var change: LastChange?
  }

  /// Status first, the file last; without the text.
  public var fields: [Part] = []
  /// The text, from its first line on.
  public var lines: [Part] = []
}

extension Store {
  /// Tells who made each field and each line of a task what it is, and when; of a deleted one
  /// as it last was.
  ///
  /// It is whoever wrote what stands there now: where a merge took one side's value, that side's
  /// author, and where something was taken back or restored, whoever had written what came back.
  /// - Throws: ``MemoError``
  public func blame(_ task: StoredTask) throws(MemoError) -> TaskBlame {
    var entries: [LogEntry] = []
    try log(LogQuery(tasks: [task.logTarget])) { entry in
      entries.append(entry)
      return true
    }
    let git = try git()
    var authors = PartAuthors { git.document(Array($0.utf8)) }
    for entry in entries.reversed() where !(entry.kind == .delete) { authors.take(entry) }
    return authors.blame(TaskVersion(task), status: try statusChange(of: task))
  }

  /// Who brought a task to the status that it has, as everybody tells it who counts what is done;
  /// nil where that is not recorded.
  private func statusChange(of task: StoredTask) throws(MemoError) -> LastChange? {
    guard task.isOnDisk, let history = try history(git()), let state = try history.recorded(task)
    else { return nil }
    let version = PlacedState(state: state, node: history.last)
    guard try history.status(of: version) == task.status,
      let place = try history.statusChange(of: version)
    else { return nil }
    let node = history.index.nodes[place.node]
    return LastChange(
      author: try history.git.commit(node.commit).author.name, time: node.authored,
      commit: node.commit.hex)
  }
}

/// Follows values and lines through the entries of a task's journal, the oldest first.
private struct PartAuthors {
  /// By field: who last gave it a value.
  private var values: [TaskChange.Part: [String: LastChange]] = [:]
  /// Who wrote the lines of the texts that there were.
  private var texts: [String: [LastChange?]] = [:]
  /// Who last wrote a line; a merge has lines of several texts.
  private var lines: [String: LastChange] = [:]
  /// How the task last was before its front matter could not be understood any more.
  private var understood: TaskVersion?
  private let document: (String) -> TaskDocument

  /// - Parameter document: Reads the text of a file.
  init(_ document: @escaping (String) -> TaskDocument) { self.document = document }

  mutating func take(_ entry: LogEntry) {
    let change = LastChange(author: entry.author, time: entry.time, commit: entry.commit)
    // What came back is whose it was; but a task has a status since it came to it.
    let isBack = entry.kind == .restore || entry.cause != nil
    for field in entry.changes
    where !isBack || !isKnown(field.part, field.to) || entry.kind == .move && field.part == .status
    {
      if field.part == .text { takeFields(of: field, change, entry) }
      take(field.part, field.from, field.to, change, entry)
    }
    // With another status it came to another folder.
    if entry.kind == .move, !isKnown(.path, entry.path) {
      take(.path, nil, entry.path, change, entry)
    }
    // Taken from a side: whoever wrote it there.
    for field in entry.together where !isKnown(field.part, field.to) {
      take(field.part, field.from, field.to, change, entry)
    }
    for decision in entry.decisions {
      guard let part = decision.part, !isKnown(part, decision.taken.value) else { continue }
      take(part, nil, decision.taken.value, decision.taken.change ?? change, entry)
    }
  }

  /// Takes what was changed while the front matter could not be understood, or when it was mended.
  private mutating func takeFields(
    of field: TaskChange.Field, _ change: LastChange, _ entry: LogEntry
  ) {
    func version(_ text: String?) -> TaskVersion? {
      let version = text.map { TaskVersion(path: entry.path, document: document($0)) }
      return version?.isUnderstood == true ? version : nil
    }
    if let before = version(field.from) { understood = before }
    guard let after = version(field.to) else { return }
    let fields = understood.map { LogEntryBuilder.difference($0, after).fields } ?? after.allFields
    // Status and place are told beside the text.
    for field in fields where ![.status, .path].contains(field.part) {
      take(field.part, field.from, field.to, change, entry)
    }
  }

  private func isKnown(_ part: TaskChange.Part, _ value: String?) -> Bool {
    guard let value else { return true }
    return part == .body ? texts[value] != nil : values[part]?[value] != nil
  }

  private mutating func take(
    _ part: TaskChange.Part, _ from: String?, _ to: String?, _ change: LastChange, _ entry: LogEntry
  ) {
    guard let to else { return }
    switch part {
    case .body:
      let (old, new) = (Self.lines(from ?? ""), Self.lines(to))
      let isOthers = entry.kind == .merge || entry.kind == .restore || entry.cause != nil
      var authors = from.flatMap { texts[$0] } ?? old.map { lines[$0] }
      for step in new.difference(from: old) {
        switch step {
        case .remove(let offset, _, _): authors.remove(at: offset)
        case .insert(let offset, let line, _):
          authors.insert(isOthers ? lines[line] ?? change : change, at: offset)
        }
      }
      texts[to] = authors
      for (line, author) in zip(new, authors) { lines[line] = author }
    default:
      values[part, default: [:]][to] = change
    }
  }

  /// - Parameter status: Who brought the task to its status, where that is known otherwise.
  func blame(_ version: TaskVersion, status: LastChange?) -> TaskBlame {
    var blame = TaskBlame()
    let moved = status ?? version.status.flatMap { values[.status]?[$0.rawValue] }
    for field in version.allFields {
      guard let value = field.to else { continue }
      if field.part == .body {
        let lines = Self.lines(value)
        let authors = texts[value] ?? lines.map { self.lines[$0] }
        // What only sets the text off from the front matter nobody wrote.
        blame.lines = zip(lines, authors).drop { $0.0.isEmpty }
          .map { TaskBlame.Part(part: .body, value: $0, change: $1) }
      } else if field.part == .path {
        // What moved it to another status moved the file, unless only the text says that.
        let mover = version.folderStatus == version.status ? moved : nil
        let named = values[.path]?[value]
        blame.fields.append(
          TaskBlame.Part(part: .path, value: value, change: Self.newer(named, mover)))
      } else if field.part == .status {
        blame.fields.append(TaskBlame.Part(part: .status, value: value, change: moved))
      } else {
        blame.fields.append(
          TaskBlame.Part(part: field.part, value: value, change: values[field.part]?[value]))
      }
    }
    return blame
  }

  private static func newer(_ one: LastChange?, _ other: LastChange?) -> LastChange? {
    guard let one, let other else { return one ?? other }
    return one.isNewer(than: other) ? one : other
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
