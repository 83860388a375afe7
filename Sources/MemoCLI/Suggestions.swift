internal import MemoKit

/// Suggestions for unknown words: names from other tools, then similar names.
enum Suggestions {
  /// Commands of other tools: memo's name, or a sentence about the right command.
  private static let elsewhere: [(names: String, meaning: String)] = [
    ("new create task insert a", "add"),
    ("tasks ready all l query filter", "list"),
    ("view info information cat display get describe print", "show"),
    ("search lookup", "find"),
    ("append annotate comment remark", "note"),
    ("write vi vim", "edit"),
    ("check-off toggle item subtask", "tick"),
    ("retitle title", "rename"),
    ("defer delay snooze later bump reschedule", "postpone"),
    ("browse url link links", "open"),
    ("modify mod update change every repeat", "set"),
    ("begin doing", "start"),
    ("stop todo undone uncomplete", "reopen"),
    ("complete finish close do resolved", "done"),
    ("delete del trash erase purge drop cancel kill", "remove"),
    ("undelete recover bring-back", "restore"),
    ("history journal timeline", "log"),
    ("doctor fsck lint verify validate diagnose diagnostics", "check"),
    ("pull push fetch merge publish", "sync"),
    ("revert reset rollback", "undo"),
    ("summary burndown report statistics", "stats"),
    ("st state", "status"),
    ("kanban tui termui", "board"),
    (
      "web",
      "'memo web' needs the program memo-web beside memo, or in PATH: "
        + "'sh examples/install.sh' in memo's source installs both"
    ),
    ("webui browser serve", "'memo web' is the board in a browser"),
    ("dump", "'memo export json' prints every task"),
    ("id ids uuids", "'memo list -q' prints ids"),
    ("projects project show-projects", "'memo list -g project' lists them by project"),
    ("tags show-tags", "'memo list -g tags' lists them by tag"),
    ("people assignees", "'memo list -g assignee' lists them by whose they are"),
    (
      "duplicate dup copy cp",
      "'cp todo/NAME.md todo/OTHER.md' copies a task; the next command gives the copy an id"
    ),
    ("tag label", "'memo set ID +TAG' adds a tag"),
    ("untag", "'memo set ID -- -TAG' removes it"),
    (
      "template templates show-templates",
      "'memo add -T NAME' begins with .memo/templates/NAME.md"
    ),
    ("contexts", "'memo context' lists them"),
    (
      "exit-codes exit-code exitcodes exit",
      "0 done, 1 refused, 3 no remote, 4 conflicts or problems, 5 busy, 64 not understood"
    ),
    ("commit save", "every change is a commit already; 'memo sync' sends them"),
    ("version", "'memo --version'"),
    (
      "config configure settings setup",
      "the store's settings are in .memo/config.yml, a clone's own in git's: "
        + "'memo git config memo.me Kim'"
    ),
  ]

  private static func meaning(of name: String) -> String? {
    elsewhere.first { $0.names.split(separator: " ").contains(name[...]) }?.meaning
  }

  /// The filter that a word means, perhaps in another tool.
  private static func filter(called word: String) -> String? {
    Filter.conditionWords.contains(word) ? word : Filter.elsewhere[word]
  }

  /// The field that a word means, perhaps in another tool.
  private static func field(called name: String) -> KnownField? {
    KnownField(typed: name) ?? KnownField.name(elsewhere: name).flatMap { KnownField(typed: $0) }
  }
}

// MARK: - Commands

extension Suggestions {
  static func unknownCommand(_ name: String, _ arguments: [String]) -> MemoError {
    // Taskwarrior has burndown.daily.
    let word = name.prefix { $0 != "." }.lowercased()
    var near: String?
    // Backlog.md has `task list`.
    if name == "task", let inner = arguments.first.flatMap(command) {
      near = line(inner, Array(arguments.dropFirst()))
    } else if let meaning = meaning(of: word), !CommandTable.names.contains(meaning) {
      near = meaning
    } else if word.nearest(of: CommandTable.names, most: 1) == nil,
      let filter = filter(called: word)
    {
      near = "'memo list \(filter)'"
    } else if let command = command(called: word) {
      near = line(command, arguments)
    } else if word.count > 1, let field = field(called: word), !field.isGivenOnce {
      near = "'memo set --help' shows how to set the field \(field.rawValue)"
    }
    return MemoError(
      .usage, "'\(name)' is not a memo command",
      hints: [near, "'memo --help' lists the commands"].compactMap(\.self))
  }

