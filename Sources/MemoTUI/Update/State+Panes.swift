internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// A key in a line that is typed.
  mutating func hit(_ key: Key, _ modifiers: Modifiers, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    prompt.error = nil
    switch key {
    case .escape:
      panes.removeLast()
      return prompt.purpose == .filter ? narrow("") : []
    case .enter:
      panes.removeLast()
      return finish(prompt)
    case .tab:
      guard let word = completion(of: prompt.field.word, prompt.purpose) else { return [] }
      prompt.field.completeWord(word)
    default: guard prompt.field.take(key, modifiers) else { return [] }
    }
    panes[panes.count - 1] = .prompt(prompt)
    return prompt.purpose == .filter ? narrow(prompt.field.text) : []
  }

  /// Does what was asked for.
  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    let text = prompt.field.text.trimmedEnd
    switch prompt.purpose {
    case .filter:
      if let error = filterError, filterText == text {
        message.show(.error(error.message, hints: [error.hint].filter { !$0.isEmpty }))
      }
      return narrow(text)
    case .add(let status):
      guard !text.isEmpty else { return [] }
      return run(Prompt.adding([text], status), askedBy: prompt)
    case .title(let keys): return text.isEmpty ? [] : set(["title=\(text)"], keys, askedBy: prompt)
    case .deadline(let keys):
      return set(["deadline=\(text.isEmpty ? "none" : text)"], keys, askedBy: prompt)
    case .tags(let keys, let before):
      let tags = text.split(separator: " ").map { $0.hasPrefix("+") ? $0.dropFirst() : $0 }
        .map(String.init)
      let changes =
        tags.filter { !before.contains($0) }.map { "+\($0)" }
        + before.filter { !tags.contains($0) }.map { "-\($0)" }
      return changes.isEmpty ? [] : set(changes, keys, askedBy: prompt)
    case .command: return type(text)
    case .moment: return text.isEmpty ? [] : [.load(.past(text))]
    }
  }

  mutating func set(
    _ changes: [String], _ keys: [TaskKey], askedBy prompt: Prompt? = nil
  ) -> [Effect] {
    run(.command("set", keys, changes), askedBy: prompt)
  }

  private mutating func run(_ job: Job, askedBy prompt: Prompt?) -> [Effect] {
    let effects = run(job)
    if !effects.isEmpty { prompts[jobs] = prompt }
    return effects
  }

  /// A key among rows.
  mutating func hit(
    _ stroke: KeyStroke, _ key: Key, _ modifiers: Modifiers, in choices: Choices
  ) -> [Effect] {
    var choices = choices
    let shown = choices.shown
    let row = shown.indices.contains(choices.selected) ? shown[choices.selected] : nil
    if let step = row?.keys[stroke] {
      if !step.leadsBack(to: choices) { panes.removeLast() }
      return take(step)
    }
    if let again = choices.again, stroke == again.stroke { return take(again.step) }
    switch (key, modifiers) {
    case (.escape, _):
      guard choices.narrowing.isEmpty else {
        choices.narrowing.replace("")
        break
      }
      return closePane()
    case (.enter, _):
      guard let step = row?.step else { return [] }
      if !step.leadsBack(to: choices) { panes.removeLast() }
      return take(step)
    case (.up, _), (.character("p"), .control): choices.select { $0 - 1 }
    case (.down, _), (.character("n"), .control), (.tab, []): choices.select { $0 + 1 }
    case (.pageUp, _): choices.select { $0 - size.rows / 2 }
    case (.pageDown, _): choices.select { $0 + size.rows / 2 }
    case (.home, _): choices.select { _ in 0 }
    case (.end, _): choices.select { _ in .max }
    default:
      guard choices.isNarrowed else { return letter(stroke, in: choices) }
      guard choices.narrowing.take(key, modifiers) else { return [] }
      choices.selected = 0
    }
    panes[panes.count - 1] = .choices(choices)
    return []
  }

  /// Letters where they don't narrow.
  private mutating func letter(_ stroke: KeyStroke, in choices: Choices) -> [Effect] {
    var choices = choices
    switch bindings[stroke] {
    case .up?: choices.select { $0 - 1 }
    case .down?: choices.select { $0 + 1 }
    case .halfPageUp?: choices.select { $0 - size.rows / 2 }
    case .halfPageDown?: choices.select { $0 + size.rows / 2 }
    case .first?: choices.select { _ in 0 }
    case .last?: choices.select { _ in .max }
    case .quit?: return closePane()
    // What was just done here stays open to be taken back.
    case .undo? where choices.source != nil: return perform(.undo)
    case .redo? where choices.source != nil: return perform(.redo)
    default: return []
    }
    panes[panes.count - 1] = .choices(choices)
    return []
  }

  /// A key in a text that is read.
  mutating func hit(
    _ stroke: KeyStroke, _ key: Key, _ modifiers: Modifiers, in pane: TextPane
  ) -> [Effect] {
    if let step = pane.keys[stroke] {
      panes.removeLast()
      return take(step)
    }
    var pane = pane
    let room = max(size.rows - 4, 1)
    let last = max(0, PaneDrawing.lines(of: pane, width: size.columns).count - room)
    guard let action = bindings[stroke] else { return [] }
    guard
      let top = action == .mark
        ? Action.pageDown.scrolled(pane.top, last: last, room: room)
        : action.scrolled(pane.top, last: last, room: room)
    else { return [.escape, .quit, .open].contains(action) ? closePane() : [] }
    pane.top = top
    panes[panes.count - 1] = .text(pane)
    return []
  }

  /// The word that what is typed begins; nil for none, or for several that have no more letters
  /// in common.
  private func completion(of word: String, _ purpose: Prompt.Purpose) -> String? {
    guard let world = present, !word.isEmpty else { return nil }
    var words: Set<String> = []
    let tags = Set(world.tasks.values.flatMap(\.item.tags))
    switch purpose {
    case .filter:
      words = Set(Self.filterWords).union(tags.flatMap { ["+\($0)", "-\($0)", "tag:\($0)"] })
      words.formUnion(world.tasks.values.flatMap { $0.item.otherFields.map { "\($0.key)=" } })
    case .add: words = Set(tags.map { "+\($0)" } + ["due:", "p:high", "p:medium", "p:low"])
    case .tags: words = tags.union(tags.map { "+\($0)" })
    case .command: words = Set(Memo.commandNames)
    case .title, .deadline, .moment: return nil
    }
    let found = words.filter { $0.hasPrefix(word) && $0 != word }.sorted()
    guard let first = found.first, let last = found.last else { return nil }
    let common = String(zip(first, last).prefix { $0 == $1 }.map(\.0))
    return common.count > word.count ? common : nil
  }

  private static let filterWords = [
    "todo", "doing", "done", "overdue", "today", "due<", "due:", "prio:high", "prio:medium",
    "prio:low", "ready", "blocked", "waiting", "conflict", "problem", "created>", "changed>",
    "assignee=", "project=", "and", "or", "not",
  ]
}

extension Step {
  /// Whether one comes back to the rows: from what is only looked at, and from what changes them.
  fileprivate func leadsBack(to choices: Choices) -> Bool {
    switch self {
    case .read, .tell: true
    case .run, .confirm, .editTheme: choices.source != nil
    default: false
    }
  }
}

extension Action {
  /// Where text that is read begins once a key was hit; nil for a key that doesn't scroll.
  ///
  /// - Parameters:
  ///   - top: The first line in the window.
  ///   - last: The last one that can be the first.
  ///   - room: How many there is room for.
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

extension Prompt {
  static func add(_ status: Status, _ words: any Catalog, text: String = "") -> Prompt {
    Prompt(
      purpose: .add(status), label: "\(status == .doing ? words.newInDoing : words.new): ",
      field: TextField(text), hint: words.newExample)
  }

  /// Adds a task for each line.
  static func adding(_ lines: [String], _ status: Status) -> Job {
    let words = ["add"] + (status == .doing ? ["--doing"] : [])
    guard lines.count > 1 else { return .command(words + lines) }
    return .command(words + ["-"], input: lines.map { $0 + "\n" }.joined())
  }
}
