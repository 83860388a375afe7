internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  mutating func take(_ input: InputEvent) {
    if case .background(let isLight) = input { self.isLight = isLight }
    if BoardLayout(self).isTooSmall {
      // The user can't see what a key would do. Unsaved input is kept, as at any end.
      if input == .key(.character("c"), .control) { effects.append(.quit) }
      return
    }
    switch input {
    case .key(let key, let modifiers):
      message.keyWasHit()
      hit(KeyStroke(key, modifiers))
    case .paste(let text):
      message.keyWasHit()
      paste(text)
    case .mouse(let event):
      if event.action == .press { message.keyWasHit() }
      take(event)
    case .background: break
    }
  }

  private mutating func hit(_ stroke: KeyStroke) {
    // These two work everywhere.
    if stroke.modifiers == .control, let action = bindings[stroke],
      [.redraw, .suspend].contains(action)
    {
      return perform(action)
    }
    guard let pane = panes.last else {
      if !answer(stroke), let action = bindings[stroke] { perform(action) }
      return
    }
    let isInterrupt = stroke == KeyStroke(.character("c"), .control)
    if let sheet = pane.sheet {
      guard !sheet.isSaving else {
        message = .error(words.isBeingSaved)
        return
      }
      if stroke == KeyStroke(.character("s"), .control) { return take(.saveForm) }
      if isInterrupt || stroke.key == .escape { return leave(changed: sheet.changed) }
    } else if isInterrupt {
      return closePane()
    }
    switch pane {
    case .prompt(let prompt): hit(stroke, in: prompt)
    case .choices(let choices): hit(stroke, in: choices)
    case .text(let pane): hit(stroke, in: pane)
    case .form(let form): form.isEditing ? write(stroke, in: form) : read(stroke, in: form)
    case .theme(let form): hit(stroke, in: form)
    }
  }

  /// Leaves a form; asks first if it has changes.
  private mutating func leave(changed title: String?) {
    guard let title else { return closePane() }
    let rows = [
      Choices.Row(text: words.save, detail: "s", step: .saveForm),
      Choices.Row(text: words.discard, detail: "d", step: .discardForm),
      Choices.Row(text: words.stay, detail: "Esc", step: .stay),
    ]
    panes.append(.choices(Choices(byLetter: words.wasChanged(title), rows)))
  }

  /// Pastes into a field; elsewhere the text becomes new tasks, never keys.
  private mutating func paste(_ text: String) {
    switch panes.last {
    case .prompt(var prompt)?:
      prompt.field.insert(text.trimmedEnd)
      panes[panes.count - 1] = .prompt(prompt)
      if prompt.action == .filter { narrow(prompt.field.text) }
    case .choices(let choices)? where choices.isYesNo:
      closePane()
      paste(text)
    case .choices(var choices)? where choices.isNarrowed:
      choices.narrowing.insert(text.trimmedEnd)
      panes[panes.count - 1] = .choices(choices)
    case .form(var form)? where form.isEditing:
      if !form.insert(text) { message = .error(words.pasteIsIgnored) }
      panes[panes.count - 1] = .form(form)
    case .theme(var form)?:
      if form.saving == nil, form.focus != 2 {
        form.texts[form.focus].insert(text.trimmedEnd)
        panes[panes.count - 1] = .theme(form)
      } else {
        message = .error(words.pasteIsIgnored)
      }
    case .choices?, .form?, .text?, nil:
      if !refusesChanges() { ask(about: NewTasks(pasted: text, newStatus)) }
    }
  }

  /// Asks whether to add lines as tasks.
  mutating func ask(about new: NewTasks) {
    let lines = new.lines
    guard let first = lines.first else { return }
    guard lines.count > 1 else {
      return ask(.add(new.status, words, text: first))
    }
    var above = lines.prefix(Self.mostPasted).map { Run(text: $0.sanitized) }
    if lines.count > Self.mostPasted {
      above.append(Run(text: words.andMore(lines.count - Self.mostPasted), role: .dim))
    }
    var choices = Choices(
      byLetter: words.askToAdd(lines.count),
      [
        Choices.Row(text: words.addsThem(lines.count), detail: "y", step: .run(new.job)),
        Choices.Row(text: words.addsNone, detail: "Esc", step: .stay),
      ], above: above)
    choices.lines = new
    panes.append(.choices(choices))
  }

  private static let mostPasted = 8

  mutating func closePane() {
    switch panes.popLast() {
    case .prompt(let prompt)? where Pane.prompt(prompt).draft != nil:
      giveUp(prompt.field.text, prompt.field.text, prompt.action)
    case .choices(let choices)?:
      if let new = choices.lines { giveUp(new.text, new.title(words), .add) }
      if let asker = choices.asker { panes.append(asker) }
    case .prompt?, .text?, .form?, .theme?, nil: break
    }
  }

  /// Filters the board; skips keys that only moved the cursor.
  mutating func narrow(_ text: String) {
    if case .prompt? = panes.last, text == filterText { return }
    filterText = text
    effects.append(.narrow(text))
  }

  mutating func take(_ step: Step) {
    switch step {
    case .action(let action): perform(action)
    case .run(let job): run(job)
    case .filter(let text): narrow(text)
    case .order(let order):
      self.order = order
      arrange()
    case .show(let key): select(key)
    case .open(.text(let pane)): panes.append(.text(pane))
    case .open(let pane): if !refusesChanges() { panes.append(pane) }
    case .effect(let effect): effects.append(effect)
    case .copy(let text):
      message.show(Message(kind: .news, text: words.copied))
      effects.append(.copy(text))
    case .theme(let name):
      (startTheme, themeName) = (nil, name)
      effects.append(.chooseTheme(name))
    case .tell(let text): message = Message(kind: .news, text: text)
    case .openDraft(let draft): open(draft)
    case .saveForm:
      if let form = panes.last?.form {
        save(form)
      } else if let form = panes.last?.theme {
        save(form)
      }
    case .discardForm: closePane()
    case .stay: break
    case .answer(let clash, let answer): resolve(clash, answer)
    }
  }

  mutating func select(_ key: TaskKey) {
    for index in lanes.indices where lanes[index].keys.contains(key) {
      lane = index
      lanes[index].selected = key
    }
  }
}

