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
