internal import MemoKit

/// Lists of `- [ ]` items with fields of Obsidian Tasks, as emoji or as `[due:: 2026-12-01]`.
extension ExchangeFormat {
  static let obsidian = ExchangeFormat(
    name: "obsidian", title: "Obsidian Tasks and lists of - [ ] items", endings: [".md"],
    // A line of a todo.txt may begin with a box.
    isRecognized: { file in
      !file.has(ending: ".txt") && file.lines.contains { TaskListItem(String($0))?.box != nil }
    },
    read: { file, _ in
      var found = ReadRecords()
      var isCode = false
      // Lines indented further than an item belong to it.
      var (indent, rest): (Int?, [String]) = (nil, [])
      func end() {
        guard !found.records.isEmpty, !rest.isEmpty else { return }
        let depth = rest.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let body = rest.map { String($0.dropFirst(min(depth, $0.prefix { $0 == " " }.count))) }
        found.records[found.records.count - 1].body =
          TaskRecord.trimmed(body.joined(separator: "\n"))
        rest = []
      }
      for (index, line) in file.lines.enumerated() {
        let text = String(line).replacing("\t", with: "    ")
        let depth = text.prefix { $0 == " " }.count
        let isBlank = depth == text.count
        if let indent, depth > indent || isBlank {
          rest.append(isBlank ? "" : text)
          continue
        }
        end()
        indent = nil
        if text.dropFirst(depth).hasPrefix("```") { isCode.toggle() }
        guard !isCode, let item = TaskListItem(text), let box = item.box else { continue }
        let isAdded = found.add(at: index + 1) { ObsidianTask.record(of: item.text, box) }
        if isAdded { indent = depth }
      }
      end()
      return found
    },
    write: { records, context in
      [ExchangeFile(text: records.map { ObsidianTask.text(of: $0, context) }.joined())]
    })
}

private enum ObsidianTask {
  private static let program = "obsidian"
  /// For each field, the emoji of Obsidian Tasks and the name in Dataview.
  private static let signs: [(emoji: String, name: String, key: String)] = [
    ("🔁", "repeat", "every"), ("➕", "created", "created"), ("🛫", "start", "wait"),
    ("⏳", "scheduled", "scheduled"), ("📅", "due", "deadline"), ("❌", "cancelled", "cancelled"),
    ("✅", "completion", "completed"), ("🆔", "id", "id"), ("⛔", "dependsOn", "after"),
    ("🏁", "onCompletion", "onCompletion"),
  ]
  private static let otherSigns: [String: String] = ["📆": "📅", "🗓": "📅", "⌛": "⏳"]
  private static let priorities: [(emoji: String, word: String, priority: Priority)] = [
    ("🔺", "highest", .high), ("⏫", "high", .high), ("🔼", "medium", .medium),
    ("🔽", "low", .low), ("⏬", "lowest", .low),
  ]

