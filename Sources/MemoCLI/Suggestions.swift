internal import MemoKit
internal import TaskFile

/// Suggestions for unknown words: a table of names from other tools, then similar names.
enum Suggestions {
  private enum Use { case command, option, key, tag }

  private enum Meaning {
    /// memo's name for the same thing.
    case name(String)
    /// An example of the field, such as `p:high`.
    case field(String)
    case filter(String)
    /// A sentence that names the right command.
    case way(String)
  }

  private struct Row {
    let names: Set<String>
    let meaning: Meaning
    /// The commands to which the row applies; nil for all.
    let commands: Set<String>?

    init(_ names: String, _ meaning: Meaning, in commands: Set<String>? = nil) {
      self.names = Set(names.split(separator: " ").map(String.init))
      self.meaning = meaning
      self.commands = commands
    }
  }

  private static func meaning(
    of name: String, as use: Use, behind command: String? = nil
  ) -> Meaning? {
    rows(of: use).first { row in
      row.names.contains(name) && (row.commands?.contains(command ?? "") ?? true)
    }?.meaning
  }

  // MARK: - The table

  /// Commands with filters that change nothing.
  private static let reading: Set = [
    "list", "ls", "today", "next", "board", "show", "log", "stats", "conflicts",
  ]
  private static let withFields: Set = ["add", "set", "list", "ls", "next", "today", "board"]

  private static func rows(of use: Use) -> [Row] {
    switch use {
    case .command: commands
    case .option: options
    case .key: keys
    case .tag: tags
    }
  }

