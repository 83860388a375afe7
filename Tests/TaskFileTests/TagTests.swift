import TaskFile
import Testing

@Suite struct TagTests {
  @Test(arguments: [
    ("[2024, c#, \"a b\", 2026-04-25]", "[2024, c#, \"a b\", 2026-04-25, new]"),
    ("[a,b]  # why", "[a,b,new]  # why"), ("[ a ]", "[ a, new ]"), ("[a,]", "[a, new,]"),
    ("[a, b, ]", "[a, b, new, ]"), ("['it''s, x', \"y\\\"]\"]", "['it''s, x', \"y\\\"]\", new]"),
    ("[a, # first\n  b # second\n  ]", "[a, # first\n  b, new # second\n  ]"),
    ("[\n  a,\n\n  b, # two\n  # end\n]", "[\n  a,\n\n  b, new, # two\n  # end\n]"),
    ("[a,\n  b,\n]", "[a,\n  b,\n  new,\n]"),
    ("[a,\n       b]", "[a,\n       b,\n       new]"), ("[a, b # c\n]", "[a, b, new # c\n]"),
    ("[\n  a, b\n]", "[\n  a, b, new\n]"), ("\n  [a]", "\n  [a, new]"),
    ("&t [&x a, *x, !!str 1]", "&t [&x a, *x, !!str 1, new]"),
    ("\n- a\n- b # two", "\n- a\n- b # two\n- new"),
    (
      "# why\n    -   2024\n\n    # mine\n    -   'x'",
      "# why\n    -   2024\n\n    # mine\n    -   'x'\n    -   new"
    ),
    ("\n  - a\n    b\n  - |\n    c\n  # end", "\n  - a\n    b\n  - |\n    c\n  - new\n  # end"),
    ("home, work", "home, work, new"), ("'#home, #work' # c", "'#home, #work, new' # c"),
    ("[\"#home\"]", "[\"#home\", new]"),
  ])
  func addingAndRemovingATagRestoresTheText(before: String, after: String) throws {
    for newline in ["\n", "\r\n"] {
      func file(_ tags: String) -> String {
        let space = tags.isEmpty || tags.hasPrefix("\n") ? "" : " "
        return "---\nx: 1\ntags:\(space)\(tags)\n# about y\ny: t\nid: a\n---\nText\n"
          .replacing("\n", with: newline)
      }
      var document = TaskDocument(text: file(before))
      try document.addTag("new")
      #expect(document.text == file(after))
      try document.addTag("new")
      #expect(document.text == file(after))
      try document.removeTag("new")
      #expect(document.text == file(before))
    }
  }

  @Test(arguments: [
    ("[a, x, b]", "[a, b]"), ("[x, a]", "[a]"), ("[ x,a ]", "[ a ]"), ("[a, x]", "[a]"),
    ("[a, x,]", "[a,]"), ("[x, x, a, x]", "[a]"), ("['x', a] # c", "[a] # c"),
    ("[a, # one\n  x, # two\n  b # three\n]", "[a, # one\n   # two\n  b # three\n]"),
    ("[\n  a, # one\n  x # two\n]", "[\n  a, # one\n   # two\n]"),
    ("[\n  x, # one\n  a # two\n]", "[\n   # one\n  a # two\n]"),
    ("[\n  a, x,\n  b\n]", "[\n  a,\n  b\n]"), ("[\n  x, a,\n  b\n]", "[\n  a,\n  b\n]"),
    ("[\n  a,\n  x]", "[\n  a]"), ("[x,\n a]", "[a]"),
    ("\n- a\n- x # why\n- b", "\n- a\n- b"), ("\n  # c\n  - x\n\n  - a", "\n  # c\n\n  - a"),
    ("\n  - x\n  # c", "[]\n  # c"), ("\n  - >-\n    x\n  - a", "\n  - a"), ("\n  - x", "[]"),
    ("# why\n  # c\n  - x", "[] # why\n  # c"),
    ("|\n  home\n  x, a", "[home, a]"),
    ("home, x, work", "home, work"), ("home,x", "home"), ("x, home", "home"),
    ("'#x, #home'", "'#home'"), ("[\"#x\", a]", "[a]"),
  ])
  func aTagIsRemoved(before: String, after: String) throws {
    func file(_ tags: String) -> String {
      "---\ntags:\(tags.isEmpty || tags.hasPrefix("\n") ? "" : " ")\(tags)\nid: a\n---\n"
    }
    var document = TaskDocument(text: file(before))
    try document.removeTag("x")
    #expect(document.text == file(after))
    try document.removeTag("x")
    #expect(document.text == file(after))
  }

