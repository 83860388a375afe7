package import MemoKit

/// A command's usage, and code that sets the command's values from arguments and options.
///
/// The arguments and options are made when they are needed: to find a command takes the names of
/// many, and the options of one.
package struct Grammar<Target>: Sendable {
  /// The command's name, then its aliases.
  let names: [String]
  private let excluding: [String]
  private let parts:
    @Sendable () -> (
      usage: Usage, arguments: [GrammarArgument<Target>], rows: [GrammarOption<Target>.Row]
    )

  /// - Parameters:
  ///   - names: The command's name, then its aliases, separated by commas: `list, ls`.
  ///   - text: The paragraphs of the help.
  ///   - examples: Examples, one per line.
  ///   - arguments: The arguments, in order.
  ///   - options: The command's own options, in the order of the help.
  ///   - pairs: Options that exclude each other: `--list --history`.
  package init(
    _ names: String, _ summary: String, _ text: String = "", examples: String,
    reading: Usage.Reading = [],
    words arguments: @autoclosure @escaping @Sendable () -> [GrammarArgument<Target>] = [],
    options: @autoclosure @escaping @Sendable () -> [GrammarOption<Target>] = [],
    excluding pairs: [String] = []
  ) {
    let names = names.split(separator: ", ").map(String.init)
    (self.names, excluding) = (names, pairs)
    parts = {
      let (arguments, rows) = (arguments(), (options() + [.output]).flatMap(\.rows))
      let usage = Usage(
        name: names[0], aliases: Array(names.dropFirst()), summary: summary, text: text,
        examples: examples.split(separator: "\n").map(String.init),
        arguments: arguments.map(\.argument), options: rows.map(\.option) + Usage.requests,
        reading: arguments.reduce(reading) { $0.union($1.reading) })
      return (usage, arguments, rows)
    }
  }

  package var usage: Usage { parts().usage }

  /// Sets the command's values from a command line.
  ///
  /// - Parameter line: The command's name, followed by the arguments.
  /// - Returns: A request for help or the version. The values must not be used then.
  package func read(
    _ line: [String], into target: inout Target, _ common: inout CommonOptions
  ) throws(MemoError) -> Usage.Request? {
    let (usage, arguments, rows) = parts()
    do throws(MemoError) {
      let read = try ReadLine(line, usage)
      if let request = read.request { return request }
      let given = Set(read.options.map { usage.options[$0.place].longName[...] })
      // A command prints its result in one form.
      let pairs = ["--json --ndjson", "--json --quiet", "--ndjson --quiet"] + excluding
      if let pair = pairs.map({ $0.split(separator: " ") }).first(where: given.isSuperset) {
        throw MemoError(.usage, "\(pair[0]) and \(pair[1]) exclude each other")
      }
      for (place, value) in read.options { try rows[place].take(&target, &common, value) }
      var rest = read.words.all[...]
      for part in arguments {
        let argument = part.argument
        let words = argument.isRepeating ? rest : rest.prefix(1)
        guard argument.isOptional || !words.isEmpty else { throw usage.missing(argument) }
        if let word = words.first { try usage.check(word, of: argument) }
        if argument.isRepeating || !words.isEmpty {
          try part.take(&target, TypedWords(Array(words), doubtful: read.words.doubtful))
        }
        rest = rest.dropFirst(words.count)
      }
      if let word = rest.first { throw MemoError(.usage, "unexpected argument '\(word)'") }
      return nil
    } catch {
      throw error.hinting(usage.optionsHint)
    }
  }
}

package struct GrammarArgument<Target>: Sendable {
  let argument: Usage.Argument
  /// How to read the words of the command.
  private(set) var reading: Usage.Reading = []
  let take: @Sendable (inout Target, TypedWords) throws(MemoError) -> Void

  /// An argument of one word.
  ///
  /// - Parameter values: The allowed values; empty for any.
  package static func one(
    _ name: String, _ help: String, words values: [String] = [], isOptional: Bool = false,
    _ take: @escaping @Sendable (inout Target, String) throws(MemoError) -> Void
  ) -> Self {
    let argument = Usage.Argument(name: name, help: help, words: values, isOptional: isOptional)
    return Self(argument: argument) { target, words throws(MemoError) in
      try take(&target, words.all[0])
    }
  }

  /// An optional argument of one word.
  package static func optional(
    _ name: String, _ help: String, words: [String] = [],
    _ take: @escaping @Sendable (inout Target, String) throws(MemoError) -> Void
  ) -> Self { .one(name, help, words: words, isOptional: true, take) }

  /// An argument for all remaining words.
  package static func any(
    _ name: String, _ help: String, isOptional: Bool = true,
    _ take: @escaping @Sendable (inout Target, TypedWords) throws(MemoError) -> Void
  ) -> Self {
    Self(
      argument: Usage.Argument(name: name, help: help, isOptional: isOptional, isRepeating: true),
      take: take)
  }

  /// An argument for a filter, in which `-home` is a tag.
  package static func filter(
    _ property: any WritableKeyPath<Target, TypedWords> & Sendable, _ name: String = "filter",
    _ help: String = "Which tasks, as in 'memo list'", isOptional: Bool = true
  ) -> Self {
    var argument = any(name, help, isOptional: isOptional) { $0[keyPath: property] = $1 }
    argument.reading = .tags
    return argument
  }

  /// An argument for names of tasks, or a filter.
  package static func tasks(
    _ property: any WritableKeyPath<Target, TypedWords> & Sendable, _ name: String = "tasks",
    _ help: String = "Tasks, or a filter as in 'memo list'"
  ) -> Self { .filter(property, name, help, isOptional: false) }

  /// An argument for all remaining words, at least one.
  package static func some(
    _ name: String, _ help: String,
    _ take: @escaping @Sendable (inout Target, TypedWords) throws(MemoError) -> Void
  ) -> Self { .any(name, help, isOptional: false, take) }
}