  private static let commands = [
    // Names with one counterpart in memo.
    Row("new create task insert a", .name("add")),
    Row("tasks ready all l query filter", .name("list")),
    Row("view info information cat display get describe print", .name("show")),
    Row("search lookup", .name("find")),
    Row("append annotate comment remark", .name("note")),
    Row("write vi vim", .name("edit")),
    Row("check-off toggle item subtask", .name("tick")),
    Row("retitle title", .name("rename")),
    Row("defer delay snooze later bump reschedule", .name("postpone")),
    Row("browse url link links", .name("open")),
    Row("modify mod update change every repeat", .name("set")),
    Row("begin doing", .name("start")),
    Row("stop todo undone uncomplete", .name("reopen")),
    Row("complete finish close do resolved", .name("done")),
    Row("delete del trash erase purge drop cancel kill", .name("remove")),
    Row("undelete recover bring-back", .name("restore")),
    Row("history journal timeline", .name("log")),
    Row("doctor fsck lint verify validate diagnose diagnostics", .name("check")),
    Row("pull push fetch merge publish", .name("sync")),
    Row("revert reset rollback", .name("undo")),
    Row("summary burndown report statistics", .name("stats")),
    Row("st state", .name("status")),
    Row("kanban tui termui", .name("board")),
    // Names whose counterpart needs several words.
    Row(
      "web",
      .way(
        "'memo web' needs the program memo-web beside memo, or in PATH: "
          + "'sh examples/install.sh' in memo's source installs both")),
    Row("webui browser serve", .way("'memo web' is the board in a browser")),
    Row("dump", .way("'memo export json' prints every task")),
    Row("ids id uuids", .way("'memo list -q' prints ids")),
    Row(
      "projects project show-projects listproj lsprj",
      .way("'memo list -g project' lists them by project")),
    Row(
      "tags show-tags listcon lsc ls-label", .way("'memo list -g tags' lists them by tag")),
    Row("people assignees", .way("'memo list -g assignee' lists them by whose they are")),
    Row("overdue", .way("'memo list overdue'")), Row("waiting", .way("'memo list waiting'")),
    Row("blocked", .way("'memo list blocked'")), Row("unblocked", .way("'memo list ready'")),
    Row("completed show-resolved", .way("'memo list done'")),
    Row("active show-active", .way("'memo list doing'")),
    Row("pending show-open", .way("'memo list todo'")),
    Row("newest", .way("'memo list -s -created'")), Row("oldest", .way("'memo list -s created'")),
    Row("listall lsa", .way("'memo list --all'")),
    Row("listpri lsp", .way("'memo list -s priority'")),
    Row("calendar cal", .way("'memo list not due:none' lists by deadline")),
    Row("denotate prepend replace", .way("'memo edit ID' opens the task with its text")),
    Row(
      "duplicate dup copy cp",
      .way(
        "'cp todo/NAME.md todo/OTHER.md' copies a task; the next command gives the copy an id")),
    Row("tag label", .way("'memo set ID +TAG' adds a tag")),
    Row("untag", .way("'memo set ID -- -TAG' removes it")),
    Row("due schedule", .way("'memo set ID due:fri' says when it is due")),
    Row("pri priority", .way("'memo set ID p:high' says how urgent it is")),
    Row("depri dp", .way("'memo set ID p:none' removes the priority")),
    Row("addm", .way("printf 'Buy milk\\nCall mum\\n' | memo add -")),
    Row("udas", .way("'memo set ID size:3' sets a field of your own")),
    Row("timesheet ghistory", .way("'memo stats'")),
    Row("count", .way("'memo list -g status' counts them")),
    Row("assign delegate give", .way("'memo set ID to:ann' says whose it is")),
    Row(
      "depends depend block blockedby", .way("'memo set ID after:OTHER' has it come after another")
    ),
    Row("wait hide", .way("'memo set ID wait:mon' keeps it out of lists until then")),
    Row(
      "template templates show-templates",
      .way("'memo add -T NAME' begins with .memo/templates/NAME.md")),
    Row("filters", .way("'memo help filters' explains them; 'memo list FILTER' uses one")),
    Row("contexts", .way("'memo context' lists them")),
    Row("dates date", .way("write dates as in 'memo add': fri, 'next week', +3d, 'dec 31', 17:00")),
    Row(
      "json ndjson",
      .way("--json and --ndjson are options; 'memo schema' describes what they print")),
    Row(
      "exit-codes exit-code exitcodes exit",
      .way("0 done, 1 refused, 3 no remote, 4 conflicts or problems, 5 busy, 64 not understood")),
    Row("urgency", .way("'memo next --why' shows what makes a task urgent")),
    Row("commit save", .way("every change is a commit already; 'memo sync' sends them")),
    Row("recur", .way("'memo set ID every:week' has it come again")),
    Row("unarchive unshelve", .way("'memo undo' undoes the last 'memo archive'")),
    Row("version", .way("'memo --version'")),
    Row(
      "config configure settings setup",
      .way(
        "the store's settings are in .memo/config.yml, a clone's own in git's: "
          + "'memo git config memo.me Kim'")),
  ]

  private static let options = [
    Row("--completed --closed --finished --resolved", .filter("done"), in: reading),
    Row("--pending", .filter("todo"), in: reading),
    Row("--open", .filter("todo or doing"), in: reading),
    Row("--active --started", .filter("doing"), in: reading),
    Row("--todo", .filter("todo"), in: reading), Row("--doing", .filter("doing"), in: reading),
    Row("--done", .filter("done"), in: reading),
    Row("--overdue", .filter("overdue"), in: reading),
    Row("--waiting", .filter("waiting"), in: reading),
    Row("--blocked", .filter("blocked"), in: reading),
    Row("--ready", .filter("ready"), in: reading),
    Row("-p --priority --pri", .field("p:high"), in: withFields),
    Row("-d --deadline --due", .field("due:fri"), in: withFields),
    Row("-t --tag --tags --label --labels", .field("+home"), in: withFields),
    Row("--depends --depends-on --blocked-by", .field("after:ID"), in: withFields),
    Row("--recur --repeat", .field("every:week"), in: withFields),
    Row("--assign", .field("to:ann"), in: withFields),
    Row("--note --notes --description --desc --body --text", .name("-m"), in: ["add"]),
    Row("-m", .way("the text has no option: memo note ID TEXT"), in: ["note"]),
    Row("--limit --max --count", .name("-n"), in: ["list", "ls", "next", "log"]),
  ]

