internal import BoardModel
internal import MemoKit
internal import TaskFile

/// The deadlines of open tasks as events (RFC 5545, iCalendar).
///
/// A day is an event of that day, a time one that takes none. What is done or deleted is left out,
/// and so goes from a calendar that subscribes.
struct Calendar {
  private let storeState: StoreState
  private let now: LocalTime

  init(_ storeState: StoreState, at now: LocalTime) {
    self.storeState = storeState
    self.now = now
  }

  var text: String {
    let head = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//memo//memo//EN", "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH", "NAME:\(Self.escaped(storeState.name))",
      "X-WR-CALNAME:\(Self.escaped(storeState.name))", "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
      "X-PUBLISHED-TTL:PT15M",
    ]
    let events = storeState.keys.flatMap { key -> [String] in
      guard let task = storeState.tasks[key], task.status != .done, let deadline = task.deadline
      else {
        return []
      }
      return event(key, task, deadline)
    }
    return (head + events + ["END:VCALENDAR"]).map(Self.folded).joined()
  }

  private func event(_ key: TaskKey, _ task: StoredTask, _ deadline: Deadline) -> [String] {
    var lines = ["BEGIN:VEVENT", "UID:\(TaskAddress.text(of: key))@memo"]
    // It has to be there; the same each time, so that the same tasks are the same bytes.
    lines.append("DTSTAMP:\(Self.utc(task.created?.secondsSince1970 ?? 0))")
    if deadline.time == nil {
      lines.append("DTSTART;VALUE=DATE:\(Self.digits(deadline.date))")
      if let next = deadline.date.adding(days: 1) {
        lines.append("DTEND;VALUE=DATE:\(Self.digits(next))")
      }
      lines.append("TRANSP:TRANSPARENT")
    } else {
      // Without an end it ends as it begins (3.6.1), which an end may not say (3.8.2.2).
      lines.append("DTSTART:\(Self.utc(deadline.moment(now)))")
    }
    lines.append("SUMMARY:\(Self.escaped(task.title))")
    let body = task.document.body
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop { $0.allSatisfy(\.isWhitespace) }.prefix(Self.mostLines).joined(separator: "\n")
    if !body.allSatisfy(\.isWhitespace) {
      lines.append("DESCRIPTION:\(Self.escaped(String(body.prefix(Self.mostLetters)).trimmedEnd))")
    }
    if !task.item.tags.isEmpty {
      lines.append("CATEGORIES:\(task.item.tags.map(Self.escaped).joined(separator: ","))")
    }
    if let priority = task.priority {
      lines.append("PRIORITY:\(priority == .high ? 1 : priority == .medium ? 5 : 9)")
    }
    return lines + ["END:VEVENT"]
  }

  /// A calendar is no place for a whole text.
  private static let mostLines = 40
  private static let mostLetters = 2000

  private static func digits(_ date: CalendarDate) -> String { "\(date)".filter { $0 != "-" } }

  /// `20261122T091500Z`.
  private static func utc(_ seconds: Int64) -> String {
    let text = Timestamp(secondsSince1970: seconds, offsetMinutes: 0).description
    return text.prefix(19).filter { $0.isNumber || $0 == "T" } + "Z"
  }

  /// A value of type TEXT (3.3.11).
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n": result += "\\n"
      case "\t": result += " "
      case _ where scalar.properties.generalCategory == .control: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A line of the file: 75 bytes at most, and what is longer goes on behind a space (3.1).
  static func folded(_ line: String) -> String {
    var result = ""
    var room = 75
    // A letter stays whole, but for one that has more marks than a line has room for.
    let letters = line.flatMap { letter in
      letter.utf8.count < 75 ? [letter] : letter.unicodeScalars.map { Character($0) }
    }
    for character in letters {
      let length = character.utf8.count
      if length > room {
        result += "\r\n "
        room = 74
      }
      result.unicodeScalars.append(contentsOf: character.unicodeScalars)
      room -= length
    }
    return result + "\r\n"
  }
}
