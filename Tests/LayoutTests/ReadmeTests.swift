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

  static let blocks: [Block] = {
    let file = Products.project.appending(component: "README.md")
    var blocks: [Block] = []
    var open: Block?
    for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(
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

  @Test(arguments: sessions) func everySessionIsReal(_ block: Block) throws {
    let difference = try Session(block.text).difference()
    #expect(difference == nil)
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
