internal import MemoKit

extension Failure {
  /// That of two values one would be lost.
  static func twice(_ name: String) -> Failure {
    Failure(
      .usage, "'\(name)' is given twice, and there can be one", hints: ["leave one of them out"])
  }

  /// An option that the command hasn't, with the one that was probably meant.
  static func unknownOption(
    _ word: String, of command: String, _ options: CommandOptions, in words: [String]
  ) -> Failure {
    let name = String(word.prefix { $0 != "=" })
    var hints = Self.meant(by: name, command, options).map { [$0] } ?? []
    hints += Self.asField(word, words).map { [$0] } ?? []
    switch (options.words, name.hasPrefix("--")) {
    case (.tags, false) where command == "set":
      hints.append("behind -- it is a tag to take away: memo set ID -- \(name)")
    // A change doesn't begin with words that only exclude.
    case (.tags, false) where reading.contains(command):
      hints.append("'not +\(name.dropFirst())' means the tasks without that tag")
    case _
    where ["add", "find", "grep", "note", "rename", "tick"].contains(command) && hints.isEmpty:
      let place = words.firstIndex(of: word) ?? words.count
      let line = words[..<place] + ["--"] + words[place...]
      hints.append(
        "behind -- it is no option: memo "
          + line.map(\.quotedForShell).joined(separator: " "))
    default: break
    }
    return Failure(
      .usage, "unknown option '\(name)'",
      hints: hints + ["'memo \(command) --help' lists the options"])
  }

  /// The commands with filters that change nothing.
  private static let reading = [
    "list", "ls", "today", "next", "board", "tui", "show", "log", "stats", "conflicts",
  ]

  /// An option that is a field where fields are typed, as `--due fri`: with no dash.
  private static func asField(_ word: String, _ words: [String]) -> String? {
    if let command = words.first, reading.contains(command), let place = words.firstIndex(of: word),
      let filter = filter(word)
    {
      // These two have open tasks alone.
      let start = ["next", "today"].contains(command) ? ["list"] : words[..<place]
      let line = start + [filter] + words[(place + 1)...]
      return "filters have no dash: memo " + line.map(\.quotedForShell).joined(separator: " ")
    }
    let takesFields = ["add", "set", "list", "ls", "next", "today", "board"]
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard let command = words.first, takesFields.contains(command),
      let place = words.firstIndex(of: word), let field = field(parts[0])
    else { return nil }
    let value = parts.count > 1 ? parts[1] : place + 1 < words.count ? words[place + 1] : nil
    guard let value, !value.hasPrefix("-") else { return nil }
    // What was typed behind it may be a field of its own.
    let isWhole = value.hasPrefix("+") || value.contains { ":=".contains($0) }
    let task = command == "set" && place == 1 ? ["ID"] : []
    let line =
      words[..<place] + task + [isWhole ? value : "\(field)\(value)"]
      + words.dropFirst(place + 3 - parts.count)
    return "fields have no dash: memo " + line.map(\.quotedForShell).joined(separator: " ")
  }

  /// The filter that an option means, as `--done`.
  private static func filter(_ option: String) -> String? {
    switch option {
    case "--completed", "--closed", "--finished", "--resolved": "done"
    case "--pending": "todo"
    case "--open": "todo or doing"
    case "--active", "--started": "doing"
    case "--todo", "--doing", "--done", "--overdue", "--waiting", "--blocked", "--ready":
      String(option.dropFirst(2))
    default: nil
    }
  }

  /// How a field begins that an option means.
  private static func field(_ option: String) -> String? {
    switch option {
    case "-p", "--priority", "--pri": return "p:"
    case "-d", "--deadline", "--due": return "due:"
    case "-t", "--tag", "--tags", "--label", "--labels": return "+"
    case "--depends", "--depends-on", "--blocked-by": return "after:"
    case "--recur", "--repeat": return "every:"
    case "--assign": return "to:"
    default:
      let key = String(option.dropFirst(2))
      return option.hasPrefix("--") && KnownField.names.contains(key) ? "\(key):" : nil
    }
  }

  /// A word that would be a tag, if there were such a tag.
  ///
  /// - Parameter tags: Those that there are.
  static func unknownTag(_ word: String, _ tags: Set<String>) -> Failure {
    let tag = String(word.dropFirst())
    let near = tag.nearest(of: tags)
    if Filter.isFilterWord(tag) {
      return Failure(
        .usage, "unknown option '\(word)'", hints: ["did you mean 'not \(tag)'?"])
    }
    return Failure(
      .usage, "unknown option '\(word)', and no task has the tag '\(tag)'",
      hints: (near.map { ["did you mean '-\($0)'?"] } ?? [])
        + ["'not +\(tag)' is understood whether there is such a tag or not"])
  }

  /// Whether it is an option of the system's own `rm`, as `-rf`.
  static func isForce(_ word: String, of command: String) -> Bool {
    guard ["remove", "rm"].contains(command) else { return false }
    let letters = word.drop { $0 == "-" }
    return ["force", "recursive"].contains(letters)
      || letters.count <= 2 && letters.allSatisfy("rfi".contains)
  }

  private static func meant(
    by name: String, _ command: String, _ options: CommandOptions
  ) -> String? {
    let letters = String(name.drop { $0 == "-" })
    if ["--mine", "--me"].contains(name), reading.contains(command) {
      return "'to:me' means yours: memo \(command) to:me"
    }
    if ["--note", "--notes", "--description", "--desc", "--body", "--text"].contains(name),
      command == "add"
    {
      return "did you mean '-m'?"
    }
    if name == "-m", command == "note" { return "the text has no option: memo note ID TEXT" }
    if ["--limit", "--max", "--count"].contains(name), options.valued.contains("-n") {
      return "did you mean '-n'?"
    }
    if name == "-C" { return "-C DIR stands before the command: memo -C DIR \(command)" }
    if name.dropFirst().allSatisfy(\.isASCIIDigit), options.valued.contains("-n") {
      return "did you mean '-n \(letters)'?"
    }
    if isForce(name, of: command) { return "--yes deletes without asking" }
    let long = options.names.filter { $0.hasPrefix("--") && $0 != "--version" }.map {
      String($0.dropFirst(2))
    }
    if letters.count > 1 {
      return letters.nearest(of: long).map { "did you mean '--\($0)'?" }
    }
    for other in [letters.lowercased(), letters.uppercased()]
    where options.names.contains("-\(other)") { return "did you mean '-\(other)'?" }
    let same = long.filter { $0.hasPrefix(letters.lowercased()) }
    return same.count == 1 ? "did you mean '--\(same[0])'?" : nil
  }
}
