internal import StreamSafe

/// Merges the texts after the front matter; discarded lines become notes.
struct BodyMerge {
  private var lines: [BodyLines.Line] = []
  private let newline: [UInt8]
  private let endsWithNewline: Bool
  /// The notes in the text, and those that a side has removed.
  private var known: Set<[UInt8]>
  /// Notes of a side without text directly below them.
  ///
  /// A blank line separates them from new text, which would continue the quote.
  private let apart: Set<[UInt8]>
  private(set) var notes: [ConflictNote] = []
  /// Whether the merge discarded the older side's change of a line without a note.
  private(set) var leavesLines = false
  /// The same for a note of an earlier merge.
  private(set) var leavesNotes = false

  /// - Parameters:
  ///   - newline: The line ending of the file.
  ///   - recency: Decides which of two changed lines wins, and names the author of the other one.
  init(
    base: ArraySlice<UInt8>, newer: ArraySlice<UInt8>, older: ArraySlice<UInt8>,
    newline: [UInt8], _ recency: Recency
  ) {
    self.newline = newline
    let (base, new, old) = (BodyLines(base), BodyLines(newer), BodyLines(older))
    known = Set((new.lines + old.lines).filter(\.isNote).map(\.text))
    apart = known.subtracting(new.notesAboveText).subtracting(old.notesAboveText)
    let common = base.endsWithNewline ?? true
    endsWithNewline = merged(
      common, newer: new.endsWithNewline ?? common, older: old.endsWithNewline ?? common)
    if recency.rule != .undecided, new.holds(old, since: base, by: recency.older) {
      lines = new.lines
    } else {
      let merge = LineMerge(
        base: base.lines, newer: new.lines, older: old.lines, recency)
      (leavesLines, leavesNotes) = (merge.leavesLines, merge.leavesNotes)
      place(merge.pieces, recency)
    }
  }

  var bytes: [UInt8] {
    var all: [BodyLines.Line] = []
    for line in lines {
      if let last = all.last, last.isNote, !line.isNote, !line.isBlank {
        // Otherwise an incomplete note would include lines of a quote.
        let isTaken = last.missing > 0 && line.text.first == .greater
        if isTaken || apart.contains(last.text) { all.append(gap) }
      }
      all.append(line)
    }
    return all.joined(newline: newline, endsWithNewline: endsWithNewline)
  }

  /// Adds notes at the end, except known ones.
  mutating func append(_ notes: [ConflictNote]) {
    let new = notes.compactMap { line(of: $0) }
    guard !new.isEmpty else { return }
    var place = lines.count
    var code = CodeFences()
    for (index, line) in lines.enumerated() where !line.isNote {
      let wasOpen = code.isOpen
      // In an unclosed code block, the notes would be code.
      if code.contains(line.text[...]), !wasOpen { place = index }
    }
    if !code.isOpen { place = lines.count }
    let before = place > 0 ? lines[place - 1] : nil
    let needsGap = before.map { !$0.isNote && !$0.isBlank } ?? true
    lines.insert(contentsOf: (needsGap ? [gap] : []) + new, at: place)
  }

  mutating func append(_ place: PlaceMerge) {
    guard let discarded = place.discarded else { return }
    let value = FieldValue.text(discarded.status.rawValue)
    append([ConflictNote(.field("status"), .field(value), of: discarded.change)])
  }

  private var gap: BodyLines.Line { BodyLines.Line(text: [], ending: newline) }

  /// The note as a line, now known; nil if it was known already.
  private mutating func line(of note: ConflictNote) -> BodyLines.Line? {
    let text = Array(note.description.utf8)
    guard known.insert(text).inserted else { return nil }
    notes.append(note)
    return BodyLines.Line(
      text: text, ending: newline, isNote: true, height: text.line(at: text.count))
  }

  /// Puts notes after the winning lines, but not into code blocks.
  private mutating func place(_ pieces: [LineMerge.Piece], _ recency: Recency) {
    var code = CodeFences()
    var blockStart = 0
    var waiting: [BodyLines.Line] = []
    for piece in pieces {
      switch piece {
      case .line(let line):
        let wasOpen = code.isOpen
        let isCode = !line.isNote && code.contains(line.text[...])
        if isCode, !wasOpen { blockStart = lines.count }
        lines.append(line)
      case .discarded(let discarded, let isNewer):
        let side = isNewer ? recency.newer : recency.older
        let note = ConflictNote(
          .body, .lines(discarded.map { String(streamSafe: $0.text[...]) }),
          of: side.lastChange(ofLines: discarded.map(\.text)))
        if let line = line(of: note) {
          waiting.append(line)
        }
      }
      guard !code.isOpen else { continue }
      lines += waiting
      waiting = []
    }
    lines.insert(contentsOf: waiting, at: min(blockStart, lines.count))
  }
}
