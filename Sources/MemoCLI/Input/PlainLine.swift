internal import ArgumentParser

/// A command line that says plainly what it says: a command's name, words, and options that stand
/// alone, each once.
///
/// The parser is right about all of them, but takes longer to look its own types up than everything
/// else a small store needs. So what is plain is read here, for the commands that people and their
/// programs run all day; what is not plain, not right or asks for help is the parser's. A test gives
/// both the same lines.
struct PlainLine {
  let words: [String]
  private let name: String
  /// By their long names.
  private let flags: Set<String>
  private let values: [String: [String]]

  /// - Returns: Nil for what the parser has to read.
  init?(_ arguments: [String]) {
    guard let name = arguments.first, let options = CommandOptions[name] else { return nil }
    var (words, flags): ([String], Set<String>) = ([], [])
    var values: [String: [String]] = [:]
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      // Blank words are errors nearly everywhere, and a dash alone is standard input.
      guard word.contains(where: { !$0.isWhitespace }) else { return nil }
      guard word.hasPrefix("-") else {
        words.append(word)
        continue
      }
      let option = options.longNames[word] ?? word
      guard !["--help", "-h", "--version", "--color"].contains(option) else { return nil }
      if options.flags.contains(word) {
        guard flags.insert(option).inserted else { return nil }
      } else {
        guard options.valued.contains(word), let value = rest.popFirst(),
          !value.hasPrefix("-"), value.contains(where: { !$0.isWhitespace }),
          values[option] == nil || options.repeated.contains(option)
        else { return nil }
        values[option, default: []].append(value)
      }
    }
    // Many words go to the parser as one.
    guard words.count <= Self.mostWords else { return nil }
    (self.name, self.words, self.flags, self.values) = (name, words, flags, values)
  }

  private static let mostWords = 100

  /// Whether an option is given, by its long name.
  func has(_ option: String) -> Bool { flags.contains(option) }

  /// What stands behind an option, by its long name; nil where it isn't given.
  func value(_ option: String) -> String? { values[option]?.last }

  /// The same of one that may be given several times.
  func values(_ option: String) -> [String] { values[option] ?? [] }

  /// - Throws: For what is no number of few digits.
  func number(_ option: String) throws -> Int? {
    try value(option).map { text in
      guard (1...9).contains(text.utf8.count), text.allSatisfy(\.isASCIIDigit),
        let number = Int(text)
      else { throw NotPlain() }
      return number
    }
  }

  /// Where only the parser can say what is meant, or what is wrong.
  struct NotPlain: Error {}
}

/// A command that can be made without the parser.
protocol PlainCommand: Command {
  init()
  /// Sets each of its arguments and options: one that is left out can't be read later.
  ///
  /// - Throws: Whatever it is; the parser says then what is wrong.
  mutating func take(_ line: PlainLine) throws
}

extension PlainLine {
  /// - Throws: Where the parser has to read it.
  var command: (any Command)? {
    get throws {
      let command: (any PlainCommand)? =
        switch name {
        case "list", "ls": List()
        case "today": Today()
        case "next": Next()
        case "show": Show()
        case "status": StatusCommand()
        case "add": Add()
        case "set": SetFields()
        case "start": Start()
        case "done": Done()
        case "reopen": Reopen()
        case "undo": Undo()
        case "redo": Redo()
        case "find", "grep": Find()
        case "log": Log()
        case "stats": Stats()
        case "sync": Sync()
        default: nil
        }
      guard var command else { return nil }
      try command.take(self)
      try command.validate()
      return command
    }
  }

  /// The words of a command that needs some.
  func someWords() throws -> [String] {
    guard !words.isEmpty else { throw NotPlain() }
    return words
  }
}
