/// A task's text, and where in the store it lies.
public struct PlacedDocument: Hashable, Sendable {
  /// Relative to the store, `todo/home/buy-milk.md`.
  public var path: String
  public var document: TaskDocument

  public init(path: String, document: TaskDocument) {
    self.path = path
    self.document = document
  }

  /// Names that only look the same, `ä` as one letter and as two, are two files.
  public static func == (a: PlacedDocument, b: PlacedDocument) -> Bool {
    a.path.utf8.elementsEqual(b.path.utf8) && a.document == b.document
  }
}

/// What one history made of a task, who did it, and when.
public struct MergeSide: Hashable, Sendable {
  /// Nil when the task was deleted.
  public var task: PlacedDocument?
  /// The last change of anything in the task.
  public var last: LastChange
  /// The last changes of its parts; what is not named counts as changed by ``last``.
  public var parts: [TaskPart: LastChange]
  /// Whether it is what a remote has, and others have seen already: its claims stand.
  public var isRemote = false

  public init(
    task: PlacedDocument?, last: LastChange, parts: [TaskPart: LastChange] = [:]
  ) {
    self.task = task
    self.last = last
    self.parts = parts
  }

  /// - Parameters:
  ///   - author: Who changed the task last.
  ///   - time: The committer's time of that change.
  ///   - commit: The id of that change's commit, in hexadecimal digits.
  public init(task: PlacedDocument?, author: String, time: Timestamp, commit: String) {
    self.init(task: task, last: LastChange(author: author, time: time, commit: commit))
  }

  /// Who changed a part last, and when.
  package func lastChange(of part: TaskPart) -> LastChange { parts[part] ?? last }

  /// Who changed the last of some lines of the body, and when.
  func lastChange(ofLines lines: [[UInt8]]) -> LastChange {
    let changes = lines.map { lastChange(of: .line($0)) }
    return changes.dropFirst().reduce(changes.first ?? last) { $1.isNewer(than: $0) ? $1 : $0 }
  }
}

extension MergeSide {
  /// Whether its change is the later one; never true of both of two sides.
  ///
  /// What a side holds decides only where its time and commit don't, so that two sides that
  /// are not equal have the same order whoever asks.
  func isNewer(than other: MergeSide) -> Bool {
    if last != other.last { return last.isNewer(than: other.last) }
    guard let task, let their = other.task else { return task != nil && other.task == nil }
    if task.path != their.path { return their.path < task.path }
    return their.document.bytes.lexicographicallyPrecedes(task.document.bytes)
  }
}

/// The value after two changes of which at most one is one; the newer one where both are.
func merged<Value: Equatable>(_ base: Value?, newer: Value, older: Value) -> Value {
  newer == base ? older : newer
}

/// What decides where of two changes of one thing only one can stand.
public enum MergeRule: Hashable, Sendable {
  /// Two histories meet: the further of two statuses, a change rather than a removal, else the
  /// newer.
  case newer
  /// The older side takes a change back: whatever was done since stays, and what is wanted
  /// back gives way.
  ///
  /// - Parameter held: Keys that somebody set since, even if to the value that they had; `status`
  ///   stands for the folder, too.
  case takingBack(held: Set<String>)
  /// Two histories meet whose result is what two further ones have in common: what both sides
  /// changed, each in its own way, is as it was before. Each of those two has taken one of the two,
  /// and whichever stood here would seem to be nobody's decision.
  case undecided

  var isTakingBack: Bool { if case .takingBack = self { true } else { false } }

  /// Keys that stay as they are.
  var held: Set<String> {
    switch self {
    case .newer, .undecided: []
    case .takingBack(let held): held
    }
  }
}

/// Who changed something last, and when.
public struct LastChange: Hashable, Sendable {
  public var author: String
  /// The committer's time.
  public var time: Timestamp
  /// The commit's id, in hexadecimal digits.
  public var commit: String

  public init(author: String, time: Timestamp, commit: String) {
    self.author = author
    self.time = time
    self.commit = commit
  }

  /// Whether it is the later one; never true of both of two.
  ///
  /// By the time; ties by the commit's id, so that everybody who asks finds the same.
  public func isNewer(than other: LastChange) -> Bool {
    if time < other.time || other.time < time { return other.time < time }
    if commit != other.commit { return other.commit < commit }
    if author != other.author { return other.author < author }
    return other.time.offsetMinutes < time.offsetMinutes
  }
}

/// A part of a task of which one version stands where both sides changed it.
public enum TaskPart: Hashable, Sendable {
  /// A key of the front matter; `due` is `deadline`.
  case field(String)
  /// A line of the body, by its text without the line end.
  case line([UInt8])
  /// The first folder of the path, and what the text says of it.
  case status
  /// The folders below that.
  case folder
  /// The file's name.
  case fileName
}

/// Which of two sides changed a part last.
struct Recency {
  /// The side that changed the task last.
  let newer: MergeSide
  let older: MergeSide
  var rule = MergeRule.newer

  /// Whether the side that did not change the task last changed this part last all the same.
  func isOlderNewer(_ part: TaskPart) -> Bool {
    older.lastChange(of: part).isNewer(than: newer.lastChange(of: part))
  }

  /// What the later change of a part made of it, and the earlier one.
  func ordered<Value>(
    _ part: TaskPart, newer: Value, older: Value
  ) -> (newer: Value, older: Value) {
    isOlderNewer(part) ? (older, newer) : (newer, older)
  }
}

extension TaskPart {
  /// The parts that are not the same in two versions of a task.
  ///
  /// Of the body the lines that the later version has more often than the earlier one.
  ///
  /// - Parameter before: Nil for a task that was made.
  public static func changed(
    from before: PlacedDocument?, to after: PlacedDocument
  ) -> Set<TaskPart> {
    var parts: Set<TaskPart> = []
    let place = StorePath(after.path)
    let old = before.map { StorePath($0.path) }
    if old?.top != place.top { parts.insert(.status) }
    if old?.folder != place.folder { parts.insert(.folder) }
    if old?.name != place.name { parts.insert(.fileName) }
    let fields = (states(before?.document), states(after.document))
    for key in Set(fields.0.keys).union(fields.1.keys) where fields.0[key] != fields.1[key] {
      parts.insert(key == "status" ? .status : .field(key))
    }
    var counts: [[UInt8]: Int] = [:]
    if let before {
      for line in BodyLines(before.document.bodyBytes).lines { counts[line.text, default: 0] += 1 }
    }
    for line in BodyLines(after.document.bodyBytes).lines {
      counts[line.text, default: 0] -= 1
      if counts[line.text, default: 0] < 0 { parts.insert(.line(line.text)) }
    }
    return parts
  }

  private static func states(_ document: TaskDocument?) -> [String: FieldState] {
    guard let document, let header = document.understoodHeader else { return [:] }
    var states: [String: FieldState] = [:]
    for entry in header.entries {
      states[entry.key == "due" ? "deadline" : entry.key] = FieldState(entry)
    }
    return states
  }
}
