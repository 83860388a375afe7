internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

extension BoardState {
  /// What only shows something.
  mutating func show(_ action: Action) -> [Effect] {
    switch action {
    case .open:
      if let selected, let task = task(selected) { panes.append(.form(TaskForm(task, selected))) }
    case .menu: showMenu()
    case .filter:
      panes.append(
        .prompt(
          Prompt(
            purpose: .filter, label: "/", field: TextField(filterText),
            hint: "+home due<fri or words of a title")))
    case .namedFilters: showFilters()
    case .journal: return journal()
    case .past:
      panes.append(
        .prompt(
          Prompt(
            purpose: .moment, label: "as of: ", field: TextField(),
            hint: "yesterday, 3 days ago, 2026-11-01 18:00")))
    case .dayBack: return [.load(.past(day(before: 1)))]
    case .dayForward: return dayForward()
    case .problems: return [.load(.problems)]
    case .themes: showThemes()
    case .order: showOrders()
    case .copy: showCopies()
    case .command:
      panes.append(
        .prompt(
          Prompt(
            purpose: .command, label: ":", field: TextField(),
            hint: "any command, as behind memo: log, list +home, stats")))
    case .help: showHelp()
    default: break
    }
    return []
  }

  private mutating func showMenu() {
    guard let key = selected, let task = task(key) else { return }
    let status = status(of: key)
    var actions: [Action] = [.open]
    if status != .doing { actions.append(.start) }
    if status != .done { actions.append(.finish) }
    if status != .todo { actions.append(.reopen) }
    actions += [.edit, .title, .deadline, .priority, .tags]
    if !task.document.checklistItems.isEmpty { actions.append(.tick) }
    actions += [.journal, .copy, .delete]
    let count = targets.count
    panes.append(
      .choices(
        Choices(
          count > 1 ? "\(count) tasks" : task.title.sanitized,
          actions.map {
            Choices.Row(text: $0.title, detail: bindings.text($0), step: .action($0))
          })))
  }

  private mutating func showFilters() {
    var choices = Choices(
      "filters of the store",
      (present?.filters ?? []).map {
        Choices.Row(text: "@\($0.name)", detail: $0.text, step: .filter("@\($0.name)"))
      })
    choices.emptiness = "none yet: 'filters:' in .memo/config.yml names some"
    panes.append(.choices(choices))
  }

  /// Of the selected task; where that is shown already, of the store.
  private func journal() -> [Effect] { [.load(.journal(selected))] }

  private mutating func showOrders() {
    panes.append(
      .choices(
        Choices(
          "order",
          Order.allCases.map {
            Choices.Row(text: $0.title, detail: $0 == order ? "now" : "", step: .order($0))
          })))
  }

  private mutating func showCopies() {
    guard let key = selected, let task = task(key) else { return }
    let text = task.document.body
    panes.append(
      .choices(
        Choices(
          "copy",
          [
            Choices.Row(text: "id", detail: key.name.sanitized, step: .copy(key.name)),
            Choices.Row(text: "path", detail: task.path.sanitized, step: .copy(task.path)),
            Choices.Row(text: "title", detail: task.title.sanitized, step: .copy(task.title)),
            Choices.Row(text: "text", detail: "\(text.utf8.count) bytes", step: .copy(text)),
          ])))
  }

  private mutating func showHelp() {
    var choices = Choices(
      "help: type to narrow, Enter does it",
      Action.allCases.map { action in
        Choices.Row(
          text: action.title,
          detail: (bindings.keys[action] ?? []).map(\.text).joined(separator: " "),
          step: .action(action))
      })
    choices.keyHint = "Enter does it   Esc goes back"
    panes.append(.choices(choices))
  }

  /// The same moment so many days before the one that is shown.
  private func day(before days: Int) -> String {
    guard let moment = past?.moment else { return "\(days) day ago" }
    let then = now.at(moment.time.secondsSince1970 - Int64(days) * 86_400)
    return "\(then.date) \("\(then.time)".prefix(5))"
  }

  private mutating func dayForward() -> [Effect] {
    guard let moment = past?.moment else { return [] }
    let next = moment.time.secondsSince1970 + 86_400
    guard next < now.secondsSince1970 else {
      past = nil
      arrange()
      return []
    }
    return [.load(.past(day(before: -1)))]
  }
}

extension BoardState {
  /// Runs what was typed behind `:`.
  mutating func type(_ text: String) -> [Effect] {
    guard let words = ShellWords.split(text) else {
      message.show(.error("a quotation mark isn't closed in \(text.sanitized)"))
      return []
    }
    // The habit of those who type it everywhere.
    let command = words.first == "memo" ? Array(words.dropFirst()) : words
    guard let name = command.first else { return [] }
    switch name {
    case "q", "quit", "exit": return perform(.quit)
    case "board", "tui":
      message.show(.error("this is the board", hints: ["\(bindings.text(.filter)) filters it"]))
      return []
    default: break
    }
    if ShellWords.needsTerminal(command) { return [.handOver(command)] }
    var job = Job.command(command)
    job.showsOutput = true
    return run(job, isChange: false)
  }
}