  static func record(of text: String, _ box: Character) -> TaskRecord {
    var record = TaskRecord(title: "")
    switch box {
    case "x", "X": record.status = .done
    case "/": record.status = .doing
    case " ": break
    default:
      record.status = box == "-" ? .done : .todo
      record.set("obsidian-box", String(box))
    }
    var text = text
    // `^name`, to which other notes link.
    if let found = text.firstMatch(of: #/\s\^([A-Za-z0-9-]+)$/#) {
      record.set("obsidian-block", String(found.output.1))
      text.removeSubrange(found.range)
    }
    // Of two fields with one key, the first is left in the title.
    var keys: Set<String> = []
    for field in bracketed(in: text).reversed() {
      let key = signs.first { $0.name == field.name }?.key ?? field.name
      guard keys.insert(key).inserted else { continue }
      set(key, String(text[field.value]).trimmingSpaces, in: &record)
      text.replaceSubrange(field.range, with: " ")
    }
    // Obsidian Tasks reads emoji from the end of the line; before other words they are text.
    while let place = text.lastIndex(where: { key(of: $0) != nil }), let key = key(of: text[place])
    {
      let rest = text[text.index(after: place)...]
      let value = String(rest.prefix { $0 != "#" }).trimmingSpaces
      let tags = rest.drop { $0 != "#" }
      guard isValue(value, of: key), tags.split(separator: " ").allSatisfy({ $0.hasPrefix("#") }),
        keys.insert(key).inserted
      else { break }
      let word = priorities.first { $0.emoji == plain(text[place]) }?.word
      set(key, word ?? value, in: &record)
      text = "\(text[..<place]) \(tags)"
    }
    var (words, tags): ([String], [String]) = ([], [])
    var isCode = false
    for word in text.split(separator: " ") {
      let tag = word.dropFirst()
      let isTag = !isCode && word.hasPrefix("#") && tag.contains { !$0.isNumber && $0 != "#" }
      if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isCode.toggle() }
      if isTag { tags.append(TaskRecord.tag(String(tag))) } else { words.append(String(word)) }
    }
    record.title = words.joined(separator: " ")
    if record.title.isEmpty { record.title = tags.joined(separator: " ") }
    record.set("tags", record.tags + tags)
    return record
  }

  /// Fields such as `[due:: 2026-12-01]` and `(due:: 2026-12-01)`; a value may have pairs of
  /// brackets.
  private static func bracketed(
    in text: String
  ) -> [(range: Range<String.Index>, name: String, value: Range<String.Index>)] {
    var found: [(range: Range<String.Index>, name: String, value: Range<String.Index>)] = []
    var rest = text[...]
    while let start = rest.firstMatch(of: #/[\[(]([\w-]+)::/#) {
      rest = text[start.range.upperBound...]
      let (open, close): (Character, Character) =
        text[start.range.lowerBound] == "[" ? ("[", "]") : ("(", ")")
      var depth = 1
      let end = rest.firstIndex { letter in
        depth += letter == open ? 1 : letter == close ? -1 : 0
        return depth == 0
      }
      guard let end else { continue }
      let next = text.index(after: end)
      found.append(
        (start.range.lowerBound..<next, String(start.output.1), start.range.upperBound..<end))
      rest = text[next...]
    }
    return found
  }

  /// An emoji without the variation selector that may follow it.
  private static func plain(_ letter: Character) -> String {
    let plain = String(
      String.UnicodeScalarView(letter.unicodeScalars.filter { $0.value != 0xFE0F }))
    return otherSigns[plain] ?? plain
  }

  /// The key of the field that an emoji begins; nil for other letters.
  private static func key(of letter: Character) -> String? {
    guard !letter.isASCII else { return nil }
    let sign = plain(letter)
    if priorities.contains(where: { $0.emoji == sign }) { return "priority" }
    return signs.first { $0.emoji == sign }?.key
  }

  /// Whether a text after an emoji is a value of the field.
  private static func isValue(_ text: String, of key: String) -> Bool {
    switch key {
    case "priority": text.isEmpty
    case "every": text.wholeMatch(of: #/[A-Za-z0-9, !]+/#) != nil
    case "id": text.wholeMatch(of: #/[A-Za-z0-9_-]+/#) != nil
    case "after": text.wholeMatch(of: #/[A-Za-z0-9_-]+( *, *[A-Za-z0-9_-]+)*/#) != nil
    case "onCompletion": text.wholeMatch(of: #/[A-Za-z]+/#) != nil
    default: Deadline(text) != nil
    }
  }

  private static func set(_ key: String, _ value: String, in record: inout TaskRecord) {
    switch key {
    case "id": record.setID(value, of: program)
    case "after":
      let names = value.split { $0 == "," || $0.isWhitespace }.map(String.init)
      record.set("after", names.map { TaskID($0) == nil ? "\(program):\($0)" : $0 })
    case "created": record.setCreated(value, of: program)
    case "priority":
      let found = priorities.first { $0.word == value.lowercased() }
      record.set("priority", found?.priority.rawValue)
      if found?.word != found?.priority.rawValue { record.set("obsidian-priority", value) }
    case "every":
      let text = value.replacing(" when done", with: " after done")
      let rule = RepeatRule(text == "every month on the last" ? "month on 31" : text)
      record.set(rule == nil ? "obsidian-repeat" : "every", rule?.description ?? value)
    case "completed", "cancelled", "tags": record.set(key, value)
    default: record.set(known: key, value, orIn: program)
    }
  }

  static func text(of record: TaskRecord, _ context: ExchangeContext) -> String {
    // The status as which the box was read.
    let own = record.text("obsidian-box").flatMap { box in
      record.status == (box == "-" ? .done : .todo) ? box : nil
    }
    let box = own ?? (record.status == .done ? "x" : record.status == .doing ? "/" : " ")
    var words = ["- [\(box)]", record.title] + record.tags.map { "#\($0)" }
    if let priority = record.priority {
      let word = record.text("obsidian-priority")
      let found =
        priorities.first { $0.word == word && $0.priority == priority }
        ?? priorities.first { $0.word == priority.rawValue }
      words.append(found?.emoji ?? "")
    }
    for sign in signs {
      guard let value = value(of: sign.key, record, context) else { continue }
      words.append(
        isValue(value, of: sign.key) ? "\(sign.emoji) \(value)" : "[\(sign.name):: \(value)]")
    }
    let placed = Set(signs.map(\.key)).union([
      "priority", "tags", "depends", "obsidian-box", "obsidian-priority", "obsidian-repeat",
      "obsidian-block",
    ])
    for field in record.fields where !placed.contains(field.key) {
      words.append("[\(field.key(in: program)):: \(record.text(field.key) ?? "")]")
    }
    if let block = record.text("obsidian-block") { words.append("^\(block)") }
    let body =
      record.body.isEmpty
      ? []
      : record.body.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return words.joined(separator: " ") + "\n"
      + body.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }

  private static func value(
    of key: String, _ record: TaskRecord, _ context: ExchangeContext
  ) -> String? {
    switch key {
    case "created": return record.createdDay(in: program)?.description
    case "completed":
      let time = record.text(key).flatMap { Timestamp(atMost: $0) }
      // The moment of the import is not when the task was done.
      let isImport =
        record.name(in: program) != nil && record.revision == 1 && time?.precision == .moment
      let isDone = record.status == .done && record["cancelled"] == nil && !isImport
      return isDone ? time?.date?.description : nil
    case "id":
      guard let name = record.name(in: program) else {
        return record.id?.text
      }
      // A name derived from the title is useless in Obsidian.
      return TaskID(String(name.prefix(TaskID.length))) == nil ? name : nil
    case "after":
      let names =
        record.list("after").map { context.name(ofTask: $0, in: program) ?? $0 }
        + record.list("depends")
      return names.isEmpty ? nil : names.joined(separator: ",")
    case "every":
      if let word = record.text("obsidian-repeat") { return word }
      return record["every"].flatMap { RepeatRule($0) }.map(words)
    default: return record.text(key)
    }
  }

  /// A repeat rule in the syntax of Obsidian Tasks.
  private static func words(_ rule: RepeatRule) -> String {
    switch rule.pattern {
    case .steps(_, _, let isAfterDone):
      let steps = rule.description.replacing(" after done", with: "")
      let plain = steps.hasPrefix("1 ") ? String(steps.dropFirst(2)) : steps
      return "every \(plain)" + (isAfterDone ? " when done" : "")
    case .weekdays(let days):
      return rule.description == "weekday"
        ? "every weekday" : "every week on \(days.map(\.name).joined(separator: ", "))"
    case .monthDay(31, every: 1): return "every month on the last"
    case .monthDay(let day, let count):
      return "every \(count == 1 ? "month" : "\(count) months") on the \(day)th"
    case .monthWeekday(let place, let day):
      let places = [-1: "last", 1: "1st", 2: "2nd", 3: "3rd", 4: "4th"]
      return "every month on the \(places[place] ?? "") \(day.name)"
    }
  }
}
