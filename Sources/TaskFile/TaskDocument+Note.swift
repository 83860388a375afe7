extension TaskDocument {
  /// Adds a paragraph to the section for notes, between blank lines.
  ///
  /// It is added at the end of that section, inside the markers of another tool. Without the
  /// section, it is added before lists that another tool reads to the end of the file, or at the
  /// end of the text.
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
  private(set) var line: Int
  /// Whether the note needs a blank line above.
  let isApart: Bool
  /// Whether a marker follows, without a blank line.
  let isEnd: Bool

  /// Headings of sections for notes; Backlog.md uses the second.
  private static let noteSections: Set<String> = ["notes", "implementation notes"]
  /// Headings of sections that kanbn reads as one list each.
  private static let listSections: Set<String> = [
    "sub-tasks", "relations", "comments", "history",
  ]

  /// - Returns: Nil if the note belongs at the end of the text.
  init?(_ body: BodyLines) {
    let headings = Self.headings(of: body)
    if let index = headings.lastIndex(where: { Self.noteSections.contains($0.name) }) {
      let section = headings[index]
      let next = headings[(index + 1)...].first { $0.level <= section.level }
      let range = (section.line + 1)..<(next?.line ?? body.lines.count)
      if let mark = body.lines[range].firstIndex(where: { $0.isMark("END") }) {
        self.init(before: mark, in: body, isEnd: true)
      } else if next != nil {
        self.init(before: range.upperBound, in: body, isEnd: false)
      } else {
        return nil
      }
    } else {
      let last = headings.lastIndex { !Self.listSections.contains($0.name) }
      let lists = headings[(last.map { $0 + 1 } ?? 0)...]
      guard let first = lists.first else { return nil }
      self.init(before: first.line, in: body, isEnd: false)
    }
  }

  private init(before line: Int, in body: BodyLines, isEnd: Bool) {
    self.line = line
    self.isEnd = isEnd
    // After the last line that is not blank.
    while self.line > 0, body.lines[self.line - 1].isBlank { self.line -= 1 }
    isApart = self.line > 0 && !body.lines[self.line - 1].isMark("BEGIN")
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
