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
    return here + [
      KeyHint("Tab", words.nextField), KeyHint("Ctrl-S", words.saves),
      KeyHint("Esc", words.cancels),
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
    let columns = columns ?? 0..<state.size.columns
    let (left, width) = (columns.lowerBound + 1, columns.count - 2)
    let end = state.size.rows - 2
    var row = 1
    let isChanged = form.isEditing && !form.changes.isEmpty
    let words = state.words
    let heading = form.key == nil ? words.newTask : form.isEditing ? words.editing : words.task
    canvas.write(
      (isChanged ? "● " : "") + heading, row, left, .accent, bold: true, limit: width)
    if !form.path.isEmpty, width > 40 {
      let path = form.path.sanitized.truncated(to: width - 12)
      canvas.write(path, row, endingAt: columns.upperBound - 1, .dim)
    }
    row += 1
    for field in TaskForm.Field.allCases where field != .body && row < end {
      draw(field, of: form, state, on: &canvas, row, left, width)
      row += 1
    }
    let task = form.key.flatMap { state.task($0) }
    for text in state.otherLines(of: task) where !form.isEditing {
      // What is wrong is read whole.
      for part in text.terminalWidth > width ? text.wrapped(to: width) : [text] where row < end {
        canvas.write(part, row, left, .dim, limit: width)
        row += 1
      }
    }
    for (text, role) in [(form.error, Role.late), (form.news, .soon)] where row < end {
      guard let text else { continue }
      for part in text.sanitized.wrapped(to: width) where row < end {
        canvas.write(part, row, left, role, limit: width)
        row += 1
      }
    }
    guard row < end else { return }
    let isFocused = form.isEditing && form.focus == .body
    canvas.line(row, left..<(left + width), isFocused ? .accent : .line)
    if isFocused {
      canvas.write(" Enter \(words.opensEditor) ", row, left + 2, .accent, limit: width)
    }
    row += 1
    let lines = bodyLines(of: form, state, width: columns.count)
    if lines.isEmpty, row < end { canvas.write(words.noText, row, left, .dim, limit: width) }
    for line in lines.dropFirst(form.top) where row < end {
      canvas.write(line, row, left, .text, limit: width)
      row += 1
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
