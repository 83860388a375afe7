internal import MemoKit
internal import TaskFile

/// What can be typed behind a command's name, and what is said of it.
///
/// The command line is read by it, and help, manual pages and completions are made from it.
package struct Usage: Sendable {
  package var name: String
  /// Other names of the same command.
  package var aliases: [String]
  /// An imperative without a full stop.
  package var summary: String
  /// Paragraphs with a blank line between them.
  package var text: String
  /// A command line each.
  package var examples: [String]
  package var arguments: [Argument]
  package var options: [Option]
  package var reading: Reading

  /// A word, or the rest of the words.
  package struct Argument: Sendable {
    package var name: String
    package var help: String
    package var isOptional = false
    /// Whether it takes all words that are left.
    package var isRepeating = false
  }

  package struct Option: Sendable {
    /// As they are typed; the long one last.
    package var names: [String]
    /// What it was called in earlier versions; understood, and not shown.
    package var formerNames: [String] = []
    /// What its value is called; nil for a flag.
    package var value: String?
    package var help: String
    /// All values that there are; empty for any.
    package var words: [String] = []
    /// Whether it may be given several times, since all of it counts.
    package var isRepeating = false
    /// Whether an empty value says something.
    package var mayBeEmpty = false

    package var longName: String { names[names.count - 1] }
  }

  /// How words are read that are no options, or might be.
  package struct Reading: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `-home` is a tag, as in a filter.
    package static let tags = Reading(rawValue: 1)
    /// `- item` is text, as in a list of Markdown.
    package static let items = Reading(rawValue: 2)
    /// `--` is a word: it stands between two kinds of words.
    package static let separator = Reading(rawValue: 4)
    /// A blank can be looked for, and be the name of a file.
    package static let blanks = Reading(rawValue: 8)
  }

  /// What is asked for in place of running the command.
  package enum Request: Sendable { case help, version }

  /// The options that every command has, and that end what is read.
  static let requests: [(option: Option, request: Request)] = [
    (Option(names: ["--version"], help: "Show the version"), .version),
    (Option(names: ["-h", "--help"], help: "Show this help"), .help),
  ]

  /// The option of a name as it is typed, and its place among ``options``.
  func option(_ name: String) -> (place: Int, option: Option)? {
    options.firstIndex { $0.names.contains(name) || $0.formerNames.contains(name) }
      .map { ($0, options[$0]) }
  }

  func hasFlag(_ name: String) -> Bool { option(name).map { $0.option.value == nil } ?? false }

  /// Every option's names.
  var optionNames: [String] { options.flatMap(\.names) }
}

/// The words of a command line that are no options.
package struct TypedWords: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// As they were typed.
  package var all: [String]
  /// Those that are tags if there are such tags, and else options that the command hasn't.
  package var doubtful: Set<String>

  package init(_ all: [String], doubtful: Set<String> = []) {
    self.all = all
    self.doubtful = doubtful
  }

  package init(arrayLiteral words: String...) { self.init(words) }

  package var isEmpty: Bool { all.isEmpty }

  /// Some of the words, in an order of their own.
  func only(_ words: some Sequence<String>) -> TypedWords {
    TypedWords(Array(words), doubtful: doubtful)
  }
}

/// A command line that was taken apart.
struct ReadLine {
  var words: TypedWords = []
  /// The options in the order in which they stand, by their place in ``Usage/options``, with their
  /// values; that of a flag is empty.
  var options: [(place: Int, value: String)] = []
  /// What was asked for; then the rest of the line is not read.
  var request: Usage.Request?
}

/// Takes a command line apart.
struct Lexer {
  private let usage: Usage
  /// The command's name first, as it was typed.
  private let line: [String]
  private var rest: ArraySlice<String>
  private var read = ReadLine()
  private var given: Set<Int> = []

  /// - Throws: ``Failure`` for an option that the command hasn't, for a value that is missing or
  ///   that is given twice, and for an empty word.
  static func read(_ line: [String], _ usage: Usage) throws(Failure) -> ReadLine {
    var lexer = Lexer(usage, line)
    try lexer.readAll()
    return lexer.read
  }

  private init(_ usage: Usage, _ line: [String]) {
    self.usage = usage
    self.line = line
    rest = line.dropFirst()
  }

