import Foundation
import TestSupport
import Testing

/// What the README promises of building and testing.
@Suite struct ReadmeTests {
  @Test func theCommandsAreThoseThatCIRuns() throws {
    let page = try #require(Page.all.first)
    let commands = page.blocks.filter { $0.language == "sh" }.map(\.text)
    #expect(commands.first == "sh examples/install.sh\n")
    #expect(commands.contains("sh examples/tour.sh\nsh Tests/run.sh\n"))
    let tests = try text("Tests/run.sh")
    #expect(try text(".ci/run").contains("exec sh Tests/run.sh\n"))
    #expect(tests.contains("sh examples/tour.sh\n"))
  }

  /// Five minutes are no longer than that.
  @Test func itIsShort() throws {
    let page = try #require(Page.all.first)
    let words = page.prose.map { $0.text.split(separator: " ").count }.reduce(0, +)
    let lines = page.blocks.filter { $0.language == "console" }
      .map { $0.text.split(separator: "\n").count }.reduce(0, +)
    #expect(words <= 1200 && lines <= 80, "\(words) words, \(lines) lines of sessions")
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Products.project.appending(path: name), encoding: .utf8)
  }
}
