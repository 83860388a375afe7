internal import MemoKit
internal import TaskFile

/// Whose what stands is, where something else gave way to it, and since when.
struct StandingSide: Hashable, Sendable {
  var author: String
  var time: Timestamp

  /// A conflict's note.
  struct Place: Hashable, Sendable {
    /// The task's file.
    var path: String
    /// Of the notes in it, from 0.
    var index: Int
  }

  /// What is looked for in a task's past.
  struct Question {
    private let note: ConflictNote
    private let part: TaskChange.Part
    /// What stands now; nil where it has no value that could be compared.
    private let value: String?

    /// - Returns: Nil for a note that is about no part of a task.
    init?(_ task: StoredTask, _ note: ConflictNote) {
      guard let part = TaskChange.Part(of: note) else { return nil }
      (self.note, self.part) = (note, part)
      guard case .field(let key) = note.part else {
        value = nil
        return
      }
      if key == "status" {
        value = task.status.rawValue
      } else if case .text(let text)? = task.document.value(of: key) {
        value = text
      } else {
        value = nil
      }
    }

    /// - Returns: Nil where this is not what made it so.
    func answer(_ entry: LogEntry) -> StandingSide? {
      let decision = entry.decisions.first { decision in
        decision.part == part
          && decision.left.change.map { note.date.hasPrefix(Self.day($0.time)) } ?? true
      }
      if let taken = decision?.taken.change {
        return StandingSide(author: taken.author, time: taken.time)
      }
      guard let field = entry.changes.first(where: { $0.part == part }) else { return nil }
      let gaveWay = entry.author == note.author && note.date.hasPrefix(Self.day(entry.time))
      guard value.map({ $0 == field.to }) ?? !gaveWay else { return nil }
      return StandingSide(author: entry.author, time: entry.time)
    }

    private static func day(_ time: Timestamp) -> String { String(time.description.prefix(10)) }
  }
}

extension TaskChange.Part {
  /// What a note of a conflict is about; nil for the whole task, and for what is not known.
  init?(of note: ConflictNote) {
    switch note.part {
    case .field(let key): self = .key(key)
    case .body: self = .body
    case .task, .unknown: return nil
    }
  }
}
