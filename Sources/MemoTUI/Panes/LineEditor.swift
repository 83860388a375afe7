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
  var columns: Int { didSet { layOut(from: 0) } }
  /// Whether the cursor can be sent to a row above, as every terminal can but `TERM=dumb`.
  let goesUp: Bool
  private(set) var field = TextField()
  /// The first cell that each character may have, and one behind the last, from that of the prompt.
  ///
  /// They are counted once, since a text may have been pasted that is a whole file.
  private var cells: [Int]
  /// Lines that were pasted behind the one that is being typed, and come one after another.
  private(set) var pasted: [String] = []
  private var history = LineHistory()

  init(prompt: String, columns: Int = .max, goesUp: Bool = true) {
    self.prompt = prompt
    self.columns = columns
    self.goesUp = goesUp
    cells = [prompt.terminalWidth]
  }

  /// The prompt and what stands behind it, with the cursor in its place.
  var shown: String {
    var editor = LineEditor(prompt: prompt, columns: columns, goesUp: goesUp)
    return prompt + editor.change { $0 = field }
  }

  /// What takes the cursor to the last row of the line, so that something can be said below it.
  var toLastRow: String {
    let row = cells[field.cursor] / columns
    return String(repeating: "\n", count: cells[field.characters.count] / columns - row)
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
    default: return .write(change { _ = $0.take(key, modifiers) })
    }
  }

  /// Text as it comes, which never ends the line: of several lines, each next one stands there to
  /// be read once the one before is done.
  mutating func paste(_ text: String) -> Outcome {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmedEnd }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    pasted += lines.dropFirst()
    return .write(change { $0.insert(lines.first ?? "") })
  }

  /// Puts the next line that was pasted behind the prompt; where something stands there, none.
  mutating func takePasted() {
    guard field.isEmpty, !pasted.isEmpty else { return }
    let line = pasted.removeFirst()
    _ = change { $0.replace(line) }
  }

  private mutating func finish() -> Outcome {
    let line = field.text
    history.add(line)
    clear()
    return .line(line)
  }

  private mutating func clear() {
    _ = change { $0 = TextField() }
    history.begin()
  }

  private mutating func look(by steps: Int) -> Outcome {
    guard let line = history.look(by: steps, from: field.text) else { return .write("") }
    return .write(change { $0.replace(line) })
  }
}

// MARK: - What is written

extension LineEditor {
  /// Changes the line, and says what turns the old one into the new one on a terminal: back to where
  /// they differ, the rest, blanks where the old one was longer, and back to the cursor.
  private mutating func change(_ body: (inout TextField) -> Void) -> String {
    let (old, oldEnd) = (field, cells[field.characters.count])
    let start = cells[old.cursor]
    body(&field)
    guard old.characters != field.characters else {
      let end = cells[field.cursor]
      guard field.cursor > old.cursor else { return back(from: start, to: end) }
      return written(old.cursor..<field.cursor)
        + settled(at: end, field.characters.dropFirst(field.cursor).first)
    }
    let same = zip(old.characters, field.characters).prefix { $0 == $1 }.count
    layOut(from: same)
    let end = cells[field.cursor]
    var text = same < old.cursor ? back(from: start, to: cells[same]) : ""
    text += written(min(same, old.cursor)..<field.characters.count)
    let newEnd = cells[field.characters.count]
    text += String(repeating: " ", count: max(0, oldEnd - newEnd))
    let last = max(newEnd, oldEnd)
    return text + settled(at: last, nil) + back(from: last, to: end)
  }

  private static func width(_ character: Character) -> Int {
    String(character).sanitized.terminalWidth
  }

  /// Finds the cells of all that stands behind the first characters.
  private mutating func layOut(from count: Int) {
    cells.removeLast(cells.count - count - 1)
    var cell = cells[count]
    for character in field.characters[count...] {
      let width = Self.width(character)
      cell += gap(at: cell, width) + width
      cells.append(cell)
    }
  }

  /// The cells that stay free at the end of a row since a wide character has no room there.
  private func gap(at cell: Int, _ width: Int) -> Int {
    let room = columns - cell % columns
    return width > room && width <= columns ? room : 0
  }

  private func written(_ range: Range<Int>) -> String {
    range.reduce(into: "") { text, index in
      let character = field.characters[index]
      let gap = gap(at: cells[index], Self.width(character))
      text += String(repeating: " ", count: gap) + String(character).sanitized
    }
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
