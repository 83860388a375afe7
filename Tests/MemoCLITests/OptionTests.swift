import Foundation
import MemoCLI
import TestSupport
import Testing

/// What memo takes for options before it parses is what the parser knows.
@Suite struct OptionTests {
  @Test func bothKnowTheSame() throws {
    // Where there is no store, and with too many words for the others, nothing is done.
    let desk = Desk(try Scratch(), "")
    let commands = try CommandFacts.all().subcommands ?? []
    #expect(commands.count > 20)
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map { "-\($0)" }
    let all = commands.flatMap { $0.arguments ?? [] }.reduce(Set(letters + ["--force"])) {
      $0.union($1.typedNames)
    }
    for (number, command) in commands.enumerated() {
      let options = (command.arguments ?? []).filter { $0.kind != .positional }
      for name in command.names {
        for (place, option) in all.sorted().enumerated() {
          let known = options.first { $0.typedNames.contains(option) }
          guard known != nil || Effort.tries(number, place, oneIn: 12) else { continue }
          let error = desk.memo(name, "a", "b", "c", "d", "e", option).error
          let isUnknown = error.hasPrefix("error: unknown option '\(option)'")
          #expect(isUnknown == (known == nil), "\(name) \(option): \(error)")
          // The parser's own words for it show how the command is used.
          #expect(!isUnknown || !error.contains("Usage:"), "\(name) \(option): \(error)")
          // An empty text is the value of `-m` only, and no word at all.
          guard let known, !["-m", "--message"].contains(option) else { continue }
          let takesValue = desk.memo(name, "a", "b", "c", "d", "e", option, "").error
            .hasPrefix("error: '\(option)' needs a value, and '' is empty")
          #expect(takesValue == (known.kind == .option), "\(name) \(option)")
          // Where only one counts, a second one is no silent end of the first.
          let isOnce = desk.memo(name, option, "a", known.typedNames[0], "b").error
            .contains("is given twice, and there can be one")
          #expect(isOnce == (known.kind == .option && !known.isRepeating), "\(name) \(option)")
        }
      }
    }
    #expect(desk.scratch.files("").filter { $0.hasSuffix(".yml") } == [])
  }
}