  private static let keys = [
    Row("urgency", .way("'memo next' lists by urgency")), Row("limit", .way("'-n 5' shows five")),
    Row("sort", .way("'-s KEY' says the order")),
    // Names in Taskwarrior that are not fields in memo, but can be filtered.
    Row("description", .name("title")), Row("entry", .name("created")), Row("end", .name("done")),
    Row("modified", .name("changed")),
  ]

  /// Tags that other tools compute.
  private static let tags = [
    Row("today", .filter("due:today")), Row("tomorrow", .filter("due:tomorrow")),
    Row("yesterday", .filter("due:yesterday")), Row("week", .filter("'due:this week'")),
    Row("month", .filter("'due:this month'")), Row("year", .filter("'due:this year'")),
    Row("completed", .filter("done")), Row("pending", .filter("todo")),
    Row("active", .filter("doing")),
  ]
}

// MARK: - Commands

extension Suggestions {
  static func unknownCommand(_ name: String, _ arguments: [String]) -> MemoError {
    // Taskwarrior has burndown.daily.
    let word = String(name.prefix { $0 != "." })
    // Backlog.md has `task list`.
    let inner = name == "task" ? arguments.first.flatMap { command(called: $0) } : nil
    var near = inner.map { line($0, Array(arguments.dropFirst())) }
    if near == nil, case .way(let way)? = meaning(of: word.lowercased(), as: .command) {
      near = way
    }
    near = near ?? command(called: word).map { line($0, arguments) }
    return MemoError(
      .usage, "'\(name)' is not a memo command",
      hints: (near.map { [$0] } ?? []) + ["'memo --help' lists the commands"])
  }

  /// The corrected line if memo understands it, else a question.
  private static func line(_ command: String, _ arguments: [String]) -> String {
    let line = [command] + arguments
    guard !arguments.isEmpty, (try? CommandTable.command(line)) != nil else {
      return "did you mean '\(command)'?"
    }
    return (["memo"] + line.map(\.quotedForShell)).joined(separator: " ")
  }

  /// memo's command for a name from other tools.
  private static func elsewhere(_ name: String) -> String? {
    if case .name(let command)? = meaning(of: name, as: .command) { command } else { nil }
  }

  /// The command that a name means in other tools, or that it misspells.
  private static func command(called name: String) -> String? {
    // Two wrong letters are too many in a short word.
    let most = name.count > 5 ? 2 : 1
    let others = commands.filter { if case .name = $0.meaning { true } else { false } }
      .flatMap(\.names).filter { $0.count > 3 }
    let names = CommandTable.names
    return elsewhere(name.lowercased()) ?? name.nearest(of: names, most: 1)
      ?? name.nearest(of: others, most: 1).flatMap(elsewhere) ?? name.nearest(of: names, most: most)
      ?? names.first { $0.count > 3 && name.lowercased().hasPrefix($0) }
  }
}

// MARK: - Options

extension Suggestions {
  /// The error for an unknown option, with a suggestion.
  ///
  /// - Parameter words: The command line, beginning with the command.
  static func unknownOption(
    _ word: String, of command: String, _ usage: Usage, in words: [String]
  ) -> MemoError {
    let name = String(word.prefix { $0 != "=" })
    var hints = [option(name, command, usage), withoutDash(name, command)].compactMap { $0 }
    if usage.reading.contains(.tags), !name.hasPrefix("--") {
      if command == "set" {
        hints.append("behind -- it is a tag to remove: memo set ID -- \(name)")
      } else if reading.contains(command) {
        // A change can't begin with words that only exclude.
        hints.append("'not +\(name.dropFirst())' means the tasks without that tag")
      }
    } else if hints.isEmpty,
      ["add", "find", "grep", "note", "rename", "tick"].contains(command)
    {
      let place = words.firstIndex(of: word) ?? words.count
      let line = words[..<place] + ["--"] + words[place...]
      hints.append(
        "behind -- it is no option: memo " + line.map(\.quotedForShell).joined(separator: " "))
    }
    return MemoError(.usage, "unknown option '\(name)'", hints: hints + [usage.optionsHint])
  }