  private mutating func readAll() throws(Failure) {
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { try check(word) }
        read.words.all += (usage.reading.contains(.separator) ? ["--"] : []) + rest
        return
      }
      guard word.hasPrefix("-"), word.count > 1, !isText(word) else {
        try check(word)
        read.words.all.append(word)
        continue
      }
      if word.hasPrefix("--") { try takeLong(word) } else { try takeShort(word) }
    }
  }

  private func isText(_ word: String) -> Bool {
    // A whole filter in one pair of quotes may begin with a dash.
    usage.reading.contains(.tags) && word.contains(where: \.isWhitespace)
      || usage.reading.contains(.items) && word.dropFirst().first?.isWhitespace == true
  }

  /// `--sort`, `--sort=title`.
  private mutating func takeLong(_ word: String) throws(Failure) {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    guard let (place, _) = usage.option(name) else { throw unknown(word) }
    try take(place, name, equals.map { String(word[word.index(after: $0)...]) })
  }

  /// `-a`, several in one word as `-ar`, `-n 5`, `-n5`, `-n=5`; else `-home`.
  private mutating func takeShort(_ word: String) throws(Failure) {
    if Suggestions.isForce(word, of: line[0]) { throw unknown(word) }
    var letters = word.dropFirst()
    var flags: [String] = []
    while let letter = letters.first, usage.hasFlag("-\(letter)") {
      flags.append("-\(letters.removeFirst())")
    }
    var valued: (place: Int, value: String?)?
    if let letter = letters.first, let (place, _) = usage.option("-\(letter)") {
      let value = letters.dropFirst()
      // With other characters behind it a tag goes on.
      if value.isEmpty || value.first == "=" || value.allSatisfy(\.isASCIIDigit) {
        let text = value.first == "=" ? value.dropFirst() : value
        valued = (place, value.isEmpty ? nil : String(text))
      }
    }
    guard letters.isEmpty || valued != nil else {
      // One letter is an option with every program there is; a tag is rarely that short.
      let isTag = word.count > 2 || letters.first?.isASCII == false
      guard usage.reading.contains(.tags), isTag, usage.option("-\(word)") == nil else {
        throw unknown(word)
      }
      read.words.all.append(word)
      read.words.doubtful.insert(word)
      return
    }
    for flag in flags {
      if let (place, _) = usage.option(flag) { takeFlag(place) }
    }
    if let (place, value) = valued { try take(place, "-\(letters.prefix(1))", value) }
  }

  /// - Parameter value: What stands behind `=`; nil where nothing does.
  private mutating func take(_ place: Int, _ name: String, _ value: String?) throws(Failure) {
    let option = usage.options[place]
    guard option.value != nil else {
      guard value == nil else {
        throw Failure(.usage, "'\(name)' takes no value", hints: [usage.optionsHint])
      }
      takeFlag(place)
      return
    }
    guard option.isRepeating || given.insert(place).inserted else {
      throw Failure.twice(option.longName)
    }
    guard let text = value ?? rest.popFirst() else {
      throw Failure(.usage, "'\(name)' needs a value", hints: [usage.optionsHint])
    }
    if text.isEmpty, !option.mayBeEmpty {
      throw Failure(
        .usage, "'\(name)' needs a value, and '' is empty",
        hints: ["leave \(name) out where there is none; is a variable of a script empty?"])
    }
    // The value was probably a variable without quotes, and empty.
    if value == nil, text == "--" || usage.option(text) != nil {
      throw Failure(
        .usage, "'\(name)' needs a value, and '\(text)' is an option",
        hints: ["write \(name)=\(text) if that is what you mean"])
    }
    guard option.words.isEmpty || option.words.contains(text) else {
      throw Failure(
        .usage, "invalid value '\(text)' for '\(name)'", hints: ["write \(option.words.orList)"])
    }
    read.options.append((place, text))
  }

  private mutating func takeFlag(_ place: Int) {
    let name = usage.options[place].longName
    guard let found = Usage.requests.first(where: { $0.option.longName == name }) else {
      read.options.append((place, ""))
      return
    }
    read.request = read.request ?? found.request
    rest = []
  }

  private func unknown(_ word: String) -> Failure {
    Suggestions.unknownOption(word, of: line[0], usage, in: line)
  }

  private func check(_ word: String) throws(Failure) {
    guard word.allSatisfy(\.isWhitespace) else { return }
    if !word.isEmpty, usage.reading.contains(.blanks) { return }
    throw Failure(
      .usage, word.isEmpty ? "empty argument" : "blank argument",
      details: ["memo " + line.map(\.quotedForShell).joined(separator: " ")],
      hints: ["leave it out; is a variable of a script empty?"])
  }
}

extension Usage {
  var optionsHint: String { "'memo \(name) --help' lists the options" }

  /// The words for each of the arguments.
  ///
  /// - Throws: ``Failure`` where there are too few or too many.
  func split(_ words: TypedWords) throws(Failure) -> [TypedWords?] {
    var rest = words.all[...]
    var parts: [TypedWords?] = []
    for argument in arguments {
      if argument.isRepeating {
        guard argument.isOptional || !rest.isEmpty else { throw missing(argument) }
        parts.append(words.only(rest))
        rest = []
      } else if let word = rest.popFirst() {
        parts.append(words.only([word]))
      } else {
        guard argument.isOptional else { throw missing(argument) }
        parts.append(nil)
      }
    }
    if let word = rest.first {
      throw Failure(.usage, "unexpected argument '\(word)'", hints: [optionsHint])
    }
    return parts
  }

  private func missing(_ argument: Argument) -> Failure {
    // It works when it is typed, and shows what goes where.
    let example = examples.first { $0.hasPrefix("memo \(name) ") }
    return Failure(
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
