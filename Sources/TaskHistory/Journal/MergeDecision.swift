public import TaskFile

/// Which of two sides a merge took for a field that both had changed.
public struct MergeDecision: Hashable, Sendable {
  /// Why the one was taken.
  public enum Reason: String, Sendable {
    /// It was changed later.
    case newer
    /// The status is further on, though it was changed earlier.
    case further
  }

  /// What somebody made of a field.
  public struct Side: Hashable, Sendable {
    /// Nil for a field that was taken away.
    public var value: String?
    /// Who changed it last; nil where nobody did on that side.
    public var change: LastChange?
  }

  /// Nil for the task as a whole, which one side had deleted.
  public var part: TaskChange.Part?
  /// Whether it is the deletion that was taken.
  public var isDeletion = false
  public var taken: Side
  /// What had to give way.
  public var left: Side
  /// Nil where neither rule tells, as when a person decided.
  public var reason: Reason?
}

extension MergeDecision {
  /// Of a task that a merge has not, although a side changed it: a change stays otherwise.
  init(deletion taken: LastChange?, over left: LastChange?) {
    (self.taken, self.left) = (Side(value: nil, change: taken), Side(value: nil, change: left))
    isDeletion = true
  }

  init(_ part: TaskChange.Part?, _ taken: Side, over left: Side) {
    (self.part, self.taken, self.left) = (part, taken, left)
    guard let one = taken.change, let other = left.change else { return }
    if one.isNewer(than: other) {
      reason = .newer
    } else if part == .status, Self.order(taken.value) > Self.order(left.value) {
      reason = .further
    }
  }

  private static func order(_ status: String?) -> Int {
    status.flatMap(Status.init(rawValue:)).flatMap { Status.allCases.firstIndex(of: $0) } ?? -1
  }

  /// In the journal's words: `deadline 2026-12-05 (Ana) over 2026-12-09 (Ben), newer`.
  public var words: String { words { $0 } }

  /// The same.
  ///
  /// - Parameter value: How a value is written, given how it is in the file.
  public func words(value: (String) -> String) -> String {
    func name(_ side: Side) -> String { side.change.map { " (\($0.author))" } ?? "" }
    let reason = reason.map { ", \($0.rawValue)" } ?? ""
    guard let part else {
      return isDeletion
        ? "deleted\(name(taken)) over a change\(name(left))"
        : "kept\(name(taken)) over a deletion\(name(left))"
    }
    if part == .conflicts {
      return "\(part.label) \(Self.notes(taken))\(name(taken))"
        + " over \(Self.notes(left))\(name(left))\(reason)"
    }
    if [.body, .text, .layout].contains(part) {
      return "\(part.label)\(name(taken)) over another\(name(left))\(reason)"
    }
    return "\(part.label) \(taken.value.map(value)?.journalText ?? "none")\(name(taken))"
      + " over \(left.value.map(value)?.journalText ?? "none")\(name(left))\(reason)"
  }

  /// The notes of a side, the first line of each without its mark.
  private static func notes(_ side: Side) -> String {
    let notes = ConflictNote.firstLines(of: side.value ?? "")
    return notes.isEmpty ? "none" : notes.joined(separator: ", ").journalText
  }
}
