package import MemoKit
internal import TaskFile

extension KnownField {
  /// The known fields with a name in documents: the id, then the other core fields but `memo-id`.
  static let ofAll = [.id] + core.filter { ![.id, .memoID].contains($0) }
}

extension Member {
  /// The members of known fields, with `overdue` after the deadline.
  static let ofFields = KnownField.ofAll.flatMap { field in
    [Member(rawValue: field.rawValue)].compactMap(\.self) + (field == .deadline ? [.overdue] : [])
  }
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
  func json(_ page: Page, completed: Timestamp? = nil) -> Members {
    let item = item
    let checklist = item.checklist
    let fields = Member.ofFields.map { member -> (Member, JSON?) in
      guard let field = KnownField(rawValue: member.rawValue) else {
        return (member, .bool(isOverdue(page.now)))
      }
      let texts = texts(of: field, in: item)
      return (member, field.kind == .tags ? .texts(texts) : .text(texts.first))
    }
    var own = document.ownValues(and: item.unusableKeys)
    if let completed, document.value(of: "completed") == nil {
      // An empty value, or one that memo can't read.
      own.removeAll { $0.key == "completed" }
      own.append(JSON.Pair(key: "completed", value: .text(completed.description)))
    }
    return Members(fields) + [
      .path: .text(path),
      .checklist: .members([.done: .number(checklist.done), .total: .number(checklist.total)]),
      .conflicts: .number(item.conflictNotes),
      .problems: .list(problems.map(\.json)),
      .body: .text(document.body),
      .fields: .map(own),
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
    .members([
      .path: .text(path),
      .line: .number(place?.line),
      .column: .number(place?.column),
      .message: .text(message),
      .hint: .text(hint),
    ])
  }

  /// In the format of compilers: `path:line:column: error: message`.
  package var line: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(position): error: \(message)"
  }
}

extension TaskChange {
  var json: JSON {
    .members([
      .kind: .text(kind.rawValue),
      .id: .text(id), .title: .text(title),
      .path: .text(path),
      // The log has the whole files.
      .edits: .list(
        fields.map { ([.layout, .text].contains($0.part) ? Field($0.part) : $0).json }),
    ])
  }
}

extension TaskChange.Field {
  var json: JSON {
    .members([.field: .text(part.label), .from: .text(from), .to: .text(to)])
  }
}
