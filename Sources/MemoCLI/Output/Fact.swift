package import MemoKit
package import TaskFile
internal import Terminal

/// What a card says of its task besides the title.
package enum Fact {
  /// When it is due, as long as it is open.
  case due(Deadline)
  case priority(Priority)
  case checklist(Checklist)
  case tags([String])
  /// The initials of others whose task it is.
  case people(String)
  /// Any other field that cards show.
  case text(KnownField, String)
  case conflict
  case problem(StoreProblem)
}

extension StoredTask {
  /// What every card says, in its order.
  package func facts(_ page: Page) -> [Fact] {
    var facts: [Fact] = []
    // It is read anew each time that somebody asks.
    let item = item
    for field in KnownField.onCards {
      switch field {
      case .deadline: facts += status == .done ? [] : deadline.map { [.due($0)] } ?? []
      case .priority: facts += priority.map { [.priority($0)] } ?? []
      case .tags:
        if item.checklist.total > 0 { facts.append(.checklist(item.checklist)) }
        if !item.tags.isEmpty { facts.append(.tags(item.tags.map(\.sanitized))) }
      case .assignee:
        let people = page.initials.text(of: self, item)
        if !people.isEmpty { facts.append(.people(people)) }
      default: facts += values(of: field.rawValue, in: item).map { .text(field, $0.sanitized) }
      }
    }
    if conflictNotes > 0 { facts.append(.conflict) }
    if let problem = problems.first { facts.append(.problem(problem)) }
    return facts
  }
}
