import Foundation
import MemoCLI
import MemoKit
import Synchronization

/// A terminal session written down, and played again: `$ command`, then all that it printed.
///
/// Commands of memo run in this process, on a desk with a fixed clock; everything else is the
/// shell's. Who types stands before the `$`. An exit code that is not 0 ends a command's output
/// in brackets. The scratch folder is shown as `/home`.
public struct Session {
  /// A command and what was seen after it; text before the first command has no command.
  struct Step {
    /// A comment above it, and blank lines.
    var lead: String
    var prompt: String
    var command: String
  }

  let steps: [Step]
  /// As it was written down.
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

  /// A blank line and one of comment, or at the beginning everything.
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

  /// Plays all commands and returns the session as it would be written down now.
  ///
  /// Where a name stands before the `$`, there is a hub, and everybody has a clone.
  public func played() throws -> String {
    let people = Set(steps.map(\.prompt))
    guard people != [""] else {
      let desk = Desk(try Scratch(), "kim")
      return try played { _ in desk }
    }
    let team = try Team(of: people.count)
    return try played { who in
      guard let desk = team.desks.first(where: { $0.folder == who }) else {
        throw GitFailure(message: "nobody is called \(who)")
      }
      return desk
    }
  }

  /// The first line that is not seen again as it is written, so that a failure can be read.
  public func difference() throws -> String? {
    let (seen, written) = (try played().split(separator: "\n"), text.split(separator: "\n"))
    for index in 0..<max(seen.count, written.count) {
      let now = index < seen.count ? seen[index] : "(the end)"
      let then = index < written.count ? written[index] : "(the end)"
      if now != then { return "line \(index + 1): seen '\(now)', written '\(then)'" }
    }
    return nil
  }

  private func played(by desk: (String) throws -> Desk) throws -> String {
    try steps.reduce(into: "") { text, step in
      let seen = try desk(step.prompt).type(step.command)
      text += "\(step.lead)\(step.prompt)$ \(step.command)\n\(seen)"
    }
  }
}

extension Desk {
  /// Types one line, and returns what a terminal shows then.
  public func type(_ line: String) throws -> String {
    let ran = try Self.isMemo(line) ? runMemo(line) : runShell(line)
    var shown = (ran.output + ran.error).replacing(scratch.path, with: "/home")
    if !shown.isEmpty, !shown.hasSuffix("\n") { shown += "\n" }
    return shown + (ran.code == 0 ? "" : "[\(ran.code)]\n")
  }

  /// `memo …`, perhaps with variables before it, and with something piped into it.
  private static func isMemo(_ line: String) -> Bool {
    let last = line.split(separator: " | ").last ?? ""
    return last.prefixMatch(of: /([A-Z_]+=("[^"]*"|'[^']*'|[^ "']*) )*memo( |$)/) != nil
  }

  private func runShell(_ line: String) throws -> Ran {
    wait(seconds: 60)
    try FileManager.default.createDirectory(
      atPath: scratch(folder), withIntermediateDirectories: true)
    var variables = environment.variables
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_DATE"] = "\(environment.now()) +0000"
    }
    return try run("/bin/sh", ["-c", line], in: scratch(folder), environment: variables)
  }

  /// `memo …`, perhaps with variables before it and a pipe into it.
  private func runMemo(_ line: String) throws -> Ran {
    try FileManager.default.createDirectory(
      atPath: scratch(folder), withIntermediateDirectories: true)
    let parts = line.split(separator: " | ", maxSplits: 1).map(String.init)
    let input = parts.count > 1 ? try runShell(parts[0]).output : ""
    // The shell itself splits the words, so that quotes mean what they mean there.
    let words = try runShell("printf '%s\\0' \(parts.last ?? "")").output.split(
      separator: "\0", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
    var context = context
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

  private func become(_ program: Program, _ context: Context) throws -> Ran {
    try run(
      program.name, program.arguments, in: program.directory ?? context.directory,
      environment: context.environment.variables)
  }
}
