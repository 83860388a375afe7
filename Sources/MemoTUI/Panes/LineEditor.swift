internal import BoardModel
internal import Terminal

/// A line editor with a prompt and history.
///
/// Each key writes only the changed characters, so that a screen reader reads only these. A long
/// line continues in the next row. Terminals don't step back over a row's end by themselves, so the
/// editor counts cells.
struct LineEditor: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case write(String)
    case line(String)
    /// Ctrl-C: the line is discarded.
    case cancel
    /// Ctrl-D on an empty line.
    case end
    case suspend
  }

  let prompt: String
  /// The width of a row in cells.
  var columns: Int { didSet { layOut(from: 0) } }
  /// Whether the cursor can move up a row; only `TERM=dumb` can't.
  let goesUp: Bool
  private(set) var field = TextField()
  /// The first cell of each character and of the end, counted from the prompt's start.
  ///
  /// Cached, since a pasted text may be a whole file.
  private var cells: [Int]
  /// Further pasted lines, to edit one after another.
  private(set) var pasted: [String] = []
  private var history = LineHistory()

  init(prompt: String, columns: Int = .max, goesUp: Bool = true) {
    self.prompt = prompt
    self.columns = columns
    self.goesUp = goesUp
    cells = [prompt.terminalWidth]
  }

  /// The prompt and the line, with the cursor in place.
  var shown: String {
    var editor = LineEditor(prompt: prompt, columns: columns, goesUp: goesUp)
    return prompt + editor.change { $0 = field }
  }

  /// The output that moves the cursor to the line's last row, for text below it.
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

  /// Inserts a paste, which never ends the line; further lines wait until this one is done.
  mutating func paste(_ text: String) -> Outcome {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmedEnd }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    pasted += lines.dropFirst()
    return .write(change { $0.insert(lines.first ?? "") })
  }

  /// Puts the next pasted line into an empty field.
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
  /// Changes the line and returns the output that updates the terminal.
  ///
  /// The output moves back to the first difference, writes the rest, overwrites leftover cells with
  /// blanks, and moves to the cursor.
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

  /// Recomputes the cells after the first characters.
  private mutating func layOut(from count: Int) {
    cells.removeLast(cells.count - count - 1)
    var cell = cells[count]
    for character in field.characters[count...] {
      let width = Self.width(character)
      cell += gap(at: cell, width) + width
      cells.append(cell)
    }
  }

  /// The free cells at a row's end if a wide character doesn't fit there.
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

  /// After a row's last cell, a terminal waits for the next character before it wraps; this forces
  /// the wrap.
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
