import TaskFile
import Testing

@Suite struct LinkTests {
  @Test(arguments: [
    ("See https://example.org/a.", ["https://example.org/a"]),
    ("(https://example.org/a_(b)), <http://x.org>", ["https://example.org/a_(b)", "http://x.org"]),
    ("[map](https://example.org/m \"Map\") and [x][1]", ["https://example.org/m"]),
    ("mailto:ann@example.org; *https://x.org/*", ["mailto:ann@example.org", "https://x.org/"]),
    (
      "HTTPS://X.org/Y twice https://x.org twice https://x.org",
      ["HTTPS://X.org/Y", "https://x.org"]
    ),
    ("no link: https:// nor xhttps://x.org, javascript:x file:///etc/passwd", []),
    ("`https://x.org/code`\nhttps://x.org/\u{1B}[31m", ["https://x.org/code", "https://x.org/"]),
  ]) func addressesAreFoundInText(text: String, found: [String]) {
    #expect(TaskDocument(text: "---\ntitle: a\n---\n\(text)\n").links.map(\.address) == found)
  }

  @Test func labelsAndKeysAreFound() {
    let links = TaskDocument(
      text: "---\ntitle: a\nurl: https://x.org/key\n---\n[the map](https://x.org/map)\n"
    ).links
    #expect(links.map(\.label) == ["the map", nil])
    #expect(links.map(\.address) == ["https://x.org/map", "https://x.org/key"])
  }

  /// The label of one address isn't part of the next.
  @Test func labelsBelongToOneAddress() {
    let text = "[a](http://x.org/1) ](http://x.org/2) [![b](http://x.org/3)](http://x.org/4)"
    let links = TaskDocument(text: "---\ntitle: a\n---\n\(text)\n").links
    #expect(links.map(\.label) == ["a", nil, "b", nil])
    #expect(links.map(\.address) == (1...4).map { "http://x.org/\($0)" })
  }
}
