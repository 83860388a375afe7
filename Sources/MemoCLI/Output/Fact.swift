package import MemoKit
internal import Terminal

/// A fact of a task besides title and status.
///
/// Tables, the printed board, the terminal board and pages show these facts, and read nothing else.
package enum Fact {
  /// The deadline of an open task.
  case due(Deadline)
  case priority(Priority)
  case checklist(Checklist)
  case tags([String])
  /// The names of other assignees.
  case people([String])
  /// Another field on cards, or the claim.
  case text(KnownField, String)
  /// The `wait` date.
  case waits(Deadline)
  case conflict
  case problem(StoreProblem)
}

extension Fact {
  /// The fact in lists and on the printed board.
  func text(of task: StoredTask, _ page: Page) -> String {
    switch self {
    case .due(let deadline):
      let isSaid = !task.isOverdue(page.now) || page.saysOverdue(task)
      return page.due(deadline) + (isSaid ? "" : " overdue")
    case .priority(let priority): return "!\(priority.rawValue)"
    case .checklist(let checklist): return "[\(checklist.done)/\(checklist.total)]"
    case .tags(let tags): return tags.map { "+\($0)" }.joined(separator: " ")
    case .people(let people): return Initials.text(of: people)
    case .text(.claimedBy, let name): return "claimed by \(name)"
    case .text(_, let text): return text
    case .waits(let day): return "waits until \(page.spelled(day))"
    case .conflict: return "conflict"
    case .problem: return "problem"
    }
  }
}

extension StoredTask {
  /// The id and title, and a line with other facts.
  ///
  /// - Parameter hasStatus: Whether the facts begin with the status, unless that is todo.
  func card(
    _ prefixes: [TaskID: Int], _ page: Page, hasStatus: Bool = false
  ) -> [Columns.Line] {
    let id = ShortID(id, prefixes)
    let title = Columns.Line(
      self.title.sanitized, indent: id.text.count + 1, head: (id.text, id.paints))
    var facts = facts(page).map { $0.text(of: self, page) }
    if hasStatus, status != .todo {
      // The board leaves the deadline of a done task out.
      let due = status == .done ? page.due(of: self) : nil
      facts = [status.rawValue] + [due].compactMap(\.self) + facts
    }
    guard !facts.isEmpty else { return [title] }
    return [
      title,
      Columns.Line(
        facts.joined(separator: " "), indent: id.text.count + 1,
        paints: isOverdue(page.now) ? [.red] : [.dim]),
    ]
  }

  /// The facts of a card, in order.
  package func facts(_ page: Page) -> [Fact] {
    var facts: [Fact] = []
    // `item` is computed on each access.
    forEachFact(of: item, page) { facts.append($0) }
    return facts
  }

  /// Calls `body` with each fact.
  ///
  /// For thousands of tasks, this saves the arrays.
  func forEachFact(of item: TaskItem, _ page: Page, _ body: (Fact) -> Void) {
    for field in KnownField.onCards {
      switch field {
      case .deadline: if status != .done, let deadline { body(.due(deadline)) }
      case .priority: if let priority { body(.priority(priority)) }
      case .tags:
        if item.checklist.total > 0 { body(.checklist(item.checklist)) }
        if !item.tags.isEmpty { body(.tags(item.tags.map(\.sanitized))) }
      case .assignee:
        let people = page.initials.others(of: self, item)
        if !people.isEmpty { body(.people(people)) }
      default:
        for value in values(of: field.rawValue, in: item) { body(.text(field, value.sanitized)) }
      }
    }
    if let claim = claim(at: page.now, in: item) {
      body(.text(.claimedBy, claim.name.sanitized))
    }
    if let wait = item.wait, isWaiting(until: wait, at: page.now) { body(.waits(wait)) }
    if conflictNotes > 0 { body(.conflict) }
    if let problem = problems.first { body(.problem(problem)) }
  }
}
