internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  func hints(of form: TaskForm) -> [KeyHint] {
    if form.saving != nil { return [KeyHint("", words.saving)] }
    guard form.isEditing else {
      let edits = [KeyHint("i", words.edits), KeyHint("e", words.opensEditor)]
      return (obstacle == nil ? edits : []) + [
        KeyHint("J", words.journal.lowercased()), KeyHint("Esc", words.goesBack),
      ]
    }
    let isChosen = form.focus == .status || form.focus == .priority
    let here =
      form.focus == .body
      ? [KeyHint("Enter", words.opensEditor)] : isChosen ? [KeyHint("← →", words.chooses)] : []
    return [KeyHint("Ctrl-S", words.saves)] + here + [
      KeyHint("Tab", words.nextField), KeyHint("Esc", words.cancels),
    ]
  }

  /// The body's lines, with light Markdown rendering.
  fileprivate func bodyLines(of form: TaskForm, width: Int) -> [[Run]] {
    let text = form.fields.body.sanitizedLines.shownLines
      .drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    let lines = MarkdownText(Style(), width: width, isUnicode: page.isUnicode)
      .lines(text, alone: ConflictNote.lines(ofNotesIn: text))
    return lines.isEmpty
      ? [[Run(text: words.noText, role: .dim)]] : lines.map { [Run(text: $0)] }
  }

  /// - Parameter columns: The area to draw in; nil for the whole window.
  func draw(_ form: TaskForm, on canvas: inout Canvas, columns: Range<Int>? = nil) {
    let layout = SheetLayout(form, self, columns: columns)
    let (left, width) = (layout.columns.lowerBound, layout.columns.count)
    let isWindow = columns == nil
    let heading =
      !isWindow
      ? words.name(of: form.fields.status)
      : form.key == nil ? words.newTask : form.isEditing ? words.edit.lowercased() : words.task
    canvas.write(
      (form.isChanged ? "● " : "") + heading, 1, left, .accent, bold: true, limit: width)
    if !form.path.isEmpty, width > 40 {
      let path = form.path.sanitized.truncated(to: width - 12)
      canvas.write(path, 1, endingAt: layout.columns.upperBound, .dim)
    }
    draw(
      layout.lines, from: layout.top, in: layout.list, layout.columns,
      isCounted: isWindow && !form.isEditing, on: &canvas)
    for (row, note) in zip(2..., layout.notes) { canvas.write([note], row, left, limit: width) }
    guard form.isEditing, let line = form.line else { return }
    let row = layout.list.lowerBound + form.focusIndex - layout.top
    draw(line, on: &canvas, row, layout.columns)
  }

  /// Draws lines to read and, if not all fit, which of them are visible.
  func draw(
    _ lines: [[Run]], from top: Int, in rows: Range<Int>, _ columns: Range<Int>,
    isCounted: Bool = true, on canvas: inout Canvas
  ) {
    for (row, line) in zip(rows, lines.dropFirst(top)) {
      canvas.write(line, row, columns.lowerBound, limit: columns.count)
    }
    guard isCounted, lines.count > rows.count else { return }
    let last = min(top + rows.count, lines.count)
    canvas.write(" \(words.lines(top + 1, last, lines.count)) ", size.rows - 2, 2, .dim)
  }

  /// Draws the text that is being typed over the value in its line.
  private func draw(
    _ field: TextField, on canvas: inout Canvas, _ row: Int, _ columns: Range<Int>
  ) {
    field.draw(
      &canvas.screen, row: row, columns: columns.dropFirst(SheetLayout.labelWidth),
      canvas.look.style(.text))
  }

  /// A field of a form: its name and its value.
  ///
  /// - Parameter isChosen: Whether the value is chosen, not typed.
  private func line(
    _ label: String, _ value: Run, isFocused: Bool, isChosen: Bool
  ) -> [Run] {
    var value = value
    if isFocused, isChosen { value.text = "< \(value.text) >" }
    let role: Role = isFocused ? .accent : .dim
    return [
      Run(text: label.padded(to: SheetLayout.labelWidth), role: role, isBold: isFocused), value,
    ]
  }

  /// A sheet's lines above the body: its fields, which are in full for reading, and a line.
  fileprivate func fieldLines(of form: TaskForm, width: Int) -> [[Run]] {
    let fields = TaskForm.Field.allCases.filter { $0 != .body }.flatMap { field in
      let isFocused = form.isEditing && form.focus == field
      var (value, role) = shown(field, of: form)
      if isFocused, value.isEmpty { value = words.name(of: form.fields.priority) }
      let parts =
        form.isEditing ? [value] : value.wrapped(to: width - SheetLayout.labelWidth)
      return parts.enumerated().map { index, text in
        line(
          index == 0 ? words.name(of: field) : "",
          Run(text: text, role: role, isBold: field == .title), isFocused: isFocused,
          isChosen: form.line == nil)
      }
    }
    let others = form.isEditing ? [] : otherLines(of: form.key.flatMap { task($0) })
    let isFocused = form.isEditing && form.focus == .body
    let hint = isFocused ? " Enter \(words.opensEditor) " : ""
    let rest = max(0, width - 2 - hint.terminalWidth)
    let rule = "──\(hint)" + String(repeating: "─", count: rest)
    return fields + others.map { Run(text: $0, role: .dim) }.wrapped(to: width).map { [$0] }
      + [[Run(text: rule, role: isFocused ? .accent : .line)]]
  }

  /// A field's text for reading; a deadline shows more than the typed text.
  fileprivate func shown(
    _ field: TaskForm.Field, of form: TaskForm
  ) -> (text: String, role: Role) {
    switch field {
    case .status: return (words.name(of: form.fields.status), .text)
    case .priority: return (form.fields.priority.map { words.name(of: $0) } ?? "", .text)
    case .deadline where !form.isEditing:
      guard let deadline = Deadline(form.fields.deadline) else { break }
      let text = page.spelled(deadline)
      guard form.fields.status != .done else { return (text, .text) }
      let phrase = words.near(deadline, at: now).map { " (\($0))" } ?? ""
      return (text + phrase, deadline.isOverdue(at: now) ? .late : .text)
    default: break
    }
    return (form.fields[field].sanitized, .text)
  }

  /// Fields that a sheet doesn't edit, one line each.
  fileprivate func otherLines(of task: StoredTask?) -> [String] {
    guard let task else { return [] }
    var lines: [String] = []
    for field in task.item.otherFields {
      let name = KnownField(key: field.key).map { words.label($0) } ?? field.key
      let value = field.value.joined.onOneLine
      lines.append("\(name.padded(to: max(9, name.count))) \(value)".sanitized)
    }
    func line(_ label: String, _ text: String) -> String { "\(label.padded(to: 9)) \(text)" }
    if let created = task.created {
      lines.append(line(words.label(.created), words.moment(created, on: page)))
    }
    lines += task.problems.map { line(words.problem, words.placedReason(of: $0).line.sanitized) }
    return lines
  }
}

