/// One `- [ ]` item of a task's text.
public struct ChecklistItem: Hashable, Sendable {
  /// Without its mark; one line.
  public var text: String
  public var isDone: Bool
  /// Which line of the text it is, counted from 0.
  public var line: Int
  /// Where in the line the letter between its brackets is.
  var box: Int
}

extension TaskDocument {
  /// The `- [ ]` items of the text, in their order.
  public var checklistItems: [ChecklistItem] { Self.items(of: editableLines) }

  /// Ticks items, or takes their ticks away; all else stays byte for byte.
  ///
  /// - Parameter isMeant: Asked for each item.
  public mutating func tick(
    _ isDone: Bool = true, where isMeant: (ChecklistItem) -> Bool = { _ in true }
  ) {
    var body = editableLines
    for item in Self.items(of: body) where item.isDone != isDone && isMeant(item) {
      body.lines[item.line].text[item.box] = isDone ? UInt8(ascii: "x") : .space
    }
    setBody(body)
  }

  /// Adds an item that is not ticked: behind the last one, marked and indented as it is.
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
    // What belongs to the item is further in.
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

  /// Adds a paragraph at the end of the text, with a blank line before it.
  ///
  /// - Parameter paragraph: Markdown, of one or more lines.
  public mutating func append(paragraph: String) {
    let newline = fences.newline
    var bytes = Array(bodyBytes)
    if let last = bytes.last, last != .newline { bytes += newline }
    let isApart = bytes.suffix(2 * newline.count).elementsEqual(newline + newline)
    if !isApart { bytes += newline }
    for line in paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      bytes += Array(line.utf8) + newline
    }
    setBody(String(decoding: bytes, as: UTF8.self))
  }

  var editableLines: BodyLines { BodyLines(bodyBytes, findsNotes: false) }

  mutating func setBody(_ body: BodyLines) {
    let bytes = body.lines.flatMap { $0.text + $0.ending }
    guard bytes[...] != bodyBytes else { return }
    setBody(String(decoding: bytes, as: UTF8.self))
  }

  private static func items(of body: BodyLines) -> [ChecklistItem] {
    var code = CodeFences()
    return body.lines.enumerated().compactMap { index, line in
      guard !code.contains(line.text[...]),
        let (isDone, text) = checklistItem(line.text[...])
      else { return nil }
      return ChecklistItem(
        text: String(decoding: text, as: UTF8.self), isDone: isDone, line: index,
        box: text.startIndex - 3)
    }
  }

  /// What stands before the brackets of the item behind one: the same, or the next number.
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
