/// The lines of a text, with a conflict note of several lines as one.
struct BodyLines {
  struct Line: Hashable {
    /// Without its line ending.
    var text: [UInt8]
    /// Empty at the end of a file without a final line ending.
    var ending: [UInt8]
    var isNote = false
    /// The number of lines in the file; a note may have several.
    var height = 1
    /// The number of lines missing from an edited note.
    var missing = 0

    var isBlank: Bool { text.isBlank }
    /// Whether the line opens a code block.
    var isFence: Bool {
      var code = CodeFences()
      return code.contains(text[...])
    }
  }

  var lines: [Line] = []

  /// - Parameter findsNotes: Whether it is Markdown, where lines may be notes.
  init(_ bytes: ArraySlice<UInt8>, findsNotes: Bool = true) {
    var rest = bytes
    var code = CodeFences()
    while !rest.isEmpty {
      var line = Self.nextLine(&rest)
      let isCode = findsNotes && code.contains(line.text[...])
      if findsNotes, !isCode, line.text.starts(with: ConflictNote.mark) {
        line.isNote = true
        line.missing = ConflictNote.continuationLines(line.text)
        while line.missing > 0, rest.first == .greater, !rest.starts(with: ConflictNote.mark) {
          let next = Self.nextLine(&rest)
          line.text += [.newline] + next.text
          line.ending = next.ending
          line.height += 1
          line.missing -= 1
        }
      }
      lines.append(line)
    }
  }

  /// With their lines, from 0.
  var notes: [(line: Line, lines: Range<Int>)] {
    var notes: [(line: Line, lines: Range<Int>)] = []
    var number = 0
    for line in lines {
      if line.isNote { notes.append((line, number..<(number + line.height))) }
      number += line.height
    }
    return notes
  }

  /// The notes with a line of text directly below.
  var notesAboveText: Set<[UInt8]> {
    Set(
      zip(lines, lines.dropFirst()).filter { $0.isNote && !$1.isNote && !$1.isBlank }
        .map { $0.0.text })
  }

  /// Whether the last line has a line ending; nil without lines.
  var endsWithNewline: Bool? { lines.last.map { !$0.ending.isEmpty } }

  private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> Line {
    let newline = rest.firstIndex(of: .newline)
    var text = rest[..<(newline ?? rest.endIndex)]
    rest = newline.map { rest[($0 + 1)...] } ?? []
    guard newline != nil else { return Line(text: Array(text), ending: []) }
    guard text.last == .carriageReturn else { return Line(text: Array(text), ending: [.newline]) }
    text.removeLast()
    return Line(text: Array(text), ending: [.carriageReturn, .newline])
  }
}

extension BodyLines {
  /// Whether this text has everything that a side added, and nothing that it removed.
  ///
  /// That is true after a merge with that side. Another merge would have to guess which of several
  /// equal lines is meant.
  func holds(_ side: BodyLines, since base: BodyLines, by author: MergeSide) -> Bool {
    let (here, there, before) = (counts, side.counts, base.counts)
    let common = side.lines.map(\.text).filter { here[$0] != nil }
    var rest = common[...]
    for line in lines where rest.first == line.text { rest.removeFirst() }
    guard rest.isEmpty else { return false }
    var lost: Set<[UInt8]> = []
    for line in lines where line.isNote {
      let note = ConflictNote(line.text)
      guard case .lines(let texts) = note.value else { continue }
      let lines = texts.map { Array($0.utf8) }
      guard note == ConflictNote(.body, note.value, of: author.lastChange(ofLines: lines)) else {
        continue
      }
      lost.formUnion(lines)
    }
    return Set(there.keys).union(before.keys).allSatisfy { text in
      let (now, then, old) = (here[text] ?? 0, there[text] ?? 0, before[text] ?? 0)
      return then == old || (then > old ? now >= then || lost.contains(text) : now <= then)
    }
  }

  private var counts: [[UInt8]: Int] {
    lines.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
  }
}

extension [BodyLines.Line] {
  /// The lines as text.
  ///
  /// - Parameters:
  ///   - newline: The ending for lines that had none and are no longer the last.
  ///   - endsWithNewline: Whether the last line gets a line ending.
  func joined(newline: [UInt8], endsWithNewline: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, line) in enumerated() {
      let ending = line.ending.isEmpty ? newline : line.ending
      if line.isNote, ending != [.newline] {
        for byte in line.text { bytes += byte == .newline ? ending : [byte] }
      } else {
        bytes += line.text
      }
      if index < count - 1 || endsWithNewline { bytes += ending }
    }
    return bytes
  }
}

/// Finds lines in fenced code blocks (CommonMark 4.5), given one line after the other.
struct CodeFences {
  private var open: ArraySlice<UInt8>?

  var isOpen: Bool { open != nil }

  /// Whether a line is in a block, or opens or closes one.
  mutating func contains(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == .space }
    let isMark = text.first == .backtick || text.first == .tilde
    let mark = text.prefix { isMark && $0 == text.first }
    let rest = text.dropFirst(mark.count)
    if let open {
      if mark.first == open.first, mark.count >= open.count,
        rest.allSatisfy({ $0.isBlank || $0 == .carriageReturn })
      {
        self.open = nil
      }
      return true
    }
    // More backticks on the line make it inline code.
    guard mark.count >= 3, mark.first == .tilde || !rest.contains(.backtick) else { return false }
    open = mark
    return true
  }
}

extension TaskDocument {
  /// The first conflict with git's markers; nil for none.
  ///
  /// All three markers must follow in order, since a line of equals signs can underline a heading.
  /// Markers in a fenced code block don't count.
  func conflictMarkers(_ fences: Fences) -> Problem? {
    // Few of thousands of files have a conflict.
    guard let mark = Self.firstMark(in: bytes) else { return nil }
    var code = CodeFences()
    var begin: Int?
    var isHalfway = false
    for line in bytes[(mark < fences.body ? 0 : fences.body)...].split(separator: .newline) {
      if let begin, isHalfway, Self.isMark(line, .greater) {
        return Problem(
          at: begin, in: bytes, "conflict markers of git: a merge was not finished here",
          hint: "write what is right in place of the lines from <<<<<<< to >>>>>>>")
      }
      if begin != nil {
        isHalfway = isHalfway || Self.isMark(line, .equals)
      } else if line.startIndex < fences.body || !code.contains(line), Self.isMark(line, .less) {
        begin = line.startIndex
      }
    }
    return nil
  }

  private static func firstMark(in bytes: [UInt8]) -> Int? {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: .less) {
      if found == 0 || bytes[found - 1] == .newline, isMark(bytes[found...], .less) {
        return found
      }
      index = found + 1
    }
    return nil
  }

  /// Whether a line begins with a marker, with or without a label; a shorter one may be text.
  private static func isMark(_ line: ArraySlice<UInt8>, _ sign: UInt8) -> Bool {
    let width = line.prefix { $0 == sign }.count
    let next = line.dropFirst(width).first ?? .newline
    return width >= 7 && (next == .space || next.isLineEnd)
  }
}
