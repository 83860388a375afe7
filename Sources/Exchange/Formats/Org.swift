internal import MemoKit

/// Headlines of Emacs Org mode with a TODO state.
extension ExchangeFormat {
  static let org = ExchangeFormat(
    name: "org", title: "org", endings: [".org"],
    isRecognized: { $0.has(ending: ".org") || isOrgText($0.text) },
    read: { file, context in
      var reader = OrgReader(file.lines, context)
      return reader.read()
    })

  private static func isOrgText(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first.map(isHeading) ?? false && lines.contains(where: isOrg)
  }

  private static func isHeading(_ line: Substring) -> Bool {
    line.hasPrefix("#+") || line.drop { $0 == "*" }.first == " " && line.first == "*"
  }

  private static func isOrg(_ line: Substring) -> Bool {
    let stars = line.prefix { $0 == "*" }.count
    if stars > 0, line.dropFirst(stars).first == " " {
      let word = line.dropFirst(stars + 1).prefix { $0 != " " }
      return word == word.uppercased() && ["todo", "done", "next"].contains(word.lowercased())
    }
    return line == ":PROPERTIES:" || line.hasPrefix("#+") && line.contains(":")
  }
}

private struct OrgReader {
  private let lines: [Substring]
  private let context: ExchangeContext
  /// States of open tasks, and of done tasks.
  private var open = ["TODO", "NEXT", "STARTED", "DOING", "IN-PROGRESS", "WAITING", "HOLD"]
  private var done = ["DONE", "CANCELLED", "CANCELED"]
  private var found = ReadRecords()
  /// The tasks around the line, the innermost last; nil for a record that was left out.
  private var tasks: [(level: Int, record: Int?)] = []
  /// The tags that headlines inherit from the file and from parent headlines.
  private var tags: [(level: Int, names: [String])] = []
  private var drawer: String?

  init(_ lines: [Substring], _ context: ExchangeContext) {
    (self.lines, self.context) = (lines, context)
  }

