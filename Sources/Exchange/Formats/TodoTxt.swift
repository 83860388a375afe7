internal import MemoKit

/// todo.txt (<https://github.com/todotxt/todo.txt>): a line for each task.
extension ExchangeFormat {
  static let todoTxt = ExchangeFormat(
    name: "todo.txt", title: "todo.txt", endings: [".txt"],
    isRecognized: { $0.has(ending: ".txt") || $0.path.isEmpty },
    read: { file, context in
      var found = ReadRecords()
      for (index, line) in file.lines.enumerated() {
        found.add(at: index + 1) { TodoTxtLine.record(of: String(line)) }
      }
      return found
    },
    write: { records, _ in
      [ExchangeFile(text: records.map { TodoTxtLine.text(of: $0) + "\n" }.joined())]
    })
}

enum TodoTxtLine {
  /// The key for an imported line that memo would write differently.
  private static let lineKey = "todotxt-line"
  /// The key for a priority letter other than A, B and C.
  private static let letterKey = "todotxt-priority"

  /// - Returns: Nil for an empty line.
  static func record(of line: String) -> TaskRecord? {
    guard var record = read(line) else { return nil }
    // A task without its own dates gets those of the import, which the line doesn't have.
    var written = record
    if record.status == .done, record["completed"] == nil { written.set("completed", "2000-01-01") }
    if text(written) != line { record.set(lineKey, line) }
    return record
  }

  private static func read(_ line: String) -> TaskRecord? {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
    guard words.contains(where: { !$0.isEmpty }) else { return nil }
    var record = TaskRecord(title: "")
    let start = TaskLine.todoTxtStart(&words)
    if start.isDone { record.status = .done }
    if let letter = start.letter { _ = setPriority(letter, in: &record) }
    record.set("completed", start.completed?.description)
    record.created = start.created.flatMap { Timestamp(atMost: "\($0)") }
    var (title, projects, tags): ([String], [String], [String]) = ([], [], [])
    for word in words.map(String.init) {
      if word.hasPrefix("+"), word.count > 1 {
        projects.append(String(word.dropFirst()))
      } else if word.hasPrefix("@"), word.count > 1, !word.contains(",") {
        tags.append(String(word.dropFirst()))
      } else if !setField(word, in: &record) {
        title.append(word)
      }
    }
    record.title = title.joined(separator: " ").trimmingSpaces
    if record.title.isEmpty { record.title = line.trimmingSpaces }
    record.set("project", oneOrMore: projects)
    record.set("tags", tags)
    return record
  }

  private static func setPriority(_ letter: String, in record: inout TaskRecord) -> Bool {
    guard let priority = TaskLine.priority(letter: letter) else { return false }
    record.set("priority", priority.rawValue)
    if !"ABC".contains(letter) { record.set(letterKey, letter) }
    return true
  }

  private static func setField(_ word: String, in record: inout TaskRecord) -> Bool {
    guard let pair = FilterPair(field: word), pair.isGlued else { return false }
    let value = pair.value
    switch pair.key {
    case "pri": return setPriority(value, in: &record)
    case "t": record.set(known: "wait", value, orIn: "todotxt")
    case "rec":
      let rule = TaskLine.rule(ofTodoTxt: value)
      record.set(known: "every", rule, orIn: "todotxt")
      if RepeatRule(rule) == nil { record.set("rec", value) }
      if RepeatRule(rule) == nil { record["todotxt-every"] = nil }
    case "id" where TaskID(value) != nil: record.id = TaskID(value)
    case "status" where value == "doing": record.status = .doing
    case "after": record.set("after", value.split(separator: ",").map(String.init))
    default:
      let text = pair.key == "every" ? value.replacing("_", with: " ") : value
      guard record[pair.key] == nil else { return false }
      record.set(known: pair.key, text, orIn: "todotxt")
    }
    return true
  }

  /// The imported line if it still means the same, else a new line.
  static func text(of record: TaskRecord) -> String {
    var record = record
    if let line = record.text(lineKey), let read = read(line) {
      var (was, now) = (read, record)
      now[lineKey] = nil
      if was.created == nil { now.created = nil }
      if was["completed"] == nil { now["completed"] = nil }
      was.source = now.source
      was.line = now.line
      if text(was) == text(now), was.title == now.title { return line }
      record[lineKey] = nil
    }
    return text(record)
  }

  private static func text(_ record: TaskRecord) -> String {
    var words: [String] = []
    let letter = record.text(letterKey).flatMap { record.priority == .low ? $0 : nil }
    let priority = record.priority.map {
      letter ?? ($0 == .high ? "A" : $0 == .medium ? "B" : "C")
    }
    let isDone = record.status == .done
    if isDone { words.append("x") } else if let priority { words.append("(\(priority))") }
    let completed = record.text("completed").flatMap { Timestamp(atMost: $0)?.date }
    if isDone, let completed { words.append("\(completed)") }
    if let day = record.createdDay(in: "todo.txt"), !isDone || completed != nil {
      words.append("\(day)")
    }
    words.append(record.title)
    words += record.list("project").map { "+\(joined($0))" } + record.tags.map { "@\($0)" }
    if isDone, let priority { words.append("pri:\(priority)") }
    // Puts the deadline first, as in a task file.
    let dated = record.fields.filter { $0.key == "deadline" }
    for field in dated + record.fields.filter({ $0.key != "deadline" }) {
      guard let name = name(of: field), let value = value(of: field) else { continue }
      words.append("\(name):\(value)")
    }
    if record.status == .doing { words.append("status:doing") }
    // Another import recognizes tasks from elsewhere by memo's id.
    if record.name(in: "todo.txt") == nil, let id = record.id { words.append("id:\(id)") }
    return words.joined(separator: " ")
  }

  /// The name of a key in a line; nil if another part of the line has the field, or none.
  private static func name(of field: Field) -> String? {
    switch field.key {
    case "deadline": "due"
    case "wait": "t"
    case "every": "rec"
    case "priority", "project", "tags", "completed", lineKey, letterKey: nil
    default: field.key(in: "todotxt")
    }
  }

  /// Nil for a value that can't be one word.
  private static func value(of field: Field) -> String? {
    let text = field.value.items.joined(separator: ",")
    switch field.key {
    case "deadline", "wait": return text.replacing(" ", with: "T")
    case "every": return RepeatRule(field.value).flatMap(rule)
    default: return text.contains(where: \.isWhitespace) || text.isEmpty ? nil : text
    }
  }

  /// The value of `rec`; nil for a rule that `rec` can't express.
  private static func rule(_ rule: RepeatRule) -> String? {
    switch rule.pattern {
    case .steps(let count, let unit, let isAfterDone):
      "\(isAfterDone ? "" : "+")\(count)\(unit.rawValue.prefix(1))"
    case .weekdays: rule.description == "weekday" ? "+1b" : nil
    case .monthDay, .monthWeekday: nil
    }
  }

  private static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: "-")
  }
}
