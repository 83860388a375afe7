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
    var notes: [PlacedNote] = []
    var number = 0
    for line in BodyLines(bytes[fences.body...]).lines {
      let end = number + line.height
      if line.isNote {
        notes.append(PlacedNote(note: ConflictNote(line.text), lines: number..<end))
      }
      number = end
    }
    return notes
  }

  /// The document without its notes.
  ///
  /// - Parameter resolution: Whether what they say is taken.
  /// - Throws: ``Problem`` when something in a note can't be taken.
  public func resolving(_ resolution: Resolution) throws(Problem) -> TaskDocument {
    var document = self
    while let note = document.conflictNotes.first {
      document = try document.resolving(note, resolution)
    }
    return document
  }

  /// The document without one note.
  ///
  /// - Parameters:
  ///   - note: One of ``conflictNotes``.
  ///   - resolution: Whether what it says is taken.
  /// - Throws: ``Problem`` when it can't be: the task was deleted, or nobody can tell any more
  ///   which lines are meant.
  public func resolving(
    _ note: PlacedNote, _ resolution: Resolution
  ) throws(Problem) -> TaskDocument {
    let body = BodyLines(bytes[fences.body...])
    var lines = body.lines
    var number = 0
    let isMeant = { (line: BodyLines.Line) in
      defer { number += line.height }
      return number == note.lines.lowerBound && line.isNote
    }
    guard let place = lines.firstIndex(where: isMeant) else { return self }
    if resolution == .takeNote { try take(note, at: place, in: &lines) }
    lines.remove(at: place)
    // The blank line that was put before the first note at the end.
    if place > 0, place == lines.count, lines[place - 1].text.isEmpty { lines.removeLast() }
    var document = self
    document.setBody(
      String(
        decoding: lines.joined(
          newline: fences.newline, endsWithNewline: body.endsWithNewline ?? true), as: UTF8.self))
    if resolution == .takeNote, case .field(let key) = note.note.part {
      switch note.note.value {
      case .field(let value): try document.set(key, to: value)
      case .removed: try document.remove(key)
      case .lines: throw unclear(note)
      }
    }
    return document
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
