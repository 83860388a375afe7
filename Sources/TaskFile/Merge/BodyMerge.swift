internal import StreamSafe

/// The text behind the front matter, merged; what lost becomes notes in it.
struct BodyMerge {
  private var lines: [BodyLines.Line] = []
  private let newline: [UInt8]
  private let endsWithNewline: Bool
  /// The notes that stand in it already, or that a side has removed again.
  private var known: Set<[UInt8]>
  /// Those of a side that have no text right below them: they stay apart from what comes to stand
  /// there, which would go on with the quote.
  private let apart: Set<[UInt8]>
  private(set) var notes: [ConflictNote] = []
  /// Whether the older side wanted something of lines that are otherwise now, and no note says
  /// so.
  private(set) var leavesLines = false
  /// The same of notes of earlier merges.
  private(set) var leavesNotes = false

  /// - Parameters:
  ///   - newline: How the file ends its lines.
  ///   - recency: Which of two rewritten lines stands, and whose the other one was.
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
        // A note that misses lines must not take those of a quote.
        let isTaken = last.missing > 0 && line.text.first == .greater
        if isTaken || apart.contains(last.text) { all.append(gap) }
      }
      all.append(line)
    }
    return all.joined(newline: newline, endsWithNewline: endsWithNewline)
  }

  /// Puts notes at the end, those that are not there.
  mutating func append(_ notes: [ConflictNote]) {
    let new = notes.compactMap { line(of: $0) }
    guard !new.isEmpty else { return }
    var place = lines.count
    var code = CodeFences()
    for (index, line) in lines.enumerated() where !line.isNote {
      let wasOpen = code.isOpen
      // In a block that doesn't end, nobody would see it as a note.
      if code.contains(line.text[...]), !wasOpen { place = index }
    }
    if !code.isOpen { place = lines.count }
    let before = place > 0 ? lines[place - 1] : nil
    let needsGap = before.map { !$0.isNote && !$0.isBlank } ?? true
    lines.insert(contentsOf: (needsGap ? [gap] : []) + new, at: place)
  }

  /// Notes the status that lost, if one did.
  mutating func append(_ place: PlaceMerge) {
    guard let losing = place.losing else { return }
    let value = FieldValue.text(losing.status.rawValue)
    append([ConflictNote(.field("status"), .field(value), of: losing.change)])
  }

  private var gap: BodyLines.Line { BodyLines.Line(text: [], ending: newline) }

  /// The note as a line, and kept in mind as written; nil when it is there already.
  private mutating func line(of note: ConflictNote) -> BodyLines.Line? {
    let text = Array(note.description.utf8)
    guard known.insert(text).inserted else { return nil }
    notes.append(note)
    let height = text.reduce(1) { $0 + ($1 == .newline ? 1 : 0) }
    return BodyLines.Line(text: text, ending: newline, isNote: true, height: height)
  }

  /// Puts notes behind their winners, but not into blocks of code.
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
      case .losing(let losing, let isNewer):
        let side = isNewer ? recency.newer : recency.older
        let note = ConflictNote(
          .body, .lines(losing.map { String(streamSafe: $0.text[...]) }),
          of: side.lastChange(ofLines: losing.map(\.text)))
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
