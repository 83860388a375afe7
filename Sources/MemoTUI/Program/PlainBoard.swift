internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// The board as lines of text, for screen readers and braille: nothing is ever repainted.
struct PlainBoard {
  let page: Page

  /// The whole board, a line for each task.
  func text(_ world: World, _ filter: Filter) -> String {
    let now = page.now
    let matching = world.keys.compactMap { world.tasks[$0] }.filter {
      filter.matches($0, at: now) && !filter.hides($0, at: now)
    }
    var lines: [String] = []
    for status in Status.allCases {
      let tasks = matching.filter { $0.status == status }
      let sorted = status == .done ? tasks : SortOrder.standard.sorted(tasks, at: now)
      let shown = status == .done ? Array(sorted.prefix(Self.mostDone)) : sorted
      lines.append("\(status.rawValue): \(tasks.count == 1 ? "1 task" : "\(tasks.count) tasks")")
      lines += shown.map { line($0, world) }
      if shown.count < sorted.count {
        lines.append("and \(sorted.count - shown.count) more; 'list done' tells them all")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// So many done tasks are told without being asked for.
  private static let mostDone = 5

  /// A task on one line, in words; signs that a reader would spell are none of it.
  func line(_ task: StoredTask, _ world: World) -> String {
    var parts = [task.title.sanitized]
    if let deadline = task.deadline, task.status != .done {
      parts.append("due \(page.due(deadline))")
      if task.isOverdue(page.now), !page.saysOverdue(task) { parts.append("overdue") }
    }
    if let priority = task.priority { parts.append("priority \(priority.rawValue)") }
    let checklist = task.item.checklist
    if checklist.total > 0 { parts.append("\(checklist.done) of \(checklist.total) items ticked") }
    if !task.item.tags.isEmpty {
      parts.append("tags \(task.item.tags.map(\.sanitized).joined(separator: " "))")
    }
    if task.conflictNotes > 0 { parts.append("conflict") }
    if let problem = task.problems.first { parts.append("problem: \(problem.message.sanitized)") }
    return "\(ShortID(task.id, world.prefixes).text): \(parts.joined(separator: ", "))"
  }

  /// What others did, a line for each task.
  func news(_ world: World, since old: World) -> [String] {
    let changed = world.keys.filter { key in
      guard let task = world.tasks[key] else { return false }
      guard let former = old.tasks[key] else { return true }
      return former.path != task.path || former.document != task.document
    }
    let gone = old.keys.filter { world.tasks[$0] == nil }
    return changed.compactMap { key in
      guard let task = world.tasks[key] else { return nil }
      guard let former = old.tasks[key] else { return "added: \(line(task, world))" }
      let from = former.status == task.status ? "" : ", was \(former.status.rawValue)"
      return "changed: \(line(task, world)), \(task.status.rawValue)\(from)"
    } + gone.compactMap { old.tasks[$0].map { "gone: \($0.title.sanitized)" } }
  }
}
