internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

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

  mutating func hit(_ stroke: KeyStroke, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch (stroke.key, stroke.modifiers) {
    case (.escape, _):
      _ = closePane()
      return prompt.action == .filter ? narrow("") : []
    case (.enter, _):
      panes.removeLast()
      if prompt.action == .add, prompt.field.isOfSeveralLines {
        ask(about: NewTasks(pasted: prompt.field.text, prompt.status))
        return []
      }
      remember(prompt.field.text, for: prompt.action)
      return finish(prompt)
    case (.tab, _):
      guard let word = completion(of: prompt.field.word, prompt.action) else { return [] }
      prompt.field.completeWord(word)
    case (.up, _), (.character("p"), .control): prompt.look(by: -1)
    case (.down, _), (.character("n"), .control): prompt.look(by: 1)
    default: guard prompt.field.take(stroke) else { return [] }
    }
    panes[panes.count - 1] = .prompt(prompt)
    return prompt.action == .filter ? narrow(prompt.field.text) : []
  }

  /// Keeps a discarded text for ↑ at the action's prompt, and says so.
  ///
  /// - Parameter title: The text on one line.
  mutating func giveUp(_ text: String, _ title: String, _ action: Action) {
    remember(text, for: action)
    message.show(
      Message(kind: .news, text: words.givenUp(title.sanitized, bindings.text(action))))
  }

  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    let text = prompt.field.text.trimmedEnd
    switch prompt.action {
    case .filter:
      if let error = filterError, filterText == text {
        let reason = words.reason(of: error)
        message.show(.error(reason.line, hints: reason.hints))
      }
      return narrow(text)
    case .tags:
      return change(prompt) { () throws(TaskFields.Refusal) in
        try .tags(text, before: prompt.tags)
      }
    case .command: return type(text)
    case _ where text.isEmpty: return []
    case .add:
      return run(NewTasks(lines: [text], status: prompt.status).job, askedBy: .prompt(prompt))
    case .past: return [.load(.past(text))]
    default: return prompt.edited.map { set($0, to: text, prompt) } ?? []
    }
  }

  /// Sets one field.
  ///
  /// For one task, a form's job merges it with changes by others, or asks. Several tasks get the
  /// typed value, whatever they had.
  private mutating func set(
    _ field: TaskForm.Field, to text: String, _ prompt: Prompt
  ) -> [Effect] {
    if let form = prompt.form { return save(form, askedBy: .prompt(prompt)) }
    return change(prompt) { [now, words] () throws(TaskFields.Refusal) in
      [try .typed(field, text, now: now, words)]
    }
  }

  /// Makes the same edits in several tasks; an invalid text reopens the prompt.
  private mutating func change(
    _ prompt: Prompt, _ edits: () throws(TaskFields.Refusal) -> [FieldEdit]
  ) -> [Effect] {
    do throws(TaskFields.Refusal) {
      let edits = try edits()
      guard !edits.isEmpty else { return [] }
      return run(Job(.change(.set(edits)), prompt.keys), askedBy: .prompt(prompt))
    } catch {
      panes.append(.prompt(prompt))
      message = .error(error.message, hints: error.hints)
      return []
    }
  }

  /// Saves a form that isn't open.
  ///
  /// - Parameter asker: The pane to reopen on failure.
  mutating func save(_ form: TaskForm, askedBy asker: Pane) -> [Effect] {
    do throws(TaskFields.Refusal) {
      guard let job = try form.edit.job(now: now, words) else { return [] }
      return run(job, askedBy: asker)
    } catch {
      panes.append(asker)
      message = .error(error.message, hints: error.hints)
      return []
    }
  }

  mutating func run(_ job: Job, askedBy pane: Pane) -> [Effect] {
    let effects = run(job)
    if !effects.isEmpty {
      works[works.count - 1].asker = pane
    } else {
      // The store became read-only while the user typed; keep the text.
      panes.append(pane)
    }
    return effects
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
