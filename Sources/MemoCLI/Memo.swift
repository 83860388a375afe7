internal import ArgumentParser
package import MemoKit
internal import Terminal

/// The command line of memo.
public enum Memo {}

extension Memo {
  /// Every name that the parser knows, aliases included.
  package static var commandNames: [String] { MemoCommand.names }
}

extension Memo {
  /// Runs one command line without touching the process: no printing, no exit.
  public static func run(_ arguments: [String], in context: Context) -> Outcome {
    var context = context
    var arguments = arguments
    if arguments.wantJSON { context.keepQuiet() }
    var outcome = outcome(of: &arguments, &context)
    outcome.question = context.answers?.open
    return outcome
  }

  private static func outcome(
    of arguments: inout [String], _ context: inout Context
  ) -> Outcome {
    do {
      let start = context.directory
      try takeFolder(&arguments, &context)
      // A merge driver works where the git that has started it does.
      if arguments.first != "merge-file" { context.leaveOtherRepository(startedIn: start) }
      var outcome = try dispatch(arguments, in: context)
      outcome.handOver?.environment = context.environment.variables
      return outcome
    } catch {
      return outcome(of: error, arguments, context)
    }
  }

  /// How a command line ends that an error ended.
  package static func outcome(
    of error: any Error, _ arguments: [String], _ context: Context
  ) -> Outcome {
    switch error {
    case let error as MemoError: failed(Failure(error), arguments, context)
    case let failure as Failure: failed(failure, arguments, context)
    default: ended(error, arguments, context)
    }
  }

  /// `-C DIR`, as git has it; each is seen from the one before.
  private static func takeFolder(_ arguments: inout [String], _ context: inout Context) throws {
    while arguments.first == "-C" {
      guard arguments.count > 1 else { throw Failure(.usage, "-C needs a folder") }
      guard !arguments[1].isEmpty else {
        throw Failure(
          .usage, "-C needs a folder, and '' is empty",
          hints: ["-C . is this one; is a variable of a script empty?"])
      }
      let folder = context.absolute(arguments[1])
      guard Store.isFolder(folder) else {
        try Store.checkIsSeen(folder)
        throw Failure(.refused, "there is no folder \(arguments[1])")
      }
      context.directory = folder
      arguments.removeFirst(2)
    }
  }

  private static func dispatch(_ arguments: [String], in context: Context) throws -> Outcome {
    // Without the parser, for programs that ask for nothing else before they begin.
    if arguments == ["--version"] { return Outcome(output: MemoVersion.text + "\n") }
    guard let name = arguments.first, !isOnlyOptions(arguments) else {
      return try bare(arguments, context)
    }
    var context = context
    context.words = arguments
    // Whatever is not plain, or not right, the parser reads below, and says what is wrong.
    if let command = try? PlainLine(arguments)?.command { return try command.outcome(in: context) }
    if name == "git" { return try ExternalCommand.git(Array(arguments.dropFirst()), context) }
    if isForeign(name) {
      return try ExternalCommand.other(name, Array(arguments.dropFirst()), context)
    }
    if name == "help", arguments.count == 2, ["filter", "filters"].contains(arguments[1]) {
      return Outcome(output: HelpText.text(FilterGuide.text, Page(context, .auto)))
    }
    if name == "help", arguments.count > 1, isForeign(arguments[1]) {
      return try ExternalCommand.other(arguments[1], ["--help"], context)
    }
    var command = try MemoCommand.parsed(DashWords.encoded(arguments))
    guard let command = command as? any Command else {
      // Help: ArgumentParser's own run throws the text to show.
      try command.run()
      return Outcome()
    }
    return try command.outcome(in: context)
  }

  /// Whether the parser knows no command of this name.
  private static func isForeign(_ name: String) -> Bool {
    !name.hasPrefix("-") && !MemoCommand.names.contains(name) && name != "help"
  }

  /// Whether these are options of what `memo` alone shows, and not a question about memo itself.
  private static func isOnlyOptions(_ arguments: [String]) -> Bool {
    ["--json", "--color", "--no-filter"].contains { arguments.first?.hasPrefix($0) == true }
  }