  mutating func read() -> ReadRecords {
    for (index, line) in lines.enumerated() {
      let text = String(line)
      if let states = ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].first(where: text.hasPrefix) {
        readStates(text.dropFirst(states.count))
      } else if text.uppercased().hasPrefix("#+FILETAGS:") {
        tags = [(0, Self.tags(of: text.dropFirst("#+FILETAGS:".count)))]
      } else if let stars = stars(of: text) {
        beginHeadline(text, stars, at: index + 1)
      } else if let index = tasks.last?.record {
        readLine(text, of: index)
      }
    }
    for index in found.records.indices {
      found.records[index].body = TaskRecord.trimmed(found.records[index].body)
    }
    return found
  }

  private func stars(of line: String) -> Int? {
    let stars = line.prefix { $0 == "*" }.count
    return stars > 0 && line.dropFirst(stars).first == " " ? stars : nil
  }

  /// `TODO(t) NEXT | DONE(d!)`.
  private mutating func readStates(_ text: Substring) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { part in
      part.split(separator: " ").map { String($0.prefix { $0 != "(" }) }
    }
    open = parts.count > 1 ? parts[0] : Array(parts[0].dropLast())
    done = parts.count > 1 ? parts[1] : Array(parts[0].suffix(1))
  }

  private mutating func beginHeadline(_ line: String, _ stars: Int, at number: Int) {
    var words = line.dropFirst(stars).split(separator: " ").map(String.init)
    var own: [String] = []
    if let word = words.last, word.count > 2, word.hasPrefix(":"), word.hasSuffix(":") {
      own = Self.tags(of: word)
      words.removeLast()
    }
    tags.removeAll { $0.level >= stars }
    tags.append((stars, own))
    tasks.removeAll { $0.level >= stars }
    drawer = nil
    guard let state = words.first, open.contains(state) || done.contains(state) else {
      // A headline below a task belongs to its body.
      if let index = tasks.last?.record { addText(line, to: index) }
      return
    }
    words.removeFirst()
    var record = TaskRecord(title: "")
    record.line = number
    record.setStatus(called: state.lowercased(), keepingAs: "org-state")
    if done.contains(state) { record.status = .done }
    record["org-state"] = ["TODO", "DONE"].contains(state) ? nil : .text(state)
    if let word = words.first, word.hasPrefix("[#"), word.hasSuffix("]") {
      record.setPriority(called: String(word.dropFirst(2).dropLast()), keepingAs: "org-priority")
      record["org-priority"] = record.priority == nil ? record["org-priority"] : nil
      words.removeFirst()
    }
    record.set("tags", tags.flatMap(\.names))
    record.title = words.joined(separator: " ")
    if record.title.isEmpty {
      found.problems.append(RecordProblem(line: number, "a task without a title"))
      tasks.append((stars, nil))
    } else {
      tasks.append((stars, found.records.count))
      found.records.append(record)
    }
  }

  /// The tags in `:home:phone:`.
  private static func tags(of text: some StringProtocol) -> [String] {
    text.split { $0 == ":" || $0.isWhitespace }
      .map { TaskRecord.tag(String($0)) }
  }

  private mutating func readLine(_ line: String, of index: Int) {
    let text = line.trimmingSpaces
    if drawer != nil {
      Self.readProperty(text, in: &found.records[index])
      if text == ":END:" { drawer = nil }
    } else if !found.records[index].body.isEmpty {
      // Dates and properties of a headline without a state are text.
      addText(line, to: index)
    } else if text == ":PROPERTIES:" {
      drawer = text
    } else if ["DEADLINE:", "SCHEDULED:", "CLOSED:"].contains(where: text.hasPrefix) {
      Self.readDates(text, in: &found.records[index])
    } else {
      addText(line, to: index)
    }
  }

  private mutating func addText(_ line: String, to index: Int) {
    // A half-checked box isn't checked.
    found.records[index].body += line.replacing("- [-] ", with: "- [ ] ") + "\n"
  }

  private static func readProperty(_ text: String, in record: inout TaskRecord) {
    let parts = text.dropFirst().split(separator: ":", maxSplits: 1).map {
      String($0).trimmingSpaces
    }
    guard text.hasPrefix(":"), parts.count == 2 else { return }
    switch parts[0].uppercased() {
    case "ID": record.source = "org:\(parts[1])"
    case "EFFORT": record.set("estimate", parts[1])
    default: record.set(known: parts[0].lowercased(), parts[1], orIn: "org")
    }
  }

  /// `DEADLINE: <2026-12-01 Tue 17:00 +1w -2d> CLOSED: [2026-11-20 Fri]`.
  private static func readDates(_ text: String, in record: inout TaskRecord) {
    for match in text.matches(
      of: #/(DEADLINE|SCHEDULED|CLOSED):\s*[<\[]([^>\]]*)[>\]](--<[^>]*>)?/#)
    {
      let words = match.output.2.split(separator: " ").map(String.init)
      // `10:00-11:00`.
      let clocks = words.dropFirst().map { $0.split(separator: "-").map(String.init) }
        .first { TimeOfDay($0.first ?? "") != nil }
      let clock = clocks?.first
      let date = Deadline([words.first ?? "", clock ?? ""].joined(separator: " ").trimmingSpaces)
      let key = ["DEADLINE": "deadline", "SCHEDULED": "wait"][match.output.1] ?? "completed"
      // Keeps what memo has no field for.
      if date == nil || match.output.3 != nil || clocks?.count ?? 0 > 1 {
        let end = match.output.3.map { "<\(match.output.2)>\($0)" }
        record.set("org-\(match.output.1.lowercased())", end ?? String(match.output.2))
      }
      guard let date else { continue }
      record.set(key, date.description)
      for word in words {
        let steps = word.drop { $0 == "." || $0 == "+" }
        guard word.contains("+"), let rule = RepeatRule(String(steps)) else { continue }
        let afterDone = RepeatRule("\(steps) after done")?.description
        record.set("every", word.hasPrefix(".+") ? afterDone : rule.description)
      }
      let warning = words.first { $0.hasPrefix("-") }
      record.set("org-warning", warning.map { String($0.dropFirst()) })
    }
  }
}
