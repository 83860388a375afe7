internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// The board as lines of text, for screen readers and braille; it never repaints.
struct PlainBoard {
  let page: Page
  let words: Words

  /// The whole board, one line for each task.
  func text(
    _ storeState: StoreState, _ filter: Filter, _ columns: [Status] = Status.allCases
  ) -> String {
    var lines: [String] = []
    for status in columns {
      let keys = storeState.keys(status, filter, .standard, at: page.now)
      let shown = status == .done ? keys.prefix(Self.mostDone) : keys[...]
      lines.append(words.column(words.name(of: status), keys.count))
      lines += shown.compactMap { storeState.tasks[$0].map { line($0, storeState) } }
      if shown.count < keys.count { lines.append(words.moreDone(keys.count - shown.count)) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The most done tasks to list.
  private static let mostDone = 5

  /// A task on one line, in words, without signs that a screen reader would spell.
  func line(_ task: StoredTask, _ storeState: StoreState) -> String {
    let facts = task.facts(page).flatMap { fact -> [String] in
      switch fact {
      case .due(let deadline):
        let isSaid = !task.isOverdue(page.now) || words.saysOverdue(deadline, at: page.now)
        return [words.dueAt(words.due(deadline, on: page))] + (isSaid ? [] : [words.overdue])
      case .priority(let priority): return [words.priority(words.name(of: priority))]
      case .checklist(let checklist): return [words.itemsTicked(checklist.done, checklist.total)]
      case .tags(let tags): return [words.tags(tags.joined(separator: " "))]
      case .people: return []
      case .text(let field, let text): return ["\(words.label(field)) \(text)"]
      case .waits(let day): return ["\(words.label(.wait)) \(words.due(day, on: page))"]
      case .conflict: return [words.conflict]
      case .problem(let problem): return [words.problemReason(problem.message.sanitized)]
      }
    }
    let parts = [task.title.sanitized] + facts
    return "\(ShortID(task.id, storeState.prefixes).text): \(parts.joined(separator: ", "))"
  }

  /// The changes by others, one line for each task.
  ///
  /// - Parameter filter: Limits the list to tasks that match, or did before.
  func news(_ storeState: StoreState, since old: StoreState, _ filter: Filter = .all) -> [String] {
    let now = page.now
    func isMeant(_ task: StoredTask?) -> Bool {
      task.map { filter.matches($0, at: now) && !filter.hides($0, at: now) } ?? false
    }
    let changed = storeState.keys.filter { key in
      guard let task = storeState.tasks[key] else { return false }
      guard isMeant(task) || isMeant(old.tasks[key]) else { return false }
      guard let former = old.tasks[key] else { return true }
      return former.path != task.path || former.document != task.document
    }
    let gone = old.keys.filter { storeState.tasks[$0] == nil && isMeant(old.tasks[$0]) }
    return changed.compactMap { key in
      guard let task = storeState.tasks[key] else { return nil }
      guard let former = old.tasks[key] else { return words.added(line(task, storeState)) }
      let from = former.status == task.status ? nil : words.name(of: former.status)
      return words.changed(line(task, storeState), words.name(of: task.status), from)
    } + gone.compactMap { old.tasks[$0].map { words.gone($0.title.sanitized) } }
  }
}
