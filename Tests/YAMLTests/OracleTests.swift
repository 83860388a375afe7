import TestSupport
import Testing
import YAML
import Yams

/// Random texts, compared with another parser, Yams.
///
/// They have no byte order marks, which Yams removes.
@Suite struct OracleTests {
  private static let pieces = [
    "a", "b", "é", "𝄞", ": ", ":", "\n", "\n", "  ", "- ", "? ", "[", "]", "{", "}", ", ", "'",
    "\"",
    "&x ", "*x", "# c", "|\n", ">\n", "1", "~", "\\n", "\t", "%", "---\n", "...\n",
    "\u{2028}", "\r\n",
  ]

  @Test(arguments: 0..<Effort.count(3)) func parsersAgree(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var (understood, refused) = (0, 0)
    for _ in 0..<1500 {
      let count = Int.random(in: 1...14, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let ours = Result { try YAML.compose(Array(text.utf8), mostDepth: 50).node.debugText }
      let theirs = Result { try Yams.compose(yaml: text)?.debugText ?? "none" }
      switch (ours, theirs) {
      case (.success(let mine), .success(let other)):
        #expect(mine == other, "\(text.debugDescription)")
        understood += 1
      case (.failure, .failure): refused += 1
      default:
        // For Yams `1` and `'1'` are different keys; memo compares their texts.
        let isAboutKeys = [ours, theirs].contains { "\($0)".lowercased().contains("duplicate") }
        #expect(isAboutKeys, "\(text.debugDescription): \(ours) and \(theirs)")
      }
    }
    #expect(understood > 100 && refused > 100)
  }
}

extension Yams.Node {
  fileprivate var debugText: String {
    switch self {
    case .scalar(let scalar):
      switch scalar.style {
      case .singleQuoted: "'\(scalar.string)'"
      case .doubleQuoted: "\"\(scalar.string)\""
      case .literal: "|\(scalar.string)"
      case .folded: ">\(scalar.string)"
      default: scalar.string
      }
    case .sequence(let items): "[\(items.map(\.debugText).joined(separator: ", "))]"
    case .mapping(let pairs):
      "{"
        + pairs.map { "\($0.key.debugText): \($0.value.debugText)" }.joined(separator: ", ")
        + "}"
    case .alias(let alias): "*\(alias.anchor)"
    }
  }
}
