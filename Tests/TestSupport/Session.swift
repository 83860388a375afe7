import Foundation
import MemoCLI
import MemoKit
import Synchronization

/// A recorded terminal session: `$ command`, followed by its output.
///
/// Commands of memo run in this process, on a desk with a fixed clock; a shell runs all others. A
/// name before the `$` is the person who types. An exit code other than 0 follows the output in
/// brackets. The scratch folder is shown as `/home`.
public struct Session {
  /// A command and its output; text before the first command has no command.
  struct Step {
    /// The comment and blank lines above it.
    var lead: String
    var prompt: String
    var command: String
  }

  let steps: [Step]
  /// The recorded text.
  private let text: String

  public init(_ text: String) {
    self.text = text
    var steps: [Step] = []
    var pending: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard let (prompt, command) = Self.command(in: line) else {
        pending.append(line)
        continue
      }
      let lead = Self.lead(in: pending, isFirst: steps.isEmpty)
      steps.append(
        Step(lead: lead.map { $0 + "\n" }.joined(), prompt: prompt, command: command))
      pending = []
    }
    self.steps = steps
  }

  /// The blank line and comment above a command; at the beginning, all lines.
  private static func lead(in lines: [Substring], isFirst: Bool) -> ArraySlice<Substring> {
    if isFirst { return lines[...] }
    let hasComment =
      lines.count > 1 && lines[lines.count - 1].hasPrefix("# ")
      && lines[lines.count - 2].isEmpty
    return hasComment ? lines.suffix(2) : []
  }

  private static func command(in line: Substring) -> (String, String)? {
    guard let dollar = line.range(of: "$ ") else { return nil }
    let who = line[..<dollar.lowerBound]
    guard who.allSatisfy({ $0.isLowercase }), who.count < 6 else { return nil }
    return (String(who), String(line[dollar.upperBound...]))
  }

  /// Plays all commands and returns the session with their output.
  ///
  /// If a name is before the `$`, there is a remote, and each person has a clone.
  public func played() throws -> String {
    let people = Set(steps.map(\.prompt))
    guard people != [""] else {
      let desk = Desk(try Scratch(), "kim")
      return try played { try desk.type($0.command) }
    }
    let team = try Team(of: people.count)
    return try played { step in
      guard let desk = team.desks.first(where: { $0.folder == step.prompt }) else {
        throw GitFailure(message: "nobody is called \(step.prompt)")
      }
      return try desk.type(step.command)
    }
  }

  /// The first line that differs from what is played.
  public func difference() throws -> String? { difference(to: try played()) }

  /// The first line that differs.
  public func difference(to played: String) -> String? {
    let (seen, written) = (played.split(separator: "\n"), text.split(separator: "\n"))
    for index in 0..<max(seen.count, written.count) {
      let now = index < seen.count ? seen[index] : "(the end)"
      let then = index < written.count ? written[index] : "(the end)"
      if now != then { return "line \(index + 1): seen '\(now)', written '\(then)'" }
    }
    return nil
  }

  fileprivate func played(_ type: (Step) throws -> String) throws -> String {
    try steps.reduce(into: "") { text, step in
      text += "\(step.lead)\(step.prompt)$ \(step.command)\n\(try type(step))"
    }
  }
}

/// A person who types one session after another on a fresh machine.
///
/// The home folder is empty at first. If a name is before the `$`, Ana and Ben type, who have
/// clones of one store.
public final class Reader {
  private let desk: Desk
  /// The shell's current folder.
  private var place: String
  private var team: Team?

  public init() throws {
    let scratch = try Scratch()
    desk = Desk(scratch, "kim", variables: ["HOME": scratch("kim"), "NO_COLOR": "1"])
    place = scratch("kim")
  }

  /// Plays a session and returns it with its output.
  public func played(_ session: Session) throws -> String {
    let terminal = TerminalFacts(input: true, output: true, error: true, width: 80, height: 24)
    if team == nil, session.steps.contains(where: { !$0.prompt.isEmpty }) {
      team = try Team(of: 2, variables: ["NO_COLOR": "1"])
    }
    return try session.played { step in
      guard let person = team?.desks.first(where: { $0.folder == step.prompt }) else {
        return try desk.type(step.command, at: &place, terminal, remembersPlace: true)
      }
      var folder = person.scratch(person.folder)
      return try person.type(step.command, at: &folder, terminal)
    }
  }
}

