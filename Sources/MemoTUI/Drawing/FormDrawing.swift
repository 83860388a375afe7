internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

extension PaneDrawing {
  private static let labelWidth = 10

  static func keyHint(of form: TaskForm) -> String {
    if form.saving != nil { return "saving…" }
    guard form.isEditing else { return "i edits   e opens the editor   J journal   Esc goes back" }
    let isChosen = form.focus == .status || form.focus == .priority
    let here = form.focus == .body ? "Enter opens the editor   " : isChosen ? "← → choose   " : ""
    return "\(here)Tab next field   Ctrl-S Done   Esc Cancel"
  }

  /// The task's text as it is shown: Markdown rendered lightly, without marks where a sheet is read.
  static func bodyLines(of form: TaskForm, _ state: BoardState, width: Int? = nil) -> [String] {
    let width = max((width ?? state.size.columns) - 2, 8)
    var lines = form.body.sanitizedLines.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return MarkdownText(Style(), width: width, isUnicode: state.page.isUnicode).lines(lines)
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
    let heading = form.key == nil ? "new task" : form.isEditing ? "edit" : "task"
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
    for text in state.otherLines(of: task) where !form.isEditing && row < end {
      canvas.write(text, row, left, .dim, limit: width)
      row += 1
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
    if isFocused { canvas.write(" Enter opens the editor ", row, left + 2, .accent, limit: width) }
    row += 1
    let lines = bodyLines(of: form, state, width: columns.count)
    if lines.isEmpty { canvas.write("no text", row, left, .dim, limit: width) }
    for line in lines.dropFirst(form.top) where row < end {
      canvas.write(line, row, left, .text, limit: width)
      row += 1
    }
  }

  private static func draw(
    _ field: TaskForm.Field, of form: TaskForm, _ state: BoardState, on canvas: inout Canvas,
    _ row: Int, _ left: Int, _ width: Int
  ) {
    let isFocused = form.isEditing && form.focus == field
    canvas.write(
      field.rawValue, row, left, isFocused ? .accent : .dim, bold: isFocused, limit: width)
    let start = left + labelWidth
    guard width > labelWidth + 2 else { return }
    if isFocused, let text = form.texts[field] {
      text.draw(
        &canvas.screen, row: row, columns: start..<(left + width), canvas.look.style(.text))
      return
    }
    var text = form.value(field).sanitized
    if isFocused { text = "< \(text.isEmpty ? "none" : text) >" }
    var role = Role.text
    if field == .deadline, !form.isEditing, let deadline = Deadline(form.value(.deadline)) {
      text = state.page.spelled(deadline)
      if let phrase = deadline.phrase(at: state.now) { text += " (\(phrase))" }
      if form.status != .done, deadline.isOverdue(at: state.now) { role = .late }
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
    if let created = task.created { lines.append("created   \(page.moment(created))") }
    lines += task.problems.map { "problem   \($0.line.sanitized)" }
    return lines
  }
}
