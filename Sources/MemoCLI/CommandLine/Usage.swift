internal import MemoKit

/// The arguments, options and help of a command.
///
/// The parser, help, manual pages and completions use it.
package struct Usage: Sendable {
  /// The name, then the aliases.
  package var names: [String]
  /// A summary: an imperative without a full stop.
  package var summary: String
  /// The description, in paragraphs with blank lines between them.
  package var text: String
  /// Examples: one command line each.
  package var examples: [String]
  package var arguments: [Argument]
  package var options: [Option]

  package struct Argument: Sendable {
    package var name: String
    package var help: String
    /// The allowed values; empty for any.
    package var words: [String] = []
    package var isOptional = false
    /// Whether it takes all remaining words.
    package var isRepeating = false
    /// Whether `-home` is a tag, as in a filter.
    package var readsTags = false
    /// Whether `--` is a word: it separates two kinds of words.
    package var keepsSeparator = false
  }

  package struct Option: Sendable {
    /// The names, the long one last.
    package var names: [String]
    /// Names in earlier versions: accepted, but not shown.
    package var formerNames: [String]
    /// The name of the value in the help; nil for a flag.
    package var value: String?
    package var help: String
    /// The allowed values; empty for any.
    package var words: [String]
    /// Whether the option may be repeated, and every value counts.
    package var isRepeating: Bool
    /// What the option asks for in place of running the command.
    package var request: Request?

    package var longName: String { names[names.count - 1] }

    /// - Parameters:
    ///   - names: The names, separated by spaces.
    ///   - former: Names in earlier versions.
    init(
      _ names: String, formerly former: String = "", value: String? = nil, _ help: String,
      words: [String] = [], isRepeating: Bool = false, request: Request? = nil
    ) {
      self.names = names.split(separator: " ").map(String.init)
      formerNames = former.split(separator: " ").map(String.init)
      (self.value, self.help, self.words) = (value, help, words)
      (self.isRepeating, self.request) = (isRepeating, request)
    }
  }

  /// A request that replaces running the command.
  package enum Request: Sendable { case help, version }

  /// Options of every command that end the parsing.
  static let requests = [
    Option("--version", "Show the version", request: .version),
    Option("-h --help", "Show this help", request: .help),
  ]

  package var name: String { names[0] }

  /// The option with a typed name, and its index in ``options``.
  func option(_ name: String) -> (place: Int, option: Option)? {
    options.firstIndex { $0.names.contains(name) || $0.formerNames.contains(name) }
      .map { ($0, options[$0]) }
  }

  var optionNames: [String] { options.flatMap(\.names) }
  var readsTags: Bool { arguments.contains(where: \.readsTags) }
}

/// A parsed command line.
struct ReadLine {
  /// The words that are not options.
  private(set) var words: [String] = []
  /// See ``CommonOptions/doubtful``.
  private(set) var doubtful: Set<String> = []
  /// The given options in order, by index in ``Usage/options``; a flag's value is empty.
  private(set) var options: [(place: Int, value: String)] = []
  /// The request, if any; the rest of the line is not parsed then.
  private(set) var request: Usage.Request?
  private let usage: Usage
  /// The command's name as typed, then the other words.
  private let line: [String]
  private var rest: ArraySlice<String>
  private var given: Set<Int> = []

