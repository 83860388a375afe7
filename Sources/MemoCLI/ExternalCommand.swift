internal import ArgumentParser
internal import MemoKit

/// Commands that are other programs: git in the store, and `memo-NAME` from `PATH`.
enum ExternalCommand {
  /// `memo git …`: git, started in the store.
  static func git(_ arguments: [String], _ context: Context) throws(MemoError) -> Outcome {
    let program = try context.store().gitProgram(arguments, in: context.directory)
    return Outcome(handOver: program)
  }

  /// `memo NAME …`: the program `memo-NAME` on the user's path, as git has them.
  ///
  /// - Throws: ``Failure`` when there is none.
  static func other(
    _ name: String, _ arguments: [String], _ context: Context
  ) throws(Failure) -> Outcome {
    guard let program = program(name, arguments, context) else { throw unknown(name, arguments) }
    return Outcome(handOver: program)
  }

  private static func program(
    _ name: String, _ arguments: [String], _ context: Context
  ) -> Program? {
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix("-") else { return nil }
    let file = "memo-\(name)"
    var environment = context.environment
    if let folder = context.programFolder {
      // What came with this memo goes with it, whatever else PATH has.
      environment.variables["PATH"] = "\(folder):\(environment.variables["PATH"] ?? "")"
    }
    return environment.path(of: file).map {
      Program($0, arguments, in: context.directory)
    }
  }

  /// The failure for a name that nobody knows, with what may have been meant.
  private static func unknown(_ name: String, _ arguments: [String]) -> Failure {
    // Taskwarrior has burndown.daily.
    let word = String(name.prefix { $0 != "." })
    // Backlog.md has `task list`.
    let inner = name == "task" ? arguments.first.flatMap { command(called: $0) } : nil
    let near =
      inner.map { suggestion($0, Array(arguments.dropFirst())) }
      ?? ways[word.lowercased()] ?? behind(name, arguments)
      ?? command(called: word).map { suggestion($0, arguments) }
    return Failure(
      .usage, "'\(name)' is not a memo command",
      hints: (near.map { [$0] } ?? []) + ["'memo --help' lists the commands"])
  }

  /// The whole line with the command's right name, where that is one that memo understands.
  private static func suggestion(_ command: String, _ arguments: [String]) -> String {
    let line = [command] + arguments
    guard !arguments.isEmpty, let words = try? DashWords.encoded(line),
      (try? MemoCommand.parsed(words)) is any Command
    else { return "did you mean '\(command)'?" }
    return (["memo"] + line.map(\.quotedForShell)).joined(separator: " ")
  }

  /// The command that has another name elsewhere.
  private static func elsewhere(_ name: String) -> String? {
    others.first { $1.contains(name) }?.command
  }

  /// Names of other tools' commands that are nothing else, and stand behind tasks there.
  private static let verbs: Set = [
    "modify", "mod", "annotate", "denotate", "append", "prepend", "delete", "complete", "finish",
    "stop", "info", "edit",
  ]

  /// The line with its command first, where words stand before it as in Taskwarrior: `1 done`,
  /// `+home list`.
  private static func behind(_ name: String, _ arguments: [String]) -> String? {
    let isWord = Filter.isFilterWord(name) || name.allSatisfy { $0.isNumber || ",-".contains($0) }
    let place = arguments.firstIndex {
      MemoCommand.names.contains($0) || isWord && elsewhere($0) != nil || verbs.contains($0)
    }
    guard let place, isWord || place == 0 && command(called: name) == nil else {
      return isWord ? "the command comes first: memo list \(name.quotedForShell)" : nil
    }
    let word = arguments[place]
    let command =
      MemoCommand.names.contains(word)
      ? word : elsewhere(word) ?? word
    let line = ["memo", command, name] + arguments[..<place] + arguments[(place + 1)...]
    return "the command comes first: " + line.map(\.quotedForShell).joined(separator: " ")
  }

  /// The command that a name means which it has elsewhere, or one that is mistyped.
  private static func command(called name: String) -> String? {
    // Of a short word with two letters wrong too little is left.
    let most = name.count > 5 ? 2 : 1
    let mistyped = name.nearest(of: others.flatMap(\.names).filter { $0.count > 3 }, most: 1)
    return elsewhere(name.lowercased()) ?? name.nearest(of: MemoCommand.names, most: 1)
      ?? mistyped.flatMap(elsewhere) ?? name.nearest(of: MemoCommand.names, most: most)
      ?? MemoCommand.names.first { $0.count > 3 && name.lowercased().hasPrefix($0) }
  }

