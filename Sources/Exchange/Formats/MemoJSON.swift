internal import MemoKit

/// memo's own JSON, as `memo list --json` and `--ndjson` print it, and any objects with a title.
extension ExchangeFormat {
  static let json = ExchangeFormat(
    name: "json", title: "JSON of memo, or objects with a title",
    endings: [".json", ".ndjson", ".jsonl"],
    isRecognized: { file in file.firstLetter == "{" || file.firstLetter == "[" },
    read: read)

  /// Members that memo computes from the others.
  private static let computed: Set<String> = [
    "path", "overdue", "checklist", "conflicts", "problems", "urgency", "repeats", "deleted",
    "reasons",
  ]

  private static func read(_ file: ExchangeFile, _ context: ExchangeContext) -> ReadRecords {
    let items = JSONItems(file.text, below: "tasks")
    // memo's own tasks have all fields.
    let isOwn = items.keys.contains("fields")
    let names = ["due": "deadline", "done": "completed"]
    let keys = items.keys.map { names[$0] ?? $0 }
    return read(items) { members throws(RecordProblem) in
      var title: String?
      var record = TaskRecord(title: "")
      if !isOwn { record.tell(keys, of: "json") }
      for (key, value) in members.map({ ($0.key, $0.value) }) {
        if case .null = value { continue }
        let field = value.field
        switch (key, field) {
        case ("title", .text(let text)?): title = text
        case ("name", .text(let text)?), ("summary", .text(let text)?): title = title ?? text
        case ("status", .text(let text)?):
          record.setStatus(called: text, keepingAs: "json-status")
        case ("priority", .text(let text)?):
          record.setPriority(called: text, keepingAs: "json-priority")
        case ("id", .text(let text)?): record.setID(text, of: "json")
        case ("created", .text(let text)?): record.setCreated(text, of: "json")
        case ("deadline", .text(let text)?), ("due", .text(let text)?):
          record.set(known: "deadline", text, orIn: "json")
        case ("tags", .list(let items)?): record.set("tags", items.map(TaskRecord.tag))
        case ("tags", .text(let text)?):
          let names = text.split(separator: ",").map { String($0).trimmingSpaces }
          record.set("tags", names.map(TaskRecord.tag))
        case ("completed", .text("true")?), ("done", .text("true")?): record.status = .done
        case ("completed", .text("false")?), ("done", .text("false")?): break
        case ("body", .text(let text)?): record.body = TaskRecord.trimmed(text)
        case ("fields", nil):
          guard case .map(let pairs) = value else { continue }
          for pair in pairs { setOwn(pair, in: &record) }
        case _ where computed.contains(key): break
        default: setOwn(TypedValue.Pair(key: key, value: value), in: &record)
        }
      }
      record.title = (title ?? "").oneLine
      return record
    }
  }

  /// Sets any other field; a key that memo reserves gets a prefix.
  private static func setOwn(_ pair: TypedValue.Pair, in record: inout TaskRecord) {
    if pair.key == "source", case .text(let text)? = pair.value.field {
      record.source = text
      return
    }
    let isOwn = KnownField(key: pair.key).map { $0.isCore } ?? !TaskDocument.isKey(pair.key)
    let key = isOwn ? TaskRecord.ownKey(pair.key, of: "json") : pair.key
    guard pair.value != .null else { return }
    record[key] = pair.value.field ?? .text(pair.value.json)
  }

  /// Reads objects; `record` returns nil for an object of another kind.
  static func read(
    _ items: JSONItems, _ record: ([TypedValue.Pair]) throws(RecordProblem) -> TaskRecord?
  ) -> ReadRecords {
    var found = ReadRecords()
    found.problems = items.problems.map { RecordProblem(line: $0.line, $0.message) }
    for (line, members) in items.items {
      found.add(at: line) { () throws(RecordProblem) in try record(members) }
    }
    return found
  }
}
