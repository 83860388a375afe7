internal import StreamSafe

/// A value that a merge discarded, as a callout in the task's text.
///
/// `> [!CONFLICT] deadline: 2026-12-05 — Kim, 2026-11-20 10:12`
public struct ConflictNote: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case field(FieldValue)
    case lines([String])
    /// The side removed the value.
    case removed
  }

  /// The part that both sides changed; of the body, the lines above the note.
  ///
  /// Nil if unknown, since somebody edited the note.
  public var part: TaskPart?
  public var value: Value
  /// The author of the discarded change; empty if unknown.
  public var author: String
  /// The time of the change on the author's clock: `2026-11-20 10:12`.
  public var date: String

  public init(part: TaskPart?, value: Value, author: String, date: String) {
    self.part = part
    self.value = value
    self.author = author
    self.date = date
  }

  init(_ part: TaskPart, _ value: Value, of change: LastChange) {
    self.init(
      part: part, value: value, author: Self.plainName(change.author),
      date: String(change.time.description.prefix(16).map { $0 == "T" ? " " : $0 }))
  }

  /// The name on one line, without signs that could belong to the value before it.
  static func plainName(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar == "—" ? "-" : scalar
      }
    }
    let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
    return words.isEmpty ? "unknown" : words.joined(separator: " ")
  }
}

extension ConflictNote: CustomStringConvertible {
  /// Without a final line ending.
  public var description: String {
    let (value, more) = written
    let head = "\(Self.markText) \(partText)\(value) — \(author), \(date)"
    let lines = more.map { line in
      line.isEmpty ? ">" : "> " + (Self.looksLikeMark(line) ? "\\" : "") + line
    }
    return ([head] + lines).joined(separator: "\n")
  }

  /// Whether a line of a value looks like a note, or like an escaped line.
  static func looksLikeMark(_ line: String) -> Bool {
    line.utf8.drop { $0 == .backslash }.starts(with: markText.utf8.dropFirst(2))
  }

  private var partText: String {
    switch part {
    case .field(let key)?: Self.isPlainKey(key) ? "\(key): " : "\(Self.quoted(key)): "
    case let part?: "\(part.label): "
    case nil: ""
    }
  }

  private var written: (value: String, more: [String]) {
    switch value {
    case .removed: return (part == .task ? Self.deletion : Self.removal, [])
    case .lines(let lines):
      if let line = lines.first, lines.count == 1, Self.isPlain(line) { return (line, []) }
      return Self.counted(lines)
    case .field(.list(let items)):
      let texts = items.map { Scalar.encoded($0, inList: true) }
      return ("[\(texts.joined(separator: ", "))]", [])
    case .field(.text(let text)):
      let lines = text.linesOfText
      if lines.count > 1, lines.allSatisfy(Self.hasNoControls) { return Self.counted(lines) }
      let isPlain =
        Self.isPlain(text) && Self.hasNoControls(text) && text.utf8.first != .openBracket
        && text.utf8.first != .quote
      return (isPlain ? text : Self.quoted(text), [])
    }
  }

  static let removal = "(removed)"
  /// The value of a note for a discarded deletion.
  static let deletion = "was deleted, and stays since others changed it"

  private static func counted(_ lines: [String]) -> (String, [String]) {
    ("\(lines.count) \(lines.count == 1 ? "line" : "lines")", lines)
  }

  private static func quoted(_ text: String) -> String {
    Scalar.encoded(text, like: .doubleQuoted)
  }

  private static func isPlainKey(_ key: String) -> Bool {
    !["body", "task"].contains(key) && TaskDocument.isKey(key) && hasNoControls(key)
  }

  /// Whether the value needs no quotes after the colon.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.first.map { $0 != .space && $0 != .tab } == true && bytes.last != .space
      && text != removal && lineCount(text) == nil
  }

  private static func hasNoControls(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(Scalar.isPrintable)
  }

  /// The number in `3 lines`.
  static func lineCount(_ text: String) -> Int? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[1] == "lines" || words[1] == "line", words[0].utf8.count < 7,
      words[0].utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(words[0])
  }
}

