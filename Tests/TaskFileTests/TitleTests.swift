import TaskFile
import Testing

@Suite struct TitleTests {
  @Test(arguments: [
    ("\n## \nfirst words\n\n# A heading\n# Another", "first words"),
    ("\n# A *heading* \n# Another", "A heading"),
    ("\n\n first words \nmore", "first words"),
    ("#hashtag is no heading\n####### nor is this", "#hashtag is no heading"),
    ("```sh\n# a comment\n```\n## The heading ##", "The heading"),
    ("~~~\n<!--\n~~~\nText", "Text"),
    ("```\ncode\n```", "the-file"),
    ("*Updates* from **Rust** Community\n\n## Official", "Updates from Rust Community"),
    ("Title here\n==========\ntext", "Title here"),
    ("---\n* * *\n___\nText\n---", "Text"),
    ("- [ ] first item\n- second", "first item"),
    ("> 1. [x] __done__ it", "done it"),
    ("+ one", "one"), ("2) two", "two"), ("2026 was good", "2026 was good"),
    ("1.5 l of it", "1.5 l of it"),
    ("# Title {#anchor}\n", "Title"), ("# A {b}", "A {b}"),
    ("# <a name=\"x\"></a>Title<br>", "Title"),
    ("Due <yyyy>-<mm>-<dd>, or <p>sooner</p>", "Due <yyyy>-<mm>-<dd>, or sooner"),
    ("<p align=center>\n<img src=x>\nText in HTML\n</p>\n\nAfter", "After"),
    ("<h1 align=\"center\">Name</h1>\n\nAfter", "After"),
    ("<!-- one\ntwo -->\n<!-- three --> After <!-- four -->\n", "After"),
    ("<script>\n\nx = 1\n</script>\nAfter", "After"),
    ("<br/>\n\n<Tabs value=\"a\">\n\nAfter", "After"),
    ("<Intro>\n\nWhat it is about\n\n</Intro>\n", "What it is about"),
    ("<Intro>\nAll of it is HTML\n</Intro>\n\nAfter", "After"),
    ("<you@example.org>\n", "<you@example.org>"), ("<task> of <day>\n", "<task> of <day>"),
    ("<b>Bold</b> words", "Bold words"), ("<https://example.org>", "<https://example.org>"),
    ("Array<Element> is one", "Array<Element> is one"), ("1 < 2 > 0", "1 < 2 > 0"),
    ("![logo](a(1).png)\n![[b.png]]\n[![ci](c.svg)](https://ci) [![x][y]][z]\nName", "Name"),
    ("# ![logo](a.png) Name", "Name"), ("[text](a.md) and more", "[text](a.md) and more"),
    ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
    ("     __\n   /\\_\\ `_|\n ███╗ ░▒\n\nName of it", "Name of it"), ("/\\\n", "the-file"),
    ("# ???", "???"), ("...\n===", "..."), ("🎉", "🎉"), ("- 7", "7"), ("¿", "¿"),
    ("***both*** ~~gone~~ ~x", "both gone ~x"), ("`*code*` *a", "`*code*` *a"),
    ("<a name=\"x\"></a># Heading", "Heading"), ("<a id='x'></a>\n\n## Heading", "Heading"),
    ("<b>#1</b> is it", "#1 is it"),
    ("::: warning Mind\nRead this\n:::\n", "Read this"), (":::note\n:::\n# After", "After"),
    ("%% a note %%\nAfter", "After"), ("%%\nnotes\n\nmore %%\nAfter", "After"),
    ("Buy milk %%the blue one%% now", "Buy milk now"), ("100%% of 50%%", "100%% of 50%%"),
    ("%% is no comment", "%% is no comment"),
    ("$$\nx = 1\n$$\nAfter", "After"), ("$$ x = 1 $$\nAfter", "After"),
    ("$$ is a shell's number", "$$ is a shell's number"), ("$$x$$ is short", "$$x$$ is short"),
    ("[a]: https://example.org 'A'\n[//]: # (a note)\n[b]: <c d>\nAfter", "After"),
    ("[^1]: A footnote\n    and more of it\n\nAfter", "After"),
    ("[Mind]: this is a sentence", "[Mind]: this is a sentence"),
    ("[x] done: it", "done: it"), ("[a](b): c", "[a](b): c"),
    ("> [!NOTE]\n> Useful to know", "Useful to know"),
    ("> [!faq]- Are they folded?\n> Yes", "Are they folded?"),
    ("[!NOTE] in no quote", "[!NOTE] in no quote"), ("> [!x y]", "[!x y]"),
    ("title:: One two\ntype:: [[Feature]]\n- A block", "One two"),
    ("type:: [[Feature]]\nTitle:: One\n\n- A block", "One"),
    ("type:: [[Feature]]\nalias::\n\n- A block", "the-file"),
    ("due:: 2026-11-20\n# One", "the-file"),
    ("std::vector is slow", "std::vector is slow"), ("main :: IO ()", "main :: IO ()"),
    ("One::two", "One::two"), ("# key:: value", "key:: value"), ("10:: one", "10:: one"),
    ("{{< toc >}}\n{{% notice note %}}\nMind this\n{{% /notice %}}", "Mind this"),
    ("{{< figure\n  src=a.png\n>}}\n# After", "After"), ("{% raw %}\nAfter", "After"),
    ("# Made by {{< param name >}} for you", "Made by for you"),
    ("One ![a](b.png) two<br/> three", "One two three"), ("![a](b) One", "One"),
    ("{{< is no end", "{{< is no end"), ("{{ page.title }}", "{{ page.title }}"),
    ("`{{< toc >}}` is one", "`{{< toc >}}` is one"),
    ("import A from './a.js';\nimport {b} from \"b\"\nimport 'c'\n\n# After", "After"),
    ("import {\n  a,\n} from 'a'\n\nAfter", "After"),
    ("export const meta = {\n  title: 'x'\n}\n\nAfter", "After"),
    ("export default ({children}) => <div>{children}</div>\nAfter", "After"),
    ("import the data from the old shop", "import the data from the old shop"),
    ("export default settings to a file", "export default settings to a file"),
    ("export const and let", "export const and let"),
    ("\u{200B}\n\u{FEFF}\u{200D}\n# \u{2060}\nAfter", "After"),
    ("\u{200B}Buy\u{FEFF} milk", "Buy milk"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("    code()\n\tmore()\n\nAfter", "After"), ("    # code", "the-file"),
    ("![a](b.png)\n      and its caption", "and its caption"),
    ("   three are none", "three are none"),
    ("| Name | Value |\n|------|:----:|\n| a | b |\n\nAfter", "After"),
    ("Name | Value\n--- | ---\na | b\nc\n# After", "After"),
    ("| One |\n| - |\n", "the-file"), ("| a \\| b | c |\n|-|-|\n\nAfter", "After"),
    ("> | a | b |\n> |---|---|\n> | c | d |\n>\n> After", "After"),
    ("- | a | b |\n  |---|---|\n  | c | d |\n- After", "After"),
    ("| a | b |\n|---|\n\nAfter", "| a | b |"), ("| a | b |\nand more", "| a | b |"),
    ("One\n|---|\n", "One"), ("a | b\n---", "a | b"),
    ("| a |\n|---|\n```\nx\n```\nAfter", "After"),
    (" \n\t\r\n", "the-file"),
    ("", "the-file"),
  ])
  func aMissingTitleIsTheFirstVisibleLine(body: String, title: String) {
    #expect(TaskDocument(text: withoutFence(body)).item.title == title)
    for newline in ["\n", "\r\n"] {
      let body = body.replacing("\n", with: newline)
      #expect(withHeader("status: todo", body: body).item.title == title)
      #expect(withHeader("title: ' '", body: body).item.title == title)
    }
  }

  /// A rule in the first line would begin a front matter.
  private func withoutFence(_ body: String) -> String { body.hasPrefix("---") ? "\n\(body)" : body }

  @Test func aLongParagraphIsNoTitle() {
    let (short, long) = (String(repeating: "ä", count: 120), String(repeating: "ä", count: 121))
    #expect(TaskDocument(text: "*\(short)*").item.title == short)
    #expect(TaskDocument(text: "\(long)\n\n# A heading").item.title == "the-file")
    #expect(TaskDocument(text: "# \(long)").item.title == long)
    #expect(TaskDocument(text: "\(long)\n===").item.title == long)
  }

  /// It has as many letters as all its lines together.
  @Test func aParagraphOfSeveralLinesIsOne() {
    let line = String(repeating: "ä", count: 60)
    func title(_ body: String) -> String { TaskDocument(text: body).item.title }
    #expect(title("\(line)\n\(line)\n\n\(line)") == "the-file")
    #expect(title("\(line)\n\(line.dropLast())\n\n\(line)") == line)
    #expect(title("- \(line)\n  \(line)") == "the-file")
    #expect(title("\(line)\n\(line)\n===") == line)
    for next in ["- ", "# ", "> ", "1. ", "* [ ] ", "<p>", "| ", "```\n", ":::\n", "$$\n", "---\n"]
    {
      #expect(title("\(line)\n\(next)\(line)\n\(line)") == line)
    }
    #expect(title("\(line)\n2. \(line)") == "the-file")
    let more = "\(line) \(line)"
    for quoted in ["> a\n> \(more)", "> **a**\n>\(more)", "> a\n\(more)", ">> a\n> > \(more)"] {
      #expect(title(quoted) == "the-file")
    }
    #expect(title("> > a\n>\n> \(more)") == "a" && title("> a\n> > \(more)") == "a")
    #expect(title("> a\n> # \(more)") == "a" && title("> # a\n> \(more)") == "a")
    #expect(title("> a\n> - \(more)") == "a" && title("> [!TIP] a\n> \(more)") == "a")
  }

  /// However a line is made, it takes no time to speak of.
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
