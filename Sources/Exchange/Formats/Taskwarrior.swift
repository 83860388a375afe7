internal import MemoKit

/// The JSON of `task export` and `task import`.
extension ExchangeFormat {
  static let taskwarrior = ExchangeFormat(
    name: "taskwarrior", title: "Taskwarrior (task export)", endings: [".json"],
    isRecognized: { file in
      func has(_ key: String) -> Bool { file.text.contains("\"\(key)\"") }
      return "[{".contains(file.firstLetter ?? " ") && has("uuid") && has("description")
        && (has("entry") || has("status") && !has("title"))
    },
    read: { file, context in
      let items = JSONItems(file.text, below: "tasks")
      // Skips the template of a repeating task if the file has tasks made from it.
      let parents = items.items.compactMap { $0.members.text("parent") }
      let templates = Set(parents)
      var deleted = 0
      var found = read(items) { members throws(RecordProblem) in
        if members.text("status") == "deleted" {
          deleted += 1
          return nil
        }
        guard let uuid = members.text("uuid") else { throw RecordProblem("a task without a uuid") }
        let isTemplate = members.text("status") == "recurring" && templates.contains(uuid)
        return isTemplate ? nil : try Taskwarrior(context).record(members, uuid)
      }
      if deleted > 0 {
        let are = deleted == 1 ? "1 deleted task is" : "\(deleted) deleted tasks are"
        found.notes.append("\(are) left out")
      }
      return found
    },
    write: { records, context in
      [ExchangeFile(text: records.map { Taskwarrior(context).value(of: $0) }.jsonLines)]
    })
}

extension JSONItems {
  /// The keys of all objects.
  var keys: Set<String> { Set(items.lazy.flatMap(\.members).map(\.key)) }
}

extension [TypedValue] {
  /// A JSON list with a line for each item.
  var jsonLines: String {
    "[\n" + map(\.json).joined(separator: ",\n") + (isEmpty ? "]\n" : "\n]\n")
  }
}

extension [TypedValue.Pair] {
  func text(_ key: String) -> String? { first { $0.key == key }?.value.text }

  func list(_ key: String) -> [TypedValue] {
    guard case .list(let items)? = first(where: { $0.key == key })?.value else { return [] }
    return items
  }

  /// Adds a member, unless the value is nil.
  mutating func add(_ key: String, _ value: TypedValue?) {
    if let value { append(TypedValue.Pair(key: key, value: value)) }
  }

  mutating func add(_ key: String, _ text: String?) { add(key, text.map { .text($0) }) }
}

private struct Taskwarrior {
  private let context: ExchangeContext
  private static let program = "taskwarrior"

  init(_ context: ExchangeContext) { self.context = context }

  func record(_ members: [TypedValue.Pair], _ uuid: String) throws(RecordProblem) -> TaskRecord {
    let lines = (members.text("description") ?? "").split(whereSeparator: \.isNewline)
    var record = TaskRecord(title: lines.first.map { String($0).trimmingSpaces } ?? "")
    record.id = Self.id(of: uuid)
    if record.id == nil { record.source = "\(Self.program):\(uuid)" }
    // Taskwarrior makes a template of memo's repeating task. The first instance gets the task's id.
    if let parent = members.text("parent"), Double(members.text("imask") ?? "") == 0 {
      record.id = record.id ?? Self.id(of: parent)
    }
    if lines.count > 1 {
      record.body = TaskRecord.trimmed(lines.dropFirst().joined(separator: "\n"))
    }
    for member in members {
      switch (member.key, member.value.text) {
      case ("description", _), ("uuid", _), ("id", _), ("urgency", _), ("modified", _),
        ("annotations", _), ("tags", _), ("body", _), ("mask", _), ("rtype", "periodic"):
        break
      case ("status", let text?):
        record.status = text == "completed" ? .done : members.text("start") == nil ? .todo : .doing
      case ("entry", let text?):
        record.created = context.now.timestamp(at: try seconds(text, member.key))
      case ("due", let text?): record.set("deadline", try date(text, member.key))
      case ("wait", let text?), ("until", let text?), ("scheduled", let text?):
        record.set(member.key, try date(text, member.key))
      case ("start", let text?):
        record.set("start", "\(context.now.timestamp(at: try seconds(text, member.key)))")
      case ("end", let text?):
        record.set("completed", "\(context.now.timestamp(at: try seconds(text, member.key)))")
      case ("priority", let text?):
        record.setPriority(
          called: text, keepingAs: "taskwarrior-priority", writing: Self.priorities)
      case ("recur", let text?):
        let rule = Self.rule(text)
        record.set("every", rule?.description)
        if rule.flatMap(Self.recur) != text { record.set("recur", text) }
      case ("depends", _):
        // Before Taskwarrior 2.6 it was one text.
        let names = member.value.text.map { $0.split(separator: ",").map(String.init) }
        record.set("after", (names ?? members.list("depends").compactMap(\.text)).map(Self.name))
      case (let key, let text?): record.set(known: key, text, orIn: Self.program)
      case (let key, nil):
        guard member.value != .null else { continue }
        record[TaskRecord.ownKey(key, of: "taskwarrior")] =
          member.value.field ?? .text(member.value.json)
      }
    }
    record.set("tags", members.list("tags").compactMap(\.text).map(TaskRecord.tag))
    let body = members.text("body").map(TaskRecord.trimmed) ?? record.body
    let known = Set(body.split(whereSeparator: \.isNewline).map(String.init))
    let notes = members.list("annotations").compactMap(annotation).filter { !known.contains($0) }
    record.body = ([body] + (notes.isEmpty ? [] : [notes.joined(separator: "\n")]))
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    return record
  }

