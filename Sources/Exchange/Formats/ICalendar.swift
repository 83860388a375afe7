internal import MemoKit

/// Tasks of iCalendar (RFC 5545, 3.6.2).
extension ExchangeFormat {
  static let ics = ExchangeFormat(
    name: "ics", title: "iCalendar", endings: [".ics"],
    isRecognized: { file in
      let start = file.text.drop { $0.isWhitespace }.prefix(15).uppercased()
      return start == "BEGIN:VCALENDAR" || start.hasPrefix("BEGIN:VTODO")
    },
    read: { file, context in
      let (lines, broken) = CalendarLine.lines(of: file.text)
      var found = ReadRecords()
      found.problems = broken.map { RecordProblem(line: $0, "not a line of iCalendar") }
      let zones = CalendarZones(Self.parts("VTIMEZONE", of: lines).all.flatMap { $0 })
      let todos = parts("VTODO", of: lines)
      if let open = todos.open {
        found.problems.append(RecordProblem(line: open, "a task that doesn't end"))
      }
      for part in todos.all {
        found.add(at: part.first?.line ?? 1) { () throws(RecordProblem) in
          var todo = CalendarTodo(context, zones)
          return try todo.record(part)
        }
      }
      if found.records.contains(where: { $0["ics-due"] != nil || $0["ics-start"] != nil }) {
        found.notes.append("times in zones that the file doesn't describe are read as local times")
      }
      let events = lines.count { $0.name == "BEGIN" && $0.value.uppercased() == "VEVENT" }
      if events > 0 {
        let are = events == 1 ? "1 event is no task" : "\(events) events are no tasks"
        found.notes.append("\(are), and left out")
      }
      return found
    },
    write: { [ExchangeFile(text: CalendarText($1).text(of: $0))] })

  /// The lines of each component of a kind, and the line of a component without `END`.
  private static func parts(
    _ kind: String, of lines: [CalendarLine]
  ) -> (all: [[CalendarLine]], open: Int?) {
    var parts: [[CalendarLine]] = []
    var part: [CalendarLine]?
    var start = 1
    for line in lines {
      let isOfKind = line.value.uppercased() == kind
      if line.name == "END", isOfKind, let done = part {
        parts.append(done)
        part = nil
      }
      part?.append(line)
      if line.name == "BEGIN", isOfKind { (part, start) = ([], line.line) }
    }
    return (parts, part.map { _ in start })
  }
}

private struct CalendarTodo {
  private let context: ExchangeContext
  private let zones: CalendarZones
  private var record = TaskRecord(title: "")
  private var (tags, after): ([String], [String]) = ([], [])
  private var (start, due): (Deadline?, Deadline?) = (nil, nil)

  init(_ context: ExchangeContext, _ zones: CalendarZones) {
    (self.context, self.zones) = (context, zones)
  }

  mutating func record(_ lines: [CalendarLine]) throws(RecordProblem) -> TaskRecord {
    var (other, depth): ([String], Int) = ([], 0)
    for line in lines {
      if line.name == "BEGIN" { depth += 1 }
      // Keeps nested components, for example alarms, and properties without a field.
      guard depth == 0, try set(line) else {
        other.append(line.text)
        if line.name == "END" { depth -= 1 }
        continue
      }
    }
    // A duration can replace the due date.
    if due == nil, let start, let index = other.firstIndex(where: { $0.hasPrefix("DURATION:") }),
      let end = CalendarDuration(String(other[index].dropFirst(9)))?.end(from: start)
    {
      due = end
      other.remove(at: index)
      if let zone = lines.first(where: { $0.text == record.text("ics-start") })?.zone {
        record.set("ics-due", "DUE;TZID=\(zone):\(BasicTime.text(end))")
      }
    }
    record.set("deadline", due?.description)
    if let start, start != due { record.set("wait", start.description) }
    // The export writes such a start only for a rule.
    if start == due, !lines.contains(where: { $0.name == "RRULE" }) { record["ics-start"] = nil }
    record.setTags(of: tags, keepingAs: CalendarText.categories)
    record.set("after", after)
    record.set("ics", other)
    return record
  }