  /// The corrected line if memo understands it, else a question.
  private static func line(_ command: String, _ arguments: [String]) -> String {
    let line = [command] + arguments
    guard !arguments.isEmpty, CommandTable[command]?.understands(line) == true else {
      return "did you mean '\(command)'?"
    }
    return (["memo"] + line.map(\.quotedForShell)).joined(separator: " ")
  }

  /// The command that a name means in other tools, or that it misspells.
  private static func command(called name: String) -> String? {
    let names = CommandTable.names
    let own = elsewhere.filter { names.contains($0.meaning) }
    let others = own.flatMap { $0.names.split(separator: " ").map(String.init) }
    if others.contains(name) { return meaning(of: name) }
    // Two wrong letters are too many in a short word.
    return name.nearest(of: names, most: 1)
      ?? name.nearest(of: others.filter { $0.count > 3 }, most: 1).flatMap(meaning)
      ?? name.nearest(of: names, most: name.count > 5 ? 2 : 1)
      ?? names.first { $0.count > 3 && name.hasPrefix($0) }
  }
}

// MARK: - Options

extension Suggestions {
  /// Commands with filters that change nothing.
  private static let reading: Set = [
    "list", "ls", "today", "next", "board", "show", "log", "stats", "conflicts",
  ]
  private static let withFields: Set = ["add", "set", "list", "ls", "next", "today", "board"]

  /// The error for an unknown option, with a suggestion.
  ///
  /// - Parameter words: The command line, beginning with the command.
  static func unknownOption(
    _ word: String, of command: String, _ usage: Usage, in words: [String]
  ) -> MemoError {
    let name = String(word.prefix { $0 != "=" })
    let place = words.firstIndex(of: word) ?? words.count
    let value =
      name == word ? words.dropFirst(place + 1).first : String(word.dropFirst(name.count + 1))
    var hints = [option(name, command, usage), withoutDash(name, value, command)].compactMap(\.self)
    if usage.readsTags, !name.hasPrefix("--") {
      if command == "set" {
        hints.append("behind -- it is a tag to remove: memo set ID -- \(name)")
      } else if reading.contains(command) {
        // A change can't begin with words that only exclude.
        hints.append("'not +\(name.dropFirst())' means the tasks without that tag")
      }
    } else if hints.isEmpty,
      ["add", "find", "grep", "note", "rename", "tick"].contains(command)
    {
      let line = words[..<place] + ["--"] + words[place...]
      hints.append(
        "behind -- it is no option: memo " + line.map(\.quotedForShell).joined(separator: " "))
    }
    return MemoError(.usage, "unknown option '\(name)'", hints: hints + [usage.optionsHint])
  }

  /// A hint with the option that was probably meant.
  private static func option(_ name: String, _ command: String, _ usage: Usage) -> String? {
    let letters = String(name.drop { $0 == "-" })
    if name == "-C" { return "-C DIR goes before the command: memo -C DIR \(command)" }
    if name.dropFirst().allSatisfy(\.isASCIIDigit), usage.option("-n")?.option.value != nil {
      return "did you mean '-n \(letters)'?"
    }
    let long = (usage.optionNames + ["--help"]).filter { $0.hasPrefix("--") }.map {
      String($0.dropFirst(2))
    }
    if letters.count > 1 {
      return letters.nearest(of: long).map { "did you mean '--\($0)'?" }
    }
    for other in [letters.lowercased(), letters.uppercased()] where usage.option("-\(other)") != nil
    {
      return "did you mean '-\(other)'?"
    }
    let same = long.filter { $0.hasPrefix(letters.lowercased()) }
    return same.count == 1 ? "did you mean '--\(same[0])'?" : nil
  }

