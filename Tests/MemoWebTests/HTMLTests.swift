import Foundation
import Markdown
@testable import MemoWeb
import TestSupport
import Testing

@Suite struct HTMLTests {
  @Test func whatIsPutInIsEscaped() {
    let title = "<img src=x onerror=\"a('&')\">\u{1}\u{7F}"
    let html: HTML = "<p title=\"\(title)\">\(title)</p>"
    let safe = "&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;\u{FFFD}\u{FFFD}"
    #expect(html.text == "<p title=\"\(safe)\">\(safe)</p>")
    #expect(
      ("<b>\(html)</b>\([html, html])" as HTML).text.components(separatedBy: "<p ").count == 4)
  }

  /// The way around the escaping stays in the one file that has it.
  @Test func onlyOneFileTrustsText() throws {
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
  ]) func onlyHarmlessAddressesLead(address: String, isSafe: Bool) {
    #expect(MarkdownPage.isSafe(address) == isSafe)
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
        <h2>Head</h2>
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

  /// Whatever a text says, its page has no tags, attributes and addresses but those that are ours.
  @Test(arguments: 0..<60 as Range<UInt64>) func noTextMakesATag(seed: UInt64) throws {
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
