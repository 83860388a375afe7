public import MemoKit

/// Tasks as an iCalendar file (RFC 5545): all tasks as `VTODO`, or deadlines of open tasks as
/// events.
///
/// A day becomes an all-day event, a time an event without duration. Events omit done and deleted
/// tasks, so they disappear from subscribed calendars.
public struct CalendarText: Sendable {
  private let context: ExchangeContext
  /// The program's name in `source`.
  static let program = "ics"
  /// The field with categories that aren't valid tags.
  static let categories = "ics-categories"

  public init(_ context: ExchangeContext) { self.context = context }

  public func text(of records: [TaskRecord]) -> String {
    let name = CalendarLine.escaped(context.name)
    let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//memo//memo//EN", "CALSCALE:GREGORIAN"]
    let subscription = [
      "METHOD:PUBLISH", "NAME:\(name)", "X-WR-CALNAME:\(name)",
      "REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M",
    ]
    let parts = records.flatMap { context.hasEvents ? event($0) : todo($0) }
    return (head + (context.hasEvents ? subscription : []) + parts + ["END:VCALENDAR"])
      .map(CalendarLine.folded).joined()
  }

  /// The lines common to events and tasks.
  private func start(_ record: TaskRecord, _ kind: String) -> [String] {
    let stamp = BasicTime.text(record.modified?.secondsSince1970 ?? context.now.secondsSince1970)
    return ["BEGIN:\(kind)", "UID:\(uid(of: record))", "DTSTAMP:\(stamp)"]
      + (record.modified == nil ? [] : ["LAST-MODIFIED:\(stamp)"])
      + [
        "SEQUENCE:\(max(record.revision - 1, 0))", "SUMMARY:\(CalendarLine.escaped(record.title))",
      ]
  }

  private func uid(of record: TaskRecord) -> String {
    if let name = record.name(in: Self.program) { return name }
    let id = record.id ?? TaskID.derived(from: Array(record.title.utf8))
    return "\(id)@memo"
  }

  private func event(_ record: TaskRecord) -> [String] {
    guard record.status != .done, let deadline = record.deadline else { return [] }
    var lines = start(record, "VEVENT") + [time("DTSTART", deadline)]
    if deadline.time == nil {
      if let next = deadline.date.adding(days: 1) {
        lines.append(time("DTEND", Deadline(date: next)))
      }
      lines.append("TRANSP:TRANSPARENT")
    }
    // Without DTEND, a timed event ends when it starts (3.6.1). DTEND can't say that (3.8.2.2).
    let text = record.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .prefix(Self.mostLines).joined(separator: "\n").prefix(Self.mostLetters)
    return lines + describing(record, TaskRecord.trimmed(String(text)))
      + alarm(record, related: "") + ["END:VEVENT"]
  }

  /// Limits of an event's description.
  private static let mostLines = 40
  private static let mostLetters = 2000

  private func describing(_ record: TaskRecord, _ text: String) -> [String] {
    var lines = text.isEmpty ? [] : ["DESCRIPTION:\(CalendarLine.escaped(text))"]
    let categories = record.labels(keptAs: Self.categories).map(CalendarLine.escaped)
    if !categories.isEmpty { lines.append("CATEGORIES:\(categories.joined(separator: ","))") }
    if let priority = record.priority {
      let known = record.text("ics-priority").flatMap { Int($0) }
      let number = known.flatMap { Self.priority($0) == priority ? $0 : nil }
      lines.append("PRIORITY:\(number ?? (priority == .high ? 1 : priority == .medium ? 5 : 9))")
    }
    return lines
  }

  static func priority(_ number: Int) -> Priority? {
    switch number {
    case 1...4: .high
    case 5: .medium
    case 6...9: .low
    default: nil
    }
  }

  private func alarm(_ record: TaskRecord, related: String) -> [String] {
    guard let alarm = context.alarm, record.deadline != nil, record.status != .done else {
      return []
    }
    let minutes = alarm / 60
    return [
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(CalendarLine.escaped(record.title))",
      "TRIGGER\(related):-PT\(minutes)M", "END:VALARM",
    ]
  }

  /// A day, a time without a zone, or a moment in UTC.
  private func time(_ name: String, _ deadline: Deadline) -> String {
    guard deadline.time != nil else { return "\(name);VALUE=DATE:\(BasicTime.text(deadline))" }
    return deadline.offsetMinutes == nil
      ? "\(name):\(BasicTime.text(deadline))"
      : "\(name):\(BasicTime.text(deadline.moment(context.now)))"
  }
}