  private func seconds(_ text: String, _ key: String) throws(RecordProblem) -> Int64 {
    guard let seconds = BasicTime.seconds(text) else {
      throw RecordProblem("\(key): invalid time '\(text)'")
    }
    return seconds
  }

  private func date(_ text: String, _ key: String) throws(RecordProblem) -> String {
    context.now.deadline(at: try seconds(text, key)).description
  }

  /// `- 2026-11-20 15:04:05 Semi-skimmed`.
  private func annotation(_ value: TypedValue) -> String? {
    guard case .map(let members) = value, let text = members.text("description") else { return nil }
    let there = members.text("entry").flatMap(BasicTime.seconds).map { context.now.at($0) }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "- " + (there.map { "\($0.date) \($0.time) " } ?? "") + line
  }

  func value(of record: TaskRecord) -> TypedValue {
    var members: [TypedValue.Pair] = []
    let id = record.id ?? TaskID.derived(from: Array(record.title.utf8))
    let recur = recur(of: record)
    let status =
      record.status == .done
      ? "completed" : recur != nil && record["parent"] == nil ? "recurring" : "pending"
    members.add("description", record.title)
    members.add("uuid", record.name(in: Self.program) ?? Self.uuid(of: id))
    members.add("status", status)
    let entry = record.created.map { context.now.seconds(of: $0) }
    members.add("entry", entry.map(BasicTime.text))
    members.add("modified", record.modified.map { BasicTime.text($0.secondsSince1970) })
    if recur != nil { members.add("rtype", "periodic") }
    if record.status == .doing, record["start"] == nil {
      members.add(
        "start", (record.modified.map { context.now.seconds(of: $0) } ?? entry).map(BasicTime.text))
    }
    for field in record.fields {
      let text = record.text(field.key) ?? ""
      switch field.key {
      case "deadline": members.add("due", utc(text))
      case "wait", "until", "scheduled": members.add(field.key, utc(text))
      case "start": if record.status == .doing { members.add("start", utc(text)) }
      case "completed": if record.status == .done { members.add("end", utc(text)) }
      case "priority": members.add("priority", priority(of: record))
      case "taskwarrior-priority":
        if record.priority == nil { members.add("priority", priority(of: record)) }
      case "every": members.add(recur == nil ? "every" : "recur", recur ?? text)
      case "tags":
        members.add("tags", .list(record.tags.map { .text($0) }))
      case "after", "depends", "recur": break
      default:
        members.add(field.key(in: Self.program), text)
      }
    }
    let before = record.list("after").map(uuid(named:)) + record.list("depends")
    if !before.isEmpty { members.add("depends", .list(before.map { .text($0) })) }
    let lines = record.body.split(separator: "\n").map(String.init)
    let notes = lines.compactMap(annotation(of:))
    if notes.count != lines.count { members.add("body", record.body) }
    if !notes.isEmpty { members.add("annotations", .list(notes)) }
    return .map(members)
  }

  private func utc(_ text: String) -> String? {
    Timestamp(atMost: text).map { BasicTime.text(context.now.seconds(of: $0)) }
  }