  /// A hint for a filter or a field typed as an option, such as `--done` or `--due=fri`.
  private static func withoutDash(
    _ name: String, _ value: String?, _ command: String
  ) -> String? {
    if name.hasPrefix("--"), reading.contains(command),
      let filter = filter(called: String(name.dropFirst(2)))
    {
      // `next` and `today` list only open tasks.
      let reader = ["next", "today"].contains(command) ? "list" : command
      return "filters have no dash: memo \(reader) \(filter.quotedForShell)"
    }
    // The short options of `add` are fields elsewhere.
    let long = Add.usage.option(name)?.option.longName ?? name
    guard withFields.contains(command), long.hasPrefix("--"),
      let field = field(called: String(long.dropFirst(2))),
      reading.contains(command) || !field.isGivenOnce
    else { return nil }
    var text = value ?? ""
    // The next option, or a script's empty variable, is no value.
    if text.hasPrefix("-") || !text.contains(where: { $0.isLetter || $0.isNumber }) {
      text = "VALUE"
    }
    let words =
      field == .tags
      ? text.split { $0 == "," || $0.isWhitespace }.map { "+\($0.drop { $0 == "+" })" }
      : ["\(field.rawValue):\(text)"]
    return "fields have no dash: " + words.map(\.quotedForShell).joined(separator: " ")
  }
}

// MARK: - Tags and keys

extension Suggestions {
  /// The error for a word such as `-home` if no task has the tag.
  static func unknownTag(_ word: String, _ tags: Set<String>) -> MemoError {
    let tag = String(word.dropFirst())
    if Filter.isFilterWord(tag) {
      return MemoError(
        .usage, "unknown option '\(word)'", hints: ["did you mean 'not \(tag)'?"])
    }
    return MemoError(
      .usage, "unknown option '\(word)', and no task has the tag '\(tag)'",
      hints: (tag.nearest(of: tags).map { ["did you mean '-\($0)'?"] } ?? [])
        + ["beside other words, 'not +\(tag)' works even if no task has the tag"])
  }

  /// Notes about names in a filter, an order or a format that no task has.
  ///
  /// They may be misspelled, but are no errors: a task may have them tomorrow.
  /// - Parameter keys: The keys to sort by, or to print.
  static func strangers(
    in filter: Filter, keys: [String] = [], of tasks: [StoredTask]
  ) -> [String] {
    var notes: [String] = []
    let keys = filter.ownKeys + keys.filter { !Filter.knownKeys.contains($0) }
    if !keys.isEmpty, !tasks.isEmpty {
      let known = tasks.reduce(into: Set<String>()) { $0.formUnion($1.document.keys) }
      for key in keys where !known.contains(key) && key != Rank.key {
        let note = strange(key: key, of: known)
        if !notes.contains(note) { notes.append(note) }
      }
    }
    if !filter.tags.isEmpty, !tasks.isEmpty {
      let known = Filter.tags(of: tasks)
      notes += filter.tags.filter { !known.contains($0) }.compactMap { strange(tag: $0, of: known) }
    }
    return notes
  }

  /// A note about a tag that no task has.
  ///
  /// Nil unless the tag resembles something else, because any word can be a tag.
  private static func strange(tag: String, of known: Set<String>) -> String? {
    (filter(called: tag.lowercased()) ?? tag.nearest(of: known)).map {
      "no task has the tag '\(tag)'; did you mean '\($0)'?"
    }
  }

  /// A note about a key that no task has.
  ///
  /// - Parameter known: The keys that tasks have.
  private static func strange(key: String, of known: Set<String>) -> String {
    let near =
      KnownField.name(elsewhere: key) ?? key.nearest(of: known.union(Filter.knownKeys))
    return "no task has the key '\(key)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The key that a new key probably misspells; nil if tasks use the key.
  static func meantKey(_ key: String, used: Set<String>) -> String? {
    used.contains(key)
      ? nil
      : key.misspelt(of: KnownField.suggestions.union(used)) ?? KnownField.name(elsewhere: key)
  }
}
