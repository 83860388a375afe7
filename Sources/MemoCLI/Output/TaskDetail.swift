internal import MemoKit
internal import Terminal
internal import Words

struct TaskDetail {
  var task: StoredTask
  var prefixes: [TaskID: Int]
  /// The dependencies in the whole store.
  var links: TaskLinks
  /// Nil for an existing task.
  var deletion: DeletedTask?
  /// The last changes.
  var changes: [LogEntry]
  var page: Page

  var text: String {
    var lines = wrapped(task.title.sanitized).map { page.style.paint($0, .bold) }
    for (name, value) in fields { lines += self.lines(name, value) }
    lines += task.problems.map { page.style.paint($0.line.sanitized, .red) }
    if !bodyLines.isEmpty { lines += [""] + bodyLines }
    if !changes.isEmpty { lines.append("") }
    for entry in changes { lines += self.lines(of: entry).map { page.style.paint($0, .dim) } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A field's name with its value; values of several lines are aligned.
  private func lines(_ name: String, _ value: Value) -> [String] {
    let name = (name + ":").sanitized
    let indent = max(labelWidth, name.terminalWidth) + 1
    let parts: [String]
    switch value {
    case .lines(let lines): parts = lines.isEmpty ? [""] : lines
    case .text(let text, let paints):
      let room = page.style.width.map { max($0 - indent, 8) }
      parts = (room.map { text.wrapped(to: $0) } ?? [text]).map { page.style.paint($0, paints) }
    }
    return hanging(page.style.paint(name.padded(to: labelWidth), .dim) + " ", parts, indent)
  }

  /// The time and the change; on two lines in a narrow window.
  private func lines(of entry: LogEntry) -> [String] {
    let (moment, words) = (page.moment(entry.time), entry.words(page))
    let indent = moment.terminalWidth + 2
    guard let width = page.style.width else { return ["\(moment)  \(words)"] }
    guard width >= indent + 24 else {
      return [moment] + words.wrapped(to: max(width - 2, 8)).map { "  \($0)" }
    }
    return hanging("\(moment)  ", words.wrapped(to: width - indent), indent)
  }

  private func hanging(_ label: String, _ parts: [String], _ indent: Int) -> [String] {
    parts.enumerated().map { index, part in
      (index == 0 ? label : String(repeating: " ", count: indent)) + part
    }
  }

  private func wrapped(_ text: String) -> [String] {
    page.style.width.map { text.wrapped(to: $0) } ?? [text]
  }

  private enum Value {
    /// Text that breaks at words.
    case text(String, [Style.Paint] = [])
    /// Painted lines.
    case lines([String])
  }

  private let labelWidth = 10

  private var fields: [(name: String, value: Value)] {
    var fields: [(name: String, value: Value)] = []
    if let id = task.id?.text {
      let length = task.id.flatMap { prefixes[$0] } ?? 0
      let start = page.style.paint(String(id.prefix(length)), .magenta, .bold)
      fields.append(("id", .lines([start + id.dropFirst(length)])))
    }
    if let name = task.foreignID { fields.append(("other id", .text(name.sanitized))) }
    for field in KnownField.ofAll where ![.id, .title].contains(field) {
      if let value = value(of: field) { fields.append((field.rawValue, value)) }
    }
    for field in task.item.otherFields where field.key != "after" {
      let value = value(of: field)
      // Facts such as the file use labels, so keys with those names get a prefix.
      let name = Self.shownByName.contains(field.key) ? "fields.\(field.key)" : field.key
      fields.append((name, field.key == "every" ? repetition.map { .text($0) } ?? value : value))
    }
    fields += task.after.map { name in
      let task = links.task(named: name)
      return ("after", task.map(linked) ?? .text("\(name) (there is none)".sanitized))
    }
    fields += links.successors(of: task).map { ("before", linked($0)) }
    let checklist = task.item.checklist
    if checklist.total > 0 {
      fields.append(("checklist", .text("\(checklist.done) of \(checklist.total) done")))
    }
    if task.conflictNotes > 0 {
      let notes = "\(task.conflictNotes) noted, 'memo resolve' ends them"
      fields.append(("conflicts", .text(notes, [.yellow])))
    }
    fields.append(("file", .text(task.path.sanitized)))
    if let deletion {
      fields.append(("deleted", .text(deletion.deletionWords(page))))
    }
    return fields
  }

  /// A known field; a value that memo can't read stays as typed.
  private func value(of field: KnownField) -> Value? {
    let unusable = task.unusable(field.rawValue)
    if field == .status {
      let said = unusable.map { ", though the text says \($0.onOneLine.sanitized)" }
      return .text(task.status.rawValue + (said ?? ""), said == nil ? [] : [.red])
    }
    if let unusable { return .text(Page.unusable(unusable), [.red]) }
    if field == .deadline, let deadline = task.deadline {
      let words = Language.english.words
      let nearness = task.status == .done ? nil : words.near(deadline, at: page.now)
      let phrase = nearness.map { " (\($0))" } ?? ""
      return .text(page.spelled(deadline) + phrase, page.duePaints(task))
    }
    if field == .created, let created = task.created { return .text(page.moment(created)) }
    let texts = task.texts(of: field, in: task.item)
    return texts.isEmpty ? nil : .text(texts.map { $0.sanitized }.joined(separator: ", "))
  }

  private static let shownByName: Set = [
    "before", "checklist", "conflicts", "file", "deleted", "other id",
  ]

  /// The rule in words, and the following dates.
  private var repetition: String? {
    guard let repeating = Repeating(task.item) else { return nil }
    let dates =
      task.status == .done
      ? [] : repeating.dates(3, doneOn: page.now.date).map { page.spelled(Deadline(date: $0)) }
    return ([repeating.rule.words] + dates.prefix(1).map { "then \($0)" } + dates.dropFirst())
      .joined(separator: ", ")
  }

  private func linked(_ task: StoredTask) -> Value {
    let id = ShortID(task.id, prefixes).painted(page.style)
    let status = task.status == .todo ? "" : "  (\(task.status.rawValue))"
    return .lines(["\(id)  \(task.title.sanitized)\(status)"])
  }

  /// The value of another key; nested values stay YAML.
  private func value(of field: Field) -> Value {
    switch field.value {
    case .list(let items): .text(items.map { page.value($0).sanitized }.joined(separator: ", "))
    case .text(let text) where text.contains(where: \.isNewline):
      .lines(text.sanitizedLines.withoutIndent)
    case .text(let text): .text(page.value(text).sanitized)
    }
  }

  /// The text without blank lines around it, and without a heading that repeats the title.
  ///
  /// A terminal shows it rendered. Checklist items have numbers.
  private var bodyLines: [String] {
    var lines = task.document.body.sanitizedLines
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    func dropBlankLines() {
      while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    }
    dropBlankLines()
    if let first = lines.first, first.hasPrefix("#"),
      BodyTitle.title(of: first) == task.title.sanitized
    {
      lines.removeFirst()
      dropBlankLines()
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    let numbers = Dictionary(
      zip(task.document.checklistItems.map(\.line), 1...), uniquingKeysWith: { first, _ in first })
    let start = lines.startIndex
    guard let width = page.style.width else {
      return lines.indices.map { index in
        guard let number = numbers[index], let box = lines[index].firstIndex(of: "[") else {
          return lines[index]
        }
        return "\(lines[index].prefix { $0 == " " })\(number) \(lines[index][box...])"
      }
    }
    var renderer = MarkdownText(page.style, width: width, isUnicode: page.isUnicode)
    renderer.number = { numbers[$0 + start] }
    let text = lines.joined(separator: "\n")
    return renderer.lines(text, alone: ConflictNote.lines(ofNotesIn: text))
  }
}

extension String {
  /// The lines, without blank lines around them and without their common indentation.
  fileprivate var withoutIndent: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    let indent = lines.filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min()
    return lines.map { String($0.dropFirst(min(indent ?? 0, $0.count))) }
  }
}