  private func annotation(of line: String) -> TypedValue? {
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, words[0] == "-",
      let seconds = context.now.seconds(of: "\(words[1]) \(words[2])")
    else { return nil }
    return [
      "entry": .text(BasicTime.text(seconds)), "description": .text(String(words[3])),
    ]
  }

  private func priority(of record: TaskRecord) -> String? {
    record.ownWord(for: "priority", of: Self.program)
      ?? record.priority.flatMap { Self.priorities[$0] }
  }

  private static let priorities: [Priority: String] = [.high: "H", .medium: "M", .low: "L"]
}

/// UUIDs that contain memo's ids.
extension Taskwarrior {
  private static let start = "6d656d6f-0000-4000-8000-"

  static func uuid(of id: TaskID) -> String {
    let number = id.text.utf8.reduce(0) { sum, letter in
      sum * TaskID.alphabet.count + (TaskID.alphabet.firstIndex(of: letter) ?? 0)
    }
    let digits = String(number, radix: 16)
    return start + String(repeating: "0", count: max(12 - digits.count, 0)) + digits
  }

  static func id(of uuid: String) -> TaskID? {
    guard uuid.hasPrefix(start), var number = Int(uuid.dropFirst(start.count), radix: 16) else {
      return nil
    }
    var letters: [UInt8] = []
    for _ in 0..<TaskID.length {
      letters.append(TaskID.alphabet[number % TaskID.alphabet.count])
      number /= TaskID.alphabet.count
    }
    return TaskID(String(decoding: letters.reversed(), as: UTF8.self))
  }

  private static func name(_ uuid: String) -> String {
    id(of: uuid)?.text ?? "\(program):\(uuid)"
  }

  private func uuid(named name: String) -> String {
    context.name(ofTask: name, in: Self.program) ?? TaskID(name).map(Self.uuid) ?? name
  }
}

/// Repeat rules.
extension Taskwarrior {
  private static let words = [
    "weekdays": "weekday", "fortnight": "2 weeks", "biweekly": "2 weeks", "bimonthly": "2 months",
    "semiannual": "6 months", "annual": "year", "biannual": "2 years", "biyearly": "2 years",
  ]
  private static let units = [
    "d": "day", "day": "day", "days": "day", "w": "week", "wk": "week", "wks": "week",
    "week": "week", "weeks": "week", "mo": "month", "mth": "month", "mths": "month",
    "month": "month", "months": "month", "m": "month", "y": "year", "yr": "year", "yrs": "year",
    "year": "year", "years": "year",
  ]

  static func rule(_ recur: String) -> RepeatRule? {
    if let word = words[recur] { return RepeatRule(word) }
    // `P2W` of ISO 8601.
    let text = recur.hasPrefix("P") ? recur.dropFirst().lowercased() : recur
    let digits = text.prefix(while: \.isNumber)
    let unit = String(text.dropFirst(digits.count))
    if !digits.isEmpty, ["q", "qtr", "qtrs", "quarters"].contains(unit), let count = Int(digits) {
      return RepeatRule("\(3 * count) months")
    }
    if !digits.isEmpty, let name = units[unit] { return RepeatRule("\(digits) \(name)s") }
    return RepeatRule(recur)
  }

  /// Nil for a rule that Taskwarrior doesn't have.
  static func recur(_ rule: RepeatRule) -> String? {
    switch rule.pattern {
    case .steps(let count, let unit, isAfterDone: false):
      if count == 1 {
        return [.day: "daily", .week: "weekly", .month: "monthly", .year: "yearly"][unit]
      }
      return "\(count)\(unit)s"
    case .weekdays: return rule.description == "weekday" ? "weekdays" : nil
    case .steps, .monthDay, .monthWeekday: return nil
    }
  }

  /// The value of `recur`; Taskwarrior repeats only tasks with a date.
  private func recur(of record: TaskRecord) -> String? {
    guard let rule = record["every"].flatMap({ RepeatRule($0) }), record.deadline != nil,
      record.status != .done || record["parent"] != nil
    else { return nil }
    if let word = record.text("recur"), Self.rule(word) == rule { return word }
    return Self.recur(rule)
  }
}

extension TypedValue {
  /// The value of a text, number or Boolean.
  var text: String? { if case .text(let text)? = field { text } else { nil } }
}
