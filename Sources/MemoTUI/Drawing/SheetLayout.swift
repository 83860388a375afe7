internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// The positions of a sheet's parts: the heading, then its lines, scrolled if necessary.
struct SheetLayout {
  enum Line {
    case field(TaskForm.Field)
    /// A line of text; with a label, which may be empty, it is a value beside its label.
    case text(label: String? = nil, String, Role, isBold: Bool = false)
    /// The line above the body.
    case rule
  }

  /// In a small window, errors and news replace the heading of an edited sheet.
  let head: [(text: String, role: Role)]
  let lines: [Line]
  /// The screen rows, including the head.
  let rows: Range<Int>
  /// The screen rows of the lines.
  let list: Range<Int>
  let window: Range<Int>
  /// Whether the sheet is beside the list, as one text that starts with the title.
  let isNote: Bool

  init(_ form: TaskForm, _ state: BoardState, columns: Range<Int>, isNote: Bool = false) {
    self.isNote = isNote
    let (size, width) = (state.size, max(columns.count - 2, 1))
    // A low window has only one more line, for the key hints.
    let isLow = size.rows < 8
    rows = isLow ? 0..<max(size.rows - 1, 0) : 1..<(size.rows - 2)
    let notes = [(form.error, Role.late), (form.news, .soon)].flatMap { text, role in
      text.map { $0.sanitized.wrapped(to: width).map { (text: $0, role: role) } } ?? []
    }
    let fields = TaskForm.Field.allCases.filter { $0 != .body }
    let isRoomy = fields.count + notes.count + 3 <= rows.count
    // An edited field is always visible; a sheet for reading can scroll.
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
        // Problems are shown in full.
        let parts = text.terminalWidth > width ? text.wrapped(to: width) : [text]
        lines += parts.map { .text($0, .dim) }
      }
    }
    if isRoomy { lines += notes.map { .text($0.text, $0.role) } }
    let rule = lines.count
    lines.append(isNote ? .text("", .text) : .rule)
    let body = PaneDrawing.bodyLines(of: form, state, width: width)
    lines += body.isEmpty ? [.text(state.words.noText, .dim)] : body.map { .text($0, .text) }
    self.lines = lines
    // The lowest windows have no rows at all.
    list = min(rows.lowerBound + max(head.count, 1), rows.upperBound)..<rows.upperBound
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
    let title = form.fields.title.sanitized.wrapped(to: width).map {
      Line.text($0, .text, isBold: true)
    }
    guard let task = form.key.flatMap({ state.task($0) }) else { return title }
    let facts = state.facts(of: task).map(\.text).joined(separator: "  ")
    let role: Role = task.isOverdue(state.now) ? .late : .dim
    let problems = task.problems.flatMap {
      state.words.placedReason(of: $0).line.sanitized.wrapped(to: width)
    }
    return title + (facts.isEmpty ? [] : facts.wrapped(to: width).map { .text($0, role) })
      + problems.map { .text($0, .late) }
  }

  /// A field of a sheet for reading, in full.
  private static func lines(
    of field: TaskForm.Field, _ form: TaskForm, _ state: BoardState, width: Int
  ) -> [Line] {
    let label = state.words.name(of: field)
    let (value, role) = PaneDrawing.shown(field, of: form, state)
    func lines(_ labels: [String], _ texts: [String]) -> [Line] {
      zip(labels + Array(repeating: "", count: texts.count), texts).map {
        .text(label: $0, $1, role, isBold: field == .title)
      }
    }
    let room = max(width - PaneDrawing.labelWidth, 1)
    if value.terminalWidth > room, room < PaneDrawing.labelWidth {
      // Below the label, where lines can be longer.
      return [.text(label, .dim)] + value.wrapped(to: max(width, 1)).map { .text($0, role) }
    }
    return lines([label], value.wrapped(to: room))
  }

  /// The largest index that ``window`` may start at.
  var last: Int { max(0, lines.count - list.count) }
}

extension [(text: String, role: Role)] {
  /// The first lines; the last one ends in `…` if more follow.
  fileprivate func first(_ most: Int, _ width: Int) -> [(text: String, role: Role)] {
    guard count > most, most > 0 else { return Array(prefix(Swift.max(most, 0))) }
    let last = self[most - 1]
    return prefix(most - 1)
      + [("\(last.text) \(self[most].text)".truncated(to: width), last.role)]
  }
}
