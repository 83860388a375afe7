internal import StreamSafe

/// The `- [ ]` items in a task's text.
public struct Checklist: Hashable, Sendable {
  public var done = 0
  public var total = 0
  /// Of unticked items.
  public var open: [String] = []
}

extension TaskDocument {
  /// Reads checklist items and conflict notes of the text.
  func readMarks(in start: Int, into item: inout TaskItem) {
    guard hasMark(from: start) else { return }
    let lines = BodyLines(bytes[start...])
    let items = Self.items(of: lines)
    let open = items.filter { !$0.isDone }.map(\.text)
    item.checklist = Checklist(done: items.count - open.count, total: items.count, open: open)
    item.conflictNotes = lines.notes.count
  }

  /// Whether the text has an item or note.
  ///
  /// Most texts have none, and need not be split into lines.
  private func hasMark(from start: Int) -> Bool {
    var index = start
    while let found = bytes[index...].firstIndex(of: .openBracket) {
      let rest = bytes[(found + 1)...]
      guard rest.count >= 2 else { return false }
      switch rest[found + 1] {
      case .space, UInt8(ascii: "x"), UInt8(ascii: "X"):
        if rest[found + 2] == .closeBracket { return true }
      // Some texts have many callouts, such as `[!NOTE]`.
      case .exclamation: if rest.starts(with: Self.noteWord) { return true }
      default: break
      }
      index = found + 1
    }
    return false
  }

  private static let noteWord = ConflictNote.mark.drop { $0 != .exclamation }

  /// Parses `- [ ] text`, also with `*`, `+` or a number, at any depth.
  static func checklistItem(
    _ line: ArraySlice<UInt8>
  ) -> (isDone: Bool, text: ArraySlice<UInt8>)? {
    var rest = line.drop(while: \.isBlank)
    let digits = rest.prefix(while: \.isDigit).count
    rest = rest.dropFirst(digits)
    let bullets: [UInt8] = digits > 0 ? [.dot, .closeParenthesis] : [.dash, .asterisk, .plus]
    guard let bullet = rest.first, bullets.contains(bullet), rest.dropFirst().first == .space
    else { return nil }
    rest = rest.dropFirst().drop { $0 == .space }
    guard rest.count >= 4, rest.first == .openBracket else { return nil }
    let box = Array(rest.prefix(4))
    guard box[2] == .closeBracket, box[3] == .space else { return nil }
    switch box[1] {
    case .space: return (false, rest.dropFirst(4))
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return (true, rest.dropFirst(4))
    default: return nil
    }
  }
  package static func item(in line: String) -> (isDone: Bool, text: String)? {
    guard let (isDone, text) = checklistItem(Array(line.utf8)[...]) else { return nil }
    return (isDone, String(streamSafe: text))
  }
}

/// A `- [ ]` item of a task's text.
public struct ChecklistItem: Hashable, Sendable {
  /// One line, without the mark.
  public var text: String
  public var isDone: Bool
  /// The line of the text, from 0.
  public var line: Int
  /// The position of the letter in brackets, in its line.
  var box: Int
}

extension TaskDocument {
  public var checklistItems: [ChecklistItem] { Self.items(of: editableLines) }

  /// Ticks or unticks items; all other bytes stay.
  ///
  /// - Parameter isMeant: Whether to change an item.
  public mutating func tick(
    _ isDone: Bool = true, where isMeant: (ChecklistItem) -> Bool = { _ in true }
  ) {
    var body = editableLines
    for item in Self.items(of: body) where item.isDone != isDone && isMeant(item) {
      body.lines[item.line].text[item.box] = isDone ? UInt8(ascii: "x") : .space
    }
    setBody(body)
  }

  /// Adds an unticked item after the last one, with its mark and indentation.
  ///
  /// - Parameter text: One line.
  public mutating func addChecklistItem(_ text: String) {
    var body = editableLines
    let items = Self.items(of: body)
    let depths = items.map { body.lines[$0.line].text.prefix(while: \.isBlank).count }
    guard let depth = depths.min(), let index = depths.lastIndex(of: depth) else {
      return append(paragraph: "- [ ] \(text)")
    }
    let item = items[index]
    let mark = Self.mark(after: body.lines[item.line].text.prefix(item.box - 1))
    var place = item.line + 1
    // More indented lines belong to the item.
    while place < body.lines.count, !body.lines[place].isBlank,
      body.lines[place].text.prefix(while: \.isBlank).count > depth
    {
      place += 1
    }
    if place == body.lines.count, body.lines[place - 1].ending.isEmpty {
      body.lines[place - 1].ending = fences.newline
    }
    body.lines.insert(
      BodyLines.Line(text: mark + Array("[ ] \(text)".utf8), ending: fences.newline), at: place)
    setBody(body)
  }

  /// Adds a paragraph at the end, after a blank line.
  ///
  /// - Parameter paragraph: Markdown, one line or more.
  public mutating func append(paragraph: String) {
    let newline = fences.newline
    var bytes = Array(bodyBytes)
    if let last = bytes.last, last != .newline { bytes += newline }
    let isApart = bytes.suffix(2 * newline.count).elementsEqual(newline + newline)
    if !isApart { bytes += newline }
    for line in paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      bytes += Array(line.utf8) + newline
    }
    setBody(bytes)
  }

  var editableLines: BodyLines { BodyLines(bodyBytes, findsNotes: false) }

  mutating func setBody(_ body: BodyLines) {
    let bytes = body.lines.flatMap { $0.text + $0.ending }
    guard bytes[...] != bodyBytes else { return }
    setBody(bytes)
  }

  private static func items(of body: BodyLines) -> [ChecklistItem] {
    var code = CodeFences()
    return body.lines.enumerated().compactMap { index, line in
      guard !code.contains(line.text[...]),
        let (isDone, text) = checklistItem(line.text[...])
      else { return nil }
      return ChecklistItem(
        text: String(streamSafe: text), isDone: isDone, line: index,
        box: text.startIndex - 3)
    }
  }

  /// The same mark, or the next number.
  private static func mark(after mark: ArraySlice<UInt8>) -> [UInt8] {
    let blanks = mark.prefix(while: \.isBlank)
    let digits = mark.dropFirst(blanks.count).prefix(while: \.isDigit)
    guard !digits.isEmpty, let number = Int(String(decoding: digits, as: UTF8.self)),
      number < 1_000_000
    else { return Array(mark) }
    return Array(blanks) + Array("\(number + 1)".utf8)
      + Array(mark.dropFirst(blanks.count + digits.count))
  }
}
