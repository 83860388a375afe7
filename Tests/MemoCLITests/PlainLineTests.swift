import TestSupport
import Testing

@testable import MemoCLI

/// Command lines that are read without the parser.
@Suite struct PlainLineTests {
  private static let commands = [
    "list", "ls", "today", "next", "show", "status", "add", "set", "start", "done", "reopen",
    "undo", "redo", "find", "grep", "log", "stats", "sync",
  ]
  private static let words = [
    "kx", "milk", "+home", "due:fri", "title=Buy oat milk", "3", "1a2b3c4", "deadline", "02",
    "title,created", "2026-12-01", "'quoted'", "@home", "ä", "a=b", "high", "2m", "?", "{title}\\n",
  ]

  private func line(_ random: inout SeededRandom) throws -> [String] {
    let command = try #require(Self.commands.randomElement(using: &random))
    let options = try #require(CommandOptions[command])
    var line = [command]
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      guard Int.random(in: 0..<3, using: &random) > 0,
        let option = options.names.sorted().randomElement(using: &random)
      else {
        line.append(Self.words.randomElement(using: &random) ?? "")
        continue
      }
      line.append(option)
      if options.valued.contains(option) {
        line.append(Self.words.randomElement(using: &random) ?? "")
      }
    }
    return line
  }

  private func described(_ command: Any) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test func theyAreWhatTheParserReads() throws {
    var random = SeededRandom(seed: 11)
    var plain: [String: Int] = [:]
    for _ in 0..<1500 {
      let line = try line(&random)
      guard let command = try? PlainLine(line)?.command else { continue }
      plain[line[0], default: 0] += 1
      let parsed = try MemoCommand.parsed(DashWords.encoded(line))
      #expect(described(command) == described(parsed), "\(line)")
    }
    #expect(Self.commands.allSatisfy { plain[$0, default: 0] > 5 }, "\(plain)")
  }

  @Test(arguments: [
    ["list", "-home"], ["list", "--", "x"], ["list", "-n20"], ["list", "-n", "0"], ["list", ""],
    ["list", "-n", ""], ["list", "-n", "x"], ["list", "-n", "12345678901234567890"],
    ["list", "-ar"], ["list", "--help"], ["list", "-h"], ["list", "--sort=title"], ["show"],
    ["list", "-a", "--all"], ["list", "-g", "a", "--group", "b"], ["list", "--colour"],
    ["list", "--json", "--format", "x"], ["add", "-"], ["add", "-m", ""], ["list", "-s", "-title"],
    ["status", "x"], ["sync", "x"], ["undo", "1", "2"], ["undo", "0"], ["log", "-p"], ["board"],
    ["nothing"], [], ["add", "x", "-p", "H"], ["list", "--color", "always"], ["find", " "],
  ])
  func whatIsNotPlainIsTheParsers(line: [String]) {
    #expect((try? PlainLine(line)?.command) == nil)
  }
}