  /// - Returns: Whether a task has a field for the property.
  private mutating func set(_ line: CalendarLine) throws(RecordProblem) -> Bool {
    switch line.name {
    case "UID":
      record.id = TaskID(String(line.value.prefix(TaskID.length)))
      if record.id == nil || !line.value.hasSuffix("@memo") {
        (record.id, record.source) = (nil, "\(CalendarText.program):\(line.value)")
      }
    case "SUMMARY": record.title = line.plain.oneLine
    case "DESCRIPTION": record.body = TaskRecord.trimmed(line.plain)
    case "STATUS":
      switch line.value.uppercased() {
      case "NEEDS-ACTION": record.status = .todo
      case "IN-PROCESS": record.status = .doing
      case "COMPLETED": record.status = .done
      default:
        record.status = line.value.uppercased() == "CANCELLED" ? .done : .todo
        record.set("ics-status", line.value)
      }
    case "COMPLETED":
      let moment = try deadline(line)
      record.set("completed", "\(context.now.timestamp(at: moment.moment(context.now)))")
      record.status = .done
    case "CREATED":
      record.created = context.now.timestamp(at: try deadline(line).moment(context.now))
    case "DTSTAMP", "LAST-MODIFIED", "SEQUENCE": break
    case "DUE":
      due = try deadline(line)
      if isUndescribed(line, due) { record.set("ics-due", line.text) }
    case "DTSTART":
      start = try deadline(line)
      if isUndescribed(line, start) { record.set("ics-start", line.text) }
    case "PRIORITY":
      let priority = Int(line.value).flatMap(CalendarText.priority)
      record.set("priority", priority?.rawValue)
      if ![1, 5, 9, 0].contains(Int(line.value)) { record.set("ics-priority", line.value) }
    case "CATEGORIES": tags += CalendarLine.texts(line.value)
    case "RRULE":
      guard let (rule, until) = CalendarRule.rule(line.value) else { return false }
      record.set("every", rule.description)
      if record["until"] == nil, let until {
        let day = BasicTime.deadline(until)?.date
        let moment = BasicTime.seconds(until).map { context.now.at($0).date }
        record.set("until", (day ?? moment)?.description)
      }
    case "RELATED-TO":
      guard ["DEPENDS-ON", "FINISHTOSTART"].contains(line.parameters["RELTYPE"]?.uppercased())
      else { return false }
      let id = TaskID(String(line.value.prefix(TaskID.length)))
      after.append(
        line.value.hasSuffix("@memo") && id != nil
          ? id?.text ?? "" : "\(CalendarText.program):\(line.value)")
    case _ where line.name.hasPrefix("X-MEMO-"):
      let key =
        line.parameters["X-KEY"] ?? line.name.dropFirst("X-MEMO-".count).lowercased()
      let items = CalendarLine.texts(line.value)
      let isCore = KnownField(key: key)?.isCore ?? !TaskDocument.isKey(key)
      let name = isCore ? TaskRecord.ownKey(key, of: CalendarText.program) : key
      record[name] = items.count == 1 ? .text(items[0]) : .list(items)
    default: return false
    }
    return true
  }

  private func deadline(_ line: CalendarLine) throws(RecordProblem) -> Deadline {
    if let seconds = BasicTime.seconds(line.value) {
      let there = context.now.at(seconds)
      return Deadline(date: there.date, time: there.time, offsetMinutes: there.utcOffset / 60)
    }
    guard let found = BasicTime.deadline(line.value) else {
      throw RecordProblem("\(line.name): invalid date '\(line.value)'")
    }
    // A time in an undescribed zone counts as local.
    guard found.time != nil, let zone = line.zone, let offset = zones.offset(of: zone, at: found)
    else { return found }
    return Deadline(date: found.date, time: found.time, offsetMinutes: offset)
  }

  /// Whether a line has a time in a zone that the file doesn't describe.
  private func isUndescribed(_ line: CalendarLine, _ time: Deadline?) -> Bool {
    line.zone != nil && time?.time != nil && time?.offsetMinutes == nil
  }
}
