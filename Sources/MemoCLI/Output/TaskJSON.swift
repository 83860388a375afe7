package import MemoKit
internal import TaskFile

extension StoredTask {
  /// The members that a task has in every JSON document.
  func json(_ page: Page) -> [(Member, JSON)] {
    let checklist = item.checklist
    return [
      (.id, .text(id?.text)),
      (.title, .string(title)),
      (.status, .string(status.rawValue)),
      (.deadline, .text(item.deadline?.description)),
      (.overdue, .bool(isOverdue(page.now))),
      (.priority, .text(item.priority?.rawValue)),
      (.tags, .texts(item.tags)),
      (.created, .text(item.created?.description)),
      (.path, .string(path)),
      (
        .checklist,
        .members([(.done, .number(checklist.done)), (.total, .number(checklist.total))])
      ),
      (.conflicts, .number(item.conflictNotes)),
      (.problems, .array(problems.map(\.json))),
      (.body, .string(document.body)),
      (
        .fields, .table(document.ownValues(and: item.unusableKeys).map { ($0.key, JSON($0.value)) })
      ),
    ]
  }

  /// The id; the path of one that has none, which names it as well.
  var distinctID: String { id?.text ?? path }

  /// Whether the deadline has passed and the task is still open.
  package func isOverdue(_ now: LocalTime) -> Bool {
    status != .done && (deadline?.isOverdue(at: now) ?? false)
  }
}

extension StoreProblem {
  var json: JSON {
    .members([
      (.path, .string(path)),
      (.line, place.map { .number($0.line) } ?? .null),
      (.column, place.map { .number($0.column) } ?? .null),
      (.message, .string(message)),
      (.hint, .text(hint)),
    ])
  }

  /// As compilers write it: `path:line:column: error: what is wrong`.
  package var line: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(position): error: \(message)"
  }
}

extension TaskChange {
  var json: JSON {
    .members([
      (.kind, .string(kind.rawValue)),
      (.id, .text(id)), (.title, .string(title)),
      (.path, .string(path)),
      (.edits, .array(fields.map(\.json))),
    ])
  }
}

extension TaskChange.Field {
  var json: JSON {
    .members([(.field, .string(part.label)), (.from, .text(from)), (.to, .text(to))])
  }
}
