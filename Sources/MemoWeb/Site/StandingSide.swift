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
    /// Nil for the task as such, which the other side deleted.
    private let part: TaskChange.Part?
    /// What stands now; nil where it has no value that could be compared.
    private let value: String?

    /// - Returns: Nil for a note that can't be told any more.
    init?(_ task: StoredTask, _ note: ConflictNote) {
      guard note.part != .unknown else { return nil }
      (self.note, part) = (note, TaskChange.Part(of: note))
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
      let gaveWay = entry.author == note.author && note.date.hasPrefix(Self.day(entry.time))
      guard let part else {
        // What was not deleted stands as whoever changed it last has made it.
        return gaveWay || entry.kind == .delete
          ? nil : StandingSide(author: entry.author, time: entry.time)
      }
      let decision = entry.decisions.first { decision in
        decision.part == part
          && decision.left.change.map { note.date.hasPrefix(Self.day($0.time)) } ?? true
      }
      if let taken = decision?.taken.change {
        return StandingSide(author: taken.author, time: taken.time)
      }
      guard let field = entry.changes.first(where: { $0.part == part }) else { return nil }
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
