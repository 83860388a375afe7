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
  /// Who changed the task last.
  public var author: String
  /// The committer's time of that change.
  public var time: Timestamp
  /// The id of that change's commit, in hexadecimal digits.
  public var commit: String

  public init(task: PlacedDocument?, author: String, time: Timestamp, commit: String) {
    self.task = task
    self.author = author
    self.time = time
    self.commit = commit
  }
}

extension MergeSide {
  /// Whether its change is the later one; never true of both of two sides.
  ///
  /// What a side holds decides only where its time and commit don't, so that two sides that
  /// are not equal have the same order whoever asks.
  func isNewer(than other: MergeSide) -> Bool {
    if time < other.time || other.time < time { return other.time < time }
    if commit != other.commit { return other.commit < commit }
    if author != other.author { return other.author < author }
    if time.offsetMinutes != other.time.offsetMinutes {
      return other.time.offsetMinutes < time.offsetMinutes
    }
    guard let task, let their = other.task else { return task != nil && other.task == nil }
    if task.path != their.path { return their.path < task.path }
    return their.document.bytes.lexicographicallyPrecedes(task.document.bytes)
  }
}

/// The value after two changes of which at most one is one; the newer one where both are.
func merged<Value: Equatable>(_ base: Value?, newer: Value, older: Value) -> Value {
  newer == base ? older : newer
}