  /// Whether it is an option of the system's `rm`, such as `-rf`.
  static func isForce(_ word: String, of command: String) -> Bool {
    guard ["remove", "rm"].contains(command) else { return false }
    let letters = word.drop { $0 == "-" }
    return ["force", "recursive"].contains(letters)
      || letters.count <= 2 && letters.allSatisfy("rfi".contains)
  }

  /// A hint with the option that was probably meant.
  private static func option(_ name: String, _ command: String, _ usage: Usage) -> String? {
    let letters = String(name.drop { $0 == "-" })
    if ["--mine", "--me"].contains(name), reading.contains(command) {
      return "'to:me' means yours: memo \(command) to:me"
    }
    switch meaning(of: name, as: .option, behind: command) {
    case .name(let option)?: return "did you mean '\(option)'?"
    case .way(let way)?: return way
    case .field?, .filter?, nil: break
    }
    if name == "-C" { return "-C DIR goes before the command: memo -C DIR \(command)" }
    if name.dropFirst().allSatisfy(\.isASCIIDigit), usage.option("-n")?.option.value != nil {
      return "did you mean '-n \(letters)'?"
    }
    if isForce(name, of: command) { return "--yes deletes without asking" }
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

  /// A hint for a filter or a field typed as an option, for example `--done` or `--due`.
  private static func withoutDash(_ name: String, _ command: String) -> String? {
    switch meaning(of: name, as: .option, behind: command) {
    case .filter(let filter)?:
      // `next` and `today` list only open tasks.
      let reader = ["next", "today"].contains(command) ? "list" : command
      return "filters have no dash: memo \(reader) \(filter.quotedForShell)"
    case .field(let example)?: return "fields have no dash: \(example)"
    case .name?, .way?, nil:
      let key = String(name.dropFirst(2))
      return name.hasPrefix("--") && KnownField.names.contains(key) && withFields.contains(command)
        ? "fields have no dash: \(key):VALUE" : nil
    }
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
        + ["'not +\(tag)' is understood whether there is such a tag or not"])
  }

  /// A note about a tag that no task has.
  ///
  /// Nil unless the tag resembles something else, because any word can be a tag.
  static func strange(tag: String, of known: Set<String>) -> String? {
    let word = tag.lowercased()
    var near: String?
    if case .filter(let filter)? = meaning(of: word, as: .tag) {
      near = filter
    } else if tag != word, Filter.isFilterWord(word) {
      near = word
    }
    return (near ?? tag.nearest(of: known)).map {
      "no task has the tag '\(tag)'; did you mean '\($0)'?"
    }
  }

  /// A note about a key that no task has.
  ///
  /// - Parameter known: The keys that tasks have.
  static func strange(key: String, of known: Set<String>) -> String {
    let note = "no task has the key '\(key)'"
    let near: String?
    switch meaning(of: key, as: .key) {
    case .way(let way)?: return "\(note); \(way)"
    case .name(let name)?: near = name
    case .field?, .filter?, nil:
      near =
        KnownField.name(elsewhere: key)
        ?? key.nearest(of: known.union(Filter.knownKeys))
    }
    return note + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The key that a new key probably misspells; nil if tasks use the key.
  static func meantKey(_ key: String, used: Set<String>) -> String? {
    used.contains(key)
      ? nil
      : key.misspelt(of: KnownField.suggestions.union(used)) ?? KnownField.name(elsewhere: key)
  }
}
