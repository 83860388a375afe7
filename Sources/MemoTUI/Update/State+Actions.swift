internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  mutating func perform(_ action: Action) {
    switch action {
    case .up: lanes[lane].move(by: -1)
    case .down: lanes[lane].move(by: 1)
    case .left: turn(to: lane - 1)
    case .right: turn(to: lane + 1)
    case .first: lanes[lane].selected = lanes[lane].keys.first
    case .last: lanes[lane].selected = lanes[lane].keys.last
    case .halfPageDown: lanes[lane].move(by: pageLength / 2)
    case .halfPageUp: lanes[lane].move(by: -(pageLength / 2))
    case .pageDown: lanes[lane].move(by: pageLength)
    case .pageUp: lanes[lane].move(by: -pageLength)
    case .todo: turn(to: .todo)
    case .doing: turn(to: .doing)
    case .done: turn(to: .done)
    case .mark: mark()
    case .markAll: marked.formUnion(lanes.flatMap(\.keys))
    case .escape: stepBack()
    case .view: switchView()
    case .bodies: showsBodies.toggle()
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    case .quit: effects.append(.quit)
    case .open:
      if let selected, let task = task(selected) {
        panes.append(.form(TaskForm(reading: task, selected)))
      }
    case .menu: showMenu()
    case .filter: ask(.filter, "/", TextField(filterText), words.filterExample)
    case .namedFilters: showFilters()
    // Of the selected task, or of the store if none is selected.
    case .journal: effects.append(.load(.journal(selected)))
    case .past: ask(.past, "\(words.asOf): ", TextField(), words.momentExample)
    case .dayBack: effects.append(.load(.past(day(before: 1))))
    case .dayForward: dayForward()
    case .problems: effects.append(.load(.problems))
    case .themes: showThemes()
    case .order: showOrders()
    case .copy: showCopies()
    case .command: ask(.command, ":", TextField(), words.commandExample)
    case .help: showHelp()
    case .start, .finish, .reopen, .moveLeft, .moveRight, .rankUp, .rankDown, .delete, .undo,
      .redo, .sync, .edit, .add, .addForm, .title, .deadline, .priority, .tags, .tick:
      change(action)
    }
  }

  /// Roughly the number of cards in a window.
  private var pageLength: Int { max(2, (size.rows - 4) / 2) }

  private mutating func turn(to index: Int) { lane = max(0, min(index, lanes.count - 1)) }

  private mutating func turn(to status: Status) {
    if let index = lanes.firstIndex(where: { $0.status == status }) { lane = index }
  }

  private mutating func mark() {
    guard let selected else { return }
    if marked.remove(selected) == nil { marked.insert(selected) }
    lanes[lane].move(by: 1)
  }

  /// Cancels one thing: a drag, the marks, the past, the filter, or the message.
  private mutating func stepBack() {
    if mouse.pressed != nil, mouse.target != nil {
      (mouse.pressed, mouse.target) = (nil, nil)
    } else if !marked.isEmpty {
      marked = []
    } else if past != nil {
      past = nil
      arrange()
    } else if !filterText.isEmpty {
      narrow("")
    } else {
      message = nil
    }
  }

  private mutating func switchView() {
    let views = View.allCases
    // The notes view needs room for two columns.
    repeat {
      view = views[((views.firstIndex(of: view) ?? 0) + 1) % views.count]
    } while view == .notes && size.columns < BoardLayout.notesWidth
    let selected = selected
    lanes = Self.lanes(view, columns)
    lane = 0
    mouse.target = nil
    arrange()
    if let selected { select(selected) }
  }
}

extension BoardState {
  /// The status of new tasks.
  var newStatus: Status { lanes[lane].status == .doing ? .doing : .todo }

  /// Performs an action that changes the store.
  private mutating func change(_ action: Action) {
    if refusesChanges() { return }
    switch action {
    case .add: ask(.add(newStatus, words))
    case .addForm: panes.append(.form(TaskForm(editing: EditForm(new: newStatus))))
    case .undo: undo()
    case .redo where undone.isEmpty: effects.append(.load(.lastUndone))
    case .redo: run(.command(["redo"]))
    case .sync:
      message = Message(kind: .news, text: words.syncing)
      run(Job(.sync))
    default: changeTasks(action)
    }
  }

