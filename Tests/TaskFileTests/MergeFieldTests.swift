@testable import TaskFile
import Testing

@Suite struct MergeFieldTests {
  private func file(_ header: String, _ body: String = "\nText\n") -> String {
    "---\n\(header)\n---\n\(body)"
  }

  private func note(_ text: String, by author: String = "Kim, 2026-11-20 10:12") -> String {
    "> [!CONFLICT] \(text) — \(author)"
  }

  private let ada = "Ada, 2026-11-20 03:00"

  @Test func differentFieldsAreBothTaken() {
    expectMerge(
      file("title: Buy milk\ndeadline: 2026-12-01"),
      kim: file("title: Buy oat milk\ndeadline: 2026-12-01"),
      ada: file("title: Buy milk\ndeadline: 2026-12-05"),
      is: file("title: Buy oat milk\ndeadline: 2026-12-05"))
  }

  @Test func theNewerOfTwoValuesWins() {
    let lost = note("deadline: 2026-12-05")
    expectMerge(
      file("title: a\ndeadline: 2026-12-01"), kim: file("title: a\ndeadline: 2026-12-05"),
      ada: file("title: a\ndeadline: 2026-12-09"),
      is: file("title: a\ndeadline: 2026-12-09", "\nText\n\n\(lost)\n"), notes: [lost])
    expectMerge(
      file("title: a", ""), kim: file("title: b", ""), ada: file("title: c", ""),
      is: file("title: c", "\n\(note("title: b"))\n"), notes: [note("title: b")])
  }

  @Test func theNewerOfTwoPlacesInAnOrderByHandWinsWithoutANote() {
    expectMerge(
      file("title: a\nrank: cm"), kim: file("title: a\nrank: bt"),
      ada: file("title: a\nrank: x"), is: file("title: a\nrank: x"))
    expectMerge(
      file("title: a"), kim: file("title: a\nrank: 10"), ada: file("title: a\nrank: 9"),
      is: file("title: a\nrank: 9"))
    expectMerge(
      file("title: a\nrank: cm"), kim: file("title: a\nrank: bt"), ada: file("title: a"),
      is: file("title: a\nrank: bt"))
    let lost = note("rank: Major General")
    expectMerge(
      file("title: a"), kim: file("title: a\nrank: Major General"), ada: file("title: a\nrank: x"),
      is: file("title: a\nrank: x", "\nText\n\n\(lost)\n"), notes: [lost])
  }

  @Test func theSameValueIsNoConflict() {
    expectMerge(
      file("title: a\npriority: low"), kim: file("title: a\npriority: high\nmood: x"),
      ada: file("title: a\npriority: 'high'\nlayout: y"),
      is: file("title: a\npriority: 'high'\nmood: x\nlayout: y"))
  }

  @Test func aChangeWinsOverARemoval() {
    let gone = note("deadline: (removed)")
    expectMerge(
      file("title: a\ndeadline: 2026-12-01\nmood: b"), kim: file("title: a\nmood: b"),
      ada: file("title: a\ndeadline: 2026-12-05\nmood: b"),
      is: file("title: a\ndeadline: 2026-12-05\nmood: b", "\nText\n\n\(gone)\n"), notes: [gone])
    let goneLater = note("deadline: (removed)", by: ada)
    expectMerge(
      file("title: a\ndeadline: 2026-12-01\nmood: b"),
      kim: file("title: a\ndeadline: 2026-12-05\nmood: b"), ada: file("title: a\nmood: b"),
      is: file("title: a\ndeadline: 2026-12-05\nmood: b", "\nText\n\n\(goneLater)\n"),
      notes: [goneLater])
    expectMerge(
      file("title: a\ndeadline: 2026-12-01\nmood: b"), kim: file("title: a\nmood: c"),
      ada: file("title: x\ndeadline: 2026-12-01\nmood: b"), is: file("title: x\nmood: c"))
  }