extension CalendarText {
  private func todo(_ record: TaskRecord) -> [String] {
    var lines = start(record, "VTODO")
    let statuses: [Status: String] = [
      .todo: "NEEDS-ACTION", .doing: "IN-PROCESS", .done: "COMPLETED",
    ]
    let word = record.text("ics-status").flatMap { record.status == .done ? $0 : nil }
    lines.append("STATUS:\(word ?? statuses[record.status] ?? "")")
    if let created = record.created {
      lines.append("CREATED:\(BasicTime.text(context.now.seconds(of: created)))")
    }
    if record.status == .done, let text = record.text("completed"),
      let completed = Timestamp(atMost: text)
    {
      lines.append("COMPLETED:\(BasicTime.text(context.now.seconds(of: completed)))")
    }
    lines += dates(record) + describing(record, record.body)
    for name in record.list("after") {
      lines.append("RELATED-TO;RELTYPE=DEPENDS-ON:\(uid(named: name))")
    }
    for name in record.list("depends") { lines.append("RELATED-TO;RELTYPE=DEPENDS-ON:\(name)") }
    for field in record.fields where !Self.placed.contains(field.key) {
      lines.append("\(Self.property(field.key)):\(value(of: field))")
    }
    // Other programs take a task with 100 % for done.
    let isDone = record.status == .done
    let kept = record.list("ics").filter { line in
      guard line.hasPrefix("PERCENT-COMPLETE:") else { return true }
      return line.hasSuffix(":100") ? isDone : !isDone || word != nil
    }
    return lines + kept + alarm(record, related: ";RELATED=END") + ["END:VTODO"]
  }

  /// Fields with an iCalendar property; the others become `X-MEMO-` properties.
  private static let placed: Set<String> = [
    "deadline", "wait", "every", "until", "priority", "tags", "after", "depends", "completed",
    "ics", "ics-status", "ics-priority", "ics-due", "ics-start", categories,
  ]

  /// The property of any other field, such as `X-MEMO-SIZE`.
  ///
  /// A property's name is letters, digits and dashes in any case (3.1); other keys are a parameter.
  private static func property(_ key: String) -> String {
    let isName = key.allSatisfy { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
    return "X-MEMO-"
      + (isName ? key.uppercased() : "FIELD;X-KEY=\(TaskRecord.ownKey(key, of: program))")
  }

  private func value(of field: Field) -> String {
    field.value.items.map(CalendarLine.escaped).joined(separator: ",")
  }

  /// Deadline, start and repeat rule, which depend on each other.
  private func dates(_ record: TaskRecord) -> [String] {
    func own(_ key: String) -> [String] {
      record.text(key).map { ["X-MEMO-\(key.uppercased()):\(CalendarLine.escaped($0))"] } ?? []
    }
    let (due, wait) = (record.deadline, record.text("wait").flatMap { Deadline($0) })
    // The line of an import in a zone that memo doesn't know, while the time is the same.
    func time(_ name: String, _ deadline: Deadline) -> String {
      let own = record.text(name == "DUE" ? "ics-due" : "ics-start")
      let line = own.flatMap { CalendarLine($0, line: 1) }
      let isSame = line.flatMap { BasicTime.deadline($0.value) } == deadline
      return isSame ? own ?? "" : self.time(name, deadline)
    }
    var lines = due.map { [time("DUE", $0)] } ?? []
    // Both must be days or both times, and the start must come before the end (3.8.2.3).
    let isFit =
      wait.map { wait in
        due.map { due in
          (wait.time == nil) == (due.time == nil)
            && (wait.offsetMinutes == nil) == (due.offsetMinutes == nil)
            && wait.moment(context.now) < due.moment(context.now)
        } ?? true
      } ?? false
    if let wait, isFit { lines.append(time("DTSTART", wait)) } else { lines += own("wait") }
    guard let rule = record["every"].flatMap({ RepeatRule($0) }),
      let text = CalendarRule.text(rule),
      let anchor = due ?? wait, due != nil || isFit
    else {
      // A rule of another program needs a start too.
      if !isFit, let anchor = due ?? wait,
        record.list("ics").contains(where: { $0.hasPrefix("RRULE") })
      {
        lines.append(time("DTSTART", anchor))
      }
      return lines + own("every") + own("until")
    }
    if !isFit { lines.append(time("DTSTART", anchor)) }
    var end = ""
    if let until = record.text("until").flatMap({ Deadline($0) }) {
      // UNTIL has the type of DTSTART, in UTC if that has a zone (3.3.10).
      let there = anchor.offsetMinutes == nil ? Deadline(date: until.date, time: anchor.time) : nil
      end =
        ";UNTIL="
        + (there.map(BasicTime.text) ?? BasicTime.text(until.moment(context.now) + 86_399))
    }
    return lines + ["RRULE:\(text)\(end)"] + own("until")
  }

  private func uid(named name: String) -> String {
    context.name(ofTask: name, in: Self.program) ?? TaskID(name).map { "\($0)@memo" } ?? name
  }
}
