package import MemoKit

/// A command whose properties are arguments and options, such as `@Flag("--all", "All tasks")`.
package protocol TypedCommand: SendableMetatype {
  static var grammar: Grammar { get }
  init()
}

/// The names and the help of a command, and the options that it shares with others.
package struct Grammar: Sendable {
  /// The command's name, then its aliases.
  let names: [String]
  fileprivate let summary: String
  fileprivate let text: String
  fileprivate let examples: String
  /// Made when they are needed: to find a command takes the names of many.
  fileprivate let options: @Sendable () -> [[Usage.Option]]
  fileprivate let excluding: [String]

  /// - Parameters:
  ///   - names: The command's name, then its aliases, separated by commas: `list, ls`.
  ///   - text: The paragraphs of the help.
  ///   - examples: Examples, one per line.
  ///   - options: Options that many commands have. The help lists them after the command's own.
  ///   - pairs: Options that exclude each other: `--list --history`.
  package init(
    _ names: String, _ summary: String, _ text: String = "", examples: String,
    options: @autoclosure @escaping @Sendable () -> [[Usage.Option]] = [],
    excluding pairs: [String] = []
  ) {
    self.names = names.split(separator: ", ").map(String.init)
    self.summary = summary
    self.text = text
    self.examples = examples
    self.options = options
    excluding = pairs
  }
}

extension TypedCommand {
  package static var usage: Usage { usage(Self().parts) }

  private var parts: [CommandPart] {
    Mirror(reflecting: self).children.compactMap { $0.value as? CommandPart }
  }

  private static func usage(_ parts: [CommandPart]) -> Usage {
    Usage(
      names: grammar.names, summary: grammar.summary, text: grammar.text,
      examples: grammar.examples.split(separator: "\n").map(String.init),
      arguments: parts.compactMap(\.argument),
      options: parts.compactMap(\.option) + grammar.options().joined() + .output
        + Usage.requests)
  }

  /// Sets the properties from a command line.
  ///
  /// - Parameter line: The command's name, followed by the arguments.
  /// - Returns: A request for help or the version. The properties must not be used then.
  package func read(
    _ line: [String], _ options: inout CommonOptions
  ) throws(MemoError) -> Usage.Request? {
    let parts = parts
    let usage = Self.usage(parts)
    let own = parts.filter { $0.option != nil }
    do throws(MemoError) {
      let read = try ReadLine(line, usage)
      if let request = read.request { return request }
      let given = Set(read.options.map { usage.options[$0.place].longName[...] })
      // A command prints its result in one form.
      let pairs =
        ["--json --ndjson", "--json --quiet", "--ndjson --quiet"] + Self.grammar.excluding
      if let pair = pairs.map({ $0.split(separator: " ") }).first(where: given.isSuperset) {
        throw MemoError(.usage, "\(pair[0]) and \(pair[1]) exclude each other")
      }
      for (place, value) in read.options {
        if place < own.count {
          try own[place].take(value)
        } else {
          options.given[usage.options[place].longName] = value
        }
      }
      options.doubtful = read.doubtful
      var rest = read.words[...]
      for case let (part, argument?) in parts.map({ ($0, $0.argument) }) {
        let words = argument.isRepeating ? rest : rest.prefix(1)
        guard argument.isOptional || !words.isEmpty else { throw usage.missing(argument) }
        if let word = words.first { try usage.check(word, of: argument) }
        part.given = Array(words)
        rest = rest.dropFirst(words.count)
      }
      if let word = rest.first { throw MemoError(.usage, "unexpected argument '\(word)'") }
      return nil
    } catch {
      throw error.hinting(usage.optionsHint)
    }
  }
}

// MARK: - Arguments and options

/// An argument or an option of a command.
package class CommandPart {
  fileprivate let argument: Usage.Argument?
  fileprivate let option: Usage.Option?
  /// The argument's words, or the option's values; a flag's value is empty.
  fileprivate var given: [String] = []

  fileprivate init(_ argument: Usage.Argument) { (self.argument, option) = (argument, nil) }
  fileprivate init(_ option: Usage.Option) { (self.option, argument) = (option, nil) }

  /// Takes an option's value.
  fileprivate func take(_ value: String) throws(MemoError) { given.append(value) }
}

