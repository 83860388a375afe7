import Testing
import YAML

@Suite struct ComposeTests {
  private func compose(_ text: String, mostDepth: Int = 100) throws(ParseError) -> Node? {
    let (node, duplicate) = try YAML.compose(Array(text.utf8), mostDepth: mostDepth)
    if let duplicate { throw duplicate }
    return node
  }

  /// The error for a text, as `line:column reason`.
  private func refusal(_ text: String, mostDepth: Int = 100) -> String {
    do throws(ParseError) {
      return "\(try compose(text, mostDepth: mostDepth).debugText)"
    } catch {
      return "\(error.mark.line):\(error.mark.column) \(error.reason)"
    }
  }

  @Test(arguments: [
    ("", "none"), ("# a comment\n", "none"), ("''", "''"), ("~", "~"),
    ("a: b\nc: [d, 'e', \"f\\n\"]\n", "{a: b, c: [d, 'e', \"f\n\"]}"),
    ("a:\n- b\n-\n", "{a: [b, ]}"),
    ("a: |\n  b\n  c\nd: >\n  e\n  f\n", "{a: |b\nc\n, d: >e f\n}"),
    ("a: &x [1]\nb: *x\n", "{a: [1], b: [1]}"),
    ("a: &x 1\nb: &x 2\nc: *x\n", "{a: 1, b: 2, c: 2}"),
    ("a: !!str 1\n", "{a: !<tag:yaml.org,2002:str>1}"),
    ("{a: b, ? [c, d] : e}", "{a: b, [c, d]: e}"),
    ("<<: a\n", "{<<: a}"),
  ])
  func readsAllOfYAML(text: String, expected: String) throws {
    #expect(try compose(text).debugText == expected)
  }

  @Test(arguments: [
    ("a: 1\nb: 2\na: 3\n", "3:1 duplicateKey(\"a\")"),
    ("a: 1\n'a': 3\n", "2:1 duplicateKey(\"a\")"),
    ("x: {b: 1, c: 2, b: 1}\n", "1:17 duplicateKey(\"b\")"),
    ("&x a: 1\n*x : 2\n", "2:1 duplicateKey(\"a\")"),
    ("a: *b\n", "1:4 syntax(\"found undefined alias\")"),
    ("a: &b [*b]\n", "1:8 syntax(\"found undefined alias\")"),
    ("a: 1\n--- b\n", "2:1 syntax(\"but found another document\")"),
    ("a: [b\n", "1:4 syntax(\"did not find expected \\',\\' or \\']\\'\")"),
    ("é: b: c\n", "1:5 syntax(\"mapping values are not allowed in this context\")"),
    ("a: b\né: \u{1}\n", "2:4 syntax(\"control characters are not allowed\")"),
  ])
  func errorsHaveReasonAndPlace(text: String, expected: String) {
    #expect(refusal(text) == expected)
  }

  /// Also if it is deep only through aliases.
  @Test func depthIsBounded() {
    #expect(refusal("[[[]]]", mostDepth: 3) == "[[[]]]")
    #expect(refusal("[[[[]]]]", mostDepth: 3) == "1:4 tooDeep")
    #expect(refusal("{a: {b: {c: {}}}}", mostDepth: 3) == "1:13 tooDeep")
    #expect(refusal("- &a []\n- &b [*a]\n- &c [*b]\n", mostDepth: 3) == "3:7 tooDeep")
    let brackets = String(repeating: "[", count: 900)
    #expect(refusal(brackets) == "1:101 tooDeep")
    let dashes = String(repeating: "- ", count: 900)
    #expect(refusal(dashes) == "1:201 tooDeep")
    let chain = (1...5000).map { "- &a\($0) [*a\($0 - 1)]\n" }.joined()
    #expect(refusal("- &a0 []\n" + chain) == "100:9 tooDeep")
  }

  /// Aliases with ten to the power of thirty leaves are refused at once.
  @Test func aliasesOfAliasesAreBounded() {
    let levels = (1...30).map { level in
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      return "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(refusal("a0: &a0 ha\n" + levels.prefix(3).joined()).hasPrefix("{a0: ha"))
    #expect(refusal("a0: &a0 ha\n" + levels.joined()) == "5:45 tooManyAliases")
  }

  @Test func aByteOrderMarkDoesNotChangeTheEncoding() throws {
    #expect(try compose("\u{FEFF}a: b\n").debugText == "{a: b}")
    #expect(try compose("a: \u{FEFF}b\n").debugText == "{a: \u{FEFF}b}")
    #expect(try compose("a: '\u{FEFF}'\n").debugText == "{a: '\u{FEFF}'}")
    // In UTF-16 it would be a text; here it is invalid UTF-8.
    let utf16: [UInt8] = [0xFF, 0xFE, 0x61, 0x00]
    #expect(throws: ParseError.self) { try YAML.compose(utf16, mostDepth: 10) }
  }

  @Test func placesAreBytes() throws {
    let text = "é: [ü, \"ß\"]\r\n𝄞:\r\n  - x\r\n"
    guard case .mapping(let pairs, _)? = try compose(text)?.content else {
      Issue.record("no mapping")
      return
    }
    let bytes = Array(text.utf8)
    func source(_ node: Node) -> String {
      String(decoding: bytes[node.start.offset..<node.end.offset], as: UTF8.self)
    }
    #expect(pairs.map { source($0.key) } == ["é", "𝄞"])
    guard case .sequence(let flow, .flow) = pairs[0].value.content,
      case .sequence(let block, .block) = pairs[1].value.content
    else {
      Issue.record("no lists")
      return
    }
    #expect(source(pairs[0].value) == "[ü, \"ß\"]")
    #expect(flow.map(source) == ["ü", "\"ß\""])
    #expect(block.map(source) == ["x"])
    #expect(pairs[1].key.start == Mark(line: 2, column: 1, offset: 16))
  }
}

extension Node? {
  var debugText: String { self.map(\.debugText) ?? "none" }
}

extension Node {
  /// A node in flow style, with the quotes and tags of its scalars.
  var debugText: String {
    let text =
      switch content {
      case .scalar(let text, .plain): text
      case .scalar(let text, .singleQuoted): "'\(text)'"
      case .scalar(let text, .doubleQuoted): "\"\(text)\""
      case .scalar(let text, .literal): "|\(text)"
      case .scalar(let text, .folded): ">\(text)"
      case .sequence(let items, _):
        "[\(items.map(\.debugText).joined(separator: ", "))]"
      case .mapping(let pairs, _):
        "{"
          + pairs.map { "\($0.key.debugText): \($0.value.debugText)" }.joined(separator: ", ")
          + "}"
      }
    return tag.map { "!<\($0)>\(text)" } ?? text
  }
}
