import Foundation
import TestSupport
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  struct Block: CustomTestStringConvertible {
    var language: String
    var text: String
    var testDescription: String { String(text.prefix(60)) }
  }

  private static let page = Products.project.appending(component: "README.md")

  static let blocks: [Block] = {
    var blocks: [Block] = []
    var open: Block?
    for line in ((try? String(contentsOf: page, encoding: .utf8)) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(language: String(line.dropFirst(3)), text: "") : nil
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }()

  static let sessions = blocks.filter { $0.language == "console" }

  /// All that a reader needs is on the page.
  ///
  /// `MEMO_WRITE_SESSIONS=1 swift test --filter ReadmeTests` writes down what is seen now.
  @Test func aReaderSeesWhatIsWritten() throws {
    let reader = try Reader()
    var text = try text("README.md")
    for block in Self.sessions {
      let session = Session(block.text)
      let seen = try reader.played(session)
      if ProcessInfo.processInfo.environment["MEMO_WRITE_SESSIONS"] != nil {
        text = text.replacing(block.text, with: seen)
      } else {
        #expect(session.difference(to: seen) == nil)
      }
    }
    if text != (try self.text("README.md")) {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
  }

  @Test func theCommandsAreThoseThatCIRuns() throws {
    let commands = Self.blocks.filter { $0.language == "sh" }.map(\.text)
    #expect(commands.count == 3)
    #expect(commands[0] == "sh examples/tour.sh\n")
    #expect(commands[1] == "sh Tests/run.sh\n")
    let ci = try text(".ci/run")
    #expect(ci.contains("exec \(commands[1])"))
    // The test command runs the tour, with a release as the third block builds it if asked to.
    #expect(try text("Tests/run.sh").contains(commands[0]))
    let build = try #require(commands[2].split(separator: "\n").first)
    #expect(try text("examples/tour.sh").contains(build))
  }

  @Test func everyBlockIsOfAKindThatIsTested() {
    #expect(Self.sessions.count >= 4)
    #expect(Set(Self.blocks.map(\.language)) == ["console", "sh"])
  }

  @Test func everyLinkLeadsSomewhere() throws {
    let links = try text("README.md").matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
    for link in links where !link.hasPrefix("https://") {
      let path = Products.project.appending(path: link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Products.project.appending(path: name), encoding: .utf8)
  }
}
