internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// Where the parts of a sheet lie: below what it is, its lines, of which a low window shows some.
struct SheetLayout {
  enum Line {
    /// Of a sheet that is edited.
    case field(TaskForm.Field)
    /// What is read, beside what it is; a value that needs several lines has no label but in its
    /// first one.
    case value(label: String, String, Role, isBold: Bool)
    case text(String, Role)
    /// Above the task's text.
    case rule
    /// The first line of a note.
    case title(String)
  }

  /// In place of what a sheet is that is edited, where there is no room for both: what is wrong,
  /// and what others did.
  let head: [(text: String, role: Role)]
  let lines: [Line]
  /// The screen's rows, from the head down.
  let rows: Range<Int>
  /// Those of the lines.
  let list: Range<Int>
  /// The lines in the window.
  let window: Range<Int>
  /// Whether it is beside the list: one text, whose first line is the title.
  let isNote: Bool

  /// - Parameter columns: Where it is drawn.
  init(_ form: TaskForm, _ state: BoardState, columns: Range<Int>, isNote: Bool = false) {
    self.isNote = isNote
    let (size, width) = (state.size, max(columns.count - 2, 1))
    // A low window shows nothing else but what the keys do.
    let isLow = size.rows < 8
    rows = isLow ? 0..<max(size.rows - 1, 0) : 1..<(size.rows - 2)
    let notes = [(form.error, Role.late), (form.news, .soon)].flatMap { text, role in
      text.map { $0.sanitized.wrapped(to: width).map { (text: $0, role: role) } } ?? []
    }
    let fields = TaskForm.Field.allCases.filter { $0 != .body }
    let isRoomy = fields.count + notes.count + 3 <= rows.count
    // The field that is edited is always seen; what is read can be scrolled.
    head = isRoomy || !form.isEditing ? [] : notes.first(rows.count - 1, width)
    var lines: [Line]
    if isNote {
      lines = Self.beginning(of: form, state, width: width)
    } else if form.isEditing {
      lines = fields.map { .field($0) }
    } else {
      lines = isRoomy ? [] : notes.map { .text($0.text, $0.role) }
      lines += fields.flatMap { Self.lines(of: $0, form, state, width: width) }
      for text in state.otherLines(of: form.key.flatMap { state.task($0) }) {
        // What is wrong is read whole.
        let parts = text.terminalWidth > width ? text.wrapped(to: width) : [text]
        lines += parts.map { .text($0, .dim) }
      }
    }
    if isRoomy { lines += notes.map { .text($0.text, $0.role) } }
    let rule = lines.count
    lines.append(isNote ? .text("", .text) : .rule)
    let body = PaneDrawing.bodyLines(of: form, state, width: columns.count)
    lines += body.isEmpty ? [.text(state.words.noText, .dim)] : body.map { .text($0, .text) }
    self.lines = lines
    // Of the lowest windows not even the first row is left.
    list = min(rows.lowerBound + max(head.count, 1), rows.upperBound)..<rows.upperBound
    var top = max(0, min(form.top, lines.count - list.count))
    if form.isEditing {
      let place = form.focus == .body ? rule : fields.firstIndex(of: form.focus) ?? 0
      // Of the text, as much as there is room for.
      let end = form.focus == .body ? min(rule + list.count, lines.count) : place + 1
      top = min(max(top, end - list.count), place)
    }
    window = top..<min(top + list.count, lines.count)
  }

  /// The title of a note, below it what its card tells, and what is wrong with its file.
  private static func beginning(
    of form: TaskForm, _ state: BoardState, width: Int
  ) -> [Line] {
    let title = form.fields.title.sanitized.wrapped(to: width).map { Line.title($0) }
    guard let task = form.key.flatMap({ state.task($0) }) else { return title }
    let facts = state.facts(of: task).map(\.text).joined(separator: "  ")
    let role: Role = task.isOverdue(state.now) ? .late : .dim
    let problems = task.problems.flatMap { $0.line.sanitized.wrapped(to: width) }
    return title + (facts.isEmpty ? [] : facts.wrapped(to: width).map { .text($0, role) })
      + problems.map { .text($0, .late) }
  }

  /// What a field says in a sheet that is read, whole.
  private static func lines(
    of field: TaskForm.Field, _ form: TaskForm, _ state: BoardState, width: Int
  ) -> [Line] {
    let label = state.words.name(of: field)
    let (value, role) = PaneDrawing.shown(field, of: form, state)
    func lines(_ labels: [String], _ texts: [String]) -> [Line] {
      zip(labels + Array(repeating: "", count: texts.count), texts).map {
        .value(label: $0, $1, role, isBold: field == .title)
      }
    }
    let room = max(width - PaneDrawing.labelWidth, 1)
    if value.terminalWidth > room, room < PaneDrawing.labelWidth {
      // Below the label, where its lines are longer.
      return [.text(label, .dim)] + value.wrapped(to: max(width, 1)).map { .text($0, role) }
    }
    return lines([label], value.wrapped(to: room))
  }

  /// The last line that can stand at the top.
  var last: Int { max(0, lines.count - list.count) }
}

extension [(text: String, role: Role)] {
  /// So many lines, the last one with a sign if more are left out.
  fileprivate func first(_ most: Int, _ width: Int) -> [(text: String, role: Role)] {
    guard count > most, most > 0 else { return Array(prefix(Swift.max(most, 0))) }
    let last = self[most - 1]
    return prefix(most - 1)
      + [("\(last.text) \(self[most].text)".truncated(to: width), last.role)]
  }
}
