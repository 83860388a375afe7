import TaskFile
import Testing

@Suite struct TitleTests {
  private static let titles: [(String, String)] = [
    ("\n## \nfirst words\n\n# A heading\n# Another", "first words"),
    ("\n# A *heading* \n# Another", "A heading"),
    ("\n\n first words \nmore", "first words"),
    ("#hashtag is no heading\n####### nor is this", "#hashtag is no heading"),
    ("```sh\n# a comment\n```\n## The heading ##", "The heading"),
    ("~~~\n<!--\n~~~\nText", "Text"),
    ("```\ncode\n```", "the-file"),
    ("    code()\n\tmore()\n\nAfter", "After"), ("    # code", "the-file"),
    ("![a](b.png)\n      and its caption", "and its caption"),
    ("   three are none", "three are none"),
    ("*Updates* from **Rust** Community\n\n## Official", "Updates from Rust Community"),
    ("***both*** ~~gone~~ ~x", "both gone ~x"), ("`*code*` *a", "*code* *a"),
    ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
    ("Fish &amp; chips \\* 2", "Fish & chips * 2"),
    ("Title here\n==========\ntext", "Title here"), ("One\ntwo\n---\n", "One two"),
    ("---\n* * *\n___\nText\n---", "Text"),
    ("- [ ] first item\n- second", "first item"),
    ("> 1. [x] __done__ it", "done it"), ("[x] done: it", "[x] done: it"),
    ("+ one", "one"), ("2) two", "two"), ("2026 was good", "2026 was good"),
    ("1.5 l of it", "1.5 l of it"), ("- \n-\n- a", "a"), ("- # One", "One"),
    ("# Title {#anchor}\n", "Title"), ("# A {b}", "A {b}"), ("A {#b}\n===", "A"),
    ("# <a name=\"x\"></a>Title<br>", "Title"),
    ("<p align=center>\n<img src=x>\nText in HTML\n</p>\n\nAfter", "After"),
    ("<h1 align=\"center\">Name</h1>\n\nAfter", "After"),
    ("<!-- one\ntwo -->\n\n<!-- three -->\nAfter <!-- four -->\n", "After"),
    ("<script>\n\nx = 1\n</script>\nAfter", "After"),
    ("<b>Bold</b> words", "Bold words"), ("1 < 2 > 0", "1 < 2 > 0"),
    ("![logo](a(1).png)\n[![ci](c.svg)](https://ci) [![x][y]][z]\n\n[y]: a\n[z]: b\n\nOne", "One"),
    ("# ![logo](a.png) Name", "Name"), ("One ![a](b.png) two<br/> three", "One two three"),
    ("[text](a.md) and more", "text and more"), ("see [this][a]\n\n[a]: b", "see this"),
    ("[a]: https://example.org 'A'\n[//]: # (a note)\n[b]: <c d>\nAfter", "After"),
    ("<https://example.org>", "the-file"), ("https://example.org/a\nAfter", "After"),
    ("# https://example.org\n\nAfter https://example.org", "After https://example.org"),
    ("<you@example.org>\n", "you@example.org"),
    ("# ???", "???"), ("...\n===", "..."), ("🎉", "🎉"), ("- 7", "7"), ("¿", "¿"),
    ("\u{200B}\n\u{FEFF}\u{200D}\n# \u{2060}\nAfter", "After"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("| Name | Value |\n|------|:----:|\n| a | b |\n\nAfter", "After"),
    ("Name | Value\n--- | ---\na | b\nc\n\n# After", "After"),
    ("> | a | b |\n> |---|---|\n> | c | d |\n>\n> After", "After"),
    ("| a | b |\nand more", "| a | b |"), ("a | b\n---", "a | b"),
    ("> [!CONFLICT] title: A — Kim, 2026-11-20 10:12\nAfter\n", "After"),
    (" \n\t\r\n", "the-file"),
    ("", "the-file"),
  ]

  @Test(arguments: titles)
  func aMissingTitleIsTheFirstVisibleLine(body: String, title: String) {
    expect(title, of: body)
  }

  private static let withoutNotation: [(String, String)] = [
    // Logseq.
    ("- LATER [[Garden]]: water the #roses\n\t- each day", "LATER Garden: water the #roses"),
    ("- {{embed ((63f1c8a2-1111-4222-8333-444455556666))}}\n- Text", "Text"),
    ("- [[Garden]]\n- Text", "Garden"), ("- [[Garden/Tools|My tools]] here", "My tools here"),
    ("- ![roses](../assets/a.png)\n- Text", "Text"), ("-\n- ```sh\n  ls\n  ```\n- Text", "Text"),
    ("title:: One two\ntype:: [[Feature]]\n\n- A block", "title:: One two"),
    ("- A block\n  collapsed:: true", "A block"),
    ("- ((63f1c8a2-1111-4222-8333-444455556666))\n- Text", "Text"),
    ("- max((a), (b)) is wrong", "max((a), (b)) is wrong"),
    ("- #+BEGIN_QUOTE\n  Text\n  #+END_QUOTE", "Text"),
    // Obsidian.
    ("[[Page]]\n", "Page"), ("# See [[Page#Part|the part]]\n", "See the part"),
    ("#inbox #book/read\n\n# Text\n", "Text"), ("#1 is it", "#1 is it"),
    ("![[b.png]]\n![[c.pdf#page=2]] Name", "Name"), ("Text ^a1b2c3\n", "Text ^a1b2c3"),
    ("> [!NOTE]\n> Useful to know", "Useful to know"),
    ("[!NOTE] in no quote", "[!NOTE] in no quote"), ("> [!x y]", "[!x y]"),
    ("%% a note %%\nAfter", "%% a note %%"),
    // Templater, Hugo, Liquid.
    ("<% tp.file.title %>\n\nText", "Text"), ("{{< toc >}}\n{{% notice note %}}\nText", "Text"),
    ("{% raw %}\nAfter", "After"),
    ("# Made by {{< param name >}} for you", "Made by for you"), ("{{ page.title }}", "the-file"),
    ("{{< is no end", "{{< is no end"), ("`{{< toc >}}` is one", "{{< toc >}} is one"),
    // MDX.
    ("import A from './a.js'\n\n# After", "import A from './a.js'"),
    ("<Intro>\n\nWhat it is about\n\n</Intro>\n", "What it is about"),
    ("<Intro>\nAll of it is HTML\n</Intro>\n\nAfter", "After"),
    ("<Tabs value=\"a\">\n\nAfter", "After"), ("Use <Button /> here", "Use here"),
  ]

  /// Notation of other programs.
  @Test(arguments: withoutNotation)
  func notationOfOtherProgramsIsNoTitle(body: String, title: String) {
    expect(title, of: body)
  }

  private func expect(_ title: String, of body: String) {
    #expect(TaskDocument(text: withoutFence(body)).item.title == title)
    for newline in ["\n", "\r\n"] {
      let body = body.replacing("\n", with: newline)
      #expect(withHeader("status: todo", body: body).item.title == title)
      #expect(withHeader("title: ' '", body: body).item.title == title)
    }
  }

  /// The title is found only in the beginning of a text.
  @Test func onlyTheBeginningIsRead() {
    func title(below count: Int) -> String {
      let lines = Array(repeating: "<img src=\"a.png\">", count: count).joined(separator: "\n")
      return TaskDocument(text: "\(lines)\n\n# Name\n\nText\n").item.title
    }
    #expect(title(below: 90) == "Name" && title(below: 1_000) == "the-file")
  }

  /// A thematic break in the first line would begin a front matter.
  private func withoutFence(_ body: String) -> String { body.hasPrefix("---") ? "\n\(body)" : body }

  @Test func aLongParagraphIsNoTitle() {
    let (short, long) = (String(repeating: "ä", count: 120), String(repeating: "ä", count: 121))
    #expect(TaskDocument(text: "*\(short)*").item.title == short)
    #expect(TaskDocument(text: "\(long)\n\n# A heading").item.title == "the-file")
    #expect(TaskDocument(text: "# \(long)").item.title == long)
    #expect(TaskDocument(text: "\(long)\n===").item.title == long)
  }

  /// A paragraph's lines count together.
  @Test func aParagraphsLinesCountTogether() {
    let line = String(repeating: "ä", count: 60)
    func title(_ body: String) -> String { TaskDocument(text: body).item.title }
    #expect(title("\(line)\n\(line)\n\n\(line)") == "the-file")
    #expect(title("\(line)\n\(line.dropLast())\n\n\(line)") == line)
    #expect(title("- \(line)\n  \(line)") == "the-file")
    #expect(title("\(line)\n\(line)\n===") == "\(line) \(line)")
    for next in ["- ", "# ", "> ", "1. ", "* [ ] ", "<p>", "```\n", "***\n"] {
      #expect(title("\(line)\n\(next)\(line)\n\(line)") == line)
    }
    #expect(title("\(line)\n2. \(line)") == "the-file")
    let more = "\(line) \(line)"
    for quoted in ["> a\n> \(more)", "> **a**\n>\(more)", "> a\n\(more)", ">> a\n> > \(more)"] {
      #expect(title(quoted) == "the-file")
    }
    #expect(title("> > a\n>\n> \(more)") == "a" && title("> a\n> > \(more)") == "a")
    #expect(title("> a\n> # \(more)") == "a" && title("> # a\n> \(more)") == "a")
    #expect(title("> a\n> - \(more)") == "a")
  }

  /// Any line is read quickly.
  @Test(arguments: [
    "[", "![", "<a ", "`", "*", "_a", "``` `", "{#", "<!--", "[![](", "**a __b ", "%%", "%% ",
    "a\n%%x\n", "$$", "a\n", ":::\n",
  ])
  func noLineTakesLong(part: String) {
    let line = String(repeating: part, count: 200_000 / part.utf8.count)
    #expect(!TaskDocument(text: line).item.title.isEmpty)
  }

  @Test func aSectionThatIsAddedRenamesNothing() {
    let text = "Updates from Rust Community\n"
    #expect(
      TaskDocument(text: text + "\n# Later\n").item.title == TaskDocument(text: text).item.title)
  }

  @Test func aTitleIsOneLine() {
    #expect(withHeader("title: |2\n    a\n\n   b\n").item.title == "a  b")
    #expect(withHeader("title: \"\\ta\\r\\nb\\u2028\"").item.title == "a b")
    #expect(TaskDocument([]).item(fileName: "").title == "(no title)")
  }
}