/// The positions of a sheet's parts: the heading, news, then its lines, scrolled if necessary.
struct SheetLayout {
  static let labelWidth = 10

  let columns: Range<Int>
  /// News, below the heading.
  let notes: [Run]
  let lines: [[Run]]
  /// The screen rows of the lines.
  let list: Range<Int>
  /// The first visible line.
  let top: Int

  /// - Parameter columns: The area beside the list, where the sheet is one text that starts with the
  ///   title; nil for the whole window.
  init(_ form: TaskForm, _ state: BoardState, columns: Range<Int>? = nil) {
    self.columns = (columns ?? 0..<state.size.columns).dropFirst().dropLast()
    let (width, most) = (self.columns.count, state.size.rows / 4)
    notes = (form.news?.text.sanitized.wrapped(to: width, atMost: most) ?? []).map {
      Run(text: $0, role: .soon)
    }
    lines =
      (columns == nil
        ? state.fieldLines(of: form, width: width) : state.beginning(of: form, width: width))
      + state.bodyLines(of: form, width: width)
    list = (2 + notes.count)..<(state.size.rows - 2)
    var top = max(0, min(form.top, lines.count - list.count))
    if form.isEditing {
      // The line above the body is that of the last field.
      let place = form.focusIndex
      // Show as much of the body as fits.
      let end = form.focus == .body ? min(place + list.count, lines.count) : place + 1
      top = min(max(top, end - list.count), place)
    }
    self.top = top
  }

  /// The largest possible ``top``.
  var last: Int { max(0, lines.count - list.count) }
}

extension BoardState {
  /// A note's title, the facts of its card, problems of its file, and an empty line.
  fileprivate func beginning(of form: TaskForm, width: Int) -> [[Run]] {
    var lines = [Run(text: form.fields.title.sanitized, isBold: true)]
    if let task = form.key.flatMap({ task($0) }) {
      let facts = facts(of: task).map(\.text).joined(separator: "  ")
      let role: Role = task.isOverdue(now) ? .late : .dim
      if !facts.isEmpty { lines.append(Run(text: facts, role: role)) }
      lines += task.problems.map {
        Run(text: words.placedReason(of: $0).line.sanitized, role: .late)
      }
    }
    return lines.wrapped(to: width).map { [$0] } + [[]]
  }
}

extension BoardState {
  /// Draws a line for each color: its name, its value, and samples.
  func draw(_ form: ThemeForm, on canvas: inout Canvas) {
    let end = size.rows - 2
    let heading = form.former == nil ? words.newTheme : words.theme
    canvas.write(
      (form.isChanged ? "● " : "") + heading, 1, 1, .accent, bold: true, limit: size.columns - 1)
    // Scroll so that the focused line is visible in a small window, too.
    let first = max(0, form.focus - (end - 2) + 1)
    for (offset, index) in form.texts.indices.dropFirst(first).enumerated() {
      let row = 2 + offset
      guard row < end else { break }
      draw(index, of: form, on: &canvas, row)
    }
  }

  private func draw(_ index: Int, of form: ThemeForm, on canvas: inout Canvas, _ row: Int) {
    let (isScheme, isFocused, end) = (index == 2, index == form.focus, min(31, size.columns))
    let value =
      isScheme
      ? form.scheme == .light ? words.light : words.dark : form.texts[index].text.sanitized
    let line = line(
      form.labels(words)[index], Run(text: value), isFocused: isFocused, isChosen: isScheme)
    canvas.write(line, row, 1, limit: end - 1)
    if isFocused, !isScheme { draw(form.texts[index], on: &canvas, row, 1..<end) }
    guard index > 2 else { return }
    // On the canvas and on a card.
    var column = end + 1
    let role = form.roles[index - 3]
    let isGround = role == .canvas || role == .card
    let sample = " \(words.sample) "
    for isOnCard in isGround ? [role == .card] : [false, true] {
      column = canvas.write(
        isGround ? String(repeating: " ", count: sample.terminalWidth) : sample, row, column,
        isGround ? .text : role, limit: size.columns - column, isOnCard: isOnCard)
    }
  }

  func hints(of form: ThemeForm) -> [KeyHint] {
    form.saving != nil
      ? [KeyHint("", words.saving)]
      : [
        KeyHint("Ctrl-S", words.saves), KeyHint("Tab", words.nextLine),
        KeyHint("Esc", words.cancels),
      ]
  }
}