extension String {
  /// The text split at newlines only; an empty text is one line.
  package var linesOfText: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension ConflictNote {
  static let markText = "> [!CONFLICT]"
  /// The beginning of a note.
  static let mark = Array(markText.utf8)

  /// The lines of all notes in a text, from 0.
  ///
  /// In Markdown, a quote continues in the next line even without `>`. A note doesn't, so a
  /// renderer needs its lines.
  package static func lines(ofNotesIn text: String) -> [Range<Int>] {
    BodyLines(Array(text.utf8)[...]).notes.map(\.lines)
  }

  /// The first lines of consecutive notes, without marks.
  package static func firstLines(of notes: String) -> [String] {
    notes.linesOfText.filter { $0.hasPrefix(markText) }
      .map { String($0.dropFirst(markText.count).drop { $0 == " " }) }
  }

  /// The number of a note's lines after the first, which begin with `>`.
  static func continuationLines(_ line: [UInt8]) -> Int {
    guard line.contains(UInt8(ascii: "l")) else { return 0 }
    let rest = String(streamSafe: line.dropFirst(mark.count))
    let (text, _, _) = signed(rest)
    return lineCount(split(text).value) ?? 0
  }

  /// Parses a note; an unknown form becomes text.
  init(_ text: [UInt8]) {
    let lines = String(streamSafe: text[...]).linesOfText
    let head = String(
      (lines.first ?? "").unicodeScalars.dropFirst(Self.markText.unicodeScalars.count))
    let (rest, author, date) = Self.signed(head)
    let (part, valueText) = Self.split(rest)
    let more = lines.dropFirst().map { line in
      let text = String(line.unicodeScalars.dropFirst(line.utf8.starts(with: "> ".utf8) ? 2 : 1))
      return text.utf8.first == .backslash && Self.looksLikeMark(text)
        ? String(text.dropFirst()) : text
    }
    let value: Value
    switch part {
    case .task where valueText == Self.deletion: value = .removed
    case _ where valueText == Self.removal: value = .removed
    case .field where Self.lineCount(valueText) != nil:
      value = .field(.text(more.joined(separator: "\n")))
    case .field: value = .field(Self.fieldValue(valueText))
    default: value = .lines(Self.lineCount(valueText) != nil ? more : [valueText])
    }
    self.init(part: part, value: value, author: author, date: date)
  }

  /// Splits ` — Kim, 2026-11-20 10:12` from the end.
  private static func signed(_ line: String) -> (rest: String, author: String, date: String) {
    let mark = " — ".utf8
    // The text before may end in a dash.
    guard let dash = line.utf8.indices.last(where: { line.utf8[$0...].starts(with: mark) }) else {
      return (line, "", "")
    }
    let end = line.utf8[dash...].dropFirst(mark.count)
    let (author, date) = (end.dropLast(16), end.suffix(16))
    guard Deadline(text(date))?.time != nil, author.suffix(2).elementsEqual(", ".utf8) else {
      return (line, "", "")
    }
    return (text(line.utf8[..<dash]), text(author.dropLast(2)), text(date))
  }

  private static func text(_ bytes: Substring.UTF8View) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func split(_ text: String) -> (part: TaskPart?, value: String) {
    let text = text.unicodeScalars.first == " " ? String(text.unicodeScalars.dropFirst()) : text
    if text.utf8.first == .quote { return quotedKey(Array(text.utf8)) ?? (nil, text) }
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"), colon != scalars.startIndex else {
      return (nil, text)
    }
    let value = scalars[scalars.index(after: colon)...]
    guard value.first == " ", !scalars[..<colon].contains(" ") else { return (nil, text) }
    let rest = String(value.dropFirst())
    switch String(scalars[..<colon]) {
    case "body": return (.body, rest)
    case "task": return (.task, rest)
    case let key: return (.field(key), rest)
    }
  }

  /// A quoted key, which has unusual characters or another meaning without quotes.
  private static func quotedKey(_ text: [UInt8]) -> (part: TaskPart?, value: String)? {
    var end = 1
    while end < text.count, text[end] != .quote { end += text[end] == .backslash ? 2 : 1 }
    guard end < text.count, text[(end + 1)...].starts(with: [.colon, .space]),
      case .text(let key) = fieldValue(String(streamSafe: text[...end]))
    else { return nil }
    return (.field(key), String(streamSafe: text[(end + 3)...]))
  }