  /// Performs an action that changes the marked or selected tasks.
  private mutating func changeTasks(_ action: Action) {
    let keys = targets
    guard let first = keys.first, let task = task(first) else {
      return message.show(.error(words.noneSelected, hints: [words.adds(bindings.text(.add))]))
    }
    switch action {
    case .start, .finish, .reopen:
      if let target = action.target { run(.move(keys, to: target)) }
    case .moveLeft: move(keys, by: -1)
    case .moveRight: move(keys, by: 1)
    case .rankUp: rank(first, by: -1)
    case .rankDown: rank(first, by: 1)
    case .edit: effects.append(.handOver(["edit"] + keys.map(\.name)))
    case .delete: delete(keys, task)
    default:
      // Refuse before the user types a value.
      if let refusal = refusal(of: keys) { return message.show(refusal) }
      changeFields(action, keys, task)
    }
  }

  private mutating func changeFields(_ action: Action, _ keys: [TaskKey], _ task: StoredTask) {
    switch action {
    case .tick: tick(task, keys[0])
    case .priority: panes.append(.choices(priorities(keys, task.item.priority)))
    case .title where view == .notes && keys.count == 1:
      var form = TaskForm(editing: EditForm(TaskVersion(task), keys[0]))
      form.isNote = true
      panes.append(.form(form))
      effects.append(.editText(form.text))
    case .title:
      // Several tasks have no common title to start from.
      let former = keys.count == 1 ? task.title : ""
      ask(.title, label(words.label(.title), keys) + ": ", TextField(former))
    // A new deadline is rarely an edit of the old one, which the card shows.
    case .deadline: ask(.deadline, label(words.due, keys) + ": ", TextField(), words.dueExample)
    default:
      // For several tasks, the tags that all have.
      let others = keys.dropFirst().compactMap { self.task($0).map { Set($0.item.tags) } }
      let tags = task.item.tags.filter { tag in others.allSatisfy { $0.contains(tag) } }
      ask(
        .tags, label(words.label(.tags), keys) + ": ",
        TextField(tags.map { "+\($0) " }.joined()), words.tagsExample, tags: tags)
    }
  }

  /// The name of a field, with the number of tasks if there are several.
  private func label(_ name: String, _ keys: [TaskKey]) -> String {
    keys.count > 1 ? "\(name) (\(words.taskCount(keys.count)))" : name
  }

  private func priorities(_ keys: [TaskKey], _ current: Priority?) -> Choices {
    let all = Priority.allCases.map { $0 } + [nil]
    var choices = Choices(
      byLetter: label(words.label(.priority), keys),
      all.map { priority in
        let edit =
          priority.map { FieldEdit.set(key: "priority", .text($0.rawValue)) }
          ?? .clear(key: "priority")
        let name = priority?.rawValue ?? "none"
        return Choices.Row(
          text: words.name(of: priority), detail: String(name.prefix(1)),
          // Enter without a choice changes nothing.
          step: keys.count == 1 && priority == current
            ? .stay : .run(Job(.change(.set([edit])), keys)))
      })
    choices.selected = all.firstIndex(of: current) ?? 0
    return choices
  }

  /// Why the fields of a task can't be set, with the line; nil if they can.
  func refusal(of keys: [TaskKey]) -> Message? {
    for task in keys.lazy.compactMap({ present?.tasks[$0] }) {
      guard let problem = task.obstacle else { continue }
      return .error(
        words.placedReason(of: problem).line.sanitized,
        hints: ["\(bindings.text(.edit)) \(words.opensEditor)"])
    }
    return nil
  }

  /// Moves tasks to the neighboring column, and the selection with them.
  private mutating func move(_ keys: [TaskKey], by steps: Int) {
    guard let first = keys.first, let status = status(of: first),
      let place = Status.allCases.firstIndex(of: status),
      Status.allCases.indices.contains(place + steps)
    else { return }
    run(.move(keys, to: Status.allCases[place + steps]))
    select(first)
  }

  private mutating func delete(_ keys: [TaskKey], _ task: StoredTask) {
    let question =
      keys.count == 1 ? words.askToDelete(task.title.sanitized) : words.askToDeleteTasks(keys.count)
    let job = Job(.change(.remove), keys)
    panes.append(.choices(Choices(asking: question, .run(job), words)))
  }

  /// Ticks the only item at once; otherwise asks which one.
  private mutating func tick(_ task: StoredTask, _ key: TaskKey) {
    let items = task.document.checklistItems
    guard items.count > 1 else {
      guard let item = items.first else {
        return message.show(.error(words.noChecklist(task.title.sanitized)))
      }
      run(Job(.tick(item, isDone: !item.isDone), [key]))
      return
    }
    var choices = Choices(
      words.checklist(task.title.sanitized),
      items.map { item in
        Choices.Row(
          text: "[\(item.isDone ? "x" : " ")] \(item.text.sanitized)",
          role: item.isDone ? .dim : .text,
          step: .run(Job(.tick(item, isDone: !item.isDone), [key])))
      }, hints: [KeyHint("Enter", words.ticks), KeyHint("Esc", words.goesBack)])
    choices.selected = items.firstIndex { !$0.isDone } ?? 0
    panes.append(.choices(choices))
  }

