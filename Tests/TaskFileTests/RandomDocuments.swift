import TestSupport

/// Files as people, programs and accidents make them, the same for the same seed.
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

  /// A text of ordinary and special characters.
  mutating func text(upTo length: Int = 12) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<count(0...length) {
      text.append(contentsOf: pick(Self.pieces).unicodeScalars)
    }
    return String(text)
  }

  /// A value after a colon, on one or more lines; not always valid YAML.
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

  /// A front matter with dotted keys and quoted lists, as other tools write it.
  mutating func quotedHeader() -> String {
    (0..<count(1...2)).map { _ in "\(pick(["ms.date", "a.b.c", "a.", "tags"])): \(quotedList())" }
      .joined(separator: "\n")
  }

  private mutating func quotedList() -> String {
    let items = (0..<count(0...4)).map { _ in
      let word = chance(10) ? text(upTo: 4) : pick(["a", "b c", "3", "null", pick(Self.words)])
      return pick(["\"\(word)\"", "'\(word)'", word]) + pick(["", "", "", " ", "  "])
    }
    let list = items.joined(separator: pick([", ", ", ", ","]))
    let end = chance(70) ? "]" : pick(["] ", "] # why", "]# why", "] x", ",]", ""])
    return "[\(pick(["", "", " "]))\(list)\(end)"
  }

  /// A file with a front matter that is mostly valid YAML.
  mutating func document() -> [UInt8] {
    let header = chance(40) ? pick(Self.models) : header()
    let text =
      "\(pick(["", "", "\u{FEFF}"]))---\n\(header)\n\(pick(["---", "---", "...", "--- "]))"
      + pick(["", "\n", "\nText\n- [ ] a\n", "\n\n# Heading\n```\n- [x] b"])
    guard chance(25) else { return Array(text.utf8) }
    return Array(text.utf8).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  /// A file with changed, missing, repeated or added bytes.
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

  /// Random bytes, of all or only of special ones.
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
}