extension Desk {
  /// Types one line and returns its output.
  public func type(_ line: String) throws -> String {
    var place = scratch(folder)
    return try type(line, at: &place, TerminalFacts())
  }

  /// - Parameters:
  ///   - place: Where the shell is; a `cd` changes it where that is to be remembered.
  ///   - terminal: What `memo` is connected to.
  fileprivate func type(
    _ line: String, at place: inout String, _ terminal: TerminalFacts, remembersPlace: Bool = false
  ) throws -> String {
    let ran: Ran
    if Self.isMemo(line) {
      ran = try runMemo(line, in: place, terminal)
    } else if remembersPlace {
      let file = scratch("place")
      ran = try runShell("\(line)\ncode=$?; pwd >'\(file)'; exit $code", in: place)
      place = try scratch.read("place").trimmingCharacters(in: .newlines)
    } else {
      ran = try runShell(line, in: place)
    }
    var shown = (ran.output + ran.error).replacing(scratch.path, with: "/home")
    if !shown.isEmpty, !shown.hasSuffix("\n") { shown += "\n" }
    return shown + (ran.code == 0 ? "" : "[\(ran.code)]\n")
  }

  /// Whether the line is `memo …`, perhaps with variables before it or a pipe into it.
  private static func isMemo(_ line: String) -> Bool {
    let last = line.split(separator: " | ").last ?? ""
    return last.prefixMatch(of: /([A-Z_]+=("[^"]*"|'[^']*'|[^ "']*) )*memo( |$)/) != nil
  }

  private func runShell(_ line: String, in place: String) throws -> Ran {
    wait(seconds: 60)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    var variables = environment.variables
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_DATE"] = "\(environment.now()) +0000"
    }
    return try run("/bin/sh", ["-c", line], in: place, environment: variables)
  }

  /// Runs `memo …`, perhaps with variables before it or a pipe into it.
  private func runMemo(
    _ line: String, in place: String, _ terminal: TerminalFacts
  ) throws -> Ran {
    let parts = line.split(separator: " | ", maxSplits: 1).map(String.init)
    let input = parts.count > 1 ? try runShell(parts[0], in: place).output : ""
    let words = try words(of: parts.last ?? "", in: place)
    var context = context
    context.directory = place
    context.terminal = terminal
    if parts.count > 1 { context.terminal.input = false }
    let names = words.prefix { $0 != "memo" }
    for setting in names {
      let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
      context.environment.variables[pair[0]] = pair.count > 1 ? pair[1] : ""
    }
    let told = Mutex("")
    context.standardInput = { Array(input.utf8) }
    context.notify = { text in told.withLock { $0 += text } }
    let outcome = Memo.run(Array(words.dropFirst(names.count + 1)), in: context)
    outcome.checkAgainstSchema(
      Array(words.dropFirst(names.count + 1)), told: told.withLock { $0 })
    if let program = outcome.handOver { return try become(program, context) }
    return Ran(
      output: outcome.bytes.map { String(decoding: $0, as: UTF8.self) } ?? outcome.output,
      error: told.withLock { $0 } + outcome.error,
      code: outcome.status.rawValue)
  }

  /// The words of a line, split by a shell if it has more than quotes.
  private func words(of line: String, in place: String) throws -> [String] {
    guard let words = Self.plainWords(of: line) else {
      return try runShell("printf '%s\\0' \(line)", in: place).output.split(
        separator: "\0", omittingEmptySubsequences: false
      ).dropLast().map(String.init)
    }
    wait(seconds: 60)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    return words
  }

  /// The words of a line with no special characters but quotes and spaces.
  private static func plainWords(of line: String) -> [String]? {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    for scalar in line.unicodeScalars {
      if let open = quote {
        if scalar == open {
          quote = nil
        } else if open == "\"", "$`\\".unicodeScalars.contains(scalar) {
          return nil
        } else {
          word?.append(scalar)
        }
        continue
      }
      switch scalar {
      case "'", "\"":
        quote = scalar
        word = word ?? String.UnicodeScalarView()
      case " ":
        if let word { words.append(String(word)) }
        word = nil
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", ",", "=", "+", "@", "%",
        "\u{C0}"..."\u{D7FF}":
        word = word ?? String.UnicodeScalarView()
        word?.append(scalar)
      default: return nil
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [String($0)] } ?? [])
  }

  private func become(_ program: Program, _ context: Context) throws -> Ran {
    try run(
      program.name, program.arguments, in: program.directory ?? context.directory,
      environment: program.environment)
  }
}
