package import MemoKit

extension KnownField {
  /// The known fields with a name in documents: the id, then the other core fields but `memo-id`.
  static let ofAll = [.id] + core.filter { ![.id, .memoID].contains($0) }
}

extension StoredTask {
  /// The text of a known field: several for a list, none if memo can't read it.
  func texts(of field: KnownField, in item: TaskItem) -> [String] {
    let text: String? =
      switch field {
      case .id: id?.text
      case .title: title
      case .status: status.rawValue
      case .deadline: item.deadline?.description
      case .priority: item.priority?.rawValue
      case .created: item.created?.description
      default: nil
      }
    return field == .tags ? item.tags : text.map { [$0] } ?? []
  }

  /// The members of a task in every JSON document.
  ///
  /// - Parameter completed: When the task was done, for an export.
  func json(_ page: Page, completed: Timestamp? = nil) -> JSON {
    let item = item
    let checklist = item.checklist
    var own = document.ownValues(and: item.unusableKeys)
    if let completed, document.value(of: "completed") == nil {
      // An empty value, or one that memo can't read.
      own.removeAll { $0.key == "completed" }
      own.append(JSON.Pair(key: "completed", value: .text(completed.description)))
    }
    return [
      "id": .text(id?.text), "title": .text(title), "status": .text(status.rawValue),
      "deadline": .text(item.deadline?.description), "overdue": .bool(isOverdue(page.now)),
      "priority": .text(item.priority?.rawValue), "tags": .texts(item.tags),
      "created": .text(item.created?.description),
      "path": .text(path),
      "checklist": ["done": .number(checklist.done), "total": .number(checklist.total)],
      "conflicts": .number(item.conflictNotes),
      "problems": .list(problems.map(\.json)),
      "body": .text(document.body),
      "fields": .map(own),
    ]
  }

  /// The id, or the path of a task without an id.
  var distinctID: String { id?.text ?? path }

  /// Whether the deadline has passed and the task is still open.
  package func isOverdue(_ now: LocalTime) -> Bool {
    status != .done && (deadline?.isOverdue(at: now) ?? false)
  }
}

extension StoreProblem {
  var json: JSON {
    [
      "path": .text(path),
      "line": .number(place?.line),
      "column": .number(place?.column),
      "message": .text(message),
      "hint": .text(hint),
    ]
  }

  /// In the format of compilers: `path:line:column: error: message`.
  package var line: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(position): error: \(message)"
  }
}

extension TaskChange {
  var json: JSON {
    [
      "kind": .text(kind.rawValue),
      "id": .text(id), "title": .text(title),
      "path": .text(path),
      // The log has the whole files.
      "edits": .list(
        fields.map { ([.layout, .text].contains($0.part) ? Field($0.part) : $0).json }),
    ]
  }
}

extension LastChange {
  var json: JSON {
    ["commit": .text(commit), "time": .text(time.description), "author": .text(author)]
  }
}

extension TaskChange.Field {
  var json: JSON {
    ["field": .text(part.label), "from": .text(from), "to": .text(to)]
  }
}
