internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  mutating func hit(_ stroke: KeyStroke, in choices: Choices) {
    var choices = choices
    let shown = choices.shown
    let row = shown.indices.contains(choices.selected) ? shown[choices.selected] : nil
    if let step = row?.keys[stroke] ?? choices.keys[stroke] { return take(step, from: choices) }
    if choices.isYesNo, stroke.key != .enter { return closePane() }
    switch (stroke.key, stroke.modifiers) {
    case (.escape, _):
      guard choices.narrowing.isEmpty else {
        choices.narrowing = TextField()
        break
      }
      return closePane()
    case (.enter, _):
      guard let step = row?.step else { return }
      return take(step, from: choices)
    case (.up, _), (.character("p"), .control): choices.select { $0 - 1 }
    case (.down, _), (.character("n"), .control), (.tab, []): choices.select { $0 + 1 }
    case (.pageUp, _): choices.select { $0 - size.rows / 2 }
    case (.pageDown, _): choices.select { $0 + size.rows / 2 }
    case (.home, _): choices.select { _ in 0 }
    case (.end, _): choices.select { _ in .max }
    default:
      guard choices.isNarrowed else { return letter(stroke, in: choices) }
      guard choices.narrowing.take(stroke) else { return }
      choices.select { _ in 0 }
    }
    panes[panes.count - 1] = .choices(choices)
  }

  private mutating func take(_ step: Step, from choices: Choices) {
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
    // The list stays open below the result.
    case .open, .tell: break
    case .run where choices.source != nil: break
    default: panes.removeLast()
    }
    if let asker, case .run(let job) = step { return run(job, askedBy: asker) }
    take(step)
  }

  /// Handles a letter in a list that has no filter.
  private mutating func letter(_ stroke: KeyStroke, in choices: Choices) {
    guard let action = bindings[stroke] else { return }
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
  }

  mutating func hit(_ stroke: KeyStroke, in pane: TextPane) {
    if let step = pane.keys[stroke] {
      panes.removeLast()
      return take(step)
    }
    var pane = pane
    let room = size.rows - 4
    let last = max(0, lines(of: pane).count - room)
    guard let action = bindings[stroke] else { return }
    let scroll = action == .mark ? .pageDown : action
    guard let top = scroll.scrolled(pane.top, last: last, room: room) else {
      if [.escape, .quit, .open].contains(action) { closePane() }
      return
    }
    pane.top = top
    panes[panes.count - 1] = .text(pane)
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

extension BoardState {
  mutating func ask(
    _ action: Action, _ label: String, _ field: TextField, _ hint: String = "",
    tags: [String] = []
  ) {
    var prompt = Prompt(action: action, label: label, field: field, hint: hint, tags: tags)
    prompt.keys = targets
    prompt.seen = version(of: targets)
    ask(prompt)
  }

  mutating func ask(_ prompt: Prompt) {
    var prompt = prompt
    prompt.begin(after: typed[prompt.action] ?? [])
    panes.append(.prompt(prompt))
  }

  private mutating func remember(_ line: String, for action: Action) {
    guard !line.allSatisfy(\.isWhitespace), typed[action]?.last != line else { return }
    typed[action, default: []].append(line)
  }

  mutating func hit(_ stroke: KeyStroke, in prompt: Prompt) {
    var prompt = prompt
    switch (stroke.key, stroke.modifiers) {
    case (.escape, _):
      closePane()
      if prompt.action == .filter { narrow("") }
      return
    case (.enter, _):
      panes.removeLast()
      // Restored text; typed and pasted text never has line ends.
      if prompt.action == .add, prompt.field.text.contains(where: \.isNewline) {
        return ask(about: NewTasks(pasted: prompt.field.text, prompt.status))
      }
      remember(prompt.field.text, for: prompt.action)
      return finish(prompt)
    case (.tab, _):
      guard let word = completion(of: prompt.field.word, prompt.action) else { return }
      prompt.field.completeWord(word)
    case (.up, _), (.character("p"), .control): prompt.look(by: -1)
    case (.down, _), (.character("n"), .control): prompt.look(by: 1)
    default: guard prompt.field.take(stroke) else { return }
    }
    panes[panes.count - 1] = .prompt(prompt)
    if prompt.action == .filter { narrow(prompt.field.text) }
  }

  /// Keeps a discarded text for ↑ at the action's prompt, and says so.
  ///
  /// - Parameter title: The text on one line.
  mutating func giveUp(_ text: String, _ title: String, _ action: Action) {
    remember(text, for: action)
    message = Message(kind: .news, text: words.givenUp(title.sanitized, bindings.text(action)))
  }

  private mutating func finish(_ prompt: Prompt) {
    let text = prompt.field.text.trimmedEnd
    switch prompt.action {
    case .filter:
      if let error = filterError, filterText == text {
        // The detail would be the text that was just typed.
        let reason = words.reason(of: error)
        message.show(.error(reason.line, hints: reason.hints))
      }
      narrow(text)
    case .command: type(text)
    // No tags are a value, too.
    case _ where text.isEmpty && prompt.action != .tags: break
    case .add:
      run(NewTasks(lines: [text], status: prompt.status).job, askedBy: .prompt(prompt))
    case .past: effects.append(.load(.past(text)))
    default:
      let (now, words) = (now, words)
      run(try prompt.job(now: now, words), askedBy: .prompt(prompt))
    }
  }

  /// Runs a job of typed values, if any.
  ///
  /// - Parameter pane: Where they were typed. It reopens if they are invalid, if the store became
  ///   read-only meanwhile, or if the job fails.
  mutating func run(
    _ job: @autoclosure () throws(TaskFields.Refusal) -> Job?, askedBy pane: Pane
  ) {
    do throws(TaskFields.Refusal) {
      guard let job = try job() else { return }
      guard run(job) == nil else {
        works[works.count - 1].asker = pane
        return
      }
    } catch {
      message = .error(error.message, hints: error.hints)
    }
    panes.append(pane)
  }

  /// The current file of the only task; nil for several tasks, or for one with problems, which the
  /// changing command reports.
  func version(of keys: [TaskKey]) -> TaskVersion? {
    guard keys.count == 1, let task = present?.tasks[keys[0]], task.problems.isEmpty else {
      return nil
    }
    return TaskVersion(task)
  }

  /// The longest common completion of a word, if any.
  private func completion(of word: String, _ action: Action) -> String? {
    guard let storeState = present, !word.isEmpty else { return nil }
    var words: Set<String> = []
    let tags = Set(storeState.tasks.values.flatMap(\.item.tags))
    switch action {
    case .filter:
      words = Set(Self.filterWords).union(tags.flatMap { ["+\($0)", "-\($0)", "tag:\($0)"] })
      words.formUnion(storeState.tasks.values.flatMap { $0.item.otherFields.map { "\($0.key)=" } })
    case .add: words = Set(tags.map { "+\($0)" } + ["due:", "p:high", "p:medium", "p:low"])
    case .tags: words = tags.union(tags.map { "+\($0)" })
    case .command: words = Set(Memo.commandNames)
    default: return nil
    }
    let found = words.filter { $0.hasPrefix(word) && $0 != word }.sorted()
    guard let first = found.first, let last = found.last else { return nil }
    let common = String(zip(first, last).prefix { $0 == $1 }.map(\.0))
    return common.count > word.count ? common : nil
  }

  static let filterWords = [
    "todo", "doing", "done", "overdue", "due:today", "due<", "p:high", "p:medium", "p:low", "ready",
    "blocked", "waiting", "unclaimed", "conflict", "problem", "created>", "changed>", "assignee=",
    "project=",
    "and", "or", "not",
  ]
}
