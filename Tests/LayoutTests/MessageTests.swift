import Foundation
import TestSupport
import Testing
@testable import MemoCLI

/// The same mistake has the same words in every command.
@Suite struct MessageTests {
  /// Messages that differ in one word, and mean different things.
  private static let different: Set<Set<String>> = [
    ["'…' ended with exit code …", "the editor '…' ended with exit code …"],
    [
      "the text comes from one place: -m, -F or standard input",
      "the text comes from one place: words, -F or standard input",
    ],
  ]

  @Test func noTwoMessagesAreNearlyTheSame() throws {
    let messages = try Self.messages()
    #expect(messages.count > 200)
    for (index, one) in messages.enumerated() {
      // Options that exclude each other are said in one way.
      for other in messages[(index + 1)...]
      where !one.hasSuffix("exclude each other") && Self.areNear(Self.words(one), Self.words(other))
        && !Self.different.contains([one, other])
      {
        Issue.record("'\(one)' and '\(other)'")
      }
    }
  }

  /// Messages and help have the words of the manual.
  @Test func everyWordIsCommon() throws {
    let help = CommandTable.usages.flatMap { usage in
      [usage.summary, usage.text] + usage.arguments.map(\.help) + usage.options.map(\.help)
    }
    for text in try Self.messages() + help {
      let words = text.lowercased().split { !($0.isLetter || "'-".contains($0)) }
      for (not, but) in WordingTests.rareWords(in: words.joined(separator: " ")) {
        Issue.record("'\(text)': '\(not)', better: \(but)")
      }
    }
  }

  /// The texts of errors in the sources, each once; what is put in is `…`.
  private static func messages() throws -> [String] {
    let start =
      #/\b(?:MemoError|Failure|FieldError|Problem|FilterError)\(\s*(?:[^"()]{0,60}?,\s*)?"/#
    let sources = Products.project.appending(component: "Sources")
    var found: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for match in text.matches(of: start) {
        found.insert(literal(text[match.range.upperBound...]))
      }
    }
    return found.sorted()
  }

  /// A literal from behind its quotation mark to the next that ends it.
  private static func literal(_ source: Substring) -> String {
    var (text, rest) = ("", source)
    while let character = rest.popFirst(), character != "\"", character != "\n" {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard rest.first == "(" else {
        text += rest.popFirst().map(String.init) ?? ""
        continue
      }
      var depth = 0
      repeat {
        switch rest.popFirst() {
        case "(": depth += 1
        case ")": depth -= 1
        case nil: depth = 0
        default: break
        }
      } while depth > 0
      text += "…"
    }
    return text
  }

  /// Without articles.
  private static func words(_ message: String) -> [Substring] {
    message.split { !($0.isLetter || "…'-".contains($0)) }.filter {
      !["a", "an", "the"].contains($0)
    }
  }

  /// Whether at least six words are the same but for one that is another, too many or missing.
  private static func areNear(_ one: [Substring], _ other: [Substring]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    guard short.count >= 6, long.count - short.count <= 1 else { return false }
    let same = zip(short, long).prefix { $0 == $1 }.count
    let rest = long.count == short.count ? same + 1 : same
    return short.dropFirst(rest).elementsEqual(long.dropFirst(same + 1))
  }
}
