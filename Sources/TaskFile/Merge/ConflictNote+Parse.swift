internal import StreamSafe

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