/// An argument of one word.
@propertyWrapper package final class Argument: CommandPart {
  package var wrappedValue: String { given.first ?? "" }

  /// - Parameter words: The allowed values; empty for any.
  package init(_ name: String, _ help: String, words: [String] = []) {
    super.init(Usage.Argument(name: name, help: help, words: words))
  }
}

/// An argument of one word, which may be absent.
@propertyWrapper package final class OptionalArgument: CommandPart {
  package var wrappedValue: String? { given.first }

  /// - Parameter words: The allowed values; empty for any.
  package init(_ name: String, _ help: String, words: [String] = []) {
    super.init(Usage.Argument(name: name, help: help, words: words, isOptional: true))
  }
}

/// An argument for all remaining words.
@propertyWrapper package final class Arguments: CommandPart {
  package var wrappedValue: [String] { given }

  package init(
    _ name: String, _ help: String, isOptional: Bool = true, readsTags: Bool = false,
    keepsSeparator: Bool = false
  ) {
    super.init(
      Usage.Argument(
        name: name, help: help, isOptional: isOptional, isRepeating: true, readsTags: readsTags,
        keepsSeparator: keepsSeparator))
  }

  /// An argument for a filter, in which `-home` is a tag.
  package convenience init(
    filter name: String, _ help: String = "Which tasks, as in 'memo list'"
  ) { self.init(name, help, readsTags: true) }

  /// An argument for names of tasks, or a filter.
  package convenience init(
    tasks name: String, _ help: String = "Tasks, or a filter as in 'memo list'",
    keepsSeparator: Bool = false
  ) {
    self.init(name, help, isOptional: false, readsTags: true, keepsSeparator: keepsSeparator)
  }
}

/// An option without a value.
@propertyWrapper package final class Flag: CommandPart {
  package var wrappedValue: Bool { !given.isEmpty }

  /// - Parameters:
  ///   - names: The option's names, the long one last: `-a --all`.
  ///   - former: Names in earlier versions.
  package init(_ names: String, _ help: String, formerly former: String = "") {
    super.init(Usage.Option(names, formerly: former, help))
  }
}

/// An option with a value.
@propertyWrapper package final class Value: CommandPart {
  package var wrappedValue: String? { given.first }

  /// - Parameters:
  ///   - value: The name of the value in the help.
  ///   - words: The allowed values; empty for any.
  package init(_ names: String, _ value: String, _ help: String, words: [String] = []) {
    super.init(Usage.Option(names, value: value, help, words: words))
  }
}

/// An option that may be repeated.
@propertyWrapper package final class Values: CommandPart {
  package var wrappedValue: [String] { given }

  package init(_ names: String, _ value: String, _ help: String) {
    super.init(Usage.Option(names, value: value, help, isRepeating: true))
  }
}

/// An option with a number of 1 or more.
@propertyWrapper package final class Number: CommandPart {
  package var wrappedValue: Int? { given.first.flatMap { Int($0) } }

  package init(_ names: String, _ help: String) {
    super.init(Usage.Option(names, value: "number", help))
  }

  override fileprivate func take(_ value: String) throws(MemoError) {
    guard let number = Int(value), number > 0 else {
      throw MemoError(
        .usage, "invalid value '\(value)' for '\(option?.names.first ?? "")'",
        hints: ["write a number of 1 or more"])
    }
    try super.take(value)
  }
}

/// An option with a duration, in seconds.
@propertyWrapper package final class Time: CommandPart {
  package var wrappedValue: Double? { given.first.flatMap { Measure.duration($0) } }
  private let range: ClosedRange<Double>
  private let hint: String

  /// - Parameter hint: The ways to write a duration.
  package init(_ name: String, _ help: String, in range: ClosedRange<Double>, hint: String) {
    (self.range, self.hint) = (range, hint)
    super.init(Usage.Option(name, value: "time", help))
  }

  override fileprivate func take(_ value: String) throws(MemoError) {
    guard let seconds = Measure.duration(value), range.contains(seconds) else {
      throw MemoError(
        .usage, "invalid value '\(value)' for '\(option?.longName ?? "")'", hints: ["write \(hint)"]
      )
    }
    try super.take(value)
  }
}

extension MemoError {
  /// Adds a hint to a usage error without hints.
  func hinting(_ hint: String) -> MemoError {
    var failure = self
    if failure.kind == .usage, failure.hints.isEmpty { failure.hints = [hint] }
    return failure
  }
}
