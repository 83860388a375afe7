internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  mutating func showMenu() {
    guard let key = selected, let task = task(key) else { return }
    let status = status(of: key)
    var actions: [Action] = [.open]
    // A read-only board offers no changes.
    let isWritable = obstacle == nil
    if isWritable {
      actions += [.start, .finish, .reopen].filter { $0.target != status }
      actions += [.edit, .title, .deadline, .priority, .tags]
      if !task.document.checklistItems.isEmpty { actions.append(.tick) }
    }
    actions += [.journal, .copy] + (isWritable ? [.delete] : [])
    let count = targets.count
    let title = count > 1 ? words.taskCount(count) : task.title.sanitized
    let rows = actions.map { action in
      let text = action.target.map { words.moveTo(words.name(of: $0)) } ?? action.title(words)
      return Choices.Row(text: text, detail: bindings.text(action), step: .action(action))
    }
    panes.append(.choices(Choices(byLetter: title, rows)))
  }

  mutating func showFilters() {
    var choices = Choices(
      words.filtersOfTheStore,
      (present?.filters ?? []).map {
        Choices.Row(text: "@\($0.name)", detail: $0.filter ?? "", step: .filter("@\($0.name)"))
      })
    choices.emptiness = words.noFilters
    panes.append(.choices(choices))
  }

  mutating func showOrders() {
    let rows = Order.allCases.map {
      Choices.Row(text: $0.title(words), detail: $0 == order ? words.now : "", step: .order($0))
    }
    panes.append(.choices(Choices(words.order, rows)))
  }

  mutating func showCopies() {
    guard let key = selected, let task = task(key) else { return }
    let text = task.document.body
    let rows = [
      Choices.Row(text: words.id, detail: key.name.sanitized, step: .copy(key.name)),
      Choices.Row(text: words.path, detail: task.path.sanitized, step: .copy(task.path)),
      Choices.Row(
        text: words.label(.title), detail: task.title.sanitized, step: .copy(task.title)),
      Choices.Row(text: words.text, detail: words.bytes(text.utf8.count), step: .copy(text)),
    ]
    panes.append(.choices(Choices(words.copy, rows)))
  }

  mutating func showHelp() {
    var choices = Choices(
      words.help,
      Action.rows.flatMap { line in
        let heading = line.heading.map {
          Choices.Row(text: $0(words), role: .dim, isHeading: true)
        }
        let row = Choices.Row(
          text: line.title(words),
          detail: (bindings.keys[line.action] ?? []).map(\.text).joined(separator: " "),
          step: .action(line.action))
        return [heading, row].compactMap(\.self)
      }, hints: [KeyHint("Enter", words.doesIt), KeyHint("Esc", words.goesBack)])
    choices.select { $0 }
    panes.append(.choices(choices))
  }

  /// The time of day of the shown moment, `days` earlier, in words.
  func day(before days: Int) -> String {
    guard let moment = past?.moment else { return "\(days) day ago" }
    let then = now.at(moment.time.secondsSince1970 - Int64(days) * 86_400)
    return "\(then.date) \("\(then.time)".prefix(5))"
  }

  mutating func dayForward() -> [Effect] {
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

extension Action {
  /// The column that the action moves a task to; nil for other actions.
  var target: Status? {
    switch self {
    case .start: .doing
    case .finish: .done
    case .reopen: .todo
    default: nil
    }
  }
}

extension BoardState {
  /// Runs a line typed after `:`.
  mutating func type(_ text: String) -> [Effect] {
    guard let line = ShellWords.split(text) else {
      message.show(.error(words.quotationIsOpen(text.sanitized)))
      return []
    }
    // Users may type `memo` out of habit.
    let command = line.first == "memo" ? Array(line.dropFirst()) : line
    guard let name = command.first else { return [] }
    switch name {
    case "q", "quit", "exit": return perform(.quit)
    case "board":
      message.show(.error(words.thisIsTheBoard, hints: [words.filtersIt(bindings.text(.filter))]))
      return []
    default: break
    }
    if command.first == "sync", command.contains("--watch") {
      // It would run until stopped, and the board can sync by itself.
      message.show(.error(words.watchIsElsewhere, hints: [words.boardCanWatch]))
      return []
    }
    if ShellWords.needsTerminal(command) { return [.handOver(command)] }
    // This doesn't block the board.
    if command == ["sync"] { return perform(.sync) }
    var job = Job.command(command)
    job.showsOutput = true
    message.show(Message(kind: .news, text: words.running(job.text.sanitized)))
    return run(job, isChange: false)
  }

  /// - Parameter asker: The origin of the job.
  mutating func ask(_ question: MemoCLI.Question, of job: Job, _ asker: Pane?) {
    func row(_ text: String, _ answer: String) -> Choices.Row {
      var job = job
      job.answers = (job.answers ?? [:]).merging([question: answer]) { $1 }
      return Choices.Row(text: text, detail: answer, step: .run(job))
    }
    let rows =
      switch question.answers {
      case .yesOrNo:
        [Choices.Row(text: words.no, detail: "n", step: .stay), row(words.yes, "y")]
      case .oneOf(let options):
        zip(1..., options).map { number, option in
          row(option.shownLines.first?.sanitized ?? "", "\(number)")
        }
      case .letters(let letters):
        letters.split(separator: "/").map { row(String($0), String($0)) }
      }
    let above = question.lines.flatMap(\.shownLines).map { Run(text: $0.sanitized) }
    var choices = Choices(byLetter: question.text.sanitized, rows, above: above)
    choices.asker = asker
    panes.append(.choices(choices))
  }
}
