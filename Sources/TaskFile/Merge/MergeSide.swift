/// One side of a merge: the task with authors and times.
public struct MergeSide: Hashable, Sendable {
  /// Nil if the task was deleted.
  public var task: TaskVersion?
  /// The last change of any part of the task.
  public var last: LastChange
  /// The last changes of parts, if not ``last``.
  public var parts: [TaskPart: LastChange]
  /// Whether this is the remote, whose claims win.
  public var isRemote = false

  public init(
    task: TaskVersion?, last: LastChange, parts: [TaskPart: LastChange] = [:]
  ) {
    self.task = task
    self.last = last
    self.parts = parts
  }

  /// - Parameters:
  ///   - author: Of the last change.
  ///   - time: The author date.
  ///   - commit: The id in hexadecimal digits.
  public init(task: TaskVersion?, author: String, time: Timestamp, commit: String) {
    self.init(task: task, last: LastChange(author: author, time: time, commit: commit))
  }

  package func lastChange(of part: TaskPart) -> LastChange { parts[part] ?? last }

  func lastChange(ofLines lines: [[UInt8]]) -> LastChange {
    let changes = lines.map { lastChange(of: .line($0)) }
    return changes.dropFirst().reduce(changes.first ?? last) { $1.isNewer(than: $0) ? $1 : $0 }
  }
}

extension MergeSide {
  /// Whether this side's change is later; never true for both sides.
  ///
  /// For equal changes the contents decide, so that two different sides always have the same order.
  func isNewer(than other: MergeSide) -> Bool {
    if last != other.last { return last.isNewer(than: other.last) }
    guard let task, let their = other.task else { return task != nil && other.task == nil }
    if task.path != their.path { return their.path < task.path }
    return their.document.bytes.lexicographicallyPrecedes(task.document.bytes)
  }
}

/// The value of the side that changed it; the newer value if both did.
func merged<Value: Equatable>(_ base: Value?, newer: Value, older: Value) -> Value {
  newer == base ? older : newer
}

/// The way to decide between two changes of one part.
public enum MergeRule: Hashable, Sendable {
  /// For two histories. The further status wins. If one side removed a part and the other changed
  /// it, the change wins. Otherwise the newer change wins.
  case newer
  /// For an undo, as the older side: later changes stay, and other values that can't be restored
  /// are discarded.
  ///
  /// - Parameter held: Parts that somebody set later, even to the same value.
  case undo(held: Set<TaskPart>)
  /// For a virtual merge base of a criss-cross merge: a part that both sides changed keeps its base
  /// value.
  ///
  /// Each later side has chosen one of both values, and neither choice may look unchanged.
  case undecided

  var isTakingBack: Bool { if case .undo = self { true } else { false } }

  var held: Set<TaskPart> {
    switch self {
    case .newer, .undecided: []
    case .undo(let held): held
    }
  }
}

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

  /// Whether this change is later; never true for both changes.
  ///
  /// Of simultaneous changes, the one with the greater commit id is later, so that all clones
  /// agree.
  public func isNewer(than other: LastChange) -> Bool {
    (other.time.secondsSince1970, other.commit, other.author, other.time.offsetMinutes)
      < (time.secondsSince1970, commit, author, time.offsetMinutes)
  }
}

struct Recency {
  let newer: MergeSide
  let older: MergeSide
  var rule = MergeRule.newer

  /// Whether the older side changed this part last.
  func isOlderSideNewer(_ part: TaskPart) -> Bool {
    older.lastChange(of: part).isNewer(than: newer.lastChange(of: part))
  }

  /// The later and the earlier value of a part.
  func ordered<Value>(
    _ part: TaskPart, newer: Value, older: Value
  ) -> (newer: Value, older: Value) {
    isOlderSideNewer(part) ? (older, newer) : (newer, older)
  }
}

extension TaskPart {
  /// The parts that differ between two versions of a task.
  ///
  /// Of the text, these are the lines that the later version has more often.
  /// - Parameter before: Nil for an added task.
  public static func changed(
    from before: TaskVersion?, to after: TaskVersion
  ) -> Set<TaskPart> {
    var parts: Set<TaskPart> = []
    let place = StorePath(after.path)
    let old = before.map { StorePath($0.path) }
    if old?.top != place.top { parts.insert(.status) }
    if old?.folder != place.folder { parts.insert(.folder) }
    if old?.name != place.name { parts.insert(.fileName) }
    let fields = (states(before?.document), states(after.document))
    for key in Set(fields.0.keys).union(fields.1.keys) where fields.0[key] != fields.1[key] {
      parts.insert(.field(key))
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
      states[entry.part] = FieldState(entry)
    }
    return states
  }
}
