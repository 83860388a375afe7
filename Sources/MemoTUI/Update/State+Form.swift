internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  /// Saves the changes in one commit.
  mutating func save(_ form: TaskForm) {
    var form = form
    do throws(TaskFields.Refusal) {
      // The form has already said that the task was deleted and that saving restores it.
      if form.news?.isGone == true { form.edit.rule = .note }
      guard let job = try form.edit.job(now: now, words) else { return closePane() }
      form.saving = run(job)
    } catch {
      form.focus(on: error.field)
      message = .error(error.message)
    }
    panes[panes.count - 1] = .form(form)
  }

  mutating func read(_ stroke: KeyStroke, in form: TaskForm) {
    let layout = SheetLayout(form, self)
    if let top = bindings[stroke]?.scrolled(
      layout.top, last: layout.last, room: layout.list.count)
    {
      panes[panes.count - 1].form?.top = top
      return
    }
    let action = bindings[stroke]
    switch action {
    case .quit?: closePane()
    case .edit?:
      if let key = form.key, !refusesChanges() { effects.append(.handOver(["edit", key.name])) }
    case .journal?: effects.append(.load(.journal(form.key)))
    case .title?, .open?: begin(form, .title)
    case .deadline?: begin(form, .deadline)
    case .priority?: begin(form, .priority)
    case .tags?: begin(form, .tags)
    case .tick?, .start?, .finish?, .reopen?, .delete?, .copy?, .undo?, .redo?:
      if let action { perform(action) }
    default: if stroke.key == .tab { begin(form, .title) }
    }
  }

  private mutating func begin(_ form: TaskForm, _ field: TaskForm.Field) {
    if refusesChanges() { return }
    if let key = form.key, let refusal = refusal(of: [key]) { return message.show(refusal) }
    panes[panes.count - 1].form?.isEditing = true
    panes[panes.count - 1].form?.focus(on: field)
  }

  mutating func write(_ stroke: KeyStroke, in form: TaskForm) {
    var form = form
    let isChosen = form.focus == .status || form.focus == .priority
    switch (stroke.key, stroke.modifiers) {
    case (.enter, _):
      if form.focus == .body { return effects.append(.editText(form.text)) }
      form.move(by: 1)
    case (.tab, .shift), (.up, _): form.move(by: -1)
    case (.tab, _), (.down, _): form.move(by: 1)
    case (.left, []) where isChosen: form.turn(by: -1)
    case (.right, []) where isChosen, (.character(" "), []) where isChosen: form.turn(by: 1)
    case (.character, _) where form.focus == .body:
      return effects.append(.editText(form.text))
    default: form.take(stroke)
    }
    panes[panes.count - 1] = .form(form)
  }

  /// Handles the end of a job that saves a sheet.
  ///
  /// - Returns: Whether a question shows the result.
  mutating func end(_ job: Job, _ ending: JobResult, _ asker: Pane?) -> Bool {
    if let clash = ending.clash, case .prompt(let prompt)? = asker, let form = prompt.form {
      panes += [.form(form), .choices(choices(clash, form))]
      return true
    }
    guard let index = panes.lastIndex(where: { $0.saving == job.number }) else { return false }
    if ending.isDone {
      let theme = panes.remove(at: index).theme?.theme
      if let theme { refreshThemes(selecting: theme.name.sanitized) }
      return false
    }
    panes[index].theme?.saving = nil
    panes[index].form?.saving = nil
    panes[index].form?.edit.rule = .ask
    guard let form = panes[index].form, let clash = ending.clash else { return false }
    panes.append(.choices(choices(clash, form)))
    return true
  }

  /// Shows changes by others in an open form.
  mutating func refreshForms() {
    guard let index = panes.lastIndex(where: { $0.form != nil }), let form = panes[index].form,
      let key = form.key, let opened = form.opened, form.saving == nil
    else { return }
    if let task = present?.tasks[key] {
      guard let base = form.edit.base, task.document != base.document || !base.isAt(task.path)
      else { return }
      if !form.isEditing { panes[index] = .form(form.refreshed(task, key)) }
    } else if form.news != nil {
      return
    }
    effects.append(.load(.changes(of: key, since: opened)))
  }
}

extension Pane {
  var form: TaskForm? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }

  var theme: ThemeForm? {
    get { if case .theme(let form) = self { form } else { nil } }
    set { if let newValue { self = .theme(newValue) } }
  }

  /// The running job that saves the sheet.
  var saving: Int? { form?.saving ?? theme?.saving }
}

extension BoardState {
  /// The answers to a conflict, below both versions.
  func choices(_ clash: Clash, _ form: TaskForm) -> Choices {
    var rows = clash.answers.enumerated().map { index, answer in
      Choices.Row(
        text: words.name(of: answer, to: clash), detail: "\(index + 1)",
        step: .answer(clash, answer))
    }
    guard let theirs = clash.theirs else {
      rows.append(
        Choices.Row(text: words.leaveDeleted, detail: "\(rows.count + 1)", step: .discardForm))
      return Choices(byLetter: words.title(clash), rows)
    }
    let name = "\(words.who(clash)), \(words.moment(clash.time, on: page))"
    let above = versions(form.edit.disputed(clash), form.fields, TaskFields(theirs), name)
    // First, since they may not fit above.
    rows.insert(
      Choices.Row(
        text: words.readBoth, detail: "v",
        step: .open(.text(TextPane(words.title(clash), above)))),
      at: 0)
    return Choices(byLetter: words.title(clash), rows, above: above)
  }

  /// Both versions of each disputed field.
  private func versions(
    _ disputed: [TaskFields.Field], _ mine: TaskFields, _ theirs: TaskFields, _ who: String
  ) -> [Run] {
    func lines(_ name: String, _ text: String, _ role: Role = .text) -> [Run] {
      "  \(name): \(text)".split(separator: "\n", omittingEmptySubsequences: false)
        .map { Run(text: String($0), role: role) }
    }
    return disputed.flatMap { field in
      [Run(text: words.name(of: field), role: .dim)]
        + lines(words.mine, shown(mine, field, notIn: theirs))
        + lines(who, shown(theirs, field, notIn: mine), .soon)
    }
  }

  /// A field's value; of a text, the lines that the other version lacks.
  private func shown(
    _ fields: TaskFields, _ field: TaskFields.Field, notIn other: TaskFields
  ) -> String {
    let text: String
    switch field {
    case .status: return words.name(of: fields.status)
    case .priority: return words.name(of: fields.priority)
    case .title, .deadline, .tags: text = fields[field].sanitized
    case .body:
      let others = Set(other.body.split(whereSeparator: \.isNewline))
      let own = fields.body.split(whereSeparator: \.isNewline).filter {
        !others.contains($0) && !$0.allSatisfy(\.isWhitespace)
      }
      text = (own.isEmpty ? fields.body : own.joined(separator: "\n")).sanitizedLines.trimmedEnd
    }
    return text.isEmpty ? words.empty : text
  }

  /// Applies an answer and saves the sheet below.
  mutating func resolve(_ clash: Clash, _ answer: Clash.Answer) {
    guard var form = panes.last?.form else { return }
    form.edit.answer(answer, to: clash)
    guard form.edit.isChanged else {
      message = Message(kind: .news, text: words.keptTheirs)
      return closePane()
    }
    form.focus(on: form.focus)
    save(form)
  }
}
