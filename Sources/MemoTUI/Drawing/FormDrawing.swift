internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension PaneDrawing {
  private static let labelWidth = 10

  static func hints(of form: TaskForm, _ words: any Catalog) -> [KeyHint] {
    if form.saving != nil { return [KeyHint("", words.saving)] }
    guard form.isEditing else {
      return [
        KeyHint("i", words.edits), KeyHint("e", words.opensEditor),
        KeyHint("J", words.showsJournal),
        KeyHint("Esc", words.goesBack),
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

  /// The task's text as it is shown: Markdown rendered lightly, without marks where a sheet is read.
  static func bodyLines(of form: TaskForm, _ state: BoardState, width: Int? = nil) -> [String] {
    let width = max((width ?? state.size.columns) - 2, 8)
    var lines = form.body.sanitizedLines.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return MarkdownText(Style(), width: width, isUnicode: state.page.isUnicode)
      .lines(lines.joined(separator: "\n"))
  }

  /// - Parameter columns: Where it is drawn; nil for the whole window.
  static func draw(
    _ form: TaskForm, _ state: BoardState, on canvas: inout Canvas, columns: Range<Int>? = nil
  ) {
    let isWindow = columns == nil
    let columns = columns ?? 0..<state.size.columns
    let layout = SheetLayout(form, state, columns: columns)
    let (left, width) = (columns.lowerBound + 1, columns.count - 2)
    for row in layout.rows { canvas.fill(row, columns) }
    for (row, note) in zip(layout.rows, layout.head) {
      canvas.write(note.text, row, left, note.role, limit: width)
    }
    if layout.head.isEmpty { drawHeading(form, layout, state.words, on: &canvas, columns) }
    for (row, line) in zip(layout.list, layout.lines[layout.window]) {
      switch line {
      case .field(let field): draw(field, of: form, state, on: &canvas, row, left, width)
      case .text(let text, let role): canvas.write(text, row, left, role, limit: width)
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
      window.lowerBound + 1, to: window.upperBound, of: layout.lines.count)
    if layout.rows.upperBound < state.size.rows - 1 {
      canvas.write(" \(text) ", layout.rows.upperBound, 2, .dim, limit: width - 2)
    }
  }

  private static func drawHeading(
    _ form: TaskForm, _ layout: SheetLayout, _ words: any Catalog, on canvas: inout Canvas,
    _ columns: Range<Int>
  ) {
    let (row, left, width) = (layout.rows.lowerBound, columns.lowerBound + 1, columns.count - 2)
    let isChanged = form.isEditing && !form.changes.isEmpty
    let heading = form.key == nil ? words.newTask : form.isEditing ? words.editing : words.task
    let end = canvas.write(
      (isChanged ? "● " : "") + heading, row, left, .accent, bold: true, limit: width)
    if layout.window.count < layout.lines.count, layout.rows.lowerBound == 0 {
      let place = "▾ \(layout.window.lowerBound + 1)–\(layout.window.upperBound)"
      guard columns.upperBound - 1 - end > place.terminalWidth else { return }
      canvas.write(place, row, endingAt: columns.upperBound - 1, .dim)
    } else if !form.path.isEmpty, width > 40 {
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
    canvas.write(
      words.name(of: field), row, left, isFocused ? .accent : .dim, bold: isFocused, limit: width)
    let start = left + labelWidth
    guard width > labelWidth + 2 else { return }
    if isFocused, let text = form.texts[field] {
      text.draw(
        &canvas.screen, row: row, columns: start..<(left + width), canvas.look.style(.text))
      return
    }
    var text =
      switch field {
      case .status: words.name(of: form.status)
      case .priority where form.priority != nil || isFocused: words.name(of: form.priority)
      default: form.value(field).sanitized
      }
    if isFocused { text = "< \(text) >" }
    var role = Role.text
    if field == .deadline, !form.isEditing, let deadline = Deadline(form.value(.deadline)) {
      text = state.page.spelled(deadline)
      if form.status != .done {
        if let phrase = words.near(deadline, at: state.now) { text += " (\(phrase))" }
        if deadline.isOverdue(at: state.now) { role = .late }
      }
    }
    canvas.write(text, row, start, role, bold: field == .title, limit: width - labelWidth)
  }
}

extension BoardState {
  /// What a task has besides the fields of a sheet, a line each.
  func otherLines(of task: StoredTask?) -> [String] {
    guard let task else { return [] }
    var lines: [String] = []
    for field in task.item.otherFields {
      let value =
        switch field.value {
        case .text(let text): text.onOneLine
        case .list(let items): items.joined(separator: ", ")
        }
      let name = field.key.padded(to: max(9, field.key.count))
      lines.append("\(name) \(value)".sanitized)
    }
    func line(_ label: String, _ text: String) -> String { "\(label.padded(to: 9)) \(text)" }
    if let created = task.created {
      lines.append(line(words.created, words.moment(created, on: page)))
    }
    lines += task.problems.map { line(words.problem, $0.line.sanitized) }
    return lines
  }
}

extension Catalog {
  func name(of field: TaskForm.Field) -> String {
    switch field {
    case .title: title
    case .deadline: deadline
    case .status: status
    case .priority: priority
    case .tags: tags
    case .body: text
    }
  }
}
