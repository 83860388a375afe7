extension TaskDocument {
  /// A note, and which lines of the text it takes.
  public struct PlacedNote: Hashable, Sendable {
    public var note: ConflictNote
    /// Counted from 0 at the first line of the body.
    public var lines: Range<Int>
  }

  /// How a conflict ends.
  public enum Resolution: Hashable, Sendable {
    /// As it stands; the note goes.
    case keepWinner
    /// As the note says.
    case takeNote
  }

  /// The notes in the text that tell what gave way in merges.
  public var conflictNotes: [PlacedNote] {
    BodyLines(bytes[fences.body...]).notes.map { line, lines in
      PlacedNote(note: ConflictNote(line.text), lines: lines)
    }
  }

  /// The document without its notes.
  ///
  /// - Parameter resolution: Whether what they say is taken.
  /// - Throws: ``Problem`` when something in a note can't be taken.
  public func resolving(_ resolution: Resolution) throws(Problem) -> TaskDocument {
    try resolving(conflictNotes, resolution)
  }

  /// The document without some of its notes.
  ///
  /// - Parameters:
  ///   - notes: Some of ``conflictNotes``.
  ///   - resolution: Whether what they say is taken.
  /// - Throws: ``Problem`` when something in a note can't be taken: the task was deleted, or
  ///   nobody can tell any more which lines are meant.
  public func resolving(
    _ notes: [PlacedNote], _ resolution: Resolution
  ) throws(Problem) -> TaskDocument {
    let body = BodyLines(bytes[fences.body...])
    var lines = body.lines
    let meant = Dictionary(
      notes.map { ($0.lines.lowerBound, $0) }, uniquingKeysWith: { a, _ in a })
    var found: [Int: PlacedNote] = [:]
    var number = 0
    for (index, line) in lines.enumerated() {
      if line.isNote, let note = meant[number] { found[index] = note }
      number += line.height
    }
    guard !found.isEmpty else { return self }
    // From the last on: what one note takes stands above it, and no other does.
    var kept: [BodyLines.Line] = []
    var index = lines.count
    while index > 0 {
      index -= 1
      guard let note = found[index] else {
        kept.append(lines[index])
        continue
      }
      if resolution == .takeNote { try take(note, at: index, in: &lines) }
      // Notes stand apart: of the blank lines around them one is enough, and none at the end.
      let isApart = kept.last.map { $0.text.isEmpty } ?? true
      if isApart, index > 0, lines[index - 1].text.isEmpty { index -= 1 }
    }
    var document = self
    document.setBody(
      String(
        decoding: Array(kept.reversed()).joined(
          newline: fences.newline, endsWithNewline: body.endsWithNewline ?? true), as: UTF8.self))
    if resolution == .takeNote { try document.take(found.keys.sorted().compactMap { found[$0] }) }
    return document
  }

  /// Sets the fields that notes tell of; of several on one key the first counts.
  private mutating func take(_ notes: [PlacedNote]) throws(Problem) {
    var changes: [FieldChange] = []
    var seen: Set<String> = []
    for note in notes {
      guard case .field(let key) = note.note.part, seen.insert(key).inserted else { continue }
      switch note.note.value {
      case .field(let value): changes.append(FieldChange(key: key, value: value))
      case .removed: changes.append(FieldChange(key: key, value: nil))
      case .lines: throw unclear(note)
      }
    }
    guard let key = make(changes).sorted().first else { return }
    // Done again, it says why.
    let value = changes.first { $0.key == key }?.value ?? nil
    if let value { try set(key, to: value) } else { try remove(key) }
  }

  /// Puts the lines that lost in the place of those that won.
  private func take(
    _ note: PlacedNote, at place: Int, in lines: inout [BodyLines.Line]
  ) throws(Problem) {
    switch (note.note.part, note.note.value) {
    case (.field, _): return
    case (.body, .lines(let texts)):
      let first = place - texts.count
      guard first >= 0, !lines[first..<place].contains(where: { $0.isNote || isFence($0) }) else {
        throw unclear(note)
      }
      for (index, text) in zip(first..<place, texts) { lines[index].text = Array(text.utf8) }
    case (.task, .removed):
      throw problem(note, "the other side deleted the task", "remove it, or keep it as it is")
    default: throw unclear(note)
    }
  }

  private func isFence(_ line: BodyLines.Line) -> Bool {
    var code = CodeFences()
    return code.contains(line.text[...])
  }

  private func unclear(_ note: PlacedNote) -> Problem {
    problem(
      note, "nobody can tell any more what the note is about",
      "change the text by hand, and remove the note")
  }

  private func problem(_ note: PlacedNote, _ message: String, _ hint: String) -> Problem {
    let before = bytes[..<fences.body].reduce(1) { $0 + ($1 == .newline ? 1 : 0) }
    return Problem(line: before + note.lines.lowerBound, column: 1, message: message, hint: hint)
  }
}