  /// The value of a quoted text or a list; other text is unchanged.
  private static func fieldValue(_ text: String) -> FieldValue {
    guard text.utf8.first == .quote || text.utf8.first == .openBracket else { return .text(text) }
    let document = TaskDocument(Array("---\nx: \(text)\n---\n".utf8))
    guard document.isUnderstood, let value = document.value(of: "x") else { return .text(text) }
    return value
  }
}

extension TaskDocument {
  public struct PlacedNote: Hashable, Sendable {
    public var note: ConflictNote
    /// From 0, the first line of the text.
    public var lines: Range<Int>
  }

  /// The way to resolve a conflict.
  public enum Resolution: Hashable, Sendable {
    /// Keep the current value.
    case keepCurrent
    /// Restore the discarded value.
    case takeDiscarded
  }

  public var conflictNotes: [PlacedNote] {
    BodyLines(bytes[fences.body...]).notes.map { line, lines in
      PlacedNote(note: ConflictNote(line.text), lines: lines)
    }
  }

  /// The document without its conflict notes.
  ///
  /// - Parameter resolution: The value to keep.
  /// - Throws: ``Problem`` if a note's value can't be used.
  public func resolving(_ resolution: Resolution) throws(Problem) -> TaskDocument {
    try resolving(conflictNotes, resolution)
  }

  /// The document without some of its conflict notes.
  ///
  /// - Parameters:
  ///   - notes: Some of ``conflictNotes``.
  ///   - resolution: The value to keep.
  /// - Throws: ``Problem`` if a note's value can't be used: the task was deleted, or the lines that
  ///   it replaces are unclear.
  public func resolving(
    _ notes: [PlacedNote], _ resolution: Resolution
  ) throws(Problem) -> TaskDocument {
    var lines = BodyLines(bodyBytes).lines
    let meant = Dictionary(
      notes.map { ($0.lines.lowerBound, $0) }, uniquingKeysWith: { a, _ in a })
    var found: [Int: PlacedNote] = [:]
    var number = 0
    for (index, line) in lines.enumerated() {
      if line.isNote, let note = meant[number] { found[index] = note }
      number += line.height
    }
    guard !found.isEmpty else { return self }
    // From the last note on, since a note refers to lines above it.
    var kept: [BodyLines.Line] = []
    var index = lines.count
    while index > 0 {
      index -= 1
      guard let note = found[index] else {
        kept.append(lines[index])
        continue
      }
      if resolution == .takeDiscarded { try take(note, at: index, in: &lines) }
      // A note is between blank lines. One of the two stays, but none at the end.
      let isApart = kept.last.map { $0.text.isEmpty } ?? true
      if isApart, index > 0, lines[index - 1].text.isEmpty { index -= 1 }
    }
    var document = with(kept.reversed())
    if resolution == .takeDiscarded {
      try document.take(found.keys.sorted().compactMap { found[$0] })
    }
    return document
  }

  /// Sets the fields of notes; the first of several notes on a key counts.
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
    for (index, change) in changes.enumerated() {
      guard index < Self.mostChanges else { throw refusal(change.key) }
      try make(change)
    }
  }

  /// Replaces the lines that won with the discarded lines.
  private func take(
    _ note: PlacedNote, at place: Int, in lines: inout [BodyLines.Line]
  ) throws(Problem) {
    switch (note.note.part, note.note.value) {
    case (.field, _): return
    case (.body, .lines(let texts)):
      let first = place - texts.count
      guard first >= 0, !lines[first..<place].contains(where: { $0.isNote || $0.isFence }) else {
        throw unclear(note)
      }
      for (index, text) in zip(first..<place, texts) { lines[index].text = Array(text.utf8) }
    case (.task, .removed):
      throw problem(note, "the other side deleted the task", "delete the task, or keep it")
    default: throw unclear(note)
    }
  }

  private func unclear(_ note: PlacedNote) -> Problem {
    problem(
      note, "it is unclear what the note replaces",
      "change the text by hand, and remove the note")
  }

  private func problem(_ note: PlacedNote, _ message: String, _ hint: String) -> Problem {
    Problem(
      line: firstBodyLine + note.lines.lowerBound, column: 1, message: message, hint: hint)
  }
}
