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
  fileprivate func bodyLines(of form: TaskForm, width: Int) -> [String] {
    let text = form.fields.body.sanitizedLines.shownLines
      .drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    return MarkdownText(Style(), width: width, isUnicode: page.isUnicode)
      .lines(text, alone: ConflictNote.lines(ofNotesIn: text))
  }

  /// - Parameter columns: The area to draw in; nil for the whole window.
  func draw(_ form: TaskForm, on canvas: inout Canvas, columns: Range<Int>? = nil) {
    let isWindow = columns == nil
    let columns = columns ?? 0..<size.columns
    let layout = SheetLayout(form, self, columns: columns, isNote: !isWindow)
    let (left, width) = (columns.lowerBound + 1, columns.count - 2)
    for row in layout.rows { canvas.fill(row, columns) }
    drawHeading(form, layout, on: &canvas, columns)
    for (row, note) in zip(layout.rows.dropFirst(), layout.notes) {
      canvas.write([note], row, left, limit: width)
    }
    for (row, line) in zip(layout.list, layout.lines[layout.window]) {
      switch line {
      case .field(let field): draw(field, of: form, on: &canvas, row, left..<(left + width))
      case .text(let run, let label):
        if let label { canvas.write(label, row, left, .dim, limit: width) }
        let indent = label == nil ? 0 : SheetLayout.labelWidth
        canvas.write([run], row, left + indent, limit: width - indent)
      case .rule:
        let isFocused = form.isEditing && form.focus == .body
        canvas.line(row, left..<(left + width), isFocused ? .accent : .line)
        if isFocused {
          canvas.write(" Enter \(words.opensEditor) ", row, left + 2, .accent, limit: width - 2)
        }
      }
    }
    let window = layout.window
    guard isWindow, !form.isEditing, window.count < layout.lines.count else { return }
    let text = words.lines(window.lowerBound + 1, window.upperBound, layout.lines.count)
    canvas.write(" \(text) ", layout.rows.upperBound, 2, .dim, limit: width - 2)
  }

  private func drawHeading(
    _ form: TaskForm, _ layout: SheetLayout, on canvas: inout Canvas, _ columns: Range<Int>
  ) {
    let (row, left, width) = (layout.rows.lowerBound, columns.lowerBound + 1, columns.count - 2)
    let heading =
      layout.isNote
      ? words.name(of: form.fields.status)
      : form.key == nil ? words.newTask : form.isEditing ? words.edit.lowercased() : words.task
    canvas.write(
      (form.isChanged ? "● " : "") + heading, row, left, .accent, bold: true, limit: width)
    if !form.path.isEmpty, width > 40 {
      let path = form.path.sanitized.truncated(to: width - 12)
      canvas.write(path, row, endingAt: columns.upperBound - 1, .dim)
    }
  }

  private func draw(
    _ field: TaskForm.Field, of form: TaskForm, on canvas: inout Canvas, _ row: Int,
    _ columns: Range<Int>
  ) {
    let isFocused = form.isEditing && form.focus == field
    var (value, role) = shown(field, of: form)
    if isFocused, value.isEmpty { value = words.name(of: form.fields.priority) }
    draw(
      words.name(of: field), Run(text: value, role: role, isBold: field == .title), form.line,
      isFocused, on: &canvas, row, columns)
  }

  /// Draws a line of a form: its name, and its value or its text that is being typed.
  ///
  /// - Parameter field: Nil for a value that is chosen.
  private func draw(
    _ label: String, _ value: Run, _ field: TextField?, _ isFocused: Bool,
    on canvas: inout Canvas, _ row: Int, _ columns: Range<Int>
  ) {
    let (left, start) = (columns.lowerBound, columns.lowerBound + SheetLayout.labelWidth)
    canvas.write(
      label, row, left, isFocused ? .accent : .dim, bold: isFocused, limit: columns.count)
    if isFocused, let field {
      field.draw(
        &canvas.screen, row: row, columns: start..<columns.upperBound, canvas.look.style(.text))
    } else {
      var value = value
      if isFocused { value.text = "< \(value.text) >" }
      canvas.write([value], row, start, limit: columns.upperBound - start)
    }
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

  enum Line {
    case field(TaskForm.Field)
    /// A line of text; with a label, which may be empty, it is a value beside its label.
    case text(Run, label: String? = nil)
    /// The line above the body.
    case rule
  }

  /// News, below the heading.
  let notes: [Run]
  let lines: [Line]
  /// The screen rows, including the heading and the notes.
  let rows: Range<Int>
  /// The screen rows of the lines.
  let list: Range<Int>
  let window: Range<Int>
  /// Whether the sheet is beside the list, as one text that starts with the title.
  let isNote: Bool

  init(_ form: TaskForm, _ state: BoardState, columns: Range<Int>, isNote: Bool = false) {
    self.isNote = isNote
    let (width, most) = (columns.count - 2, state.size.rows / 4)
    rows = 1..<(state.size.rows - 2)
    notes = (form.news?.text.sanitized.wrapped(to: width, atMost: most) ?? []).map {
      Run(text: $0, role: .soon)
    }
    let fields = TaskForm.Field.allCases.filter { $0 != .body }
    var lines: [Line]
    if isNote {
      lines = Self.beginning(of: form, state, width: width)
    } else if form.isEditing {
      lines = fields.map { .field($0) }
    } else {
      lines = fields.flatMap { Self.lines(of: $0, form, state, width: width) }
      let others = state.otherLines(of: form.key.flatMap { state.task($0) })
      lines += others.map { Run(text: $0, role: .dim) }.wrapped(to: width).map { .text($0) }
    }
    let rule = lines.count
    lines.append(isNote ? .text(Run(text: "")) : .rule)
    let body = state.bodyLines(of: form, width: width)
    lines +=
      body.isEmpty
      ? [.text(Run(text: state.words.noText, role: .dim))] : body.map { .text(Run(text: $0)) }
    self.lines = lines
    list = (rows.lowerBound + 1 + notes.count)..<rows.upperBound
    var top = max(0, min(form.top, lines.count - list.count))
    if form.isEditing {
      let place = form.focus == .body ? rule : fields.firstIndex(of: form.focus) ?? 0
      // Show as much of the body as fits.
      let end = form.focus == .body ? min(rule + list.count, lines.count) : place + 1
      top = min(max(top, end - list.count), place)
    }
    window = top..<min(top + list.count, lines.count)
  }

  /// A note's title, then the facts of its card, then problems of its file.
  private static func beginning(
    of form: TaskForm, _ state: BoardState, width: Int
  ) -> [Line] {
    var lines = [Run(text: form.fields.title.sanitized, isBold: true)]
    if let task = form.key.flatMap({ state.task($0) }) {
      let facts = state.facts(of: task).map(\.text).joined(separator: "  ")
      let role: Role = task.isOverdue(state.now) ? .late : .dim
      if !facts.isEmpty { lines.append(Run(text: facts, role: role)) }
      lines += task.problems.map {
        Run(text: state.words.placedReason(of: $0).line.sanitized, role: .late)
      }
    }
    return lines.wrapped(to: width).map { .text($0) }
  }

  /// A field of a sheet for reading, in full.
  private static func lines(
    of field: TaskForm.Field, _ form: TaskForm, _ state: BoardState, width: Int
  ) -> [Line] {
    let label = state.words.name(of: field)
    let (value, role) = state.shown(field, of: form)
    return value.wrapped(to: width - labelWidth).enumerated().map { index, text in
      let run = Run(text: text, role: role, isBold: field == .title)
      return .text(run, label: index == 0 ? label : "")
    }
  }

  /// The largest index that ``window`` may start at.
  var last: Int { max(0, lines.count - list.count) }
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
    let (isScheme, end) = (index == 2, min(31, size.columns))
    let value =
      isScheme
      ? form.scheme == .light ? words.light : words.dark : form.texts[index].text.sanitized
    draw(
      form.labels(words)[index], Run(text: value), isScheme ? nil : form.texts[index],
      index == form.focus, on: &canvas, row, 1..<end)
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
