internal import Terminal

struct TextField: Hashable, Sendable {
  private(set) var characters: [Character]
  /// From 0, before the first character, to their number.
  private(set) var cursor: Int

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }

  mutating func insert(_ text: String) {
    // One line can't show line ends and tabs.
    let new = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  mutating func completeWord(_ word: String) {
    let start = wordStart
    characters.replaceSubrange(start..<cursor, with: word)
    cursor = start + word.count
  }

  /// The text between the last space and the cursor.
  var word: String { String(characters[wordStart..<cursor]) }

  private var wordStart: Int {
    (characters[..<cursor].lastIndex(of: " ") ?? -1) + 1
  }

  /// Moves the cursor to the beginning of this word, or else of the one before.
  private mutating func goToWord() {
    while cursor > 0, characters[cursor - 1] == " " { cursor -= 1 }
    cursor = wordStart
  }

  /// Handles a key as readline does.
  ///
  /// - Returns: False if the key has no meaning here.
  mutating func take(_ stroke: KeyStroke) -> Bool {
    switch (stroke.key, stroke.modifiers.subtracting(.shift)) {
    case (.character(let character), []): insert(String(character))
    case (.backspace, []), (.character("h"), .control):
      guard cursor > 0 else { return true }
      cursor -= 1
      characters.remove(at: cursor)
    case (.delete, []), (.character("d"), .control):
      if cursor < characters.count { characters.remove(at: cursor) }
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(characters.count, cursor + 1)
    case (.home, []), (.character("a"), .control): cursor = 0
    case (.end, []), (.character("e"), .control): cursor = characters.count
    case (.character("u"), .control):
      characters.removeFirst(cursor)
      cursor = 0
    case (.character("k"), .control): characters.removeLast(characters.count - cursor)
    case (.character("w"), .control), (.backspace, .alt):
      let end = cursor
      goToWord()
      characters.removeSubrange(cursor..<end)
    case (.left, .control), (.character("b"), .alt): goToWord()
    case (.right, .control), (.character("f"), .alt):
      while cursor < characters.count, characters[cursor] == " " { cursor += 1 }
      while cursor < characters.count, characters[cursor] != " " { cursor += 1 }
    default: return false
    }
    return true
  }

  /// Draws the line, scrolled to show the cursor.
  func draw(_ screen: inout Screen, row: Int, columns: Range<Int>, _ style: CellStyle) {
    guard columns.count > 1 else { return }
    screen.fill(row: row, columns: columns, style)
    func text(_ index: Int) -> String {
      characters[index].isNewline ? " / " : String(characters[index]).sanitized
    }
    let window = window(of: columns.count) { text($0).terminalWidth }
    screen.cursor = Screen.Position(row: row, column: columns.lowerBound + window.cursor)
    var column = columns.lowerBound
    for index in window.characters {
      let text = text(index)
      screen.write(text, row: row, column: column, style)
      column += text.terminalWidth
    }
  }

  /// The visible characters, and the cursor's cell from 0.
  ///
  /// - Parameter width: The width of the character at an index. Called only for visible characters,
  ///   since a pasted text may be a whole file.
  func window(of cells: Int, width: (Int) -> Int) -> (characters: Range<Int>, cursor: Int) {
    var (start, place) = (cursor, 0)
    // Keep one cell free for a cursor after the last character.
    while start > 0 {
      let next = place + width(start - 1)
      guard next < cells - 1 else { break }
      (start, place) = (start - 1, next)
    }
    var (end, used) = (cursor, place)
    while end < characters.count {
      used += width(end)
      guard used < cells else { break }
      end += 1
    }
    return (start..<end, place)
  }
}
