import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Help is read in windows of any width.
@Suite struct HelpTests {
  static let commands = [
    "add", "archive", "blame", "board", "check", "clone", "conflicts", "context", "diff", "done",
    "edit", "find",
    "init", "list", "log", "merge-file", "move", "next", "note", "open", "postpone", "redo",
    "rename", "remove", "reopen", "resolve", "restore",
    "set",
    "show", "start", "stats", "status", "sync", "tick", "today", "tui", "undo",
  ]

  func help(_ words: [String], width: Int) throws -> [Substring] {
    let desk = Desk(try Scratch(), "kim")
    var context = desk.context
    context.terminal = TerminalFacts(width: width)
    let outcome = desk.memo(words, in: context)
    #expect(outcome.status == .done)
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: [60, 80, 100]) func linesFillTheWindow(width: Int) throws {
    for words in Self.commands.map({ [$0, "--help"] }) + [["--help"]] {
      let lines = try help(words, width: width)
      let prose = lines.prefix { !$0.hasPrefix("USAGE:") }.filter { !$0.hasPrefix("  ") }
      for (line, next) in zip(prose, prose.dropFirst()) {
        #expect(line.count <= width, "\(words)")
        guard !line.isEmpty, let word = next.split(separator: " ").first,
          !line.hasSuffix("EXAMPLES:"), !line.hasSuffix("EXAMPLE:")
        else { continue }
        #expect(line.count + 1 + word.count >= width, "\(words) at \(width): \(line)|\(word)")
      }
      let usage = lines.drop { !$0.hasPrefix("USAGE:") }.prefix { !$0.isEmpty }
      #expect(!usage.isEmpty && usage.allSatisfy { $0.count <= width }, "\(words): \(usage)")
      #expect(usage.dropFirst().allSatisfy { $0.hasPrefix("       ") }, "\(words): \(usage)")
    }
  }

  /// Each is something that a person would type: memo is in it, and the command nearly always.
  @Test func everyCommandShowsThreeExamples() throws {
    let commands = try CommandFacts.all().subcommands ?? []
    #expect(commands.count > 25)
    for command in commands {
      let lines = try help([command.commandName, "--help"], width: 100)
      let examples = lines.drop { !$0.hasPrefix("EXAMPLES:") }.dropFirst().prefix { !$0.isEmpty }
      #expect(Set(examples).count >= 3, "\(command.commandName): \(examples)")
      #expect(examples.allSatisfy { $0.hasPrefix("  ") }, "\(command.commandName): \(examples)")
      let names = [command.commandName] + (command.aliases ?? [])
      #expect(
        examples.count { line in names.contains { line.contains("memo \($0)") } } >= 2
          || ["today", "conflicts"].contains(command.commandName),
        "\(command.commandName): \(examples)")
    }
  }

  /// What is told for people in the code is for all commands that people see.
  @Test func noCommandIsLeftOut() throws {
    let overview = try help(["--help"], width: 100).joined(separator: "\n")
    for command in Self.commands { #expect(overview.contains("\n  \(command)"), "\(command)") }
  }
}
