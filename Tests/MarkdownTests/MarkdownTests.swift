@testable import Markdown
import TestSupport
import Testing

@Suite struct MarkdownTests {
  @Test func aTextBecomesATree() throws {
    let tree = try #require(
      MarkdownTree(
        """
        # A *new* roof

        Call **Ann** & `Bob`, see [the plan](plan.md "Plan")
        or www.example.org.

        1. first
        2. second
           - inner

        > quoted
        > lines

        ```swift
        let a = "<b>"
        ```

        | a | b |
        |:--|--:|
        | 1 | 2 |

        ---
        """))
    #expect(
      tree.blocks == [
        .heading(level: 1, [.text("A "), .emphasis([.text("new")]), .text(" roof")]),
        .paragraph([
          .text("Call "), .strong([.text("Ann")]), .text(" & "), .code("Bob"), .text(", see "),
          .link(to: "plan.md", title: "Plan", [.text("the plan")]), .softBreak, .text("or "),
          .link(to: "http://www.example.org", title: "", [.text("www.example.org")]), .text("."),
        ]),
        .list(
          start: 1, isTight: true,
          [
            ListItem(tick: nil, blocks: [.paragraph([.text("first")])]),
            ListItem(
              tick: nil,
              blocks: [
                .paragraph([.text("second")]),
                .list(
                  start: nil, isTight: true,
                  [ListItem(tick: nil, blocks: [.paragraph([.text("inner")])])]),
              ]),
          ]),
        .quote([.paragraph([.text("quoted"), .softBreak, .text("lines")])]),
        .code(language: "swift", "let a = \"<b>\"\n"),
        .table(
          Table(
            alignments: [.leading, .trailing], head: [[.text("a")], [.text("b")]],
            rows: [[[.text("1")], [.text("2")]]])),
        .rule,
      ])
  }

  @Test func itemsHaveThePlaceOfTheirMark() throws {
    let text = "Before\n\n- [ ] milk\n- [x] bread\n- no item\n"
    let tree = try #require(MarkdownTree(text))
    guard case .list(_, _, let items) = tree.blocks[1] else { return #expect(Bool(false)) }
    #expect(items.map { $0.tick?.isDone } == [false, true, nil])
    let bytes = Array(text.utf8)
    #expect(
      items.compactMap { $0.tick.map { bytes[$0.offset] } } == [
        UInt8(ascii: " "), UInt8(ascii: "x"),
      ]
    )
  }

  /// A lazy line continues a quote, except where it starts a block of its own.
  @Test func blockStartsEndAQuote() throws {
    let text = "One\n> two\n> three\nfour\n\n> five\n- [x] six\n"
    let lazy = Block.quote([
      .paragraph([.text("two"), .softBreak, .text("three"), .softBreak, .text("four")])
    ])
    #expect(MarkdownTree(text)?.blocks[1] == lazy)
    let tree = try #require(MarkdownTree(text, alone: [1..<3, 5..<6]))
    #expect(
      tree.blocks == [
        .paragraph([.text("One")]),
        .quote([.paragraph([.text("two"), .softBreak, .text("three")])]),
        .paragraph([.text("four")]), .quote([.paragraph([.text("five")])]),
        .list(
          start: nil, isTight: true,
          [
            ListItem(
              tick: ListItem.Tick(
                isDone: true, offset: text.utf8.count - "x] six\n".utf8.count),
              blocks: [.paragraph([.text("six")])])
          ]),
      ])
    #expect(MarkdownTree("> a", alone: [0..<1]) == MarkdownTree("> a"))
    #expect(MarkdownTree("a\n", alone: [5..<9]) == MarkdownTree("a"))
  }

  @Test func htmlIsText() throws {
    let tree = try #require(MarkdownTree("<script>alert(1)</script>\n\na <b onclick=x>c</b>"))
    #expect(
      tree.blocks == [
        .paragraph([.text("<script>alert(1)</script>")]),
        .paragraph([.text("a <b onclick=x>c</b>")]),
      ])
  }

  @Test func entitiesAreCharactersInAnAddress() throws {
    let tree = try #require(MarkdownTree("[a](java&#115;cript&colon;alert) &frac12; &#0;"))
    #expect(
      tree.blocks == [
        .paragraph([
          .link(to: "javascript:alert", title: "", [.text("a")]), .text(" "),
          .entity("&frac12;"), .text(" "), .entity("&#0;"),
        ])
      ])
    #expect(Entity.text(of: "&#0;") == "\u{FFFD}")
    #expect(Entity.text(of: "&#x1F333;") == "🌳")
    #expect(Entity.text(of: "&unheard;") == "&unheard;")
  }

  @Test func tooDeepOrTooLargeTextsGiveNoTree() {
    #expect(MarkdownTree(String(repeating: "> ", count: 60) + "a") != nil)
    #expect(MarkdownTree(String(repeating: "> ", count: 70) + "a") == nil)
    #expect(MarkdownTree(String(repeating: "a", count: MarkdownTree.mostBytes)) != nil)
    #expect(MarkdownTree(String(repeating: "a", count: MarkdownTree.mostBytes + 1)) == nil)
  }

  /// Texts that take other parsers minutes.
  @Test(arguments: [
    ("[", 50_000), ("*a **a ", 20_000), ("![[", 30_000), ("`a``b", 20_000), ("a\n\n", 60_000),
    ("- a\n", 40_000),
  ])
  func hostileTextsTakeLinearTime(unit: String, count: Int) {
    let text = String(repeating: unit, count: count)
    #expect(MarkdownTree(text)?.blocks.isEmpty != true)
  }

  @Test func wideTablesTakeLinearTime() {
    let text = "| a |\n|---|\n" + String(repeating: "|", count: 80_000)
    #expect(MarkdownTree(text)?.blocks.isEmpty != true)
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func anyBytesAreRead(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "# ", "- [ ] ", "- [x] ", "> ", "```\n", "|a|b|\n|-|-|\n", "*", "**", "_", "`", "[", "](",
      ")",
      "<", ">", "&amp;", "&#", ";", "\\", "\n", "\n\n", "    ", "\0", "\u{FFFD}", "가", "🇰🇷",
      "http://",
      "![", "~~", "1. ", "\t", "\r\n",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<300 {
      if Int.random(in: 0..<12, using: &random) == 0 {
        bytes.append(UInt8.random(in: .min ... .max, using: &random))
      } else {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
      }
    }
    guard let tree = MarkdownTree(bytes) else { return }
    for case .list(_, _, let items) in tree.blocks {
      for tick in items.compactMap(\.tick) { #expect(bytes.indices.contains(tick.offset)) }
    }
  }

  /// Memory behind the text is not read.
  @Test func nothingBehindTheTextIsRead() {
    var text = Array("7)".utf8)
    text.removeLast()
    let blocks = MarkdownReader.blocks(of: text, isNote: true) { $0 }
    #expect(blocks == [.paragraph([.text("7")])])
  }
}
