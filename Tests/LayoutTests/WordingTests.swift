import Foundation
import TestSupport
import Testing

/// README and the manual are written in short sentences and common words.
@Suite struct WordingTests {
  /// How many words a sentence has at most.
  private static let limit = 25

  /// Words that an outsider has to decipher, and what is written in their place.
  static let better: [(not: String, but: String)] = [
    ("one past", "history"),
    ("gave way", "the discarded value"),
    ("gives way", "the discarded value"),
    ("give way", "the discarded value"),
    ("loser", "the discarded value"),
    ("take in", "fetch, pull, adopt"),
    ("takes in", "fetches, pulls, adopts"),
    ("taken in", "fetched, pulled, adopted"),
    ("takes back", "undoes"),
    ("taken back", "undone"),
    ("put right", "fix"),
    ("puts right", "fixes"),
    ("mend", "fix, repair"),
    ("mends", "fixes, repairs"),
    ("mended", "fixed, repaired"),
    ("is told", "is printed, reported"),
    ("are told", "are printed, reported"),
    ("tells of", "reports"),
    ("stand", "be, stay"),
    ("stands", "is, stays"),
    ("shelve", "archive"),
    ("shelves", "archives"),
    ("shelved", "archived"),
    ("elder", "original"),
    ("twin", "duplicate"),
    ("began apart", "unrelated histories"),
    ("asks no network", "offline"),
    ("outrun", "rejected"),
    ("as it is", "unchanged"),
    ("whoever", "anybody who"),
    ("likewise", "too"),
    ("is no date", "invalid date"),
    ("rooms", "modules"),
    ("courtesy", "backoff"),
    ("recorded", "committed"),
    ("given up", "canceled"),
    ("let in", "authorized"),
    ("sent away", "revoked"),
    ("nobody to ask", "can't ask without a terminal"),
    ("anew", "again"),
    ("as it was before", "unchanged"),
    ("says nothing", "is empty"),
    ("take away", "remove"),
    ("takes away", "removes"),
    ("mere", "only, plain"),
    ("keeps it so", "keeps it that way"),
    ("waits to be sent", "is not pushed yet"),
    ("by git alone", "with git alone"),
  ]

  /// A sentence or a cell of a table, with the line that it begins on.
  struct Sentence { var line: Int; var words: [Substring]; var text: String }

  private static func sentences(of page: Page) -> [Sentence] {
    var result: [Sentence] = []
    for (number, line) in page.prose {
      if line.hasPrefix("    ") { continue }
      let plain = plain(line)
      let cells = line.hasPrefix("|") ? plain.split(separator: "|").map(String.init) : [plain]
      for cell in cells {
        let isCell = line.hasPrefix("|")
        var rest = cell[...]
        while !rest.isEmpty {
          let end = isCell ? rest.firstMatch(of: /[.?!;][ ]/) : rest.firstMatch(of: /[.?!][ ]/)
          let text = end.map { rest[..<$0.range.upperBound] } ?? rest
          rest = rest[text.endIndex...]
          let words = text.split(separator: " ")
            .filter { $0.contains { $0.isLetter || $0.isNumber } }
          if !words.isEmpty {
            result.append(Sentence(line: number, words: words, text: String(text)))
          }
        }
      }
    }
    return result
  }

  /// Code is one word, and of a link its text stays.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing(/`+[^`]*`+/, with: "CODE").replacing(/<doc:[^>]*>/, with: "PAGE")
      .replacing(/!?\[([^\]]*)\]\([^)]*\)/) { "\($0.output.1)" }.replacing("*", with: "")
  }

  @Test(arguments: Page.all) func noSentenceIsLong(_ page: Page) {
    for sentence in Self.sentences(of: page) where sentence.words.count > Self.limit {
      Issue.record(
        "\(page.path):\(sentence.line): \(sentence.words.count) words: \(sentence.text)")
    }
  }

  @Test(arguments: Page.all) func everyWordIsCommon(_ page: Page) {
    for sentence in Self.sentences(of: page) {
      let words = sentence.words.map { word in
        word.lowercased().filter { $0.isLetter || $0 == "'" || $0 == "-" }
      }
      for (not, but) in Self.rareWords(in: words.joined(separator: " ")) {
        Issue.record("\(page.path):\(sentence.line): '\(not)', better: \(but)")
      }
    }
  }

  /// - Parameter text: In lower case, with single spaces.
  static func rareWords(in text: String) -> [(not: String, but: String)] {
    better.filter { " \(text) ".contains(" \($0.not) ") }
  }

  /// A sentence that begins so and isn't a question has to be read twice.
  @Test(arguments: Page.all) func noSentenceIsARiddle(_ page: Page) {
    for sentence in Self.sentences(of: page)
    where !sentence.text.hasPrefix("#")
      && ["Who", "What", "Whose", "Where"].contains(sentence.words[0])
    {
      let isQuestion = sentence.text.contains("?")
      #expect(isQuestion, "\(page.path):\(sentence.line): \(sentence.text)")
    }
  }

  @Test(arguments: Page.all) func everyLinkLeadsSomewhere(_ page: Page) throws {
    let folder = (page.path as NSString).deletingLastPathComponent
    for (number, line) in page.prose {
      for match in line.matches(of: /\]\(([^)]+)\)/) {
        let link = String(match.output.1)
        if link.hasPrefix("https://") { continue }
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let path = parts[0].isEmpty ? page.path : "\(folder)/\(parts[0])"
        let file = Products.project.appending(path: path).standardized
        #expect(
          FileManager.default.fileExists(atPath: file.path), "\(page.path):\(number): \(link)")
        guard parts.count > 1 else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        let anchors = Page(path, text).prose.map(\.text).filter { $0.hasPrefix("#") }
          .map(Self.anchor)
        #expect(anchors.contains(String(parts[1])), "\(page.path):\(number): \(link)")
      }
    }
  }

  /// What git hosts make of a heading.
  private static func anchor(of heading: Substring) -> String {
    heading.drop { $0 == "#" }.dropFirst().lowercased().replacing(" ", with: "-")
      .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
