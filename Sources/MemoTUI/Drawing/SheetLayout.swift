internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// The positions of a sheet's parts: the heading, news, then its lines, scrolled if necessary.
struct SheetLayout {
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
      for text in state.otherLines(of: form.key.flatMap { state.task($0) }) {
        // Problems are shown in full.
        let parts = text.terminalWidth > width ? text.wrapped(to: width) : [text]
        lines += parts.map { .text(Run(text: $0, role: .dim)) }
      }
    }
    let rule = lines.count
    lines.append(isNote ? .text(Run(text: "")) : .rule)
    let body = PaneDrawing.bodyLines(of: form, state, width: width)
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
    let title = form.fields.title.sanitized.wrapped(to: width).map {
      Line.text(Run(text: $0, isBold: true))
    }
    guard let task = form.key.flatMap({ state.task($0) }) else { return title }
    let facts = state.facts(of: task).map(\.text).joined(separator: "  ")
    let role: Role = task.isOverdue(state.now) ? .late : .dim
    let problems = task.problems.flatMap {
      state.words.placedReason(of: $0).line.sanitized.wrapped(to: width)
    }
    let lines = facts.isEmpty ? [] : facts.wrapped(to: width).map { Run(text: $0, role: role) }
    return title + (lines + problems.map { Run(text: $0, role: .late) }).map { .text($0) }
  }

  /// A field of a sheet for reading, in full.
  private static func lines(
    of field: TaskForm.Field, _ form: TaskForm, _ state: BoardState, width: Int
  ) -> [Line] {
    let label = state.words.name(of: field)
    let (value, role) = PaneDrawing.shown(field, of: form, state)
    return value.wrapped(to: width - PaneDrawing.labelWidth).enumerated().map { index, text in
      let run = Run(text: text, role: role, isBold: field == .title)
      return .text(run, label: index == 0 ? label : "")
    }
  }

  /// The largest index that ``window`` may start at.
  var last: Int { max(0, lines.count - list.count) }
}
