internal import MemoKit

/// Tells options from other words before the parser does.
///
/// To the parser `-home` would be the options -h, -o, -m and -e, so words that begin with a dash
/// and are none are marked before parsing, and unmarked in the command. What looks like an
/// option and is none, a value that is missing, and an empty word, as a script's empty variable
/// leaves it, and a value that is given twice where there can be one, are errors here, in every
/// command alike.
enum DashWords {
  /// Marks the words of a command line that would be taken for options and are none.
  ///
  /// - Throws: ``Failure`` for an option that the command hasn't, and for an empty word.
  static func encoded(_ arguments: [String]) throws(Failure) -> [String] {
    guard let command = arguments.first, let options = CommandOptions[command] else {
      return arguments
    }
    let line = CommandLineWords(command: command, options: options, words: arguments)
    return try line.encoded()
  }

  /// The words as they were typed.
  static func decoded(_ words: [String]) -> [String] {
    unbundled(words).map { word in
      for mark in [mark, literalMark] where word.hasPrefix(mark) {
        return String(word.dropFirst(mark.count))
      }
      return word
    }
  }

  /// Those of the words that are tags if there are such tags, and else options that the command
  /// hasn't; as they were typed.
  static func doubtful(_ words: [String]) -> Set<String> {
    Set(unbundled(words).filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) })
  }

  private static func unbundled(_ words: [String]) -> [String] {
    words.flatMap { word in
      guard word.hasPrefix(bundleMark) else { return [word] }
      return word.utf8.dropFirst(bundleMark.utf8.count)
        .split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
  }

  /// Many words in a row as one, all but the first and the last: the parser takes a time in the
  /// square of their number.
  fileprivate static func bundled(_ words: [String]) -> [String] {
    guard words.count > 100, let first = words.first, let last = words.last else { return words }
    // No argument of a process has a NUL in it.
    let bundle = words.dropFirst().dropLast().joined(separator: "\0")
    return [first, bundleMark + bundle, last]
  }

  // Never typed: control characters and one for private use.
  fileprivate static let mark = "\u{1}\u{E000}"
  /// Of what stands behind `--`, and so is no option.
  fileprivate static let literalMark = "\u{2}\u{E000}"
  private static let bundleMark = "\u{3}\u{E000}"
}

private struct CommandLineWords {
  let command: String
  let options: CommandOptions
  /// The command's name first.
  let words: [String]

  func encoded() throws(Failure) -> [String] {
    var encoded = [command]
    // Words since the last option.
    var row: [String] = []
    var given: Set<String> = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" {
        let literals = try rest.map { word throws(Failure) in try literal(word) }
        return encoded + bundled(row) + separator + bundled(literals)
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        try check(word)
        row.append(word)
        continue
      }
      // A whole filter in one pair of quotes may begin with a dash.
      if options.words == .tags, word.contains(where: \.isWhitespace) {
        row.append(DashWords.literalMark + word)
        continue
      }
      // An item of a list in Markdown is text where text is typed.
      if ["note", "tick"].contains(command), word.dropFirst().first?.isWhitespace == true {
        row.append(DashWords.literalMark + word)
        continue
      }
      switch try reading(of: word) {
      case .word: row.append(DashWords.mark + word)
      case .options(let needsValue):
        encoded += bundled(row) + [word]
        row = []
        if let name = options.valuedName(in: word), !given.insert(name).inserted,
          !options.repeated.contains(name)
        {
          throw .twice(name)
        }
        if needsValue, let value = try value(of: word, in: &rest) { encoded.append(value) }
      case .unknown: throw .unknownOption(word, of: command, options, in: words)
      }
    }
    return encoded + bundled(row)
  }

  /// Only commands that take filters unmark their words.
  private func bundled(_ row: [String]) -> [String] {
    options.words == .tags ? DashWords.bundled(row) : row
  }

  private var separator: [String] {
    options.keepsSeparator ? ["\(DashWords.literalMark)--"] : ["--"]
  }

  /// A word behind `--`.
  private func literal(_ word: String) throws(Failure) -> String {
    try check(word)
    return options.keepsSeparator && word.hasPrefix("-") ? DashWords.literalMark + word : word
  }

  private func reading(of word: String) throws(Failure) -> CommandOptions.Reading {
    guard word.hasPrefix("--") else {
      if Failure.isForce(word, of: command) { return .unknown }
      let reading = options.reading(of: word)
      if reading != .word, word.hasSuffix("=") { try checkValue("", of: String(word.dropLast())) }
      return reading
    }
    guard let equals = word.firstIndex(of: "=") else {
      return options.names.contains(word)
        ? .options(needsValue: options.valued.contains(word)) : .unknown
    }
    let name = String(word[..<equals])
    guard options.names.contains(name) else { return .unknown }
    if word.index(after: equals) == word.endIndex { try checkValue("", of: name) }
    return .options(needsValue: false)
  }

  /// The word behind an option; nil when there is none, which the parser says.
  private func value(
    of option: String, in rest: inout ArraySlice<String>
  ) throws(Failure) -> String? {
    guard let value = rest.popFirst() else { return nil }
    try checkValue(value, of: option)
    return value
  }

  /// An empty text is one; nothing else is said by saying nothing.
  private func checkValue(_ value: String, of option: String) throws(Failure) {
    let name = option.hasPrefix("--") ? option : "-\(option.suffix(1))"
    if value.isEmpty, !["-m", "--message"].contains(name) {
      throw Failure(
        .usage, "'\(name)' needs a value, and '' is empty",
        hints: ["leave \(name) out where there is none; is a variable of a script empty?"])
    }
    // The value was probably a variable without quotes, and empty.
    if options.names.contains(value) || value == "--" {
      throw Failure(
        .usage, "'\(name)' needs a value, and '\(value)' is an option",
        hints: ["write \(name)=\(value) if that is what you mean"])
    }
  }

  private func check(_ word: String) throws(Failure) {
    guard word.allSatisfy(\.isWhitespace) else { return }
    switch command {
    // A space can be looked for, and be a name of a file.
    case "find", "grep", "init", "clone", "check", "merge-file":
      if !word.isEmpty { return }
    default: break
    }
    throw Failure(
      .usage, word.isEmpty ? "an empty word means nothing" : "a blank word means nothing",
      details: ["memo " + words.map(\.quotedForShell).joined(separator: " ")],
      hints: ["leave it out; is a variable of a script empty?"])
  }
}
