internal import MemoKit
package import Terminal

/// The command line interface of memo.
public enum Memo {
  /// All command names that the parser knows, including aliases.
  package static var commandNames: [String] { CommandTable.names }

  /// Runs one command line.
  ///
  /// It doesn't print, and doesn't end the process.
  public static func run(_ arguments: [String], in context: Context) -> Outcome {
    var context = context
    var arguments = arguments
    let options = arguments.globalOptions
    if options.wantsJSON { context.keepQuiet() }
    context.color = options.color
    return outcome(in: context) {
      try takeFolder(&arguments, &context)
      // git starts a merge driver in the repository of the merge.
      if arguments.first != "merge-file" { context.leaveGitsRepository() }
      var outcome = try dispatch(arguments, in: context)
      outcome.handOver?.environment = context.environment.variables
      return outcome
    }
  }

  /// The outcome of a command, also if it throws, with the question that it asks.
  static func outcome(in context: Context, _ body: () throws -> Outcome) -> Outcome {
    var outcome: Outcome
    do { outcome = try body() } catch { outcome = self.outcome(of: error, context) }
    outcome.question = context.answers?.open
    return outcome
  }

  /// The outcome of a command that threw an error.
  package static func outcome(of error: any Error, _ context: Context) -> Outcome {
    var failure = MemoError(of: error)
    if let messages = context.messages {
      // The error may already contain a message.
      let reported = Set(failure.details.map { $0.split(separator: " ") })
      failure.details += messages.lines.filter {
        !reported.contains($0.split(separator: " ")) && !failure.message.hasSuffix(": \($0)")
      }
    }
    let text =
      context.messages == nil ? failure.text(Page(context).errorStyle) : failure.json.text
    var outcome = Outcome(error: text, status: ExitStatus(failure.kind))
    outcome.failure = failure
    return outcome
  }

  /// Takes `-C DIR`; as in git, each folder is relative to the one before.
  private static func takeFolder(_ arguments: inout [String], _ context: inout Context) throws {
    while arguments.first == "-C" {
      guard arguments.count > 1 else { throw MemoError(.usage, "-C needs a folder") }
      guard !arguments[1].isEmpty else {
        throw MemoError(
          .usage, "-C needs a folder, and '' is empty",
          hints: ["-C . is this one; is a variable of a script empty?"])
      }
      let folder = context.absolute(arguments[1])
      guard Store.isFolder(folder) else {
        try Store.checkIsSeen(folder)
        throw MemoError(
          .refused, "there is no folder \(arguments[1])",
          hints: ["'memo init \(arguments[1].quotedForShell)' makes a store there"])
      }
      context.directory = folder
      arguments.removeFirst(2)
    }
  }

  private static func complete(_ words: [String], _ context: Context) throws -> Outcome {
    // The shell completes folders.
    guard words.dropLast().last != "-C" else { return Outcome() }
    var (words, context) = (words, context)
    // A shell passes words as they were typed.
    if let home = context.environment.variables["HOME"] {
      for index in words.indices.dropFirst() where words[index - 1] == "-C" {
        let isHome = words[index] == "~" || words[index].hasPrefix("~/")
        if isHome { words[index] = home + words[index].dropFirst() }
      }
    }
    try takeFolder(&words, &context)
    context.leaveGitsRepository()
    return Outcome(output: Completion(words: words, context: context).text)
  }

  private static func dispatch(_ arguments: [String], in context: Context) throws -> Outcome {
    // Skips the table of commands: other programs ask for the version when they start.
    if arguments == ["--version"] {
      return Outcome(output: MemoVersion.output(of: "memo", isJSON: false))
    }
    guard let name = arguments.first,
      !["--json", "--color", "--no-filter", "--version"].contains(where: name.hasPrefix)
    else { return try bare(arguments, context) }
    if let type = CommandTable[name] { return try type.run(arguments, in: context) }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "git": return try git(rest, context)
    case "help", "--help", "-h": return try help(rest, context)
    case "__complete": return try complete(rest, context)
    case "-v", "-V":
      throw MemoError(.usage, "unknown option '\(name)'", hints: ["memo --version"])
    case _ where name.hasPrefix("-"):
      throw MemoError(
        .usage, "unknown option '\(name)'", hints: ["'memo --help' lists the commands"])
    default: return try other(name, rest, context)
    }
  }

  /// `memo help`, for a command or another topic.
  private static func help(_ words: [String], _ context: Context) throws -> Outcome {
    let help = HelpText(width: context.terminal.width)
    let text: String
    switch words.first {
    case nil: text = help.overview(isWhole: false)
    case "--all"?, "-a"?: text = help.overview(isWhole: true)
    case "filter"?, "filters"?: text = HelpText.text(FilterGuide.text, Page(context))
    case "agents"?: text = HelpText.text(AgentGuide.text, Page(context))
    case "--man"?: text = try ManualPage.text(named: words.dropFirst().first)
    case "git"?: return try git(["help"], context)
    case let name?:
      guard let usage = CommandTable[name]?.usage else {
        return try other(name, ["--help"], context)
      }
      text = help.text(of: usage)
    }
    return Outcome(output: text)
  }

  /// `memo git …`: git in the store.
  private static func git(_ arguments: [String], _ context: Context) throws -> Outcome {
    Outcome(handOver: try context.store().gitProgram(arguments, in: context.directory))
  }

  /// `memo NAME …`: the program `memo-NAME` from `PATH`.
  private static func other(
    _ name: String, _ arguments: [String], _ context: Context
  ) throws -> Outcome {
    var environment = context.environment
    if let folder = context.programFolder {
      // Programs installed with this memo come before others in PATH.
      environment.variables["PATH"] = "\(folder):\(environment.variables["PATH"] ?? "")"
    }
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix("-"),
      let path = environment.path(of: "memo-\(name)")
    else { throw Suggestions.unknownCommand(name, arguments) }
    return Outcome(handOver: Program(path, arguments, in: context.directory))
  }

  /// Lists the tasks for today; without a store, the error explains how to begin.
  private static func bare(_ arguments: [String], _ context: Context) throws -> Outcome {
    if let name = arguments.first(where: { CommandTable.names.contains($0) }) {
      let options = arguments.filter { $0 != name }
      throw MemoError(
        .usage, "'\(name)' comes after an option",
        hints: ["the command comes first: memo \(name) \(options.joined(separator: " "))"])
    }
    do {
      return try dispatch(["today"] + arguments, in: context)
    } catch var error as MemoError where error.kind == .noStore {
      error.hints.append("'memo --help' lists the commands")
      throw error
    }
  }
}

extension [String] {
  /// The options of all commands that count even if the rest of the line can't be parsed.
  package var globalOptions: (color: ColorMode, wantsJSON: Bool) {
    var words = self[...]
    while words.first == "-C" { words = words.dropFirst(2) }
    let command = words.first ?? ""
    words = words.prefix { $0 != "--" }
    var (color, wantsJSON) = (ColorMode.auto, false)
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch parts[0] {
      case "--color":
        let value = parts.count > 1 ? String(parts[1]) : words.first
        color = value.flatMap(ColorMode.init) ?? .auto
      // `--json=VALUE` counts too. Its error is then printed as JSON.
      case "--json": wantsJSON = true
      case "--ndjson" where CommandTable[command]?.usage.option("--ndjson") != nil:
        wantsJSON = true
      default: break
      }
    }
    return (color, wantsJSON)
  }
}