  @Test func listsAreMergedAsSets() {
    expectMerge(
      file("tags: [home]"), kim: file("tags: [home, a]"), ada: file("tags: [home, b]"),
      is: file("tags: [home, b, a]"))
    expectMerge(
      file("tags: [home, x, w]"), kim: file("tags: [home, w, a]"), ada: file("tags: [x, b] # why"),
      is: file("tags: [b, a] # why"))
    expectMerge(
      file("tags:\n  - home # one\n  - x"), kim: file("tags:\n  - home # one\n  - x\n  - a"),
      ada: file("tags:\n  - home # one\n  - b"), is: file("tags:\n  - home # one\n  - b\n  - a"))
    expectMerge(
      file("aliases: [a]"), kim: file("aliases: [a, b]"), ada: file("aliases: [a, 'c d']"),
      is: file("aliases: [a, 'c d', b]"))
    expectMerge(
      file("tags: home"), kim: file("tags: [home, a]"), ada: file("tags: b"),
      is: file("tags: [b, a]"))
    for (kim, ada) in [("[]", "'  -a, b'"), ("'  -a, b'", "[]")] {
      expectMerge(
        file("tags: [x]"), kim: file("tags: \(kim)"), ada: file("tags: \(ada)"),
        is: file("tags: '  -a, b'"))
    }
    expectMerge(
      file("title: a"), kim: file("title: a\ntags: [x]"), ada: file("title: a\ntags: [w]"),
      is: file("title: a\ntags: [w, x]"))
    expectMerge(
      file("title: a\ntags: [x]"), kim: file("title: a"), ada: file("title: a\ntags: [x, w]"),
      is: file("title: a\ntags: [w]"))
  }

  @Test func listItemsKeepTheirForm() {
    expectMerge(
      file("tags: [2024, c#, \"a b\"] # why"), kim: file("tags: [2024, c#, \"a b\", x] # why"),
      ada: file("tags: [2024, \"a b\"] # why"), is: file("tags: [2024, \"a b\", x] # why"))
    expectMerge(
      file("tags: [2024, c#]"), kim: file("tags: [2024, c#, 2026-04-25, 'x y']"),
      ada: file("tags: [2024, c#, \"3\"]"),
      is: file("tags: [2024, c#, \"3\", 2026-04-25, 'x y']"))
    expectMerge(
      file("tags:\n- a, b # one\n- 1"), kim: file("tags:\n- a, b # one\n- 1\n- 'c'"),
      ada: file("tags: [2.0, \"a, b\"]"), is: file("tags: [2.0, \"a, b\", 'c']"))
    expectMerge(
      file("tags: [\n  a, # one\n  2 # two\n]"),
      kim: file("tags: [\n  a, # one\n  2, # two\n  3\n]"),
      ada: file("tags: [\n  2, # two\n  b\n]"), is: file("tags: [\n  2, # two\n  b,\n  3\n]"))
  }

  @Test func commentsAndLayoutOfBothAreKept() {
    expectMerge(
      file("# mine\ntitle: a\n\nmood: \"b\"\nx: 1"),
      kim: file("# mine\ntitle: 'a' # quoted\n\n# about moods\nmood: \"b\"\nx: 1\ny: 2"),
      ada: file("# ours\ntitle: b\n\nmood: \"c\" # sad\nz: 3\nx: 1"),
      is: file("# ours\ntitle: 'b' # quoted\n\n# about moods\nmood: \"c\" # sad\nz: 3\nx: 1\ny: 2"))
  }

  @Test func theOrderOfKeysFollowsTheSideThatChangedIt() {
    expectMerge(
      file("title: a\nmood: b\nx: 1"), kim: file("x: 1\ntitle: a\nmood: b"),
      ada: file("title: a\nmood: c\nx: 1"), is: file("x: 1\ntitle: a\nmood: c"))
  }

  /// Two names of one field in a file are a problem, but no value is lost.
  @Test func dueBesideADeadlineIsKept() {
    let both = "due: 2026-12-05\ndeadline: 2026-12-07"
    expectMerge(
      file("due: 2026-12-05"), kim: file(both), ada: file("due: 2026-12-05", "New\n"),
      is: file(both, "New\n"))
    let merge = merge(
      nil, kim: TaskVersion(file(both)), ada: TaskVersion(file("title: a")))
    #expect(merge.isMereText && merge.task?.text == file("title: a"))
    #expect(merge.second == TaskVersion(file(both), at: "todo/task-2.md"))
  }

  @Test func dueIsTheDeadline() {
    let lost = note("deadline: 2026-12-05")
    expectMerge(
      file("due: 2026-12-01"), kim: file("due: 2026-12-05"), ada: file("deadline: 2026-12-09"),
      is: file("deadline: 2026-12-09", "\nText\n\n\(lost)\n"), notes: [lost])
  }