  /// What other tools have a command for, and memo a few words.
  private static let ways: [String: String] = {
    let ways = [
      (
        "web",
        "it is a program of its own, memo-web, which has to be beside memo, or on PATH: "
          + "'swift build -c release --static-swift-stdlib --product memo-web'"
      ),
      ("webui browser serve", "'memo web' is the board in a browser"),
      ("export dump", "'memo list --all --json' prints every task"),
      ("import", "'memo add - < list.txt' adds a task a line; 'memo init' takes in Markdown files"),
      ("ids id uuids", "'memo list -q' prints ids"),
      (
        "projects project show-projects listproj lsprj",
        "'memo list -g project' lists them by project"
      ),
      ("tags show-tags listcon lsc ls-label", "'memo list -g tags' lists them by tag"),
      ("people assignees", "'memo list -g assignee' lists them by whose they are"),
      ("overdue", "'memo list overdue'"), ("waiting", "'memo list waiting'"),
      ("blocked", "'memo list blocked'"), ("unblocked", "'memo list ready'"),
      ("completed show-resolved", "'memo list done'"),
      ("active show-active", "'memo list doing'"), ("pending show-open", "'memo list todo'"),
      ("newest", "'memo list -s -created'"), ("oldest", "'memo list -s created'"),
      ("listall lsa", "'memo list --all'"), ("listpri lsp", "'memo list -s priority'"),
      ("calendar cal", "'memo list not due:none' lists by deadline"),
      ("denotate prepend replace", "'memo edit ID' opens the task with its text"),
      (
        "duplicate dup copy cp",
        "'cp todo/NAME.md todo/OTHER.md' copies a task; the next command gives the copy an id"
      ),
      ("tag label", "'memo set ID +TAG' adds a tag"),
      ("untag", "'memo set ID -- -TAG' takes it away"),
      ("due schedule", "'memo set ID due:fri' says when it is due"),
      ("pri priority", "'memo set ID p:high' says how urgent it is"),
      ("depri dp", "'memo set ID p:none' takes the priority away"),
      ("addm", "printf 'Buy milk\\nCall mum\\n' | memo add -"),
      ("udas", "'memo set ID size:3' sets a field of your own"),
      ("timesheet ghistory", "'memo stats'"),
      ("count", "'memo list -g status' counts them"),
      ("assign delegate give", "'memo set ID to:ann' says whose it is"),
      ("depends depend block blockedby", "'memo set ID after:OTHER' has it come after another"),
      ("wait hide", "'memo set ID wait:mon' keeps it out of lists until then"),
      (
        "template templates show-templates",
        "'memo add -T NAME' begins with .memo/templates/NAME.md"
      ),
      ("filters", "'memo help filters' tells about them, 'memo list FILTER' takes one"),
      ("contexts", "'memo context' lists them"),
      ("dates date", "'man memo' tells about dates: fri, 'next week', +3d, 'dec 31', 17:00"),
      ("json ndjson", "--json and --ndjson are options; 'memo schema' describes what they print"),
      (
        "exit-codes exit-code exitcodes exit",
        "0 done, 1 refused, 3 no remote, 4 conflicts or problems, 5 busy, 64 not understood"
      ),
      ("urgency", "'memo next --why' shows what makes a task urgent"),
      ("commit save", "every change is a commit already; 'memo sync' sends them"),
      ("recur", "'memo set ID every:week' has it come again"),
      ("unarchive unshelve", "'memo undo' takes back what was shelved last"),
      ("version", "'memo --version'"),
      (
        "config configure settings setup",
        "the store's settings are in .memo/config.yml, a clone's own in git's: "
          + "'memo git config memo.me Kim'"
      ),
    ]
    return Dictionary(
      ways.flatMap { names, way in names.split(separator: " ").map { (String($0), way) } }
    ) { first, _ in first }
  }()

  /// What other tools call it, git among them.
  private static let others: [(command: String, names: Set<String>)] = [
    ("add", ["new", "create", "task", "insert", "a"]),
    ("list", ["tasks", "ready", "all", "l", "query", "filter"]),
    ("show", ["view", "info", "information", "cat", "display", "get", "describe", "print"]),
    ("find", ["search", "lookup"]),
    ("note", ["append", "annotate", "comment", "remark"]),
    ("edit", ["write", "vi", "vim"]),
    ("tick", ["check-off", "toggle", "item", "subtask"]),
    ("rename", ["retitle", "title"]),
    ("postpone", ["defer", "delay", "snooze", "later", "bump", "reschedule"]),
    ("open", ["browse", "url", "link", "links"]),
    (
      "set",
      ["modify", "mod", "update", "change", "every", "repeat"]
    ),
    ("start", ["begin", "doing"]),
    ("reopen", ["stop", "todo", "undone", "uncomplete"]),
    ("done", ["complete", "finish", "close", "do", "resolved"]),
    ("remove", ["delete", "del", "trash", "erase", "purge", "drop", "cancel", "kill"]),
    ("restore", ["undelete", "recover", "bring-back"]),
    ("log", ["history", "journal", "timeline"]),
    ("check", ["doctor", "fsck", "lint", "verify", "validate", "diagnose", "diagnostics"]),
    ("sync", ["pull", "push", "fetch", "merge", "publish"]),
    ("undo", ["revert", "reset", "rollback"]),
    ("stats", ["summary", "burndown", "report", "statistics"]),
    ("status", ["st", "state"]),
    ("board", ["kanban", "termui"]),
  ]
}
