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
