internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

extension PageMaker {
  func title(of task: StoredTask) -> String {
    (task.problems.isEmpty || !task.title.isEmpty ? task.title : task.path).sanitized
  }

  func address(_ key: TaskKey) -> String { "task/\(TaskAddress.text(of: key))" }

  /// A task in a column: a link as large as the card, and what there is to know of it.
  func card(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery, _ dates: Page) -> HTML {
    let facts = facts(task, dates)
    let body = firstLine(of: task)
    let name = TaskAddress.text(of: key)
    let isLate = task.isOverdue(dates.now)
    return """
      <li id="t-\(name)" class="card\(" late", if: isLate)">\
      <a href="\(prefix)task/\(name)\(query.suffix)">\(title(of: task))</a>\
      \("<p class=\"body\">\(body ?? "")</p>", if: body != nil)\
      \("<p class=\"facts\">\(facts)</p>", if: !facts.isEmpty)</li>

      """
  }

  /// What a card tells besides the title.
  func facts(_ task: StoredTask, _ dates: Page) -> [HTML] {
    var facts: [HTML] = []
    if task.conflictNotes > 0 {
      facts.append("<span class=\"conflict\">⚑ \(words.conflict)</span>")
    }
    if let problem = task.problems.first {
      let text = (problem.place?.line).map(words.problem(inLine:)) ?? words.problem
      facts.append("<span class=\"late\">\(text)</span>")
    }
    if let deadline = task.deadline, task.status != .done {
      facts.append(due(deadline, task, dates))
    }
    if let priority = task.priority {
      facts.append(
        "<span class=\"priority \(priority.rawValue)\">\(words.name(of: priority))</span>")
    }
    let checklist = task.item.checklist
    if checklist.total > 0 {
      facts.append(
        "<span class=\"checklist\">☑ \(words.ticked(checklist.done, ofItems: checklist.total))</span>"
      )
    }
    facts += task.item.tags.map { "<span class=\"tag\">\($0.sanitized)</span>" }
    let people = dates.initials.text(of: task)
    if !people.isEmpty { facts.append("<span class=\"who\">\(people.sanitized)</span>") }
    return facts
  }

  private func due(_ deadline: Deadline, _ task: StoredTask, _ dates: Page) -> HTML {
    let isLate = task.isOverdue(dates.now)
    let isNear = dates.now.date.days(until: deadline.local(dates.now).date) <= 1
    let kind: HTML = isLate ? "late" : isNear ? "soon" : "due"
    return """
      <time class="\(kind)" datetime="\(deadline.description)"\(far(deadline, dates))>\
      \(dueText(deadline, task, dates))</time>
      """
  }

  /// A date that is not said in words is written by the browser, as its reader has dates.
  func far(_ deadline: Deadline, _ dates: Page) -> HTML {
    words.near(deadline, at: dates.now) == nil ? " data-far" : ""
  }

  func dueText(_ deadline: Deadline, _ task: StoredTask, _ dates: Page) -> String {
    let text = words.due(deadline, on: dates)
    let isSaid = !task.isOverdue(dates.now) || words.saysOverdue(deadline, at: dates.now)
    return isSaid ? text : "\(text), \(words.overdue)"
  }

  /// The first line of a task's text that isn't its title again.
  func firstLine(of task: StoredTask) -> String? {
    task.document.body.split(whereSeparator: \.isNewline).lazy.map { String($0).sanitized }
      .first { line in
        let text = line.drop { "# ".contains($0) }
        return !text.allSatisfy(\.isWhitespace) && text != task.title
      }.map { String($0.prefix(200)) }
  }
}
