internal import MemoKit

/// The files of dstask: `~/.dstask/pending/3f2a….yml`.
extension ExchangeFormat {
  private static let states: [String: Status] = [
    "pending": .todo, "paused": .todo, "delegated": .todo, "deferred": .todo, "active": .doing,
    "resolved": .done,
  ]

  static let dstask = ExchangeFormat(
    name: "dstask", title: "dstask", endings: [".yml"],
    isRecognized: { file in
      let folder = file.path.split(separator: "/").dropLast().last.map(String.init) ?? ""
      return file.has(ending: ".yml") && states[folder] != nil
        && file.lines.contains { $0.hasPrefix("summary:") }
    },
    read: { file, context in
      var found = ReadRecords()
      let folder = file.path.split(separator: "/").dropLast().last.map(String.init) ?? ""
      // Templates aren't tasks.
      guard let status = states[folder] else { return found }
      let document = TaskDocument(Array("---\n\(file.text)\n---\n".utf8))
      guard document.isUnderstood, case .text(let title)? = document.value(of: "summary") else {
        found.problems.append(RecordProblem(line: 1, "not a task of dstask"))
        return found
      }
      var record = TaskRecord(title: title.oneLine)
      record.source = "dstask:\(file.name.dropLast(".yml".count))"
      record.status = status
      if !["pending", "active", "resolved"].contains(folder) { record.set("dstask-state", folder) }
      for pair in document.ownValues(and: ["priority", "tags", "created", "due"]) {
        set(pair, in: &record, context)
      }
      found.records.append(record)
      return found
    })

  private static func set(
    _ pair: TypedValue.Pair, in record: inout TaskRecord, _ context: ExchangeContext
  ) {
    switch (pair.key, pair.value, pair.value.field) {
    case ("summary", _, _), (_, .null, _), (_, .text(""), _), (_, .list([]), _): break
    // Go's zero time.
    case (_, .text(let text), _) where text.hasPrefix("0001-01-01"): break
    case ("notes", _, .text(let text)?):
      record.body = TaskRecord.trimmed(TaskRecord.trimmed(text) + "\n\n" + record.body)
    case ("tags", _, .list(let items)?): record.set("tags", items.map(TaskRecord.tag))
    case ("priority", _, .text(let text)?):
      record.setPriority(called: text, keepingAs: "dstask-priority")
    case ("delegatedto", _, .text(let text)?): record.set("assignee", text)
    case ("created", _, .text(let text)?): record.created = Timestamp(atMost: text)
    case ("resolved", _, .text(let text)?): record.set("completed", text)
    case ("due", _, .text(let text)?):
      record.set(
        "deadline", context.now.seconds(of: text).map { context.now.deadline(at: $0).description })
    case ("dependencies", _, .list(let items)?): record.set("after", items.map { "dstask:\($0)" })
    case ("subtasks", .list(let items), _):
      let lines = items.compactMap { item -> String? in
        guard case .map(let members) = item, let text = members.text("summary") else { return nil }
        return "- [\(members.text("resolved") == "true" ? "x" : " ")] \(text)"
      }
      record.body = TaskRecord.trimmed(record.body + "\n\n" + lines.joined(separator: "\n"))
    case (let key, _, .text(let text)?): record.set(known: key, text, orIn: "dstask")
    case (let key, let value, let field):
      record[TaskRecord.ownKey(key, of: "dstask")] = field ?? .text(value.json)
    }
  }
}