  /// - Throws: ``MemoError`` for an unknown option, a missing or repeated value, and an empty word.
  init(_ line: [String], _ usage: Usage) throws(MemoError) {
    self.usage = usage
    self.line = line
    rest = line.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { try check(word) }
        words += (usage.arguments.contains(where: \.keepsSeparator) ? ["--"] : []) + rest
        return
      }
      guard word.hasPrefix("-"), word.count > 1, !isText(word) else {
        try check(word)
        words.append(word)
        continue
      }
      if word.hasPrefix("--") { try takeLong(word) } else { try takeShort(word) }
    }
  }

  private func isText(_ word: String) -> Bool {
    // An item of Markdown, or a whole filter in quotes.
    let rest = word.dropFirst()
    return rest.first?.isWhitespace == true && !rest.allSatisfy(\.isWhitespace)
      || usage.readsTags && word.contains(where: \.isWhitespace)
  }

  /// `--sort`, `--sort=title`.
  private mutating func takeLong(_ word: String) throws(MemoError) {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    guard let (place, _) = usage.option(name) else { throw unknown(word) }
    try take(place, name, equals.map { String(word[word.index(after: $0)...]) })
  }

  /// `-a`, `-ar` for several flags, `-n 5`, `-n5`, `-n=5`; else a tag such as `-home`.
  private mutating func takeShort(_ word: String) throws(MemoError) {
    var letters = word.dropFirst()
    var flags: [Int] = []
    while let letter = letters.first, let (place, option) = usage.option("-\(letter)"),
      option.value == nil
    {
      flags.append(place)
      letters.removeFirst()
    }
    var valued: (place: Int, value: String?)?
    if let letter = letters.first, let (place, _) = usage.option("-\(letter)") {
      let value = letters.dropFirst()
      // If other characters follow, the word is a tag.
      if value.isEmpty || value.first == "=" || value.allSatisfy(\.isASCIIDigit) {
        let text = value.first == "=" ? value.dropFirst() : value
        valued = (place, value.isEmpty ? nil : String(text))
      }
    }
    guard letters.isEmpty || valued != nil else {
      // Single letters are options in every program, and tags are rarely that short.
      let isTag = word.count > 2 || letters.first?.isASCII == false
      guard usage.readsTags, isTag, usage.option("-\(word)") == nil else {
        throw unknown(word)
      }
      words.append(word)
      doubtful.insert(word)
      return
    }
    for place in flags { takeFlag(place) }
    if let (place, value) = valued { try take(place, "-\(letters.prefix(1))", value) }
  }

  /// - Parameter value: The text after `=`; nil for none.
  private mutating func take(_ place: Int, _ name: String, _ value: String?) throws(MemoError) {
    let option = usage.options[place]
    guard option.value != nil else {
      guard value == nil else {
        throw MemoError(.usage, "'\(name)' takes no value", hints: [usage.optionsHint])
      }
      takeFlag(place)
      return
    }
    guard option.isRepeating || given.insert(place).inserted else {
      throw MemoError.twice(option.longName)
    }
    guard let text = value ?? rest.popFirst() else {
      throw MemoError(.usage, "'\(name)' needs a value", hints: [usage.optionsHint])
    }
    if text.isEmpty {
      throw MemoError(
        .usage, "'\(name)' needs a value, and '' is empty",
        hints: ["leave \(name) out where there is none; is a variable of a script empty?"])
    }
    // The value was probably an empty variable without quotes.
    if value == nil, text == "--" || usage.option(text) != nil {
      throw MemoError(
        .usage, "'\(name)' needs a value, and '\(text)' is an option",
        hints: ["write \(name)=\(text) if that is what you mean"])
    }
    guard option.words.isEmpty || option.words.contains(text) else {
      throw MemoError(
        .usage, "invalid value '\(text)' for '\(name)'", hints: ["write \(option.words.orList)"])
    }
    options.append((place, text))
  }

  private mutating func takeFlag(_ place: Int) {
    if let found = usage.options[place].request {
      request = request ?? found
      rest = []
    } else {
      options.append((place, ""))
    }
  }

  private func unknown(_ word: String) -> MemoError {
    Suggestions.unknownOption(word, of: line[0], usage, in: line)
  }

  private func check(_ word: String) throws(MemoError) {
    guard word.allSatisfy(\.isWhitespace) else { return }
    throw MemoError(
      .usage, word.isEmpty ? "empty argument" : "blank argument",
      details: ["memo " + line.map(\.quotedForShell).joined(separator: " ")],
      hints: ["leave it out; is a variable of a script empty?"])
  }
}

extension Usage {
  var optionsHint: String { "'memo \(name) --help' lists the options" }

  /// Refuses a word that is not an allowed value of an argument.
  func check(_ word: String, of argument: Argument) throws(MemoError) {
    guard !argument.words.isEmpty, !argument.words.contains(word) else { return }
    let near = word.nearest(of: argument.words).map { "did you mean '\($0)'?" }
    throw MemoError(
      .usage, "unknown \(argument.name) '\(word)'",
      hints: [near, "write \(argument.words.orList)"].compactMap(\.self))
  }

  func missing(_ argument: Argument) -> MemoError {
    // An example that works, and shows the order of the arguments.
    let example = examples.first { $0.hasPrefix("memo \(name) ") }
    return MemoError(
      .usage, "missing argument '\(argument.shown)'",
      hints: [example.map { "for example: \($0)" } ?? optionsHint])
  }
}

extension Usage.Argument {
  /// `<task>`, `<tasks> ...`.
  package var shown: String { isRepeating ? "<\(name)> ..." : "<\(name)>" }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
