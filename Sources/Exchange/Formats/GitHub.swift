internal import MemoKit

/// The output of
/// `gh issue list --json number,title,body,state,labels,assignees,milestone,createdAt,url`.
extension ExchangeFormat {
  static let github = ExchangeFormat(
    name: "github", title: "GitHub issues (gh issue list --json …)", endings: [".json"],
    isRecognized: { file in
      func has(_ key: String) -> Bool { file.text.contains("\"\(key)\"") }
      return file.firstLetter == "[" && has("title")
        && (has("number") || has("labels") && has("assignees"))
    },
    read: { file, context in
      let items = JSONItems(file.text, below: "issues")
      let keys = items.keys.map { fields[$0] ?? $0 }
      return read(items) { members throws(RecordProblem) in
        var record = record(members, context)
        record.tell(keys + (keys.contains("tags") ? ["labels"] : []), of: "github")
        return record
      }
    },
    write: { records, _ in [ExchangeFile(text: records.map { value(of: $0) }.jsonLines)] })

  /// The fields of members with other names.
  private static let fields = [
    "state": "status", "labels": "tags", "assignees": "assignee", "closedAt": "completed",
  ]

  private static func record(
    _ members: [TypedValue.Pair], _ context: ExchangeContext
  ) -> TaskRecord {
    var record = TaskRecord(title: (members.text("title") ?? "").oneLine)
    // Issues of different repositories can have the same number.
    let path = members.text("url")?.split(separator: "/").dropFirst(2).prefix(2)
    let place = path.map { $0.joined(separator: "/") + "#" } ?? ""
    record.source = members.text("number").map { "github:\(place)\($0)" }
    for member in members {
      func names(_ key: String) -> [String] {
        members.list(member.key).compactMap { item in
          if case .map(let inner) = item { inner.text(key) } else { item.text }
        }
      }
      let text = member.value.text
      switch member.key {
      case "number", "title", "updatedAt", "closed", "id": break
      case "memo-id": record.id = text.flatMap { TaskID($0) }
      case "status": if let text { record.setStatus(called: text, keepingAs: "github-status") }
      case "priority":
        if let text { record.setPriority(called: text, keepingAs: "github-priority") }
      case "after": record.set("after", members.list("after").compactMap(\.text))
      case "body": record.body = TaskRecord.trimmed(text ?? "")
      case "state": record.status = text?.uppercased() == "CLOSED" ? .done : .todo
      case "createdAt": record.created = text.flatMap { moment($0, context) }
      case "closedAt": record.set("completed", text.flatMap { moment($0, context)?.description })
      case "labels":
        record.setTags(of: names("name"), keepingAs: "labels")
      case "assignees": record.set("assignee", oneOrMore: names("login"))
      case "milestone", "author":
        guard case .map(let inner) = member.value else { continue }
        record.set(member.key, inner.text("title") ?? inner.text("login"))
      default:
        if let text {
          record.set(known: member.key, text, orIn: "github")
        } else if ![.null, .list([]), .map([])].contains(member.value) {
          record.set(TaskRecord.ownKey(member.key, of: "github"), member.value.json)
        }
      }
    }
    return record
  }

  private static func moment(_ text: String, _ context: ExchangeContext) -> Timestamp? {
    Timestamp(text).map { context.now.timestamp(at: $0.secondsSince1970) }
  }

  private static func value(of record: TaskRecord) -> TypedValue {
    var members: [TypedValue.Pair] = []
    func utc(_ stamp: Timestamp) -> String {
      Timestamp(secondsSince1970: stamp.secondsSince1970, offsetMinutes: 0).description
        .replacing("+00:00", with: "Z")
    }
    let number = record.name(in: "github")?.split(separator: "#").last.flatMap { Int($0) }
    members.add("number", number.map { .number("\($0)") })
    // An import recognizes tasks that aren't from GitHub by memo's id.
    if number == nil { members.add("memo-id", record.id?.text) }
    members.add("title", record.title)
    members.add("body", record.body)
    members.add("state", record.status == .done ? "CLOSED" : "OPEN")
    // GitHub has no status between the two.
    if record.status == .doing { members.add("status", "doing") }
    members.add("labels", .list(record.labels(keptAs: "labels").map { ["name": .text($0)] }))
    members.add("assignees", .list(record.list("assignee").map { ["login": .text($0)] }))
    members.add("milestone", record.text("milestone").map { ["title": .text($0)] })
    members.add("author", record.text("author").map { ["login": .text($0)] })
    members.add("createdAt", record.created.map(utc))
    if record.status == .done {
      members.add("closedAt", record.text("completed").flatMap { Timestamp(atMost: $0) }.map(utc))
    }
    let placed: Set<String> = ["tags", "labels", "assignee", "milestone", "author", "completed"]
    for field in record.fields where !placed.contains(field.key) {
      // The reason is of the state that the issue had at the import.
      let isOpen = ["", "REOPENED"].contains(record.text("stateReason"))
      if field.key == "stateReason", isOpen != (record.status != .done) { continue }
      members.add(field.key(in: "github"), value(of: field))
    }
    return .map(members)
  }

  /// A field as JSON; text that is a JSON object, list or Boolean becomes that value again.
  private static func value(of field: Field) -> TypedValue {
    switch field.value {
    case .list(let items): return .list(items.map { .text($0) })
    case .text(let text):
      let isJSON = "[{".contains(text.first ?? " ") || ["true", "false"].contains(text)
      return (isJSON ? TypedValue(json: Array(text.utf8)) : nil) ?? .text(text)
    }
  }
}