/// An option, or a group of options.
package struct GrammarOption<Target>: Sendable {
  fileprivate typealias Take =
    @Sendable (inout Target, inout CommonOptions, String) throws(MemoError) -> Void

  fileprivate typealias Row = (option: Usage.Option, take: Take)

  fileprivate let rows: [Row]

  package static func group(_ options: [Self]) -> Self { Self(rows: options.flatMap(\.rows)) }

  /// - Parameters:
  ///   - names: The option's names, the long one last: `-a --all`.
  ///   - former: Names in earlier versions.
  package static func flag(
    _ names: String, _ help: String, formerly former: String = "",
    _ take: @escaping @Sendable (inout Target) -> Void
  ) -> Self {
    let option = Usage.Option(names: split(names), formerNames: split(former), help: help)
    return Self(rows: [(option, { @Sendable target, _, _ in take(&target) })])
  }

  /// - Parameters:
  ///   - value: The name of the value in the help.
  ///   - words: The allowed values; empty for any.
  package static func value(
    _ names: String, _ value: String, _ help: String, words: [String] = [],
    isRepeating: Bool = false, mayBeEmpty: Bool = false,
    _ take: @escaping @Sendable (inout Target, String) throws(MemoError) -> Void
  ) -> Self {
    let option = Usage.Option(
      names: split(names), value: value, help: help, words: words, isRepeating: isRepeating,
      mayBeEmpty: mayBeEmpty)
    let set: Take = { target, _, text throws(MemoError) in try take(&target, text) }
    return Self(rows: [(option, set)])
  }

  /// A flag that makes a property true.
  package static func flag(
    _ property: any WritableKeyPath<Target, Bool> & Sendable, _ names: String, _ help: String,
    formerly former: String = ""
  ) -> Self { .flag(names, help, formerly: former) { $0[keyPath: property] = true } }

  /// An option for the value of a property.
  package static func value(
    _ property: any WritableKeyPath<Target, String?> & Sendable, _ names: String, _ value: String,
    _ help: String
  ) -> Self { .value(names, value, help) { $0[keyPath: property] = $1 } }

  /// An option that may be repeated, for the values of a property.
  package static func value(
    _ property: any WritableKeyPath<Target, [String]> & Sendable, _ names: String,
    _ value: String, _ help: String, mayBeEmpty: Bool = false
  ) -> Self {
    .value(names, value, help, isRepeating: true, mayBeEmpty: mayBeEmpty) {
      $0[keyPath: property].append($1)
    }
  }

  /// An option that sets a common value.
  ///
  /// - Parameter value: The name of the value in the help; nil for a flag.
  static func common(
    _ names: String, value: String? = nil, _ help: String, words: [String] = [],
    _ take: @escaping @Sendable (inout CommonOptions, String) -> Void
  ) -> Self {
    let option = Usage.Option(names: split(names), value: value, help: help, words: words)
    return Self(rows: [(option, { @Sendable _, common, text in take(&common, text) })])
  }

  /// An option with a number of 1 or more.
  package static func number(
    _ names: String, _ help: String, _ take: @escaping @Sendable (inout Target, Int) -> Void
  ) -> Self {
    let short = split(names)[0]
    return .value(names, "number", help) { target, text throws(MemoError) in
      guard let number = Int(text), number > 0 else {
        throw MemoError(
          .usage, "invalid value '\(text)' for '\(short)'", hints: ["write a number of 1 or more"])
      }
      take(&target, number)
    }
  }

  /// An option with a duration, in seconds.
  ///
  /// - Parameter hint: The ways to write a duration.
  package static func time(
    _ name: String, _ help: String, in range: ClosedRange<Double>, hint: String,
    _ take: @escaping @Sendable (inout Target, Double) -> Void
  ) -> Self {
    .value(name, "time", help) { target, text throws(MemoError) in
      guard let seconds = Measure.duration(text), range.contains(seconds) else {
        throw MemoError(.usage, "invalid value '\(text)' for '\(name)'", hints: ["write \(hint)"])
      }
      take(&target, seconds)
    }
  }

  private static func split(_ names: String) -> [String] {
    names.split(separator: " ").map(String.init)
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
