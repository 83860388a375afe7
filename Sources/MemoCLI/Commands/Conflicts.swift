internal import MemoKit
package import TaskFile
internal import Terminal

struct Conflicts: Command {
  static let grammar = Grammar(
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
    options: [.listing])

  @Arguments(filter: "filter") var filter

  func run(in context: Context) throws -> Outcome {
    let listing = try Listing(filter, ignoresContext: true, in: context)
    let matching = listing.snapshot.tasks.filter {
      $0.item.conflictNotes > 0 && listing.filter.matches($0, at: listing.now)
    }
    let tasks = SortOrder.standard.sorted(matching, at: listing.now)
    let hint =
      tasks.isEmpty
      ? "no conflict notes"
      : "'memo resolve ID' keeps the current value, with --other it takes the one in the note"
    return context.outcome(
      text: Self.text(tasks, listing.snapshot.shortestPrefixes(of: tasks), listing.page),
      document: listing.document(
        .conflicts,
        [
          "tasks": .list(tasks) { task in
            task.json(listing.page)
              + ["notes": .list(task.document.conflictNotes.map(\.note.json))]
          }
        ]),
      notes: listing.narrowing.notices + [hint], ids: tasks.map(\.distinctID))
  }

  private static func text(
    _ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ page: Page
  ) -> String {
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
  private static func now(_ note: ConflictNote, _ task: StoredTask) -> [String] {
    guard case .field(let key) = note.part else { return [] }
    return [task.document.value(of: key)?.joined ?? "none"]
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
