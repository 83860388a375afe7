/// Lets a word like `-home` reach a command as a word.
///
/// To the parser it would be the options -h, -o, -m and -e. So words that start with a single
/// dash and are no options of the command are marked before parsing, and unmarked in the
/// command.
enum TagWords {
  /// What a command's single-letter options are.
  struct Options {
    /// Letters that stand alone, as in `-a`.
    var flags: Set<Character>
    /// Letters that take a value, as in `-s KEY`.
    var valued: Set<Character>
    /// Whether `--` reaches the command as a word: it stands between two kinds of words.
    var keepsSeparator = false
  }

  /// The commands that take such words.
  static let options: [String: Options] = [
    "set": Options(flags: ["h", "y"], valued: [], keepsSeparator: true),
    "list": Options(flags: ["a", "r", "h"], valued: ["s", "n"]),
    "ls": Options(flags: ["a", "r", "h"], valued: ["s", "n"]),
    "board": Options(flags: ["h"], valued: []),
    "stats": Options(flags: ["h"], valued: []),
    "conflicts": Options(flags: ["h"], valued: []),
    "log": Options(flags: ["h", "p"], valued: ["n"]),
    "archive": Options(flags: ["h", "n"], valued: []),
    "find": Options(flags: ["h", "i", "l", "s"], valued: ["e"], keepsSeparator: true),
    "grep": Options(flags: ["h", "i", "l", "s"], valued: ["e"], keepsSeparator: true),
    "show": Options(flags: ["h"], valued: []),
    "move": Options(flags: ["h", "y"], valued: []),
    "mv": Options(flags: ["h", "y"], valued: []),
    "start": Options(flags: ["h", "y"], valued: []),
    "done": Options(flags: ["h", "y"], valued: []),
    "reopen": Options(flags: ["h", "y"], valued: []),
    "remove": Options(flags: ["h", "y"], valued: []),
    "rm": Options(flags: ["h", "y"], valued: []),
    "resolve": Options(flags: ["e", "h", "y"], valued: []),
  ]

  /// Never typed: a control character and one for private use.
  private static let mark = "\u{1}\u{E000}"

  /// Marks the words of a command line that would be taken for options and are none.
  static func encoded(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, let options = options[command] else { return arguments }
    var encoded = [command]
    var isValue = false
    var isLiteral = false
    for word in arguments.dropFirst() {
      let isWord =
        isLiteral ? options.keepsSeparator && word.hasPrefix("-") : isTag(word, options)
      let isSeparator = !isLiteral && word == "--"
      let isMarked = !isValue && (isWord || isSeparator && options.keepsSeparator)
      encoded.append(isMarked ? "\(mark)\(word)" : word)
      if isSeparator, !isValue { isLiteral = true }
      isValue = !isValue && !isLiteral && takesValue(word, options)
    }
    return encoded
  }

  /// The words as they were typed.
  static func decoded(_ words: [String]) -> [String] {
    words.map { $0.hasPrefix(mark) ? String($0.dropFirst(mark.count)) : $0 }
  }

  private static func isTag(_ word: String, _ options: Options) -> Bool {
    guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 1 else { return false }
    guard let value = options.afterFlags(word.dropFirst()) else { return false }
    guard let letter = value.first, options.valued.contains(letter) else { return true }
    // `-n5`, `-s=title`: the value is glued to its letter; with others a tag goes on.
    let rest = value.dropFirst()
    return rest.first != "=" && !rest.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func takesValue(_ word: String, _ options: Options) -> Bool {
    if word.hasPrefix("--") {
      return !word.contains("=") && word.count > 2 && valuedNames.contains(word)
    }
    guard word.hasPrefix("-"), let value = options.afterFlags(word.dropFirst()) else {
      return false
    }
    return value.count == 1 && value.first.map { options.valued.contains($0) } == true
  }

  /// Long options of these commands that take a value.
  private static let valuedNames: Set<String> = [
    "--sort", "--number", "--color", "--format", "--at", "--since", "--until", "--author",
    "--before", "--regexp",
    "--note",
  ]
}

extension TagWords.Options {
  /// What stands behind the letters that stand alone, as `s` in `-as KEY`; nil for nothing.
  fileprivate func afterFlags(_ letters: Substring) -> Substring? {
    let rest = letters.drop { flags.contains($0) }
    return rest.isEmpty ? nil : rest
  }
}
