package import MemoCLI
package import MemoKit
internal import Terminal
package import Words

/// A conflict note in a task: the current value, the discarded value, and what resolves the conflict.
package struct OpenConflict: Sendable {
  package let key: TaskKey
  package let task: StoredTask
  /// The note's number in the task, from 1.
  package let number: Int
  package let note: ConflictNote
  /// The note's lines in the body, from 0.
  package let lines: Range<Int>

  /// False if memo can't parse what the note is about, as after a hand edit.
  package var isClear: Bool { note.part != nil }

  /// Keeps the current value or takes the discarded one, and removes the note.
  package func resolution(takesNote: Bool) -> Job {
    Job(.resolve(note, takesNote: takesNote), [key])
  }

  package var text: String {
    bodyLines.dropFirst(lines.lowerBound).prefix(lines.count).joined(separator: "\n").sanitizedLines
  }

  /// The first line of the note in the file, from 1.
  package var line: Int {
    let before = task.document.bytes.dropLast(task.document.body.utf8.count)
    return before.count { $0 == UInt8(ascii: "\n") } + lines.lowerBound + 1
  }

  private var bodyLines: [Substring] {
    task.document.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  fileprivate var paragraph: String {
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    return bodyLines.prefix(lines.lowerBound).reversed().drop(while: isBlank)
      .prefix { !isBlank($0) && !$0.hasPrefix(">") }.prefix(8).reversed()
      .joined(separator: "\n").sanitizedLines
  }
}

extension StoreState {
  /// The conflicts of a task, in the order of its body.
  package func conflicts(of key: TaskKey) -> [OpenConflict] {
    guard let task = tasks[key], task.conflictNotes > 0 else { return [] }
    return task.document.conflictNotes.enumerated().map { index, placed in
      OpenConflict(key: key, task: task, number: index + 1, note: placed.note, lines: placed.lines)
    }
  }
}

extension Words {
  package func subject(of conflict: OpenConflict) -> String {
    conflict.note.part.map { name(of: $0) } ?? task
  }

  /// The field, its discarded value and who wrote that, on one line.
  package func notedLine(_ conflict: OpenConflict, on page: Page) -> String {
    let value = noted(conflict, on: page).onOneLine
    let author = conflict.note.author.sanitized
    return "\(subject(of: conflict)): \(value)" + (author.isEmpty ? "" : " — \(author)")
  }

  /// The current value, on several lines if the conflict is one of the text.
  package func kept(_ conflict: OpenConflict, on page: Page) -> String {
    switch conflict.note.part {
    case .field("status"): return name(of: conflict.task.status).uppercased()
    case .field(let key):
      let text = conflict.task.document.value(of: key)?.joined
      return value(text, of: .field(key), on: page)
    case .body:
      let text = conflict.paragraph
      return text.isEmpty ? none : text
    default: return conflict.task.title.sanitized
    }
  }

  /// The discarded value.
  package func noted(_ conflict: OpenConflict, on page: Page) -> String {
    switch conflict.note.value {
    case .removed: conflict.note.part == .task ? wasDeleted : none
    case .lines(let lines): lines.joined(separator: "\n").sanitizedLines
    case .field(.text(let text)):
      conflict.note.part.map { value(text, of: $0, on: page) } ?? text.onOneLine.sanitized
    case .field(.list(let items)): items.joined(separator: ", ").sanitized
    }
  }
}
