import TaskFile
import Testing

/// Repairs of `memo check --fix` in front matter.
@Suite struct QuotesTests {
  @Test(arguments: [
    ("title: Fix: the bug", "title: \"Fix: the bug\"", "title", "Fix: the bug"),
    ("assignee: @kim", "assignee: \"@kim\"", "assignee", "@kim"),
    ("a: `x` \"y\" \\d", "a: \"`x` \\\"y\\\" \\\\d\"", "a", "`x` \"y\" \\d"),
    ("a: 100%: all", "a: \"100%: all\"", "a", "100%: all"),
    ("a: *b *c", "a: \"*b *c\"", "a", "*b *c"),
  ])
  func valuesAreQuoted(line: String, quoted: String, key: String, value: String) {
    for newline in ["\n", "\r\n"] {
      let text = "---\n# c\nx: 1 # y\n\(line)\nz: [a, b]\n---\nBody: @x\n".replacing(
        "\n", with: newline)
      let document = TaskDocument(text: text).withQuotes()
      #expect(document?.text == text.replacing(line, with: quoted))
      #expect(document?.value(of: key) == .text(value))
    }
  }

  /// Ambiguous values stay.
  @Test(arguments: [
    "title: \"a\" b", "a: b: c # d", "a: [b", "a: {b: c", "x: 1\nx: 2", "a: |b: c", "a: &b: c",
    "a: |\n  - @b\nc: [d", "a:\n  - @b # c", "a:\n  - \"b\" @c", "a:\n  b: - @c",
    "a:\n  - @b", "title: fine", "a: b\n  c: d: e", "- a", "a: !b: c\"",
  ])
  func ambiguousValuesStay(lines: String) {
    #expect(TaskDocument(text: "---\n\(lines)\n---\n").withQuotes() == nil)
  }

  @Test func tomlBecomesYAML() throws {
    let text = """
      +++
      title = "Buy: \\"milk\\""
      date = 2026-01-02
      draft = true
      tags = [ 'home', "1",
        "c#" ]
      weights = [1, 2.5]
      due = "2026-12-01"
      +++
      Text

      """
    let yaml = """
      ---
      title: "Buy: \\"milk\\""
      date: 2026-01-02
      draft: true
      tags: [home, "1", "c#"]
      weights: [1, 2.5]
      due: 2026-12-01
      ---
      Text

      """
    for newline in ["\n", "\r\n"] {
      let document = TaskDocument(text: text.replacing("\n", with: newline)).inYAML()
      #expect(document?.text == yaml.replacing("\n", with: newline))
    }
    #expect(TaskDocument(text: yaml).inYAML() == nil)
  }

  @Test func jsonBecomesYAML() {
    let text = """
      {
        "title": "Paint", "draft": false, "weight": 1.5, "none": null, "tags": ["a, b", "c"],
        "deep": {"a b": [1, {"c": "true"}]}
      }

      Text
      """
    let yaml = """
      ---
      title: Paint
      draft: false
      weight: 1.5
      none: null
      tags: ["a, b", c]
      deep: {a b: [1, {c: "true"}]}
      ---

      Text
      """
    #expect(TaskDocument(text: text).inYAML()?.text == yaml)
  }

  @Test(arguments: [
    "+++\n[params]\na = 1\n+++\n", "+++\na.b = 1\n+++\n",
    "+++\n# a\na = 1\n+++\n", "+++\na = 1 # b\n+++\n", "+++\na = 1\na = 2\n+++\n",
    "+++\nstatus = \"done\"\n+++\n", "+++\nthis is none\n+++\n", "+++\n\"a b\" = 1\n+++\n",
    "{\"status\": \"done\"}\n", "+++\ntitle = \"a\"\n",
  ])
  func valuesThatWouldBeLostStay(text: String) {
    #expect(TaskDocument(text: text).inYAML() == nil)
  }
}
