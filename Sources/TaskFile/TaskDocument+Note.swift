extension TaskDocument {
  /// Adds a paragraph to the section for notes, between blank lines.
  ///
  /// It is added at the end of that section, inside the markers of another tool. Without the
  /// section, it is added at the end of the text.
  /// - Parameter note: Markdown, one line or more.
  public mutating func append(note: String) {
    var body = editableLines
    guard let place = NotePlace(body) else { return append(paragraph: note) }
    let newline = fences.newline
    var lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      BodyLines.Line(text: Array($0.utf8), ending: newline)
    }
    let blank = BodyLines.Line(text: [], ending: newline)
    if place.isApart { lines.insert(blank, at: 0) }
    if !place.isEnd, !body.lines[place.line].isBlank { lines.append(blank) }
    body.lines.insert(contentsOf: lines, at: place.line)
    setBody(body)
  }
}

struct NotePlace {
  /// The line after the note.
  let line: Int
  /// Whether the note needs a blank line above.
  let isApart: Bool
  /// Whether a marker follows, without a blank line.
  let isEnd: Bool

  /// Headings of sections for notes; Backlog.md uses the second.
  private static let noteSections: Set<String> = ["notes", "implementation notes"]

  /// - Returns: Nil if the note belongs at the end of the text.
  init?(_ body: BodyLines) {
    let headings = Self.headings(of: body)
    guard let index = headings.lastIndex(where: { Self.noteSections.contains($0.name) }) else {
      return nil
    }
    let section = headings[index]
    let next = headings[(index + 1)...].first { $0.level <= section.level }
    let range = (section.line + 1)..<(next?.line ?? body.lines.count)
    let mark = body.lines[range].firstIndex { $0.isMark("END") }
    guard var line = mark ?? next?.line else { return nil }
    // After the last line that is not blank.
    while body.lines[line - 1].isBlank { line -= 1 }
    self.line = line
    isEnd = mark != nil
    isApart = !body.lines[line - 1].isMark("BEGIN")
  }

  private static func headings(of body: BodyLines) -> [(level: Int, name: String, line: Int)] {
    var code = CodeFences()
    return body.lines.enumerated().compactMap { index, line in
      guard !code.contains(line.text[...]), line.text.first == .hash else { return nil }
      let level = line.text.prefix { $0 == .hash }.count
      let rest = line.text.dropFirst(level)
      guard level <= 6, rest.first?.isBlank ?? false else { return nil }
      let name = String(decoding: rest.trimmingBlanks, as: UTF8.self)
      return (level, name.lowercased(), index)
    }
  }
}

extension BodyLines.Line {
  /// Whether it is a marker such as `<!-- SECTION:NOTES:END -->`.
  fileprivate func isMark(_ word: String) -> Bool {
    let line = String(decoding: text[...].trimmingBlanks, as: UTF8.self)
    return line.hasPrefix("<!-- SECTION:") && line.hasSuffix(":\(word) -->")
  }
}
