/// A task's text and its path in the store.
public struct PlacedDocument: Hashable, Sendable {
  /// Relative to the store: `todo/home/buy-milk.md`.
  public var path: String
  public var document: TaskDocument

  public init(path: String, document: TaskDocument) {
    self.path = path
    self.document = document
  }

  /// Paths that only look the same, such as `ä` in two encodings, are different files.
  public static func == (a: PlacedDocument, b: PlacedDocument) -> Bool {
    a.path.utf8.elementsEqual(b.path.utf8) && a.document == b.document
  }
}

/// One side of a merge: the task, its authors and times.
public struct MergeSide: Hashable, Sendable {
  /// Nil if the task was deleted.
  public var task: PlacedDocument?
  /// The last change of any part of the task.
  public var last: LastChange
  /// The last changes of parts; others were changed by ``last``.
  public var parts: [TaskPart: LastChange]
  /// Whether it is the remote's side, whose claims win.
  public var isRemote = false

  public init(
    task: PlacedDocument?, last: LastChange, parts: [TaskPart: LastChange] = [:]
  ) {
    self.task = task
    self.last = last
    self.parts = parts
  }

  /// - Parameters:
  ///   - author: The author of the last change.
  ///   - time: The author date of that change.
  ///   - commit: The id of that commit, in hexadecimal digits.
  public init(task: PlacedDocument?, author: String, time: Timestamp, commit: String) {
    self.init(task: task, last: LastChange(author: author, time: time, commit: commit))
  }

  /// The last change of a part.
  package func lastChange(of part: TaskPart) -> LastChange { parts[part] ?? last }

  /// The last change of any of these lines of the text.
  func lastChange(ofLines lines: [[UInt8]]) -> LastChange {
    let changes = lines.map { lastChange(of: .line($0)) }
    return changes.dropFirst().reduce(changes.first ?? last) { $1.isNewer(than: $0) ? $1 : $0 }
  }
}

extension MergeSide {
  /// Whether this side's change is the later one; never true for both of two sides.
  ///
  /// If time and commit are equal, the contents decide, so that different sides always have the
  /// same order.
  func isNewer(than other: MergeSide) -> Bool {
    if last != other.last { return last.isNewer(than: other.last) }
    guard let task, let their = other.task else { return task != nil && other.task == nil }
    if task.path != their.path { return their.path < task.path }
    return their.document.bytes.lexicographicallyPrecedes(task.document.bytes)
  }
}

/// The merged value if at most one side changed it; the newer one if both did.
func merged<Value: Equatable>(_ base: Value?, newer: Value, older: Value) -> Value {
  newer == base ? older : newer
}

/// How a merge decides between two changes of one part.
public enum MergeRule: Hashable, Sendable {
  /// A merge of two histories: the furthest status, a change before a removal, else the newer
  /// change.
  case newer
  /// An undo, as the older side: later changes stay, and a value that can't be restored is
  /// discarded.
  ///
  /// - Parameter held: Keys that somebody set later, also to the value that they had; `status`
  ///   includes the folder.
  case undo(held: Set<String>)
  /// A virtual merge base, for a criss-cross merge. A part that both sides changed keeps its base
  /// value, since each of the later sides has chosen one of the two, and none of these choices must
  /// look unchanged.
  case undecided

  var isTakingBack: Bool { if case .undo = self { true } else { false } }

  /// Keys that keep their value.
  var held: Set<String> {
    switch self {
    case .newer, .undecided: []
    case .undo(let held): held
    }
  }
}

/// The author, time and commit of a change.
public struct LastChange: Hashable, Sendable {
  public var author: String
  /// The author date.
  public var time: Timestamp
  /// The commit's id, in hexadecimal digits.
  public var commit: String

  public init(author: String, time: Timestamp, commit: String) {
    self.author = author
    self.time = time
    self.commit = commit
  }

  /// Whether it is the later one; never true for both of two.
  ///
  /// By time; for equal times by the greater commit id, so that all clones agree.
  public func isNewer(than other: LastChange) -> Bool {
    if time < other.time || other.time < time { return other.time < time }
    if commit != other.commit { return other.commit < commit }
    if author != other.author { return other.author < author }
    return other.time.offsetMinutes < time.offsetMinutes
  }
}

/// A part of a task of which one version wins if both sides changed it.
public enum TaskPart: Hashable, Sendable {
  /// A key of the front matter; `due` is `deadline`.
  case field(String)
  /// A line of the text, without its line ending.
  case line([UInt8])
  /// The first folder of the path, and the status in the text.
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

  /// Whether the other side changed this part last.
  func isOlderSideNewer(_ part: TaskPart) -> Bool {
    older.lastChange(of: part).isNewer(than: newer.lastChange(of: part))
  }

  /// The values of the later and the earlier change of a part.
  func ordered<Value>(
    _ part: TaskPart, newer: Value, older: Value
  ) -> (newer: Value, older: Value) {
    isOlderSideNewer(part) ? (older, newer) : (newer, older)
  }
}

extension TaskPart {
  /// The parts that differ between two versions of a task.
  ///
  /// For the text, the lines that the later version has more often.
  /// - Parameter before: Nil for an added task.
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
