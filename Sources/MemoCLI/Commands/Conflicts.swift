internal import MemoKit
package import TaskFile
internal import Terminal

struct Conflicts: Command {
  static let grammar = Grammar<Conflicts>(
    "conflicts", "List the discarded values of merges",
    """
    If two people changed the same thing, a sync keeps the newer value and writes the other one \
    into the task as a note. 'memo resolve' removes the notes.
    """,
    examples: """
      memo conflicts
      memo conflicts +work
      memo resolve kx --other
      """,
    words: [.filter(\.filter)],
    options: [.listing])

  var filter: TypedWords = []

  func run(in context: Context) throws -> any Report {
    let listing = try Listing(filter, ignoresContext: true, in: context)
    let tasks = listing.snapshot.tasks.filter {
      $0.item.conflictNotes > 0 && listing.filter.matches($0, at: listing.now)
    }
    return ConflictsOutput(
      listing: listing, tasks: SortOrder.standard.sorted(tasks, at: listing.now),
      prefixes: listing.snapshot.shortestPrefixes(of: tasks))
  }
}

struct ConflictsOutput: Report {
  var listing: Listing
  var tasks: [StoredTask]
  var prefixes: [TaskID: Int]

  func text(_ page: Page) -> String {
    tasks.map { task in
      let id = ShortID(task.id, prefixes).painted(page.style)
      let head = "\(id)  \(task.title.sanitized)  (\(task.path.sanitized))\n"
      let notes = task.document.conflictNotes.enumerated().map { index, placed in
        "  \(index + 1). \(placed.note.plainText)".sanitizedLines
          + now(placed.note, task).map { "  (now: \($0.sanitized))" }.joined() + "\n"
      }
      return head + notes.joined()
    }.joined()
  }

  /// The current value of the field.
  private func now(_ note: ConflictNote, _ task: StoredTask) -> [String] {
    guard case .field(let key) = note.part else { return [] }
    return [task.document.value(of: key)?.joined ?? "none"]
  }

  func notes(_ page: Page) -> [String] {
    let hint =
      tasks.isEmpty
      ? "no conflict notes"
      : "'memo resolve ID' keeps the current value, with --other it takes the one in the note"
    return listing.narrowing.notices + [hint]
  }

  func lines(_ page: Page) -> [JSON] {
    tasks.map { task in
      task.json(page) + ["notes": .list(task.document.conflictNotes.map(\.note.json))]
    }
  }

  var ids: [String] { tasks.map(\.distinctID) }

  func json(_ page: Page) -> JSON {
    listing.document(.conflicts, ["tasks": .list(lines(page))])
  }
}

extension ConflictNote {
  /// The note without its marker.
  package var plainText: String { description.replacing("> [!CONFLICT] ", with: "") }

  var json: JSON {
    let name = if case .field(let key) = part { key } else { part?.label }
    let value: JSON =
      switch value {
      case .field(.text(let text)): .text(text)
      case .field(.list(let items)): .texts(items)
      case .lines(let lines): .text(lines.joined(separator: "\n"))
      case .removed: .null
      }
    return [
      "field": .text(name), "value": value, "author": .text(author),
      "date": .text(date), "text": .text(plainText),
    ]
  }
}
