internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  /// The current look: an edited theme, else the device's choice, else the store's theme, else the
  /// terminal's colors.
  var look: Look {
    panes.compactMap(\.theme).last.map { Look(theme: $0.theme) }
      ?? chosenLook ?? Look(isLight: isLight)
  }

  private var wantedTheme: String? { startTheme ?? themeName ?? present?.themeName }

  /// Nil if the wanted theme is missing or invalid.
  var chosenLook: Look? {
    let (name, looks) = (wantedTheme ?? Look.terminalName, looks)
    return looks.first { $0.name == name }
      ?? looks.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Reports a wanted theme that is missing or invalid.
  mutating func checkTheme() {
    guard let name = wantedTheme, chosenLook == nil else { return }
    let file = present?.themes.first { $0.theme.name == name }
    message = .error(
      file.map { file in
        words.themeCantBeUsed(name, file.problems.first.map { words.reason(of: $0).line } ?? "")
      }
        ?? words.noTheme(name),
      hints: [words.listsThem(bindings.text(.themes))])
  }

  var looks: [Look] {
    [Look(isLight: isLight)]
      + (present?.themes ?? []).filter(\.isUsable).map { Look(theme: $0.theme) }
      + Theme.builtIn.map { Look(theme: $0) }
  }

  /// Opens the list of themes with the current one selected.
  mutating func showThemes() {
    panes.append(.choices(themeChoices))
    refreshThemes(selecting: chosenLook?.name)
  }

  /// Updates open lists of themes.
  ///
  /// - Parameter name: The theme to select; nil keeps the selection.
  mutating func refreshThemes(selecting name: String? = nil) {
    for (index, pane) in panes.enumerated() {
      guard case .choices(let old) = pane, old.source == .themes else { continue }
      var choices = themeChoices
      let name = name ?? old.shown.dropFirst(old.selected).first?.text
      let place = choices.rows.firstIndex { $0.text == name }
      choices.select { _ in place ?? old.selected }
      panes[index] = .choices(choices)
    }
  }

  private var themeChoices: Choices {
    let files = present?.themes ?? []
    let own = files.filter(\.isStores).map(\.theme.name)
    var terminal = themeRow(isLight ? .paper : .ink, nil)
    (terminal.text, terminal.detail) = (Look.terminalName, words.terminalsOwnColors)
    terminal.step = .theme(Look.terminalName)
    var rows =
      [terminal] + files.map { themeRow($0.theme, $0, order: own) }
      + Theme.builtIn.map { themeRow($0, nil) }
    let current = (chosenLook ?? Look(isLight: isLight)).name
    for index in rows.indices where rows[index].text == current {
      rows[index].detail =
        rows[index].detail.isEmpty ? words.now : "\(words.now), \(rows[index].detail)"
    }
    var choices = Choices(words.themes, rows, isNarrowed: false)
    choices.source = .themes
    choices.hints = [
      KeyHint("Enter", words.chooses), KeyHint("a", words.newFromIt), KeyHint("e", words.edits),
      KeyHint("D", words.deletes), KeyHint("Shift-↑↓", words.putsInOrder),
      KeyHint("Esc", words.goesBack),
    ]
    return choices
  }

  private func themeRow(
    _ theme: Theme, _ file: ThemeFile?, order: [String] = []
  ) -> Choices.Row {
    var row = Choices.Row(
      text: theme.name.sanitized,
      detail: file.map { $0.isStores ? "" : words.yourOwn } ?? words.builtIn,
      step: .theme(theme.name))
    if let file, !file.isUsable {
      let reason = file.problems.first.map { words.reason(of: $0).line } ?? words.cantBeUsed
      (row.detail, row.role) = (reason.sanitized, .dim)
      row.step = .tell(words.themeCantBeUsed(theme.name.sanitized, reason))
    }
    row.keys[KeyStroke("a")] = .open(.theme(ThemeForm(theme, nil)))
    let (up, down) = (KeyStroke(Key.up, .shift), KeyStroke(Key.down, .shift))
    guard let file, file.isStores else {
      let reason = file.map { words.ownThemeStays($0.path.sanitized) } ?? words.builtInStays("a")
      let keys = [KeyStroke(.character("e")), KeyStroke(.character("D")), up, down]
      for key in keys { row.keys[key] = .tell(reason) }
      return row
    }
    row.keys[KeyStroke("e")] = .open(.theme(ThemeForm(theme, file)))
    let question = words.askToDeleteTheme(theme.name.sanitized)
    row.keys[KeyStroke("D")] = .open(
      .choices(Choices(asking: question, .run(Job(.deleteTheme(file))), words)))
    guard let place = order.firstIndex(of: theme.name) else { return row }
    for (steps, key) in [(-1, up), (1, down)] where order.indices.contains(place + steps) {
      var names = order
      names.swapAt(place, place + steps)
      row.keys[key] = .run(Job(.orderThemes(names)))
    }
    return row
  }

  /// Updates the current and the chosen theme after it was renamed or deleted here.
  mutating func followTheme(_ job: Job, _ ending: JobResult) {
    let (former, name): (ThemeFile, String?)
    switch job.kind {
    case .deleteTheme(let file): (former, name) = (file, nil)
    case .theme(let theme, over: let file?): (former, name) = (file, theme.name)
    default: return
    }
    let old = former.theme.name
    guard ending.isDone, name != old else { return }
    if startTheme == old { startTheme = name }
    guard themeName == old else { return }
    themeName = name
    effects.append(.chooseTheme(name))
  }

  mutating func hit(_ stroke: KeyStroke, in form: ThemeForm) {
    var form = form
    switch (stroke.key, stroke.modifiers) {
    case (.tab, .shift), (.up, _): form.move(by: -1)
    case (.tab, _), (.down, _), (.enter, _): form.move(by: 1)
    case (.left, []) where form.focus == 2, (.right, []) where form.focus == 2,
      (.character, []) where form.focus == 2:
      form.scheme = form.scheme == .light ? .dark : .light
    default: if form.focus != 2 { _ = form.texts[form.focus].take(stroke) }
    }
    panes[panes.count - 1] = .theme(form)
  }

  /// Saves the theme in one commit; an invalid theme stays open with an error.
  mutating func save(_ form: ThemeForm) {
    var form = form
    let themes = present?.themes ?? []
    if let (field, reason) = form.fields.problem(over: form.former, among: themes, words) {
      message = .error(form.refuse(field, reason, words))
    } else {
      form.saving = run(Job(.theme(form.theme, over: form.former)))
    }
    panes[panes.count - 1] = .theme(form)
  }
}