  @Test func valuesOfEveryKindAreKeptInNotes() {
    let lost = note("note: 3 lines") + "\n> one\n>\n> two"
    expectMerge(
      file("note: a"), kim: file("note: |-\n  one\n\n  two"), ada: file("note: b"),
      is: file("note: b", "\nText\n\n\(lost)\n"), notes: [lost])
    for (yaml, written) in [
      ("''", "\"\""), ("' x'", "\" x\""), ("'3 lines'", "\"3 lines\""),
      ("[a, 'b, c']", "[a, \"b, c\"]"),
      ("'(removed)'", "\"(removed)\""), ("'[a'", "\"[a\""), ("a — b", "a — b"), ("'a: b'", "a: b"),
      ("{a: 1}", "{a: 1}"),
    ] {
      let lost = note("note: \(written)")
      expectMerge(
        file("note: a"), kim: file("note: \(yaml)"), ada: file("note: b"),
        is: file("note: b", "\nText\n\n\(lost)\n"), notes: [lost])
    }
    let quoted = note("\"body\": b") + "\n" + note("\"a b\": 2")
    expectMerge(
      file("body: a\na b: 1"), kim: file("body: b\na b: 2"), ada: file("body: c\na b: 3"),
      is: file("body: c\na b: 3", "\nText\n\n\(quoted)\n"),
      notes: quoted.split(separator: "\n").map(String.init))
  }

  @Test func aliasesOfYAMLAreMerged() {
    expectMerge(
      file("title: &t a\nx: b\ny: b"), kim: file("title: &t a\nx: *t\ny: b"),
      ada: file("title: z\nx: b\ny: c"), is: file("title: z\nx: a\ny: c"))
  }

  @Test func aFrontMatterOfOneSideOnlyIsTaken() {
    expectMerge(
      "Text\n", kim: file("title: a", "Text\n"), ada: "Text\nmore\n",
      is: file("title: a", "Text\nmore\n"))
    expectMerge(nil, kim: file("title: a", "Text\n"), ada: "Text\n", is: file("title: a", "Text\n"))
  }

  @Test func aTaskMayBeAddedOnBothSides() {
    let lost = note("title: a")
    expectMerge(
      nil, kim: file("title: a\ntags: [x]", "\none\n"), ada: file("title: b\nmood: c", "\ntwo\n"),
      is: file("title: b\ntags: [x]\nmood: c", "\none\n\ntwo\n\n\(lost)\n"), notes: [lost])
  }
}

/// Fields with rules of their own, in the order of the manual's table.
@Suite struct MergeMeaningTests {
  private func file(_ header: String, note: String? = nil) -> String {
    "---\ntitle: a\n\(header)\n---\n" + (note.map { "\n\($0)\n" } ?? "")
  }

  private func note(_ text: String) -> String { "> [!CONFLICT] \(text) — Kim, 2026-11-20 10:12" }

  @Test(arguments: ["wait", "until"]) func theNewerOfTwoDatesWins(key: String) {
    let lost = note("\(key): 2026-12-05")
    expectMerge(
      file("\(key): 2026-12-01"), kim: file("\(key): 2026-12-05"), ada: file("\(key): 2026-12-09"),
      is: file("\(key): 2026-12-09", note: lost), notes: [lost])
  }

  @Test func theNewerOfTwoRulesWins() {
    let lost = note("every: 2 weeks")
    expectMerge(
      file("every: week"), kim: file("every: 2 weeks"), ada: file("every: mon, thu"),
      is: file("every: mon, thu", note: lost), notes: [lost])
    let ended = note("every: (removed)")
    expectMerge(
      file("every: week\nmood: b"), kim: file("mood: b"), ada: file("every: month\nmood: b"),
      is: file("every: month\nmood: b", note: ended), notes: [ended])
  }

  @Test func dependenciesAreASet() {
    expectMerge(
      file("after: [bbbbbbbbbb]"), kim: file("after: [bbbbbbbbbb, cccccccccc]"),
      ada: file("after: [dddddddddd]"), is: file("after: [dddddddddd, cccccccccc]"))
    expectMerge(
      file("mood: b"), kim: file("mood: b\nafter: cccccccccc"),
      ada: file("mood: b\nafter: dddddddddd"),
      is: file("mood: b\nafter: [dddddddddd, cccccccccc]"))
    expectMerge(
      file("after: bbbbbbbbbb\nmood: b"), kim: file("mood: b"),
      ada: file("after: [bbbbbbbbbb, cccccccccc]\nmood: b"),
      is: file("after: [cccccccccc]\nmood: b"))
  }

  @Test func peopleAreASetWhereOneSideHasSeveral() {
    expectMerge(
      file("assignee: ann"), kim: file("assignee: [ann, ben]"), ada: file("assignee: [ann, cho]"),
      is: file("assignee: [ann, cho, ben]"))
    expectMerge(
      file("assignee: ann"), kim: file("assignee: [ann, ben]"), ada: file("assignee: cho"),
      is: file("assignee: [cho, ben]"))
    // Both replaced one person, so only one of them can be meant.
    let lost = note("assignee: ben")
    expectMerge(
      file("assignee: ann"), kim: file("assignee: ben"), ada: file("assignee: cho"),
      is: file("assignee: cho", note: lost), notes: [lost])
  }
}
