internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// A line, or part of one, with one style.
struct Run: Hashable, Sendable {
  var text: String
  var role = Role.text
  var isBold = false
}

extension BoardState {
  /// The lines of a card: the id, the title in at most two lines, then one line of other facts.
  ///
  /// - Parameter width: The column's width, including the mark at its left edge.
  func cardLines(_ key: TaskKey, width: Int) -> [[Run]] {
    guard let task = task(key) else { return [[]] }
    let id = ShortID(task.id, storeState?.prefixes ?? [:]).text
    let indent = String(repeating: " ", count: id.count + 1)
    let room = max(width - 1 - indent.count, 4)
    let isOverdue = task.isOverdue(now)
    var lines: [[Run]] = []
    for (index, part) in title(of: task).wrapped(to: room, atMost: 2).enumerated() {
      let start = index == 0 ? id + " " : indent
      lines.append([
        Run(text: start, role: .dim),
        Run(text: part, role: task.status == .done ? .dim : .text, isBold: isOverdue),
      ])
    }
    if view == .list || view == .notes, task.status != .todo {
      lines[0].insert(Run(text: "[\(words.name(of: task.status))] ", role: .dim), at: 1)
    }
    if isAtWork(key) { lines[0].append(Run(text: " …", role: .dim)) }
    if view == .notes, task.problems.isEmpty, task.conflictNotes == 0 {
      let changed = storeState?.changeTimes[task.path] ?? task.created
      let parts = [changed.map { words.moment($0, on: page) }, task.firstLine]
      let line = parts.compactMap(\.self).joined(separator: "  ").truncated(to: room)
      return lines + [[Run(text: indent + line, role: .dim)]]
    }
    var facts = facts(of: task)
    if facts.map(\.text).joined(separator: " ").terminalWidth > room {
      // The sign of a conflict is never cut.
      facts = facts.filter { $0.role == .conflict } + facts.filter { $0.role != .conflict }
    }
    if !facts.isEmpty {
      let runs = facts.enumerated().map { index, fact in
        Run(text: (index == 0 ? "" : " ") + fact.text, role: fact.role)
      }
      lines.append([Run(text: indent, role: .dim)] + runs)
    }
    if showsBodies, let body = task.firstLine {
      lines.append([Run(text: indent + body.truncated(to: room), role: .dim)])
    }
    return lines
  }

  /// The title; a file that can't be parsed shows its path.
  private func title(of task: StoredTask) -> String {
    let isUnderstood = task.problems.isEmpty || !task.title.isEmpty
    return (isUnderstood ? task.title : task.path).sanitized
  }

  func facts(of task: StoredTask) -> [Run] {
    task.facts(page).flatMap { fact -> [Run] in
      switch fact {
      case .due(let deadline):
        let isLate = task.isOverdue(now)
        let isNear = now.date.days(until: deadline.local(now).date) <= 1
        let text = words.due(deadline, on: page)
        let due = Run(text: text, role: isLate ? .late : isNear ? .soon : .dim)
        guard isLate, !words.saysOverdue(deadline, at: now) else { return [due] }
        return [due, Run(text: words.overdue, role: .late)]
      case .priority(let priority):
        let role: Role = priority == .high ? .soon : .dim
        return [Run(text: "!\(words.name(of: priority))", role: role)]
      case .checklist(let list):
        return [
          Run(text: "[\(list.done)/\(list.total)]", role: list.done == list.total ? .good : .dim)
        ]
      case .tags(let tags): return tags.map { Run(text: "+\($0)", role: .dim) }
      case .people(let people): return [Run(text: Initials.text(of: people), role: .accent)]
      case .text(_, let text): return [Run(text: text, role: .dim)]
      case .waits(let day):
        return [Run(text: "\(words.label(.wait)) \(words.due(day, on: page))", role: .dim)]
      case .conflict:
        return [
          Run(text: page.isUnicode ? "⚑ \(words.conflict)" : words.conflict, role: .conflict)
        ]
      case .problem(let problem):
        let line = problem.place?.line
        return [Run(text: line.map { words.problemInLine($0) } ?? words.problem, role: .late)]
      }
    }
  }
}