  /// Without the last tag, an empty list stays.
  @Test(arguments: [
    ("mood: c", "tags: [new]\nmood: c", "tags: []\nmood: c"),
    ("tags: []", "tags: [new]", "tags: []"), ("tags:", "tags: [new]", "tags: []"),
    ("tags: [ ] # c", "tags: [new ] # c", "tags: [ ] # c"),
    ("tags: ~ # c", "tags: [new] # c", "tags: [] # c"), ("tags: \"\"", "tags: [new]", "tags: []"),
    ("tags: [\n  # none\n]", "tags: [new\n  # none\n]", "tags: [\n  # none\n]"),
  ])
  func theFirstAndTheLastTagAreRemoved(before: String, after: String, end: String) throws {
    var document = withHeader("id: b\n\(before)")
    try document.addTag("new")
    #expect(document == withHeader("id: b\n\(after)"))
    try document.removeTag("new")
    #expect(document == withHeader("id: b\n\(end)"))
  }

  @Test(arguments: [
    ("home # why", "[] # why"), ("[home] # why", "[] # why"), ("[home,]", "[]"),
    (">\n  home", "[]"),
  ])
  func theOnlyTagIsRemoved(before: String, after: String) throws {
    var document = withHeader("tags: \(before)\nx: 1")
    try document.removeTag("home")
    #expect(document == withHeader("tags: \(after)\nx: 1"))
  }

  @Test(arguments: [
    ("home # why", "[home, \"a, b\"] # why"), ("'#home'", "['#home', \"a, b\"]"),
    ("|\n  home\n  #work", "[home, \"#work\", \"a, b\"]"), ("home, work", "[home, work, \"a, b\"]"),
  ])
  func aTextBecomesAList(before: String, after: String) throws {
    var document = withHeader("tags: \(before)\nx: 1")
    try document.addTag("a, b")
    #expect(document == withHeader("tags: \(after)\nx: 1"))
  }

  @Test func aSharedListIsWrittenOut() throws {
    var document = withHeader("b: &t [a]\ntags: *t # why")
    try document.addTag("new")
    #expect(document == withHeader("b: &t [a]\ntags: [a, new] # why"))
  }

  @Test(arguments: [
    "tags: {a: 1}", "{tags: [a, b], x: [c", "? tags\n: [a]", "tags: &t [a]\nb: *t",
    "tags: [a, {b: c}]", "tags:\n  - a: 1\n  - b",
  ])
  func tagsThatCannotBeChangedAloneAreLeftAlone(header: String) {
    let before = withHeader(header)
    var document = before
    #expect(throws: Problem.self) { try document.addTag("new") }
    #expect(document == before)
  }

  @Test(arguments: [
    ("home, work", ["home", "work"]), ("'#home'", ["home"]), ("home", ["home"]), ("''", []),
    ("[\"#home\", c#, '#', \"##\", home]", ["home", "c#", "#", "##"]), ("home work", ["home work"]),
    ("a,b, ,", ["a", "b"]),
  ])
  func tagsOfOtherToolsAreRead(yaml: String, tags: [String]) {
    #expect(withHeader("tags: \(yaml)").item.tags == tags)
  }
}
