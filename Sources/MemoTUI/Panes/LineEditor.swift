internal import BoardModel
internal import Terminal

/// A line that is typed behind a prompt, with what was typed before: each key writes no more than
/// what it changes, so that a screen reader says that and nothing else.
///
/// A line that is longer than the window goes on in the next row. No terminal steps back over the
/// end of a row by itself, so cells are counted.
struct LineEditor: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    /// What is to be written.
    case write(String)
    /// A line is complete.
    case line(String)
    /// Ctrl-C: the line is given up.
    case cancel
    /// Ctrl-D on an empty line.
    case end
    case suspend
  }

  /// What stands before the line.
  let prompt: String
  /// Cells of a row.
  var columns: Int
  /// Whether the cursor can be sent to a row above, as every terminal can but `TERM=dumb`.
  let goesUp: Bool
  private(set) var field = TextField()
  /// Lines that were pasted behind the one that is being typed, and come one after another.
  private(set) var pasted: [String] = []
  private var history = LineHistory()

  init(prompt: String, columns: Int = .max, goesUp: Bool = true) {
    self.prompt = prompt
    self.columns = columns
    self.goesUp = goesUp
  }

  /// The prompt and what stands behind it, with the cursor in its place.
  var shown: String { prompt + change(from: TextField(), to: field) }

  /// What takes the cursor to the last row of the line, so that something can be said below it.
  var toLastRow: String {
    let row = cell(of: field, field.cursor) / columns
    return String(repeating: "\n", count: cell(of: field, field.characters.count) / columns - row)
  }

  mutating func take(_ key: Key, _ modifiers: Modifiers) -> Outcome {
    switch (key, modifiers) {
    case (.enter, _): return finish()
    case (.character("c"), .control):
      pasted = []
      clear()
      return .cancel
    case (.character("d"), .control) where field.isEmpty: return .end
    case (.character("z"), .control): return .suspend
    case (.up, _), (.character("p"), .control): return look(by: -1)
    case (.down, _), (.character("n"), .control): return look(by: 1)
    default:
      let old = field
      _ = field.take(key, modifiers)
      return .write(change(from: old, to: field))
    }
  }

  /// Text as it comes, which never ends the line: of several lines, each next one stands there to
  /// be read once the one before is done.
  mutating func paste(_ text: String) -> Outcome {
    let old = field
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmedEnd }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    field.insert(lines.first ?? "")
    pasted += lines.dropFirst()
    return .write(change(from: old, to: field))
  }

  /// Puts the next line that was pasted behind the prompt; where something stands there, none.
  mutating func takePasted() {
    guard field.isEmpty, !pasted.isEmpty else { return }
    field.replace(pasted.removeFirst())
  }

  private mutating func finish() -> Outcome {
    let line = field.text
    history.add(line)
    clear()
    return .line(line)
  }

  private mutating func clear() {
    field = TextField()
    history.begin()
  }

  private mutating func look(by steps: Int) -> Outcome {
    guard let line = history.look(by: steps, from: field.text) else { return .write("") }
    let old = field
    field.replace(line)
    return .write(change(from: old, to: field))
  }
}

// MARK: - What is written

extension LineEditor {
  /// What turns one line into the other on a terminal: back to where they differ, the rest, blanks
  /// where the old one was longer, and back to the cursor.
  private func change(from old: TextField, to new: TextField) -> String {
    let start = cell(of: old, old.cursor)
    let end = cell(of: new, new.cursor)
    guard old.characters != new.characters else {
      guard new.cursor > old.cursor else { return back(from: start, to: end) }
      let text = written(new, old.cursor..<new.cursor)
      return text + settled(at: end, new.characters.dropFirst(new.cursor).first)
    }
    let same = zip(old.characters, new.characters).prefix { $0 == $1 }.count
    var text = same < old.cursor ? back(from: start, to: cell(of: new, same)) : ""
    text += written(new, min(same, old.cursor)..<new.characters.count)
    let (newEnd, oldEnd) = (
      cell(of: new, new.characters.count), cell(of: old, old.characters.count)
    )
    text += String(repeating: " ", count: max(0, oldEnd - newEnd))
    let last = max(newEnd, oldEnd)
    return text + settled(at: last, nil) + back(from: last, to: end)
  }

  private static func width(_ character: Character) -> Int {
    String(character).sanitized.terminalWidth
  }

  /// Where a character stands, in cells from the first one of the prompt.
  private func cell(of field: TextField, _ index: Int) -> Int {
    var cell = prompt.terminalWidth
    for character in field.characters[..<index] {
      let width = Self.width(character)
      cell += gap(at: cell, width) + width
    }
    // The first cell that the next character can have.
    return cell
  }

  /// The cells that stay free at the end of a row since a wide character has no room there.
  private func gap(at cell: Int, _ width: Int) -> Int {
    let room = columns - cell % columns
    return width > room && width <= columns ? room : 0
  }

  private func written(_ field: TextField, _ range: Range<Int>) -> String {
    var cell = cell(of: field, range.lowerBound)
    var text = ""
    for character in field.characters[range] {
      let width = Self.width(character)
      let gap = gap(at: cell, width)
      text += String(repeating: " ", count: gap) + String(character).sanitized
      cell += gap + width
    }
    return text
  }

  /// Behind the last cell of a row, a terminal waits for the next character before it goes on; this
  /// has it go on.
  private func settled(at cell: Int, _ next: Character?) -> String {
    guard cell > 0, cell % columns == 0 else { return "" }
    return (next.map { String($0).sanitized } ?? " ") + "\r"
  }

  private func back(from cell: Int, to target: Int) -> String {
    let rows = cell / columns - target / columns
    guard rows > 0, goesUp else { return String(repeating: "\u{8}", count: max(0, cell - target)) }
    let column = target % columns
    return "\u{1B}[\(rows)A\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
  }
}
