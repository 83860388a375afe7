/// A manual page in the making, in the macros of mdoc(7).
struct Mdoc {
  private(set) var lines: [String] = []

  mutating func macro(_ line: String) { lines.append(line) }

  mutating func section(_ name: String) { macro(".Sh \(Self.code(name.uppercased()))") }

  /// A paragraph of plain text, a line for each sentence.
  mutating func paragraph(_ text: String) {
    macro(".Pp")
    sentences(Self.plain(text))
  }

  mutating func literal(_ text: [String]) {
    macro(".Bd -literal -offset indent")
    lines += text.map { Self.guarded(Self.code($0)) }
    macro(".Ed")
  }

  /// What is behind names or values, one after the other.
  mutating func list(_ rows: [(head: String, text: String)]) {
    macro(".Bl -tag -width Ds")
    for row in rows {
      macro(".It \(row.head)")
      if !row.text.isEmpty { sentences(row.text) }
    }
    macro(".El")
  }

  private mutating func sentences(_ text: String) {
    var rest = text[...]
    while let end = rest.firstMatch(of: /[.?] (?=[A-Z\\])/) {
      lines.append(Self.guarded(String(rest[..<rest.index(after: end.range.lowerBound)])))
      rest = rest[end.range.upperBound...]
    }
    lines.append(Self.guarded(String(rest)))
  }
}

extension Mdoc {
  /// Plain text: a dash before a word is an option's, and one inside joins words.
  static func plain(_ text: String) -> String {
    var result = ""
    var before: Character = " "
    for character in text {
      let isOption = character == "-" && !before.isLetter && !before.isNumber
      result += isOption ? "\\-" : escaped(character)
      before = character
    }
    return result
  }

  /// Text in which every character is what is typed.
  static func code(_ text: String) -> String {
    text.map { $0 == "-" ? "\\-" : escaped($0) }.joined()
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\\": "\\e"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case "\"": "\\(dq"
    default:
      character.unicodeScalars.map { scalar in
        scalar.isASCII
          ? String(scalar)
          : "\\[u"
            + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
            + String(scalar.value, radix: 16, uppercase: true) + "]"
      }.joined()
    }
  }

  /// A line that begins like a macro and is none.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }
}

/// The parts of Markdown that the pages use.
extension Mdoc {
  /// A section's blocks: paragraphs, lists, tables and code.
  mutating func markdown(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func take(while isMore: (Substring) -> Bool) -> [Substring] {
      let taken = lines.prefix(while: isMore)
      lines = lines[taken.endIndex...]
      return Array(taken)
    }
    while let line = lines.first {
      if line.hasPrefix("```") {
        lines.removeFirst()
        literal(take { !$0.hasPrefix("```") }.map(String.init))
        lines = lines.dropFirst()
      } else if line.hasPrefix("### ") {
        macro(".Ss \(Self.code(String(line.dropFirst(4))))")
        lines.removeFirst()
      } else if line.hasPrefix("|") {
        table(take { $0.hasPrefix("|") })
      } else if line.hasPrefix("- ") {
        macro(".Bl -bullet")
        for item in take(while: { $0.hasPrefix("- ") }) {
          macro(".It")
          sentences(Self.inline(item.dropFirst(2)))
        }
        macro(".El")
      } else if line.isEmpty {
        lines.removeFirst()
      } else {
        macro(".Pp")
        sentences(Self.inline(line))
        lines.removeFirst()
      }
    }
  }

  /// The first cell of a row names it; the head says what the others are, or stands above them where
  /// there is one.
  private mutating func table(_ lines: [Substring]) {
    let rows = lines.map { line in
      line.replacing("\\|", with: "\u{1}").split(separator: "|")
        .map { $0.replacing("\u{1}", with: "|").drop { $0 == " " } }
        .map { $0.hasSuffix(" ") ? $0.dropLast() : $0 }
    }
    guard let head = rows.first else { return }
    let isPairs = head.count <= 2 && head.contains { !$0.isEmpty }
    let above = isPairs ? [head.map { $0.isEmpty ? "" : "\\fI\(Self.inline($0))\\fP" }] : []
    list(
      above.map { ($0[0], $0.count > 1 ? $0[1] : "") }
        + rows.dropFirst(2).map { row in
          let cells = zip(head, row).dropFirst().map { name, cell in
            head.count > 2 ? "\(name): \(cell)." : String(cell)
          }
          return (Self.inline(row.first ?? ""), Self.inline(cells.joined(separator: " ")[...]))
        })
  }

  /// Code and strong words are bold; of links their names stay.
  static func inline(_ text: Substring) -> String {
    var result = ""
    var rest = text
    let markup =
      /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<name>[^\]]+)\]\([^)]+\)/
    while let found = rest.firstMatch(of: markup) {
      result += plain(String(rest[..<found.range.lowerBound]))
      if let code = found.output.code { result += "\\fB\(Self.code(String(code)))\\fP" }
      if let strong = found.output.strong { result += "\\fB\(plain(String(strong)))\\fP" }
      if let name = found.output.name { result += plain(String(name)) }
      rest = rest[found.range.upperBound...]
    }
    return result + plain(String(rest))
  }
}
