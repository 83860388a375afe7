internal import MemoKit

/// The task files of Backlog.md: `backlog/tasks/task-7 - Title.md`.
extension ExchangeFormat {
  static let backlog = ExchangeFormat(
    name: "backlog", title: "Backlog.md", endings: [".md"],
    isRecognized: { file in
      let document = TaskDocument(Array(file.text.utf8))
      guard document.value(of: "title") != nil else { return false }
      if document.value(of: "created_date") != nil { return true }
      guard case .text(let id)? = document.value(of: "id") else { return false }
      return document.value(of: "status") != nil && id.wholeMatch(of: #/[A-Za-z]+-[0-9.]+/#) != nil
    },
    read: { file, _ in
      let document = TaskDocument(Array(file.text.utf8))
      var found = ReadRecords()
      if let problem = document.item(fileName: "").problems.first(where: { _ in
        !document.isUnderstood
      }) {
        found.problems.append(RecordProblem(line: problem.line, problem.message))
      } else if document.hasFrontMatter, document.value(of: "title") != nil {
        found.records.append(BacklogTask.record(of: document))
      } else {
        found.notes.append("files without a title in their front matter are left out")
      }
      return found
    },
    write: { records, context in
      let used = records.compactMap { $0.name(in: "backlog") }
      var last = used.compactMap { Int($0.filter(\.isNumber)) }.max() ?? 0
      var names = context.sources.compactMapValues { $0.dropping("backlog:") }
      for record in records where record.name(in: "backlog") == nil {
        last += 1
        names[record.id?.text ?? record.title] = "task-\(last)"
      }
      return records.map { record in
        let name = record.name(in: "backlog") ?? names[record.id?.text ?? record.title] ?? ""
        let words = record.title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return ExchangeFile(
          path: "\(name) - \(words.prefix(60)).md",
          text: BacklogTask.text(of: record, name, names))
      }
    })
}

private enum BacklogTask {
  private static let statuses: [Status: String] = [
    .todo: "To Do", .doing: "In Progress", .done: "Done",
  ]
  private static let keys = [
    "created_date": "created", "labels": "tags", "dependencies": "after",
  ]
  /// The field with labels that aren't valid tags.
  private static let labels = "backlog-labels"

  static func record(of document: TaskDocument) -> TaskRecord {
    var record = TaskRecord(title: "")
    for key in document.keys {
      guard let value = document.value(of: key) else { continue }
      let (text, items) = (value.joined, value.items)
      switch key {
      case "title": record.title = text.oneLine
      case "id": record.source = "backlog:\(text)"
      case "memo-id": record.id = TaskID(text)
      case "status":
        record.setStatus(called: text, keepingAs: "backlog-status", writing: statuses)
      case "priority": record.setPriority(called: text, keepingAs: "backlog-priority")
      case "created_date": record.setCreated(text, of: "backlog")
      case "labels", "tags":
        record.setTags(of: record.labels(keptAs: Self.labels) + items, keepingAs: Self.labels)
      case "dependencies": record.set("after", items.map { "backlog:\($0)" })
      case "assignee": record.set(key, oneOrMore: items)
      default:
        if case .list = value {
          record.set(TaskRecord.ownKey(key, of: "backlog"), items)
        } else {
          record.set(known: key, text, orIn: "backlog")
        }
      }
    }
    // memo made that name up for the export.
    if record.id != nil { (record.alias, record.source) = (record.source, nil) }
    record.body = body(of: TaskRecord.trimmed(document.body))
    return record
  }

  private static let description = "DESCRIPTION"
  private static let sections = (
    start: "## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n",
    end: "\n<!-- SECTION:DESCRIPTION:END -->",
    criteria: "\n\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n", last: "\n<!-- AC:END -->"
  )

  /// Removes the sections that memo writes; any other text stays whole.
  private static func body(of text: String) -> String {
    guard text.hasPrefix(sections.start),
      let end = text.firstRange(of: sections.end)
    else { return text }
    let inner = text[..<end.lowerBound].dropFirst(sections.start.count)
    let rest = String(text[end.upperBound...])
    if rest.isEmpty { return TaskRecord.trimmed(String(inner)) }
    guard rest.hasPrefix(sections.criteria), rest.hasSuffix(sections.last) else { return text }
    let items = rest.dropFirst(sections.criteria.count).dropLast(sections.last.count)
      .split(separator: "\n").map { $0.replacing(#/^(- \[.\]) #\d+ /#) { "\($0.output.1) " } }
    guard items.allSatisfy({ $0.hasPrefix("- [") }) else { return text }
    return TaskRecord.trimmed("\(inner)\n\n\(items.joined(separator: "\n"))")
  }

  /// Adds the sections; checklist items at the end become acceptance criteria.
  private static func section(of body: String) -> String {
    if body.hasPrefix("## ") || body.isEmpty { return body }
    var lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var items: [Substring] = []
    while let line = lines.last, line.hasPrefix("- [") { items.insert(lines.removeLast(), at: 0) }
    var text =
      sections.start + TaskRecord.trimmed(lines.joined(separator: "\n")) + sections.end
    if !items.isEmpty {
      let numbered = items.enumerated().map { "\($1.prefix(5)) #\($0 + 1)\($1.dropFirst(5))" }
      text += sections.criteria + numbered.joined(separator: "\n") + sections.last
    }
    return text
  }

  static func text(of record: TaskRecord, _ name: String, _ names: [String: String]) -> String {
    var fields: [Field] = [
      Field(key: "id", value: .text(name)), Field(key: "title", value: .text(record.title)),
      Field(
        key: "status",
        value: .text(
          record.ownWord(for: "status", of: "backlog") ?? statuses[record.status] ?? "")),
      Field(key: "assignee", value: .list(record.list("assignee"))),
    ]
    if let created = record.created, let date = created.date {
      let clock = created.time.map { " \($0.description.prefix(5))" } ?? ""
      let text = "\(date)" + (created.precision == .day ? "" : clock)
      fields.append(Field(key: "created_date", value: .text(text)))
    }
    fields.append(Field(key: "labels", value: .list(record.labels(keptAs: Self.labels))))
    let before = record.list("after").map { names[$0] ?? $0 } + record.list("depends")
    fields.append(Field(key: "dependencies", value: .list(before)))
    if record.name(in: "backlog") == nil, let id = record.id {
      fields.append(Field(key: "memo-id", value: .text(id.text)))
    }
    let placed: Set<String> = [
      "assignee", "tags", "after", "depends", "backlog-status", "backlog-created", Self.labels,
    ]
    for field in record.fields where !placed.contains(field.key) {
      let key = field.key(in: "backlog")
      if !fields.contains(where: { $0.key == key }) {
        let own = field.key == "priority" ? record.ownWord(for: key, of: "backlog") : nil
        fields.append(Field(key: key, value: own.map { .text($0) } ?? field.value))
      }
    }
    return TaskDocument(
      fields.map { ($0.key, $0.value) }, body: "\n\(section(of: record.body))\n"
    ).text
  }
}
