internal import StreamSafe

/// What gave way in a merge, as a callout in the task's text.
///
/// `> [!CONFLICT] deadline: 2026-12-05 — Kim, 2026-11-20 10:12`
public struct ConflictNote: Hashable, Sendable {
  /// What both sides changed.
  public enum Part: Hashable, Sendable {
    /// A key of the front matter.
    case field(String)
    /// Lines of the text; the note is behind those that won.
    case body
    /// The task as such, which one side deleted.
    case task
    /// Somebody edited the note, and it can't be told any more.
    case unknown
  }

  /// What the side wanted that lost.
  public enum Value: Hashable, Sendable {
    case field(FieldValue)
    case lines([String])
    /// The side had removed it.
    case removed
  }

  public var part: Part
  public var value: Value
  /// Whose change lost; empty when the note doesn't say.
  public var author: String
  /// When it was made, on its author's clock, as `2026-11-20 10:12`.
  public var date: String

  public init(part: Part, value: Value, author: String, date: String) {
    self.part = part
    self.value = value
    self.author = author
    self.date = date
  }

  /// A note on what a change wanted.
  init(_ part: Part, _ value: Value, of change: LastChange) {
    self.init(
      part: part, value: value, author: Self.plainName(change.author),
      date: String(change.time.description.prefix(16).map { $0 == "T" ? " " : $0 }))
  }

  /// A name on one line that can be told from the value before it.
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
  /// Its lines, without a newline at the end.
  public var description: String {
    let (value, more) = written
    let head = "\(Self.markText) \(partText)\(value) — \(author), \(date)"
    let lines = more.map { line in
      line.isEmpty ? ">" : "> " + (Self.looksLikeMark(line) ? "\\" : "") + line
    }
    return ([head] + lines).joined(separator: "\n")
  }

  /// Whether a line below a note's first would be taken for another note's, or as escaped.
  static func looksLikeMark(_ line: String) -> Bool {
    line.utf8.drop { $0 == .backslash }.starts(with: markText.utf8.dropFirst(2))
  }

  private var partText: String {
    switch part {
    case .field(let key): Self.isPlainKey(key) ? "\(key): " : "\(Self.quoted(key)): "
    case .body: "body: "
    case .task: "task: "
    case .unknown: ""
    }
  }

  /// The value on the first line, and what goes below.
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
  /// What became of a task that one side deleted, for whoever reads it there.
  static let deletion = "was deleted, and stays since others changed it"

  private static func counted(_ lines: [String]) -> (String, [String]) {
    ("\(lines.count) \(lines.count == 1 ? "line" : "lines")", lines)
  }

  private static func quoted(_ text: String) -> String {
    Scalar.encoded(text, like: .doubleQuoted)
  }

  private static func isPlainKey(_ key: String) -> Bool {
    !["body", "task"].contains(key) && !key.isEmpty
      && key.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == .dash || $0 == UInt8(ascii: "_") || $0 >= 0x80
      } && hasNoControls(key)
  }

  /// Whether it can stand behind the colon and be read as what it is.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.first.map { $0 != .space && $0 != .tab } == true && bytes.last != .space
      && text != removal && lineCount(text) == nil
  }

  private static func hasNoControls(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || [0x2028, 0x2029].contains($0.value)
        || $0.value == 0xFEFF
    }
  }

  /// What `3 lines` counts.
  static func lineCount(_ text: String) -> Int? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[1] == "lines" || words[1] == "line", words[0].utf8.count < 7,
      words[0].utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(words[0])
  }
}

