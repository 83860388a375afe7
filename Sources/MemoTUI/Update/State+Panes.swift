internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  mutating func hit(_ stroke: KeyStroke, in choices: Choices) -> [Effect] {
    var choices = choices
    let shown = choices.shown
    let row = shown.indices.contains(choices.selected) ? shown[choices.selected] : nil
    if let step = row?.keys[stroke] ?? choices.keys[stroke] { return take(step, from: choices) }
    if choices.isYesNo, stroke.key != .enter { return closePane() }
    switch (stroke.key, stroke.modifiers) {
    case (.escape, _):
      guard choices.narrowing.isEmpty else {
        choices.narrowing.replace("")
        break
      }
      return closePane()
    case (.enter, _):
      guard let step = row?.step else { return [] }
      return take(step, from: choices)
    case (.up, _), (.character("p"), .control): choices.select { $0 - 1 }
    case (.down, _), (.character("n"), .control), (.tab, []): choices.select { $0 + 1 }
    case (.pageUp, _): choices.select { $0 - size.rows / 2 }
    case (.pageDown, _): choices.select { $0 + size.rows / 2 }
    case (.home, _): choices.select { _ in 0 }
    case (.end, _): choices.select { _ in .max }
    default:
      guard choices.isNarrowed else { return letter(stroke, in: choices) }
      guard choices.narrowing.take(stroke) else { return [] }
      choices.select { _ in 0 }
    }
    panes[panes.count - 1] = .choices(choices)
    return []
  }

  private mutating func take(_ step: Step, from choices: Choices) -> [Effect] {
    // If the step fails, the pasted lines or the origin reopen.
    let asker = choices.lines == nil ? choices.asker : .choices(choices)
    if asker != nil, case .stay = step { return closePane() }
    switch step {
    case .openDraft(let draft), .effect(.discardDraft(let draft)):
      // The other drafts still need a decision.
      var rest = choices
      rest.rows.removeAll { $0.step == .openDraft(draft) }
      rest.select { $0 }
      if rest.rows.isEmpty { panes.removeLast() } else { panes[panes.count - 1] = .choices(rest) }
    case _ where !step.leadsBack(to: choices): panes.removeLast()
    default: break
    }
    if let asker, case .run(let job) = step { return run(job, askedBy: asker) }
    return take(step)
  }

  /// Handles a letter in a list that has no filter.
  private mutating func letter(_ stroke: KeyStroke, in choices: Choices) -> [Effect] {
    guard let action = bindings[stroke] else { return [] }
    switch action {
    case .quit: return closePane()
    // The list stays open after undo and redo.
    case .undo where choices.source != nil, .redo where choices.source != nil:
      return perform(action)
    default: break
    }
    var choices = choices
    choices.select { action.scrolled($0, last: .max, room: size.rows / 2) ?? $0 }
    panes[panes.count - 1] = .choices(choices)
    return []
  }

  mutating func hit(_ stroke: KeyStroke, in pane: TextPane) -> [Effect] {
    if let step = pane.keys[stroke] {
      panes.removeLast()
      return take(step)
    }
    var pane = pane
    let room = size.rows - 4
    let last = max(0, PaneDrawing.lines(of: pane, width: size.columns).count - room)
    guard let action = bindings[stroke] else { return [] }
    let scroll = action == .mark ? .pageDown : action
    guard let top = scroll.scrolled(pane.top, last: last, room: room) else {
      return [.escape, .quit, .open].contains(action) ? closePane() : []
    }
    pane.top = top
    panes[panes.count - 1] = .text(pane)
    return []
  }
}

extension Step {
  /// Whether the list stays open below the step's result.
  fileprivate func leadsBack(to choices: Choices) -> Bool {
    switch self {
    case .open, .tell: true
    case .run: choices.source != nil
    default: false
    }
  }
}

extension Action {
  /// The first visible line, or the selected row, after a key; nil if the key doesn't scroll.
  ///
  /// - Parameters:
  ///   - last: The largest possible result.
  ///   - room: The number of visible lines.
  func scrolled(_ top: Int, last: Int, room: Int) -> Int? {
    let new: Int
    switch self {
    case .up: new = top - 1
    case .down: new = top + 1
    case .halfPageUp: new = top - room / 2
    case .halfPageDown: new = top + room / 2
    case .pageUp: new = top - room
    case .pageDown: new = top + room
    case .first: new = 0
    case .last: new = last
    default: return nil
    }
    return max(0, min(new, last))
  }
}