extension Pane {
  /// For a form: whether a job saves it, and its title if it has changes.
  fileprivate var sheet: (isSaving: Bool, changed: String?)? {
    switch self {
    case .form(let form): (form.saving != nil, form.isChanged ? form.fields.title.sanitized : nil)
    case .theme(let form): (form.saving != nil, form.isChanged ? form.theme.name.sanitized : nil)
    case .prompt, .choices, .text: nil
    }
  }
}

extension BoardState {
  /// The longest time between the clicks of a double click, in seconds.
  private static let doubleClick = 0.4

  /// Clicks select, double clicks open, drags to another column move, the right button opens a
  /// menu.
  mutating func take(_ event: MouseEvent) {
    switch event.action {
    case .wheelUp, .wheelDown: wheel(event)
    case .press: press(event)
    case .release: release(event)
    case .drag: mouse.target = target(event).map(\.lane)
    }
  }

  /// The lane and status that the dragged card would move to.
  private func target(_ event: MouseEvent) -> (lane: Int, status: Status)? {
    guard panes.isEmpty, let key = mouse.pressed, let (index, _) = place(event),
      let target = lanes[index].status, let status = status(of: key), target != status
    else { return nil }
    return (index, target)
  }

  private mutating func wheel(_ event: MouseEvent) {
    let steps = event.action == .wheelUp ? -1 : 1
    guard panes.isEmpty else {
      return take(.key(steps < 0 ? .up : .down))
    }
    if let (index, _) = place(event) { lane = index }
    lanes[lane].move(by: steps)
  }

  private mutating func press(_ event: MouseEvent) {
    guard panes.isEmpty else { return pressInPane(event) }
    guard let (index, key) = place(event) else { return }
    lane = index
    guard let key else { return }
    lanes[index].selected = key
    mouse.pressed = key
    if event.button == .right { return perform(.menu) }
    let isDouble =
      mouse.lastClick == key && seconds - mouse.lastClickTime < Self.doubleClick
    mouse.lastClick = isDouble ? nil : key
    mouse.lastClickTime = seconds
    if isDouble { perform(.open) }
  }

  private mutating func release(_ event: MouseEvent) {
    defer { (mouse.pressed, mouse.target) = (nil, nil) }
    guard let key = mouse.pressed, let target = target(event)?.status else { return }
    if refusesChanges() { return }
    run(.move([key], to: target))
    select(key)
  }

  /// Chooses the clicked row; a click outside closes the pane.
  private mutating func pressInPane(_ event: MouseEvent) {
    guard case .choices(var choices)? = panes.last else { return }
    // The second click of a double click was not meant for the question that the first one opened.
    let isDouble = seconds - mouse.lastClickTime < Self.doubleClick
    (mouse.lastClick, mouse.lastClickTime) = (nil, seconds)
    guard !isDouble || !choices.isYesNo else { return }
    let layout = ChoiceLayout(choices, size)
    guard layout.rows.contains(event.row), layout.columns.contains(event.column) else {
      return closePane()
    }
    guard let row = layout.choice(at: event.row) else { return }
    guard !choices.shown[row].isHeading else { return }
    choices.selected = row
    panes[panes.count - 1] = .choices(choices)
    take(.key(.enter))
  }

  /// The lane and card at a screen position.
  private func place(_ event: MouseEvent) -> (lane: Int, key: TaskKey?)? {
    let layout = BoardLayout(self)
    guard event.row < layout.rule,
      let found = layout.lanes.first(where: { $0.columns.contains(event.column) })
    else { return nil }
    let lane = lanes[found.index]
    var row = layout.cards.lowerBound
    for key in lane.keys.dropFirst(lane.top) {
      let height = cardLines(key, width: found.columns.count).count
      if (row..<(row + height)).contains(event.row) { return (found.index, key) }
      row += height
      if row >= layout.cards.upperBound { break }
    }
    return (found.index, nil)
  }
}