extension String {
  /// Broken at newlines only; an empty text is one line.
  package var linesOfText: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension ConflictNote {
  static let markText = "> [!CONFLICT]"
  /// How a note's first line begins.
  static let mark = Array(markText.utf8)

  /// Which lines of a text are notes, counted from 0.
  ///
  /// A quote goes on in the line below it, also where that has no `>`; a note ends with its own
  /// lines, and whoever renders the text has to be told so.
  package static func lines(ofNotesIn text: String) -> [Range<Int>] {
    BodyLines(Array(text.utf8)[...]).notes.map(\.lines)
  }

  /// The first line of each of some notes that stand one below the other, without its mark.
  package static func firstLines(of notes: String) -> [String] {
    notes.linesOfText.filter { $0.hasPrefix(markText) }
      .map { String($0.dropFirst(markText.count).drop { $0 == " " }) }
  }

  /// How many lines below a note's first one are its own, where they begin with `>`.
  static func continuationLines(_ line: [UInt8]) -> Int {
    guard line.contains(UInt8(ascii: "l")) else { return 0 }
    let rest = String(streamSafe: line.dropFirst(mark.count))
    let (text, _, _) = signed(rest)
    return lineCount(split(text).value) ?? 0
  }

  /// Reads a note's lines; what can't be read is kept as text.
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
    case .body, .task, .unknown:
      value = .lines(Self.lineCount(valueText) != nil ? more : [valueText])
    }
    self.init(part: part, value: value, author: author, date: date)
  }

  /// Takes ` — Kim, 2026-11-20 10:12` off the end.
  private static func signed(_ line: String) -> (rest: String, author: String, date: String) {
    let scalars = Array(line.unicodeScalars)
    let dash: [Unicode.Scalar] = [" ", "—", " "]
    let nothing = (line, "", "")
    guard scalars.count >= 21,
      let place = (0...(scalars.count - 3)).last(where: {
        scalars[$0] == " " && scalars[($0 + 1)..<($0 + 3)].elementsEqual(dash[1...])
      })
    else { return nothing }
    let end = scalars[(place + 3)...]
    let date = text(end.suffix(16))
    let author = end.dropLast(16)
    guard Deadline(date)?.time != nil, date.utf8.count == 16, author.suffix(2) == [",", " "] else {
      return nothing
    }
    return (text(scalars[..<place]), text(author.dropLast(2)), date)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// The key, and the value behind it.
  private static func split(_ text: String) -> (part: Part, value: String) {
    let text = text.unicodeScalars.first == " " ? String(text.unicodeScalars.dropFirst()) : text
    if text.utf8.first == .quote { return quotedKey(Array(text.utf8)) ?? (.unknown, text) }
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"), colon != scalars.startIndex else {
      return (.unknown, text)
    }
    let value = scalars[scalars.index(after: colon)...]
    guard value.first == " ", !scalars[..<colon].contains(" ") else { return (.unknown, text) }
    let rest = String(value.dropFirst())
    switch String(scalars[..<colon]) {
    case "body": return (.body, rest)
    case "task": return (.task, rest)
    case let key: return (.field(key), rest)
    }
  }

  /// A key that could be taken for something else, or that has signs in it.
  private static func quotedKey(_ text: [UInt8]) -> (part: Part, value: String)? {
    var end = 1
    while end < text.count, text[end] != .quote { end += text[end] == .backslash ? 2 : 1 }
    guard end < text.count, text[(end + 1)...].starts(with: [.colon, .space]),
      case .text(let key) = fieldValue(String(streamSafe: text[...end]))
    else { return nil }
    return (.field(key), String(streamSafe: text[(end + 3)...]))
  }

  /// What a quoted text or a list means; anything else means itself.
  private static func fieldValue(_ text: String) -> FieldValue {
    guard text.utf8.first == .quote || text.utf8.first == .openBracket else { return .text(text) }
    let document = TaskDocument(Array("---\nx: \(text)\n---\n".utf8))
    guard document.isUnderstood, let value = document.value(of: "x") else { return .text(text) }
    return value
  }
}

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
      note, "the task of the note is unknown",
      "change the text by hand, and remove the note")
  }

  private func problem(_ note: PlacedNote, _ message: String, _ hint: String) -> Problem {
    let before = bytes[..<fences.body].reduce(1) { $0 + ($1 == .newline ? 1 : 0) }
    return Problem(line: before + note.lines.lowerBound, column: 1, message: message, hint: hint)
  }
}
