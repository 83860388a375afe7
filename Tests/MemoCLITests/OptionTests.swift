import Foundation
import MemoCLI
import TestSupport
import Testing

/// What memo takes for options before it parses is what the parser knows.
@Suite struct OptionTests {
  private struct Help: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    struct Argument: Decodable { var names: [Name]? }
    struct Command: Decodable {
      var commandName: String
      var aliases: [String]?
      var arguments: [Argument]?
      var subcommands: [Command]?
    }
    var command: Command
  }

  private func commands() throws -> [(names: [String], options: Set<String>)] {
    let desk = Desk(try Scratch(), "")
    let text = desk.memo("--experimental-dump-help").output
    let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
    return (help.command.subcommands ?? []).filter { $0.commandName != "help" }.map { command in
      let names = (command.arguments ?? []).flatMap { $0.names ?? [] }
      return (
        [command.commandName] + (command.aliases ?? []),
        Set(names.map { ($0.kind == "long" ? "--" : "-") + $0.name })
      )
    }
  }

  @Test func bothKnowTheSame() throws {
    // Where there is no store, and with too many words for the others, nothing is done.
    let desk = Desk(try Scratch(), "")
    let commands = try commands()
    #expect(commands.count > 20)
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map { "-\($0)" }
    let all = commands.reduce(Set(letters)) { $0.union($1.options) }.union(["--force"])
    for command in commands {
      for name in command.names {
        for option in all {
          let error = desk.memo(name, "a", "b", "c", "d", "e", option).error
          let isUnknown = error.hasPrefix("error: unknown option '\(option)'")
          #expect(isUnknown != command.options.contains(option), "\(name) \(option): \(error)")
          // The parser's own words for it show how the command is used.
          #expect(!isUnknown || !error.contains("Usage:"), "\(name) \(option): \(error)")
        }
      }
    }
    #expect(desk.scratch.files("").filter { $0.hasSuffix(".yml") } == [])
  }
}
