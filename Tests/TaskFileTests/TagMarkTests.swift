@testable import TaskFile
import Testing

/// Whoever adds a tag and takes it out again has the file as it was.
@Suite struct TagMarkTests {
  @Test(arguments: [
    // A key that stands where memo would have put it, and its name in the store.
    ("title: a\nid: b", "title: a\nid: b\ntags: [new]", "title: a\nid: b\nlabels: [new]"),
    ("id: b\ntags: []", "id: b\ntags: [ new ]", "id: b\ntags: [new]"),
    ("id: b\nlabels: []", "id: b\ntags: [new]\nlabels: []", "id: b\nlabels: [ new ]"),
    ("tags: []\nid: b", "tags: [new]\nid: b", "tags: [new]\nid: b"),
    ("labels: []\nid: b", "labels: []\nid: b\ntags: [new]", "labels: [new]\nid: b"),
    ("id: b\ntopics: []", "id: b\ntags: [new]\ntopics: []", "id: b\ntopics: [new]"),
    ("tags:\nid: b", "tags:\n  - new\nid: b", "tags:\n  - new\nid: b"),
    ("tags: home\nid: b", "tags: [home, new ]\nid: b", "tags: [home, new ]\nid: b"),
    ("tags: [home]\nid: b", "tags: [home, new]\nid: b", "tags: [home, new]\nid: b"),
    (
      "tags: \"home\" # c\nid: b", "tags: [\"home\", new ] # c\nid: b",
      "tags: [\"home\", new ] # c\nid: b"
    ),
    ("tags: '#home'\nid: b", "tags: ['#home', new ]\nid: b", "tags: ['#home', new ]\nid: b"),
    ("tags: \"\"\nid: b", "tags: \"new\"\nid: b", "tags: \"new\"\nid: b"),
    ("tags: ' a'\nid: b", "tags: [' a', new ]\nid: b", "tags: [' a', new ]\nid: b"),
    ("tags: \" \"\nid: b", "tags: [\" \", new ]\nid: b", "tags: [\" \", new ]\nid: b"),
    ("tags: ~\nid: b", "tags: [  new]\nid: b", "tags: [  new]\nid: b"),
    ("tags: null # c\nid: b", "tags: [   new] # c\nid: b", "tags: [   new] # c\nid: b"),
    ("labels: Null\nid: b", "labels: Null\nid: b\ntags: [new]", "labels: [    new]\nid: b"),
    ("tags: NULL\nid: b", "tags: [     new]\nid: b", "tags: [     new]\nid: b"),
    ("tags: [home ]\nid: b", "tags: [home, new  ]\nid: b", "tags: [home, new  ]\nid: b"),
    ("tags: [ home ]\nid: b", "tags: [ home, new ]\nid: b", "tags: [ home, new ]\nid: b"),
  ])
  func whatATagWasAddedToCanBeTold(before: String, plain: String, aliased: String) throws {
    for (aliases, after) in [(nil, plain), (Self.aliases, aliased)] {
      for newline in ["\n", "\r\n"] {
        func file(_ header: String) -> [UInt8] {
          Array("---\n\(header)\nx: 1\n---\nText\n".replacing("\n", with: newline).utf8)
        }
        var document = TaskDocument(file(before), aliases)
        try document.addTag("new")
        #expect(document.text == TaskDocument(file(after)).text)
        try document.removeTag("new")
        #expect(document.text == TaskDocument(file(before)).text)
      }
    }
  }

  /// Nothing would tell of a text over several lines, so it stays, and its tags are read.
  @Test(arguments: ["|\n  home\n  work\n", ">-\n  home,\n  #work\n", "\n  home,\n  work\n"])
  func aTextOverSeveralLinesIsRefused(value: String) {
    var document = TaskDocument(
      Array("---\nid: b\ntags: \(value)x: 1\n---\n".utf8), nil)
    let before = document
    #expect(document.item.tags == ["home", "work"])
    let refusal = Problem(
      line: 3, column: 1,
      message: "'tags' is written in a way that memo can't change tag by tag",
      hint: "make it a list, as [home, work], or set all tags, as tags=home,work")
    #expect(throws: refusal) { try document.addTag("new") }
    #expect(throws: refusal) { try document.removeTag("home") }
    #expect(document == before)
  }

  @Test(arguments: [
    ("{tags: null, a: b}", "{tags: [   new], a: b}"),
    ("{tags: , a: b}", "{tags: [      new], a: b}"),
    ("{\"tags\": null}", "{\"tags\": [   \"new\"]}"),
  ])
  func nothingBetweenBracesComesBack(before: String, after: String) throws {
    var document = TaskDocument(Array("---\n\(before)\n---\n".utf8), nil)
    try document.addTag("new")
    #expect(document.text == "---\n\(after)\n---\n")
    try document.removeTag("new")
    #expect(document.text == "---\n\(before)\n---\n")
  }

  /// The same for what random files say, with as many tags, and in any order.
  @Test func tagsThatGoAgainLeaveNothing() throws {
    var random = SeededTags(seed: 3)
    var changes = 0
    for _ in 0..<3000 {
      let header = random.header()
      let aliases = random.chance(50) ? Self.aliases : nil
      let before = TaskDocument(Array("---\n\(header)\n---\nText\n".utf8), aliases)
      guard before.isUnderstood else { continue }
      var after = before
      var states = [before]
      let new = ["n1", "n2", "n3"].prefix(random.number(below: 3) + 1)
      for tag in new {
        try after.addTag(tag)
        states.append(after)
      }
      #expect(Set(after.item(fileName: "").tags).isSuperset(of: new))
      for tag in new.reversed() {
        states.removeLast()
        try after.removeTag(tag)
        #expect(after == states.last, "\(header.debugDescription)")
      }
      changes += 1
    }
    #expect(changes > 2000)
  }

  private static let aliases = FieldAliases(keys: ["tags": ["labels", "topics"]], words: [:])
}

private struct SeededTags {
  private var source: RandomDocuments

  init(seed: UInt64) { source = RandomDocuments(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { source.chance(percent) }

  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &source.random) }

  /// Some keys, and tags among them, by one name or another or not at all.
  mutating func header() -> String {
    let name = source.pick(["tags", "labels", "topics"])
    let value = source.pick(Self.values)
    let tags = "\(name):\(value.isEmpty || value.hasPrefix("\n") ? "" : " ")\(value)"
    var lines = ["title: t", "id: abc", "mood: c", "due: 2026-12-01"].filter { _ in chance(60) }
    if chance(80) { lines.insert(tags, at: number(below: lines.count + 1)) }
    let header = lines.isEmpty ? "mood: d" : lines.joined(separator: "\n")
    return chance(10) ? header.replacing("\n", with: "\r\n") : header
  }

  private static let values = [
    "", "[]", "[ ]", "[  ]", "[a]", "[ a ]", "[a ]", "[a  ]", "[ a]", "[a, b]", "[a,b]",
    "[ a, b ]", "[a, b ]", "[a,]", "[a, ]", "[a, b, ]", "[] # c", "[a ] # c", "a", "'a'", "\"a\"",
    "\"a b\"", "a # c", "a, b", "'#a, b'", "''", "\"\"", "\n  - a", "\n- a\n- b", "[\n  a\n]",
    "[\n]", "&t [a ]", "[\"a\" ]", "['a', b ]", "#a", "~", "null", "NULL # c", "[  a]",
    "' a'", "'a ' # c", "\"#a \"", "\"\\ta\"", "' '", "[' a']", "[' ', a]", "' a, b'",
  ]
}
