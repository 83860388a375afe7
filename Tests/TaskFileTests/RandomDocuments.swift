import TestSupport

/// Files as people, other programs and accidents make them; the same for the same seed.
struct RandomDocuments {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func count(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  /// A text of ordinary and troublesome characters.
  mutating func text(upTo length: Int = 12) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<count(0...length) {
      text.append(contentsOf: pick(Self.pieces).unicodeScalars)
    }
    return String(text)
  }

  /// A value as it stands behind a colon, on one or several lines; not always YAML.
  private mutating func value() -> String {
    switch count(0...9) {
    case 0, 1: return pick(Self.values)
    case 2: return "[\((0..<count(0...3)).map { _ in pick(Self.words) }.joined(separator: ", "))]"
    case 3: return (0..<count(1...3)).map { _ in "\n  - \(pick(Self.words))" }.joined()
    case 4: return "\"\(pick(Self.words))\""
    case 5: return "'\(pick(Self.words))'"
    case 6: return text()
    default: return (0..<count(0...3)).map { _ in pick(Self.words) }.joined(separator: " ")
    }
  }

  /// A front matter of `key: value` lines, comments and gaps.
  mutating func header() -> String {
    var lines: [String] = []
    for _ in 0..<count(0...6) {
      if chance(10) { lines.append(pick(["", "# a comment", "#", "   ", "  # deeper"])) }
      let key = pick(chance(70) ? Self.keys : Self.oddKeys)
      let comment = chance(15) ? pick([" # why", "   #", "\t# tab", "#"]) : ""
      lines.append("\(key):\(pick([" ", " ", " ", "  ", "", "\t"]))\(value())\(comment)")
    }
    return lines.joined(separator: "\n")
  }

  /// A whole file with a front matter, which is YAML more often than not.
  mutating func document() -> [UInt8] {
    let header = chance(40) ? pick(Self.models) : header()
    let text =
      "\(pick(["", "", "\u{FEFF}"]))---\n\(header)\n\(pick(["---", "---", "...", "--- "]))"
      + pick(["", "\n", "\nText\n- [ ] a\n", "\n\n# Heading\n```\n- [x] b"])
    guard chance(25) else { return Array(text.utf8) }
    return Array(text.utf8).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  /// A file with bytes changed, lost, doubled or added.
  mutating func mutated() -> [UInt8] {
    var bytes = document()
    for _ in 0..<count(1...4) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch count(0...3) {
      case 0: bytes.insert(contentsOf: Array(pick(Self.pieces).utf8), at: place)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + count(0...8)))
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default: bytes.insert(contentsOf: bytes[place...].prefix(count(0...30)), at: place)
      }
    }
    return bytes
  }

  /// Bytes without sense, of all or of the dangerous ones.
  mutating func noise() -> [UInt8] {
    let start = chance(70) ? Array("---\n".utf8) : []
    if chance(30) {
      return start + (0..<count(0...60)).map { _ in .random(in: 0...255, using: &random) }
    }
    return start + (0..<count(0...25)).flatMap { _ in Array(pick(Self.pieces).utf8) }
      + Array(pick(["", "\n---\n"]).utf8)
  }

  mutating func anyBytes() -> [UInt8] {
    switch count(0...2) {
    case 0: document()
    case 1: mutated()
    default: noise()
    }
  }

  private static let keys = [
    "title", "status", "deadline", "due", "priority", "tags", "id", "created", "layout", "date",
    "draft", "aliases", "cssclass", "x_1", "y-z",
  ]
  private static let oddKeys = [
    "é", "\"quoted\"", "'a''b'", "? a", "<<", "1", "true", "null", "a b", "*a", "&k key", "a:b",
    "- a", "[a]", "-", "!!str s", "~", "_",
  ]
  private static let words = [
    "milk", "todo", "done", "high", "2026-12-01", "17:00", "3", "-1", "true", "null", "~", "a-b",
    "it's", "漢字", "é", "🎉", "c#", "#c", "-", "-a", "?", "?a", ":a", "a:", "@a", "%", "!", "a,b",
    "...",
    "=", "kxtwqzbnrm", "2026-11-20T15:04:05+09:00",
  ]
  private static let values = [
    "|\n  block\n  # text", ">-\n  folded\n\n  more", "|+\n  kept\n\n", "&a anchored", "*a",
    "!!str 5",
    "{a: 1, b: [c]}", "[a,\n  b]", "\"two\n  lines\"", "\"esc\\\"aped\\u00e9\"", "'it''s'",
    "plain\n  going on", "\n  a: 1\n  b:\n    - c", "\n- a\n- b", "[a, [b]]", "['a, b', \"c\"]",
    "a: b",
    "[a", "'a", "\"a", "[]", "{}", "[ a , b ]", "[a,]", "\n  # only a comment\n  - a\n\n  - b",
    "--- a",
  ]
  private static let pieces =
    words + [
      "\n", "\r\n", "\r", " ", "  ", "\t", ":", ": ", "- ", "#", " #", "'", "\"", "\\", "[", "]",
      "{",
      "}", ",", "&a", "*a", "!", "|", ">", "%", "@", "`", "---", "\n---\n", "\n...\n", "title: ",
      "tags:\n",
      "? ", "\u{0}", "\u{1}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}",
      "\u{FFFD}",
      "\u{FFFE}", "\u{E000}", "\u{10FFFF}", "\u{301}", "\u{200D}", "```\n", "- [ ] ", "- [x] ",
      "> [!CONFLICT]",
    ]
  /// In the manner of site generators and note takers.
  private static let models = [
    """
    layout: post
    title:  "Welcome to Jekyll!"
    date:   2026-11-20 15:04:05 -0300
    categories: jekyll update
    tags: [site, "two words", 'it''s']
    excerpt_separator: <!--more-->
    """,
    """
    title: 'My First Post'
    date: 2026-11-20T15:04:05+09:00
    draft: true
    tags:
      - hugo # the generator
      - 日本語
    params:
      author: John Smith
      nested: {deep: [1, 2]}
    menu: &menu
      main:
        weight: -10
    again: *menu
    """,
    """
    # Obsidian
    aliases: []
    tags:
    - daily
    - to/do
    cssclasses:
      - wide

    due: 2026-12-01
    created: 2026-11-20T15:04
    link: "[[Other note]]"
    status: doing   # since monday
    rating:
    """,
    """
    title: >-
      A title that goes
      over two lines

    description: |
      # not a comment
        indented

      end
    status: todo
    priority: high
    id: kxtwqzbnrm
    """,
    """
    title: Buy milk
    status: todo
    deadline: 2026-12-01
    priority: high
    tags: [home, shopping]
    id: kxtwqzbnrm
    created: 2026-11-20T15:04:05+09:00
    """,
  ]
}
