internal import MemoKit
internal import TaskFile
internal import Terminal

/// One task whole: what its fields say, its text, its last changes.
struct TaskDetail {
  var task: StoredTask
  var output: ShowOutput
  var page: Page

  var text: String {
    var lines = [page.style.paint(task.title.sanitized, .bold)]
    lines += fields.map { name, value in
      page.style.paint((name + ":").sanitized.padded(to: labelWidth), .dim) + " " + value
    }
    lines += task.problems.map { page.style.paint($0.line.sanitized, .red) }
    if !bodyLines.isEmpty { lines += [""] + bodyLines }
    let entries = output.history[task.path] ?? []
    if !entries.isEmpty { lines.append("") }
    lines += entries.map { entry in
      page.style.paint("\(page.moment(entry.time))  \(entry.words)", .dim)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private let labelWidth = 10

  private var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if let id = task.id?.text {
      let length = task.id.flatMap { output.prefixes[$0] } ?? 0
      fields.append(
        ("id", page.style.paint(String(id.prefix(length)), .magenta, .bold) + id.dropFirst(length)))
    }
    fields.append(("status", task.status.rawValue))
    if let deadline = task.deadline {
      let phrase = deadline.phrase(at: page.now).map { " (\($0))" } ?? ""
      fields.append(
        ("deadline", page.style.paint(page.spelled(deadline) + phrase, page.duePaints(task))))
    }
    if let priority = task.priority { fields.append(("priority", priority.rawValue)) }
    if !task.item.tags.isEmpty {
      fields.append(("tags", task.item.tags.map { $0.sanitized }.joined(separator: ", ")))
    }
    if let created = task.created { fields.append(("created", page.moment(created))) }
    for field in task.item.otherFields where field.key != "after" {
      let value =
        switch field.value {
        case .text(let text): text.sanitized
        case .list(let items): items.map(\.sanitized).joined(separator: ", ")
        }
      fields.append((field.key, field.key == "every" ? repetition ?? value : value))
    }
    if !task.after.isEmpty {
      let known = output.links.predecessors(of: task)
      fields += task.after.map { name in
        (
          "after",
          known.first { $0.id?.text == name }.map(linked) ?? "\(name) (there is none)".sanitized
        )
      }
    }
    fields += output.links.successors(of: task).map { ("before", linked($0)) }
    let checklist = task.item.checklist
    if checklist.total > 0 {
      fields.append(("checklist", "\(checklist.done) of \(checklist.total) done"))
    }
    if task.conflictNotes > 0 {
      let notes = page.style.paint("\(task.conflictNotes) noted", .yellow)
      fields.append(("conflicts", "\(notes), 'memo resolve' ends them"))
    }
    fields.append(("file", task.path.sanitized))
    if let deletion = output.deletions[task.path] {
      fields.append(("deleted", deletion.deletionWords(page)))
    }
    return fields
  }

  /// The rule in words, and the dates after the one that the task has.
  private var repetition: String? {
    guard let repeating = Repeating(task.item) else { return nil }
    let dates =
      task.status == .done
      ? [] : repeating.dates(3, doneOn: page.now.date).map { page.spelled(Deadline(date: $0)) }
    return ([repeating.rule.words] + dates.prefix(1).map { "then \($0)" } + dates.dropFirst())
      .joined(separator: ", ")
  }

  /// Another task in a few words.
  private func linked(_ task: StoredTask) -> String {
    let id = ShortID(task.id, output.prefixes).painted(page.style)
    return "\(id)  \(task.title.sanitized)"
      + (task.status == .todo ? "" : "  (\(task.status.rawValue))")
  }

  /// The text, without the blank lines around it; headings and ticked items stand out, and items of
  /// the checklist have their numbers in place of their marks.
  private var bodyLines: [String] {
    var lines = task.document.body.sanitizedLines
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
    for (number, item) in zip(1..., task.document.checklistItems) where item.line < lines.count {
      let line = lines[item.line]
      guard let box = line.firstIndex(of: "[") else { continue }
      lines[item.line] = "\(line.prefix { $0 == " " })\(number) \(line[box...])"
    }
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map { line in
      let line = String(line)
      if line.hasPrefix("#") { return page.style.paint(line, .bold) }
      let item = line.drop { $0 == " " || $0.isNumber }
      let isTicked = item.hasPrefix("[x] ") || item.hasPrefix("[X] ")
      if isTicked { return page.style.paint(line, .dim) }
      return line.hasPrefix("> ") ? page.style.paint(line, .yellow) : line
    }
  }
}
