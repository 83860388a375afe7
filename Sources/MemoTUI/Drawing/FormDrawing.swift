internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension PaneDrawing {
  static let labelWidth = 10

  static func hints(
    of form: TaskForm, _ words: Words, isReadOnly: Bool
  ) -> [KeyHint] {
    if form.saving != nil { return [KeyHint("", words.saving)] }
    guard form.isEditing else {
      let edits = [KeyHint("i", words.edits), KeyHint("e", words.opensEditor)]
      return (isReadOnly ? [] : edits) + [
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
  static func bodyLines(of form: TaskForm, _ state: BoardState, width: Int) -> [String] {
    var lines = form.fields.body.sanitizedLines.split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    let text = lines.joined(separator: "\n")
    return MarkdownText(Style(), width: width, isUnicode: state.page.isUnicode)
      .lines(text, alone: ConflictNote.lines(ofNotesIn: text))
  }

  /// - Parameter columns: The area to draw in; nil for the whole window.
  static func draw(
    _ form: TaskForm, _ state: BoardState, on canvas: inout Canvas, columns: Range<Int>? = nil
  ) {
    let isWindow = columns == nil
    let columns = columns ?? 0..<state.size.columns
    let layout = SheetLayout(form, state, columns: columns, isNote: !isWindow)
    let (left, width) = (columns.lowerBound + 1, columns.count - 2)
    for row in layout.rows { canvas.fill(row, columns) }
    drawHeading(form, layout, state.words, on: &canvas, columns)
    for (row, note) in zip(layout.rows.dropFirst(), layout.notes) {
      canvas.write([note], row, left, limit: width)
    }
    for (row, line) in zip(layout.list, layout.lines[layout.window]) {
      switch line {
      case .field(let field): draw(field, of: form, state, on: &canvas, row, left, width)
      case .text(let run, let label):
        if let label { canvas.write(label, row, left, .dim, limit: width) }
        let indent = label == nil ? 0 : labelWidth
        canvas.write([run], row, left + indent, limit: width - indent)
      case .rule:
        let isFocused = form.isEditing && form.focus == .body
        canvas.line(row, left..<(left + width), isFocused ? .accent : .line)
        if isFocused {
          canvas.write(
            " Enter \(state.words.opensEditor) ", row, left + 2, .accent, limit: width - 2)
        }
      }
    }
    let window = layout.window
    guard isWindow, !form.isEditing, window.count < layout.lines.count else { return }
    let text = state.words.lines(
      window.lowerBound + 1, window.upperBound, layout.lines.count)
    canvas.write(" \(text) ", layout.rows.upperBound, 2, .dim, limit: width - 2)
  }

  private static func drawHeading(
    _ form: TaskForm, _ layout: SheetLayout, _ words: Words, on canvas: inout Canvas,
    _ columns: Range<Int>
  ) {
    let (row, left, width) = (layout.rows.lowerBound, columns.lowerBound + 1, columns.count - 2)
    let isChanged = form.isChanged
    let heading =
      layout.isNote
      ? words.name(of: form.fields.status)
      : form.key == nil ? words.newTask : form.isEditing ? words.edit.lowercased() : words.task
    canvas.write((isChanged ? "● " : "") + heading, row, left, .accent, bold: true, limit: width)
    if !form.path.isEmpty, width > 40 {
      let path = form.path.sanitized.truncated(to: width - 12)
      canvas.write(path, row, endingAt: columns.upperBound - 1, .dim)
    }
  }

  private static func draw(
    _ field: TaskForm.Field, of form: TaskForm, _ state: BoardState, on canvas: inout Canvas,
    _ row: Int, _ left: Int, _ width: Int
  ) {
    let words = state.words
    let isFocused = form.isEditing && form.focus == field
    var (value, role) = shown(field, of: form, state)
    if isFocused, value.isEmpty { value = words.name(of: form.fields.priority) }
    draw(
      words.name(of: field), Run(text: value, role: role, isBold: field == .title), form.line,
      isFocused, on: &canvas, row, left..<(left + width))
  }

  /// Draws a line of a form: its name, and its value or its text that is being typed.
  ///
  /// - Parameter field: Nil for a value that is chosen.
  static func draw(
    _ label: String, _ value: Run, _ field: TextField?, _ isFocused: Bool,
    on canvas: inout Canvas, _ row: Int, _ columns: Range<Int>
  ) {
    let (left, start) = (columns.lowerBound, columns.lowerBound + labelWidth)
    canvas.write(
      label, row, left, isFocused ? .accent : .dim, bold: isFocused, limit: columns.count)
    if isFocused, let field {
      field.draw(
        &canvas.screen, row: row, columns: start..<columns.upperBound, canvas.look.style(.text))
    } else {
      var value = value
      if isFocused { value.text = "< \(value.text) >" }
      canvas.write([value], row, start, limit: columns.count - labelWidth)
    }
  }

  /// A field's text for reading; a deadline shows more than the typed text.
  static func shown(
    _ field: TaskForm.Field, of form: TaskForm, _ state: BoardState
  ) -> (text: String, role: Role) {
    let words = state.words
    switch field {
    case .status: return (words.name(of: form.fields.status), .text)
    case .priority: return (form.fields.priority.map { words.name(of: $0) } ?? "", .text)
    case .deadline where !form.isEditing:
      guard let deadline = Deadline(form.fields.deadline) else { break }
      let text = state.page.spelled(deadline)
      guard form.fields.status != .done else { return (text, .text) }
      let phrase = words.near(deadline, at: state.now).map { " (\($0))" } ?? ""
      return (text + phrase, deadline.isOverdue(at: state.now) ? .late : .text)
    default: break
    }
    return (form.fields[field].sanitized, .text)
  }
}

extension BoardState {
  /// Fields that a sheet doesn't edit, one line each.
  func otherLines(of task: StoredTask?) -> [String] {
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
