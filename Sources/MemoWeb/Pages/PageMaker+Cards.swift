internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension PageMaker {
  func title(of task: StoredTask) -> String {
    (task.problems.isEmpty || !task.title.isEmpty ? task.title : task.path).sanitized
  }

  /// Relative to the board's address, to keep pages with many cards small.
  func address(_ key: TaskKey) -> String { "task/\(TaskAddress.text(of: key))" }

  /// A card's earlier address, by which an open page may know it.
  func former(_ key: TaskKey) -> HTML {
    guard let former = storeState.former[key] else { return "" }
    return " data-was=\"\(TaskAddress.text(of: former))\""
  }

  /// A card in a column: a link over the whole card, and the task's facts.
  func card(_ key: TaskKey, _ task: StoredTask) -> HTML {
    let facts = facts(task) + [checklist(key, task)].compactMap(\.self)
    let body = task.firstLine
    let name = TaskAddress.text(of: key)
    let isLate = task.isOverdue(dates.now)
    // Keep it short, since a page has many cards. Elements without a use in style or scripts have
    // no class, and HTML closes the paragraph itself (HTML, optional tags).
    return """
      <li id="t-\(name)"\(former(key)) class="card\(" late", if: isLate)">\
      \(mark(key, task))<a href="\(address(key))\(query.suffix)">\(title(of: task))</a>\
      \("<p>\(body ?? "")", if: body != nil)\
      \("<div>\(facts)</div>", if: !facts.isEmpty)</li>

      """
  }

  /// The facts of a card besides its title, problems first.
  ///
  /// - Parameter hasNames: Whether assignees have their names rather than initials.
  func facts(_ task: StoredTask, hasNames: Bool = false) -> [HTML] {
    var (wrong, facts): ([HTML], [HTML]) = ([], [])
    for fact in task.facts(dates) {
      switch fact {
      case .conflict:
        wrong.append(
          "<span class=\"conflict\">\(words.conflict)</span>")
      case .problem(let problem):
        let text = (problem.place?.line).map(words.problemInLine) ?? words.problem
        wrong.append("<span class=\"late\">\(text)</span>")
      case .due(let deadline):
        let isNear = dates.now.date.days(until: deadline.local(dates.now).date) == 0
        let kind: HTML =
          task.isOverdue(dates.now) ? " class=\"late\"" : isNear ? " class=\"soon\"" : ""
        facts.append(due(deadline, task, kind))
      case .priority(let priority):
        facts.append(rank(priority))
      case .tags(let tags): facts += tags.map { "<span class=\"tag\">\($0)</span>" }
      case .people(let people) where hasNames:
        facts.append("<span>\(words.label(.assignee)) \(people.joined(separator: ", "))</span>")
      case .people(let people):
        facts += people.map { name in
          """
          <span class="who" role="img" aria-label="\(name)" title="\(name)">\(Initials.initials(of: name))</span>
          """
        }
      case .text(_, let text): facts.append("<span>\(text)</span>")
      case .waits(let day):
        facts.append("<span>\(words.label(.wait)) \(words.due(day, on: dates))</span>")
      // The checklist opens its items, so it comes last.
      case .checklist: break
      }
    }
    return wrong + facts
  }

  func rank(_ priority: Priority) -> HTML {
    "<span class=\"rank\(" high", if: priority == .high)\">\(words.name(of: priority))</span>"
  }

  /// The deadline, and whether it is overdue.
  ///
  /// - Parameter kind: A class attribute for both.
  func due(_ deadline: Deadline, _ task: StoredTask, _ kind: HTML = "") -> HTML {
    // A done task's deadline is never near or overdue.
    let isDone = task.status == .done
    let text = isDone ? dates.written(deadline) : words.due(deadline, on: dates)
    let isSaid = !task.isOverdue(dates.now) || words.saysOverdue(deadline, at: dates.now)
    // The browser formats dates that aren't in words, in the reader's format.
    let isFar = isDone || words.near(deadline, at: dates.now) == nil
    // A date in machine format needs no attribute (HTML, the time element).
    let moment: HTML =
      text == deadline.description ? "" : " datetime=\"\(deadline.description)\""
    let time: HTML = """
      <time\(kind, if: isSaid)\(moment)\(" data-far", if: isFar)>\
      \(text)</time>
      """
    return isSaid ? time : "<span\(kind)>\(time), \(words.overdue)</span>"
  }

  func time(_ stamp: Timestamp) -> HTML {
    var isFar = false
    if case .date = dates.age(of: stamp) { isFar = true }
    return """
      <time datetime="\(stamp.description)"\(" data-far", if: isFar)>\
      \(words.moment(stamp, on: dates))</time>
      """
  }

  /// A date, with or without a time, that the browser formats in the reader's format.
  func time(_ text: String) -> HTML {
    "<time datetime=\"\(text)\" data-far>\(text)</time>"
  }

  /// The most checklist items on a card; the task's page has all.
  private static let mostItems = 12

  /// The progress of the checklist; nil without one.
  func ticked(_ task: StoredTask) -> String? {
    let checklist = task.item.checklist
    return checklist.total > 0 ? words.tickedShare(checklist.done, checklist.total) : nil
  }

  /// The checklist's progress, which opens the items to tick, in one form.
  private func checklist(_ key: TaskKey, _ task: StoredTask) -> HTML? {
    guard let text = ticked(task) else { return nil }
    let (done, total) = (task.item.checklist.done, task.item.checklist.total)
    let bar: HTML = "<progress value=\"\(done)\" max=\"\(total)\" aria-hidden=\"true\"></progress>"
    guard readOnly == nil else { return "<span class=\"ticks\">\(bar)\(text)</span>" }
    let rows = task.document.checklistItems.prefix(Self.mostItems).map { item -> HTML in
      "<li>\(checkbox(item, "\(item.text.sanitized)"))</li>\n"
    }
    return """
      <details class="ticks"><summary>\(bar)\(text)</summary>\
      <form method="post" action="\(prefix)do">\
      <input type="hidden" name="task" value="\(TaskAddress.text(of: key))">\
      \("<input type=\"hidden\" name=\"back\" value=\"\(query.text)\">", if: !query.text.isEmpty)<ul>
      \(rows)</ul></form></details>
      """
  }

  /// An item's checkbox: a button with its line, its new state and its text as one value.
  func checkbox(_ item: ChecklistItem, _ label: HTML, _ attributes: HTML = "") -> HTML {
    """
    <button name="tick" value="\(kept: "\(item.line) \(!item.isDone) \(item.text)")" \
    class="tick" role="checkbox" aria-checked="\(item.isDone ? "true" : "false")"\(attributes)>\
    \(label)</button>
    """
  }

  // MARK: - The list and the notes

  func list(_ filter: Filter) -> HTML {
    let keys = storeState.keys(nil, filter, query.order, at: dates.now)
    let rows = rows(keys) { key, task in
      let isLate = task.isOverdue(dates.now)
      let due = task.deadline.map { self.due($0, task) }
      let others = KnownField.textsOnCards.map { field -> HTML in
        "<td>\(task.values(of: field.rawValue).joined(separator: ", ").sanitized)</td>"
      }
      return """
        <tr id="t-\(TaskAddress.text(of: key))"\(former(key)) class="card\(" late", if: isLate)" \
        data-status="\(task.status.rawValue)"><td>\(mark(key, task))<a href="\(address(key))\(query.suffix)">\(title(of: task))</a></td>\
        <td class="in">\(words.name(of: task.status))</td><td class="when">\(due)</td>\
        <td>\(task.priority.map(rank))</td>\
        <td>\(task.item.tags.map { "<span class=\"tag\">\($0)</span> " as HTML })</td>\(others)</tr>

        """
    }
    let fields: [KnownField] = [.title, .status, .deadline, .priority, .tags]
    let heads = (fields + KnownField.textsOnCards).map { field -> HTML in
      "<th scope=\"col\">\(words.label(field).headline)</th>"
    }
    return """
      <table class="tasks"><caption class="hidden">\(words.tasks)</caption>\
      <thead><tr>\(heads)</tr></thead><tbody>
      \(rows)</tbody></table>
      \(isFirstRun ? firstRun : keys.isEmpty ? emptiness() : "")\(later(keys, .todo))
      """
  }

  func notes(_ filter: Filter) -> HTML {
    let keys = storeState.keys(nil, filter, query.order, at: dates.now)
    let wanted = query.open.flatMap { TaskAddress.key($0, in: storeState) } ?? keys.first
    let rows = rows(keys) { note($0, $1, isOpen: $0 == wanted) }
    let detail = wanted.flatMap { key in
      storeState.tasks[key].map { shown(key, $0) }
    }
    return """
      <section class="lane" data-status="all">
      <div class="head"><h2 id="h-all">\(words.tasks.headline) <span class="count">\(keys.count)</span></h2></div>
      <ul role="list" aria-labelledby="h-all">
      \(rows)</ul>
      \(isFirstRun ? firstRun : keys.isEmpty ? emptiness() : "")\(later(keys, .todo))</section>
      <section id="detail" class="sheet" aria-label="\(words.task)">\
      \(detail ?? "<p class=\"empty\">\(words.nothingHere)</p>")</section>

      """
  }

  /// A task in the list of notes: its title, its change time and its first line.
  private func note(_ key: TaskKey, _ task: StoredTask, isOpen: Bool) -> HTML {
    let changed = storeState.changeTimes[task.path] ?? task.created
    let wrong = task.problems.isEmpty ? "" : words.problem
    return """
      <li id="t-\(TaskAddress.text(of: key))"\(former(key)) class="card" \
      data-status="\(task.status.rawValue)">\(mark(key, task))\
      <a href="\(address(key))\(query.suffix)"\(" aria-current=\"true\"", if: isOpen)>\(title(of: task))</a>\
      <p>\("<span class=\"conflict\">\(words.conflict)</span> ", if: task.conflictNotes > 0)\
      \("<span class=\"late\">\(wrong)</span> ", if: !wrong.isEmpty)\
      \(changed.map { time($0) }) \(task.firstLine ?? "")</li>

      """
  }
}
