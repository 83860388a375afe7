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

extension StoredTask {
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
