import MemoKit
import TestSupport
import Testing

@testable import MemoCLI

/// Help in windows of any width.
@Suite struct HelpTests {
  static let commands = [
    "add", "archive", "blame", "board", "check", "clone", "conflicts", "context", "diff", "done",
    "edit", "export", "find", "import",
    "init", "list", "log", "merge-file", "move", "next", "note", "open", "postpone", "redo",
    "rename", "remove", "reopen", "resolve", "restore",
    "set",
    "show", "start", "stats", "status", "sync", "tick", "today", "undo",
  ]

  func help(_ words: [String], width: Int) throws -> [Substring] {
    let desk = Desk(try Scratch(), "kim")
    var context = desk.context
    context.terminal = TerminalFacts(width: width)
    let outcome = desk.memo(words, in: context)
    #expect(outcome.status == .done)
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: [80]) func linesFillTheWindow(width: Int) throws {
    for words in Self.commands.map({ [$0, "--help"] }) + [["--help"], ["help", "--all"]] {
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

  /// The arguments that a shell would pass to memo in each call; only the rest of the line is run.
  private func calls(of lines: [String], in desk: Desk) throws -> [[String]] {
    let script = """
      memo() { [ $# = 0 ] || printf '%s\\0' "$@" >> ../calls; printf '\\1\\0' >> ../calls; }
      BASE=base.md LOCAL=ours.md REMOTE=theirs.md MERGED=todo/tea.md
      : > ../calls
      for line do (eval "$line"); done
      """
    _ = try run(
      "/bin/sh", ["-c", script, "sh"] + lines, in: desk.scratch(desk.folder),
      environment: desk.environment.variables)
    let words = try desk.scratch.read("calls").split(
      separator: "\0", omittingEmptySubsequences: false)
    return words.dropLast().split(separator: "\u{1}").map { $0.map(String.init) }
  }

  /// memo understands each example, even if its tasks don't exist.
  @Test func everyExampleIsUnderstood() throws {
    let desk = Desk(try Scratch(), "kim", variables: ["EDITOR": "true", "VISUAL": "true"])
    desk.memo("init")
    for name in ["base.md", "ours.md", "theirs.md", "list.txt", "backlog/tasks/a.md"] {
      try desk.write("# Tea\n", to: name)
    }
    var context = desk.context
    context.standardInput = { Array("Some text\n".utf8) }
    // These run until they are ended, or need a network.
    let endless: Set = ["--watch", "clone", "init", "open", "git"]
    let examples = try CommandTable.usages.flatMap { command in
      let lines = try help([command.name, "--help"], width: 400)
      return lines.drop { !$0.hasPrefix("EXAMPLES:") }.dropFirst().prefix { !$0.isEmpty }
    }
    let calls = try calls(of: examples.map(String.init), in: desk)
    #expect(calls.count > 90)
    for words in calls where endless.isDisjoint(with: words) {
      let outcome = desk.memo(words, in: context)
      #expect(outcome.status != .usage, "\(words): \(outcome.error)")
    }
  }
}
