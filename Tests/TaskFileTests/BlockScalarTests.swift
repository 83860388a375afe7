@testable import TaskFile
import TestSupport
import Testing
import Yams

/// A block scalar ends with its last line of text, or with all blank lines if it keeps them.
@Suite struct BlockScalarTests {
  @Test(arguments: [
    ("due: |+\n  soon\n   \nx: 1", "due: |+\n  soon\n   \nid: b\nx: 1"),
    ("due: |+\n  soon\n\n \nx: 1", "due: |+\n  soon\n\n \nid: b\nx: 1"),
    ("title: |\n  Line\n   \nx: 1", "title: |\n  Line\n   \nid: b\nx: 1"),
    ("title: |\n  Line\n    \n\nx: 1", "title: |\n  Line\n    \n\nid: b\nx: 1"),
    ("title: >+\n  Line\n\nx: 1", "title: >+\n  Line\n\nid: b\nx: 1"),
    ("title: |-\n  Line\n   \nx: 1", "title: |-\n  Line\n   \nid: b\nx: 1"),
    ("title: |\n  Line\n\n  \nx: 1", "title: |\n  Line\nid: b\n\n  \nx: 1"),
    ("title: |2\n    \n  Line\n    \nx: 1", "title: |2\n    \n  Line\n    \nid: b\nx: 1"),
    ("title: |1\n   \n \nx: 1", "title: |1\n   \n \nid: b\nx: 1"),
    ("title: |+\n\n\nx: 1", "title: |+\n\n\nid: b\nx: 1"),
    ("title: |+\n  a\n\n # c\n\nx: 1", "title: |+\n  a\n\n # c\nid: b\n\nx: 1"),
    ("tags:\n  - >+\n    a\n\nx: 1", "tags:\n  - >+\n    a\n\nid: b\nx: 1"),
    ("tags:\n  - a\n   \nx: 1", "tags:\n  - a\nid: b\n   \nx: 1"),
    ("title: &t\n  |+\n  a\n\nx: *t", "title: &t\n  |+\n  a\n\nid: b\nx: *t"),
    ("x: |+\n  a\n\n", "x: |+\n  a\n\n\nid: b"),
  ])
  func aNewKeyFollowsTheWholeScalar(before: String, after: String) throws {
    var document = withHeader(before)
    try document.set("id", to: .text("b"))
    #expect(document == withHeader(after))
    try document.remove("id")
    #expect(document == withHeader(before))
  }

  @Test func keptBlankLinesAreRemovedWithTheScalar() throws {
    var document = withHeader("title: |+\n  a\n\n\nmood: >\n  b\n\n   \n\nx: 1")
    try document.set("title", to: .text("c"))
    #expect(document == withHeader("title: c\nmood: >\n  b\n\n   \n\nx: 1"))
    try document.remove("mood")
    #expect(document == withHeader("title: c\nx: 1"))
    // Blank lines that would join the scalar above are removed, too.
    document = withHeader("due: |+\n  a\nmood: b\n\n \nx: 1")
    try document.remove("mood")
    #expect(document == withHeader("due: |+\n  a\nx: 1"))
  }

  @Test(arguments: 0..<Effort.count(1)) func everyOtherValueStays(seed: Int) throws {
    var source = RandomDocuments(seed: UInt64(900 + seed))
    var changes = 0
    for _ in 0..<500 {
      let header = source.blocks()
      let newline = source.chance(20) ? "\r\n" : "\n"
      let text = "---\n\(header)\n---\nText\n".replacing("\n", with: newline)
      let before = TaskDocument(Array(text.utf8))
      guard before.isUnderstood, let old = values(before) else { continue }
      for key in Set(["priority", "mood", "id"] + old.keys).sorted() {
        let isThere = old[key] != nil
        let comment = Comment(rawValue: "\(key) in \(text.debugDescription)")
        var after = before
        try after.set(key, to: .text("high"))
        let new = try #require(values(after), comment)
        #expect(new[key] == "high", comment)
        #expect(new.filter { $0.key != key } == old.filter { $0.key != key }, comment)
        #expect(after.body == before.body)
        if isThere { after = before }
        try after.remove(key)
        #expect(isThere || after == before, comment)
        let rest = try #require(values(after), comment)
        #expect(["", nil].contains(rest[key]), comment)
        #expect(rest.filter { $0.key != key } == old.filter { $0.key != key }, comment)
        changes += 1
      }
    }
    #expect(changes > 1000)
  }

  /// The value of each key, read by another parser.
  private func values(_ document: TaskDocument) -> [String: String]? {
    guard let range = document.fences.header else { return nil }
    let text = String(decoding: document.bytes[range], as: UTF8.self)
    guard let node = try? Yams.compose(yaml: text) else { return document.isUnderstood ? [:] : nil }
    guard let pairs = node.mapping else { return node.string == "" ? [:] : nil }
    return Dictionary(
      pairs.map { key, value in
        (key.string ?? "?", value.string ?? value.sequence.map { "\($0.map(\.string))" } ?? "?")
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension RandomDocuments {
  /// A front matter with block scalars of all kinds.
  fileprivate mutating func blocks() -> String {
    let start = chance(10) ? pick([" ", "  "]) : ""
    let keys = ["title", "due", "assignee", "project", "note", "x", "y"].shuffled(using: &random)
    let entries = keys.prefix(Int.random(in: 1...4, using: &random)).map { key in
      start + key + ":" + value(below: start)
    }
    return entries.joined(separator: "\n")
  }

  private mutating func value(below start: String) -> String {
    switch Int.random(in: 0...9, using: &random) {
    case 0: return " word" + pick(["", "\n", "\n  \n# c", "\n\(start)  # deeper\n"])
    case 1:
      return "\n\(start)  - word\n\(start)  -" + block(below: start + "  ")
    case 2: return "\n\(start)  deep:" + block(below: start + "  ")
    default: return block(below: start)
    }
  }

  private mutating func block(below start: String) -> String {
    let depth = Int.random(in: 1...4, using: &random)
    let sign = chance(25) ? "\(depth)" : ""
    let chomping = pick(["", "+", "-"])
    var text = " " + pick(["|", ">"]) + pick([sign + chomping, chomping + sign])
    text += pick(["", "", " # c", " "])
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let indentation = start + String(repeating: " ", count: depth)
      text += "\n" + (chance(60) ? indentation + pick(["a", "b c", "# d", "  e", "- f"]) : blank())
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) { text += "\n" + blank() }
    return text + pick(["", "", "", "\n# c", "\n# c\n   "])
  }

  private mutating func blank() -> String {
    String(repeating: " ", count: Int.random(in: 0...6, using: &random))
  }
}