  /// Moves a task one place within the manual order.
  private mutating func rank(_ key: TaskKey, by steps: Int) {
    guard order == .byHand else {
      return message.show(
        .error(
          words.orderIsNotByHand, hints: [words.choosesIt(bindings.text(.order))]))
    }
    guard let index = lanes[lane].keys.firstIndex(of: key) else { return }
    let place = index + steps
    guard lanes[lane].keys.indices.contains(place) else { return }
    var keys = lanes[lane].keys
    keys.remove(at: index)
    keys.insert(key, at: place)
    guard let expected = present?.expecting(works.map(\.job)) else { return }
    run(expected.ranking(keys, moving: place, at: now))
  }
}

extension StoredTask {
  /// Why the task's fields can't be written; nil if they can.
  fileprivate var obstacle: StoreProblem? {
    guard isRead else { return problems.first }
    do throws(Problem) {
      try document.checkReadable()
      return nil
    } catch {
      return StoreProblem(path: path, error)
    }
  }
}

extension BoardState {
  private mutating func showMenu() {
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

  private mutating func showFilters() {
    var choices = Choices(
      words.filtersOfTheStore,
      (present?.filters ?? []).map {
        Choices.Row(text: "@\($0.name)", detail: $0.filter ?? "", step: .filter("@\($0.name)"))
      })
    choices.emptiness = words.noFilters
    panes.append(.choices(choices))
  }

  private mutating func showOrders() {
    let rows = Order.allCases.map {
      Choices.Row(text: $0.title(words), detail: $0 == order ? words.now : "", step: .order($0))
    }
    panes.append(.choices(Choices(words.order, rows)))
  }

  private mutating func showCopies() {
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

  private mutating func showHelp() {
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
  private func day(before days: Int) -> String {
    guard let moment = past?.moment else { return "\(days) day ago" }
    let then = now.at(moment.secondsSince1970 - Int64(days) * 86_400)
    return "\(then.date) \("\(then.time)".prefix(5))"
  }

  private mutating func dayForward() {
    guard let moment = past?.moment else { return }
    let next = moment.secondsSince1970 + 86_400
    guard next < now.secondsSince1970 else {
      past = nil
      return arrange()
    }
    effects.append(.load(.past(day(before: -1))))
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
  mutating func type(_ text: String) {
    guard let line = ShellWords.split(text) else {
      return message.show(.error(words.quotationIsOpen(text.sanitized)))
    }
    // Users may type `memo` out of habit.
    let command = line.first == "memo" ? Array(line.dropFirst()) : line
    guard let name = command.first else { return }
    switch name {
    case "q", "quit", "exit": perform(.quit)
    case "board":
      message.show(.error(words.thisIsTheBoard, hints: [words.filtersIt(bindings.text(.filter))]))
    // It would run until stopped, and the board can sync by itself.
    case "sync" where command.contains("--watch"):
      message.show(.error(words.watchIsElsewhere))
    case _ where ShellWords.needsTerminal(command): effects.append(.handOver(command))
    // This doesn't block the board.
    case "sync" where command.count == 1: perform(.sync)
    default:
      var job = Job.command(command)
      job.showsOutput = true
      message.show(Message(kind: .news, text: words.running(job.text.sanitized)))
      run(job, isChange: false)
    }
  }

  /// - Parameter asker: The origin of the job.
  mutating func ask(_ question: MemoCLI.Question, of job: Job, _ asker: Pane?) {
    func row(_ text: String, _ answer: String) -> Choices.Row {
      var job = job
      job.answers = (job.answers ?? [:]).merging([question: answer]) { $1 }
      return Choices.Row(text: text, detail: answer, step: .run(job))
    }
    let rows =
      question.options.isEmpty
      ? [Choices.Row(text: words.no, detail: "n", step: .stay), row(words.yes, "y")]
      : zip(1..., question.options).map { number, option in
        row(option.shownLines.first?.sanitized ?? "", "\(number)")
      }
    let above = question.lines.flatMap(\.shownLines).map { Run(text: $0.sanitized) }
    var choices = Choices(byLetter: question.text.sanitized, rows, above: above)
    choices.asker = asker
    panes.append(.choices(choices))
  }
}