  /// `memo` alone: what is to be looked at now, or where there is no store, how to begin.
  private static func bare(_ arguments: [String], _ context: Context) throws -> Outcome {
    if let name = arguments.first(where: { MemoCommand.names.contains($0) }) {
      let options = arguments.filter { $0 != name }
      throw Failure(
        .usage, "'\(name)' stands behind an option",
        hints: ["the command comes first: memo \(name) \(options.joined(separator: " "))"])
    }
    do throws(MemoError) {
      _ = try context.store()
    } catch {
      guard error.kind == .noStore else { throw error }
      var failure = Failure(error)
      failure.hints.append("'memo --help' lists the commands")
      throw failure
    }
    return try dispatch(["today"] + arguments, in: context)
  }
}

extension Memo {
  /// How a command ends that an error ended.
  package static func outcome(of error: MemoError, in context: Context) -> Outcome {
    failed(Failure(error), [], context)
  }

  private static func failed(
    _ failure: Failure, _ arguments: [String], _ context: Context
  ) -> Outcome {
    guard !arguments.wantJSON else {
      var failure = failure
      // What the error has told of it already is not told twice.
      let reported = Set(failure.details.map { $0.split(separator: " ") })
      failure.details += (context.overheard?.lines ?? []).filter {
        !reported.contains($0.split(separator: " ")) && !failure.message.hasSuffix(": \($0)")
      }
      return Outcome(failure, error: failure.json.text)
    }
    return Outcome(
      failure, error: failure.text(Page(context, colorMode(in: arguments)).errorStyle))
  }

  /// What ArgumentParser threw: help and version are no errors.
  private static func ended(
    _ error: any Error, _ arguments: [String], _ context: Context
  ) -> Outcome {
    let isHelp = MemoCommand.exitCode(for: error).isSuccess
    // An error's details are two cells further in; JSON knows no window.
    let width =
      isHelp
      ? context.terminal.width
      : arguments.wantJSON ? nil : context.terminal.width - 2
    let text = HelpText.text(for: error, width: width)
    if isHelp { return Outcome(output: text + "\n") }
    guard MemoCommand.exitCode(for: error) == .validationFailure else {
      return failed(
        Failure(.bug, "\(error)", hints: ["this is a bug in memo; please report it"]), arguments,
        context)
    }
    // The first line is the message; the parser adds how the command is used.
    let lines = text.split(separator: "\n").map(String.init)
    let message = (lines.first ?? "").replacing("Error: ", with: "").decapitalized
    var failure = Failure(.usage, message, details: Array(lines.dropFirst()))
    if let first = arguments.first, ["-v", "-V"].contains(first) {
      failure.details = []
      failure.hints = ["memo --version"]
    } else if message.hasPrefix("unknown option") {
      failure.hints = ["words behind -- are no options, whatever they begin with"]
    }
    return failed(failure, arguments, context)
  }

  /// Errors are colored as the command line asks, even if it can't be parsed.
  private static func colorMode(in arguments: [String]) -> ColorMode {
    let words = arguments.prefix { $0 != "--" }
    guard let index = words.lastIndex(where: { $0 == "--color" || $0.hasPrefix("--color=") })
    else { return .auto }
    let value =
      words[index] == "--color"
      ? words.dropFirst(index + 1).first : String(words[index].dropFirst("--color=".count))
    return value.flatMap { ColorMode(rawValue: $0) } ?? .auto
  }
}

extension Outcome {
  fileprivate init(_ failure: Failure, error: String) {
    self.init(error: error, status: failure.status)
    self.failure = failure.redacted
  }
}

extension [String] {
  /// Whether these are the words of a command that is to print JSON.
  fileprivate var wantJSON: Bool {
    var words = self[...]
    while words.first == "-C" { words = words.dropFirst(2) }
    // Also with a value that it doesn't take, which is then the error.
    let options = words.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    return options.contains("--json")
      || options.contains("--ndjson")
        && CommandOptions[words.first ?? ""]?.flags.contains("--ndjson") == true
  }
}

extension String {
  fileprivate var decapitalized: String { prefix(1).lowercased() + dropFirst() }
}
