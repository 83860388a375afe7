import Foundation
import Markdown
@testable import MemoWeb
import TestSupport
import Testing

@Suite struct HTMLTests {
  @Test func valuesAreEscaped() {
    let title = "<img src=x onerror=\"a('&')\">\u{1}\u{7F}"
    let html: HTML = "<p title=\"\(title)\">\(title)</p>"
    let safe = "&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;\u{FFFD}\u{FFFD}"
    #expect(html.text == "<p title=\"\(safe)\">\(safe)</p>")
    #expect(
      ("<b>\(html)</b>\([html, html])" as HTML).text.components(separatedBy: "<p ").count == 4)
  }

  /// Only one file may skip the escaping.
  @Test func onlyOneFileSkipsEscaping() throws {
    let folder = Products.project.appending(path: "Sources/MemoWeb")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let trusting = try (names ?? []).filter { $0.hasSuffix(".swift") }.filter { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8).contains("trusted:")
    }
    #expect(trusting == ["HTML/HTML.swift"])
  }

  @Test(arguments: [
    ("https://example.org/a?b=c", true), ("http://example.org", true),
    ("mailto:a@example.org", true),
    ("tel:+49", true), ("HTTPS://example.org", true), ("javascript:alert(1)", false),
    ("JaVaScRiPt:alert(1)", false), ("java\tscript:alert(1)", false), (" javascript:a", false),
    ("data:text/html,a", false), ("vbscript:a", false), ("file:///etc/passwd", false),
    ("//example.org", false), ("other.md", false), ("https:\u{0}", false), ("", false),
  ]) func onlySafeURLsAreLinks(address: String, isSafe: Bool) {
    #expect(MarkdownPage.isSafe(address) == isSafe)
  }

  /// One of each construct of CommonMark (0.31.2) and GitHub's extensions, well formed and broken.
  private static let constructs = [
    // Leaf blocks.
    "one\n***\ntwo\n- - -\nthree\n___", "# One\n## Two ##\n####### Seven\n#none\n\\# Hash",
    "One\n===\nTwo\n---\nlazy\nThree\n===", "    code *one*\n\n    code <b>two</b>\n\nafter",
    "```swift\nlet <one>\n```\n~~~~\ntwo\n~~~", "~~~ a\"onload=\"x\nunclosed", "``` in `line`\n```",
    "<div onclick=\"run()\">\none\n</div>\n\nafter", "<!-- comment\n\nstill -->\nafter",
    "<script>alert(one)</script>\n<style>two</style>", "<?php three ?>\n<!X>\n<![CDATA[four]]>",
    "[foo]: /url \"title\"\n\n[foo] and [Foo][] and [text][foo]", "[bar]: <javascript:x>\n\n[bar]",
    "one\n\n\n   two  \nthree\\\nfour", "| head | two |\n|:--|--:|\n| cell | `a\\|b` |\n| short |",
    "| no | table\n| here |",
    // Containers.
    "> quote\nlazy\n>> nested\n> - item", "> [!NOTE]\n> noted\n\n> [!OTHER] other",
    "- one\n- two\n\n  para\n    - deep\n+ plus\n* star",
    "1. one\n3) three\n-1. minus\n1234567890. ten",
    "- [ ] open\n- [x] done\n- [X] Done\n- [y] none\n1. [ ] numbered", "-\n  late\n-\n\n  apart",
    "- # Head\n- > quote\n- ```\n  code\n  ```",
    // Inlines.
    "\\*not\\* &amp; &copy; &#35; &#x22; &bogus; &#0; &#99999999;", "`` a ` b `` `<i>` ` c",
    "*em* **strong** ***both*** _em_ __strong__ snake_case_word", "*a **b* c** **d *e** f* **",
    "~~gone~~ ~one~ ~~~three~~~", "[link](/u \"t\") [no](java\nscript:x) [](empty) [open](",
    "[a [b](c) d](e) ![alt *em*](pic.png 'ti') ![](none)", "[x](<a b> (t)) [y](a(b)c) [z](a\\)b)",
    "[bad](javascript&colon;alert(1)) [worse](&#106;avascript:x) [data](data:text/html,y)",
    "[quote](https://a.org/\"onmouseover=\"x) [angle](<https://a.org/<b>>)",
    "<https://auto.org/?a=b&c> <me@auto.org> <javascript:x> <not an url>",
    "www.bare.org https://bare.org/x_y_z). mail@bare.org ftp://bare.org",
    "a<b onclick=x>c</b><img src=y>",
    "hard  \nbreak\\\nsoft\nend", "\u{0}nul \u{202E}turned \u{FEFF}mark tab\there",
  ]

  /// None of them gives dangerous HTML, and no word is lost.
  @Test(arguments: constructs) func constructsAreSafeAndComplete(text: String) throws {
    let html = MarkdownPage().html(try #require(MarkdownTree(text))).text
    let tags = html.matches(of: #/<(/?[^>\s]*)([^>]*)>/#)
    let known: Set<Substring> = [
      "a", "blockquote", "br", "code", "del", "div", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li",
      "ol", "p", "pre", "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
    ]
    for tag in tags {
      let name = tag.1.drop { $0 == "/" }
      #expect(known.contains(name), "\(tag.0)")
      let attributes = tag.2.matches(of: #/([a-z-]+)="([^"]*)"/#)
      // A tag contains only quoted attributes.
      #expect(tag.2.replacing(#/ [a-z-]+="[^"<>]*"/#, with: "") == "", "\(tag.0)")
      for attribute in attributes {
        #expect(["class", "href", "rel", "start", "title"].contains(attribute.1), "\(tag.0)")
        guard attribute.1 == "href" else { continue }
        #expect(attribute.2.contains(#/^(https?:\/\/|mailto:|tel:)/#), "\(tag.0)")
      }
    }
    // A link or image without a target keeps its words, and its address is hidden.
    let addresses =
      #/\]\((?:[^()\s]|\([^()]*\)|\s(?=script))*|\]:.*|```\s*swift|~~~ a.*|&[#\w]+;|colon/#
    let words = text.replacing(addresses, with: " ").matches(of: #/[A-Za-z]{3,}/#).map { $0.0 }
    for word in words { #expect(html.lowercased().contains(word.lowercased()), "\(word): \(html)") }
  }

  @Test func aTextIsShownAsHTML() throws {
    var page = MarkdownPage()
    page.resolve = { $0 == "other.md" ? "/b/prefix/task/x" : nil }
    let tree = try #require(
      MarkdownTree(
        """
        # Head
        [in](other.md) [out](https://example.org "T\\"t") [bad](javascript:a&#40;1)
        ![pic](https://example.org/p.png) &frac12; <i>

        - [x] done
        - [ ] open

        > [!WARNING] careful
        """))
    #expect(
      page.html(tree).text == """
        <h3>Head</h3>
        <p><a href="/b/prefix/task/x">in</a> \
        <a href="https://example.org" rel="noopener noreferrer" title="T&quot;t">out</a> \
        <span>bad</span>
        <a href="https://example.org/p.png" rel="noopener noreferrer">pic</a> &frac12; &lt;i&gt;</p>
        <ul>
        <li class="check"><span class="tick">☑</span>done</li>
        <li class="check"><span class="tick">☐</span>open</li>
        </ul>
        <blockquote class="alert warning"><p><strong>Warning</strong>  careful</p></blockquote>

        """)
  }

  /// A page never gets tags, attributes or addresses from a text.
  @Test(arguments: 0..<UInt64(Effort.count(10))) func noTextMakesATag(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "<script>", "</p>", "<img src=x onerror=a>", "[a](javascript:b)", "[a](data:b)", "\"", "'",
      "![x](\" onload=a)", "&lt;script&gt;", "&#60;b&#62;", "<javascript:a>", "[a]: javascript:b\n",
      "[a]", "`<b>`", "\n\n", "- [ ] ", "> [!CONFLICT] ", "|a|\n|-|\n|<u>|\n", "# ", "*", "](", "<",
      "\\", "&", ";", "https://a\"onclick=b", "www.a.b/\"<", "\0",
    ]
    let text = (0..<120).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    guard let tree = MarkdownTree(text) else { return }
    let html = MarkdownPage().html(tree).text
    let tag = #/</?([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)>/#
    let rest = html.replacing(tag, with: "")
    #expect(!rest.contains("<") && !rest.contains(">"), "\(text)")
    for match in html.matches(of: tag) {
      for attribute in match.2.matches(of: #/ ([a-z]+)="([^"]*)"/#) {
        let name = String(attribute.1)
        #expect(["href", "rel", "title", "class", "start"].contains(name), "\(text)")
        if name == "href" {
          #expect(attribute.2.prefixMatch(of: #/(https?|mailto|tel):/#.ignoresCase()) != nil)
        }
      }
    }
  }
}
