import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Empty shell variables, typing errors and options of other tools change nothing and get a clear
/// error.
@Suite struct SlipTests {
  /// A command line after the shell, and the start of memo's answer.
  struct Slip {
    var words: [String]
    var error: String
    var status: MemoCLI.ExitStatus

    init(_ words: [String], error: String, _ status: MemoCLI.ExitStatus = .usage) {
      (self.words, self.error, self.status) = (words, error, status)
    }
  }

  /// A store with three tasks that have a tag and one that hasn't; one is done.
  private static let model = Result {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    for number in 1...3 { desk.memo("add", "Task \(number)", "+home", "-p", "low") }
    desk.memo("add", "Plain")
    desk.memo("done", "task-3")
    return desk
  }

  static func desk() throws -> Desk { try model.get().copy() }

  /// The commit and the files.
  ///
  /// The index is checked once, at the end.
  func state(_ desk: Desk) throws -> [String] {
    try [desk.read(".git/refs/heads/main")]
      + desk.tasks().sorted().map { try "\($0)\n\(desk.read($0))" } + desk.scratch.files("")
  }

  private func checkAll(_ slips: [Slip]) throws {
    let desk = try Self.desk()
    for slip in slips { try check(slip, desk) }
    #expect(try desk.complaints() == "")
  }

  func check(_ slip: Slip, _ desk: Desk) throws {
    let before = try state(desk)
    let outcome = desk.memo(slip.words)
    #expect(outcome.error.hasPrefix("error: \(slip.error)"), "\(slip.words): \(outcome.error)")
    #expect(outcome.status == slip.status, "\(slip.words)")
    #expect(outcome.output == "", "\(slip.words)")
    #expect(try state(desk) == before, "\(slip.words)")
  }

  /// Options of `rm`, `git`, `task`, `todo.txt`, `ls` and `grep`, and some that no tool has.
  static let foreign: [(command: [String], words: [String])] = [
    (["rm"], ["-f", "-rf", "-fr", "-r", "-i", "-v", "--force", "--recursive"]),
    (["remove", "plain"], ["-f", "-rf", "-1", "--all"]),
    (["done"], ["-v", "-a", "-A", "-@", "-+", "-f", "--all", "--silent"]),
    (["start"], ["-n", "-5", "-20", "--dry-run"]),
    (["reopen"], ["-a", "--hard"]),
    (["move"], ["-f", "-t", "--all"]),
    (["set", "plain"], ["-f", "-m", "-1", "--amend", "--unset"]),
    (["set"], ["-f"]),
    (["resolve"], ["-X", "-s", "--ours"]),
    (["archive"], ["-a", "-f", "--all"]),
    (["edit", "plain"], ["-f", "-m", "--amend"]),
    (["restore", "plain"], ["-s", "-SW", "--source=HEAD", "--staged"]),
    (["undo"], ["-1", "-a", "-all", "--all", "--hard"]),
    (["redo"], ["-2", "-f"]),
    (["sync"], ["-f", "-a", "--force", "--rebase"]),
    (["init"], ["-b", "-q", "--bare"]), (["clone", "x"], ["-b", "--depth=1", "--bare"]),
    (["check", "--fix"], ["-f", "--all"]),
    (["merge-file", "a", "b", "c", "d"], ["-p", "--ours"]),
    (["add", "Milk"], ["-f", "-a", "-milk", "--priority-high", "--tags"]),
    (["log"], ["-5", "-20", "-S", "-g", "--oneline", "--all"]),
    (["list"], ["-Q", "-5", "-l", "-la", "-json", "-C", "-all", "-hoem", "--recursive"]),
    (["ls"], ["-la", "-1"]), (["board"], ["-x", "-foo"]), (["stats"], ["-w", "--month"]),
    (["conflicts"], ["-v", "-foo"]), (["show", "plain"], ["-x", "-p"]),
    (["find", "milk"], ["-n", "-name", "-r", "-v", "-c", "--include=x"]),
    (["grep", "milk"], ["-r", "-v", "-E"]), (["status"], ["-s", "-sb", "--short"]),
  ]

  @Test func unknownOptionsAreErrors() throws {
    let desk = try Self.desk()
    for (command, words) in Self.foreign {
      for word in words {
        let name = String(word.prefix { $0 != "=" })
        try check(Slip(command + [word], error: "unknown option '\(name)'"), desk)
        // It stays an error with `--yes` or with a valid word.
        if ["rm", "done", "start"].contains(command[0]) {
          try check(Slip(command + [word, "--yes"], error: "unknown option '\(name)'"), desk)
          try check(Slip(command + ["todo", word, "-y"], error: "unknown option '\(name)'"), desk)
        }
      }
    }
    #expect(try desk.complaints() == "")
  }

  /// Filters that only exclude some tasks.
  static let onlyExcluding: [[String]] = [
    ["-home"], ["not", "+home"], ["not +home"], ["(-home)"], ["-home", "not", "p:low"],
    ["todo", "or", "-home"], ["todo or not +nosuch"], ["not", "+nosuch"], ["NOT +home"],
    ["not", "(todo", "and", "+home)"], ["(+home", "or", "-home)"], ["project!=house"],
    ["not", "not", "-home"], ["@calm"], ["--", "-f"], ["--", "-home"], ["+home or @calm"],
    ["not tag:none"], ["not due<fri"], ["project:none"], ["tag:none", "or", "p:high"],
  ]

  @Test func changesNeedASelectingFilter() throws {
    let desk = try Self.desk()
    try desk.write("version: 1\nfilters:\n  calm: not +nosuch\n", to: ".memo/config.yml")
    try desk.scratch.git("commit", "-qam", "Filters", in: desk.folder)
    for words in Self.onlyExcluding { try expectRefused(words, desk) }
    #expect(try desk.complaints() == "")
  }

  /// Words with an empty variable, and unambiguous ones with the same meaning.
  static let openEnds: [(word: String, closed: String)] = [
    ("path:todo/", "todo"), ("path:todo", "todo"), ("path:t", "todo"), ("path:d", "doing"),
    ("path:home/", "path:home"), ("path:todo/home//", "path:todo/home"),
    ("due:2026-01-01..", "due>=2026-01-01"), ("due:..2030-01-01", "due<=2030-01-01"),
    ("created:..today", "created<=today"), ("p:low..", "p>=low"), ("estimate:1h..", "estimate>=1h"),
    ("due!=2026-01-01..", "not due>=2026-01-01"), ("path!=todo/", "not todo"),
  ]

  @Test func openRangesChangeNothing() throws {
    let desk = try Self.desk()
    for (word, closed) in Self.openEnds {
      let error = "'\(word)' is an open range, which may select too much"
      for command in ["rm", "done", "start", "reopen", "resolve"] {
        try check(Slip([command, "--yes", word], error: error), desk)
      }
      try check(Slip(["set", "-y", word, "--", "priority=high"], error: error), desk)
      let outcome = desk.memo(["rm", "--yes", word])
      #expect(outcome.error.contains("hint: write '\(closed)' instead"))
      // Reading is harmless, and the hint's filter works.
      #expect(desk.memo(["list", word]).status == .done)
      let hinted = desk.memo(["rm", "--yes", closed, "+nosuch"])
      #expect(hinted.error.hasPrefix("error: no task matches"), "\(hinted.error)")
    }
    // Nor together with a selecting word.
    for words in [
      ["todo", "due:..2030-01-01"], ["(+home or path:todo/)"], ["todo", "not", "due:x.."],
    ] {
      let refused = desk.memo(["rm", "--yes"] + words)
      #expect(refused.status == .usage && refused.error.hasPrefix("error: "), "\(refused)")
    }
    // A named filter was written on purpose.
    try desk.write(
      "version: 1\nfilters:\n  late: due:..2020-01-01\n  place: path:nowhere/\n",
      to: ".memo/config.yml")
    for name in ["@late", "@place"] {
      let named = desk.memo(["rm", "--yes", name])
      #expect(named.error.hasPrefix("error: no task matches"), "\(named.error)")
    }
  }

  private func expectRefused(_ words: [String], _ desk: Desk) throws {
    let text = words.filter { $0 != "--" }.joined(separator: " ")
    let error = "'\(text)' only excludes tasks"
    for command in ["rm", "done", "start", "reopen", "resolve", "archive"] {
      try check(
        Slip([command, "--yes"].dropLast(command == "archive" ? 1 : 0) + words, error: error), desk)
    }
    guard words[0] != "--" else { return }
    try check(Slip(["move"] + words + ["done", "-y"], error: error), desk)
    try check(Slip(["set", "-y"] + words + ["--", "priority=high"], error: error), desk)
    // Reading is harmless.
    #expect(desk.memo(["list"] + words).status == .done)
    #expect(desk.memo(["show"] + words).status == .done)
  }

  /// A selecting filter may also exclude tasks.
  @Test(arguments: [
    ["todo", "-home"], ["(todo or doing)", "not +home"], ["not", "not", "todo", "-home"],
    ["not", "(-nosuch", "or", "+home)"], ["due:none", "todo", "-home"], ["title:plain", "todo"],
  ]) func selectionsMayExclude(words: [String]) throws {
    let desk = try Self.desk()
    let outcome = desk.memo(["rm"] + words)
    if words[1] == "(-nosuch" {
      #expect(outcome.error.hasPrefix("error: no task matches"), "\(outcome.error)")
    } else {
      #expect(outcome.status == .done, "\(outcome.error)")
      #expect(!desk.exists("todo/plain.md"))
    }
    #expect(desk.exists("todo/task-1.md") && desk.exists("todo/task-2.md"))
  }

  /// The rest of `memo set $id +home p=high` if `$id` is empty.
  @Test(arguments: [
    (["+home", "p=high"], "no task is named: '+home'"),
    (["+home", "priority=high", "-y"], "no task is named: '+home'"),
    (["-home", "x=1"], "no task is named: '-home'"),
    (["+home", "-home", "x=1"], "'-home' could be a filter or a change"),
    (["p:low", "+x"], "no task is named: 'p:low'"),
    (["p:low", "due:fri"], "no task is named: 'p:low'"),
    (["+home", "p:high"], "no task is named: '+home'"),
    (["p:low", "x=1"], "no task is named: 'p:low'"),
    (["due:none", "p=high", "--yes"], "no task is named: 'due:none'"),
    (["p:low +home", "x:1"], "'+home' could be a filter or a change"),
    (["due:next", "week", "+x"], "no task is named: 'due:next week'"),
    (["title:Task", "p:high"], "no task is named: 'title:Task'"),
  ]) func aChangeWithoutATaskChangesNothing(words: [String], error: String) throws {
    let desk = try Self.desk()
    try check(Slip(["set"] + words, error: error), desk)
    let outcome = desk.memo("set", "-y", "+home", "--", "p=high")
    #expect(outcome.status == .done, "\(outcome.error)")
  }

  /// A command line may be as long as the system allows.
  @Test func thousandsOfWordsAreReadAtOnce() throws {
    let desk = try Self.desk()
    let words = (1...1200).flatMap { ["+t\($0)", "or"] } + ["-home", "plain"]
    let outcome = desk.memo(["list", "-n", "5"] + words + ["-s", "title"])
    #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
    let names = (1...1500).map { "n\($0)" }
    for line in [["done"] + names, ["move"] + names + ["done"], ["show"] + names] {
      #expect(desk.memo(line).error.hasPrefix("error: there is no task 'n1'"))
    }
    try check(Slip(["done"] + names + ["-f"], error: "unknown option '-f'"), desk)
    try check(Slip(["done"] + names + [""], error: "empty argument"), desk)
    #expect(desk.memo(["add"] + names).status == .done)
  }

  static let blanks: [[String]] = [
    ["rm", ""], ["rm", "-y", ""], ["done", ""], ["done", "plain", ""], ["start", " "],
    ["reopen", "\t"], ["move", "", "done"], ["move", "plain", ""], ["set", "", "x=1"],
    ["set", "plain", ""], ["set", "plain", "--", ""], ["set", "\n", "--", "x=1"], ["edit", ""],
    ["restore", ""], ["resolve", ""], ["archive", ""], ["show", ""], ["list", ""], ["list", " "],
    ["board", ""], ["log", ""], ["stats", ""], ["conflicts", ""], ["find", ""],
    ["undo", ""], ["redo", " "], ["init", ""], ["clone", ""], ["clone", "/x", ""],
    ["check", ""], ["check", "--fix", ""], ["sync", ""], ["status", ""], ["rm", "--", ""],
    ["merge-file", "", "b", "c", "d"], ["find", "milk", "--", ""],
    ["add", ""], ["add", " ", "x"], ["add", "", "+shop"], ["add", "Call", "", "mum"],
    ["add", "Call", ""], ["add", "--", ""], ["add", "Call", "--", ""], ["add", "-", ""],
    ["note", "plain", ""], ["tick", "plain", ""], ["tick", "plain", " "], ["rename", "plain", ""],
    ["postpone", "plain", ""], ["open", "plain", ""], ["context", ""], ["next", ""], ["today", ""],
  ]

  @Test func emptyArgumentsAreErrors() throws {
    try checkAll(
      Self.blanks.map { words in
        Slip(words, error: "\(words.contains("") ? "empty" : "blank") argument")
      })
  }

  static let empties: [Slip] = [
    Slip([""], error: "'' is not a memo command"),
    Slip(["", "done"], error: "'' is not a memo command"),
    Slip(["add", "Milk", "-m", ""], error: "'-m' needs a value, and '' is empty"),
    Slip(["-C", "", "add", "x"], error: "-C needs a folder, and '' is empty"),
    Slip(["-C"], error: "-C needs a folder"),
    Slip(["add", "Milk", "due:"], error: "'due:' has no value"),
    Slip(["add", "Milk", "project:", "p:high"], error: "'project:' has no value"),
    Slip(["add", "Milk due: +home"], error: "'due:' has no value"),
    Slip(["add", "Milk", "p:"], error: "'p:' has no value"),
    Slip(["add", "due:fri", "+home"], error: "a task needs a title"),
    Slip(["add", "--"], error: "a task needs a title"),
    Slip(["set", "plain", "p:"], error: "'p' has no value"),
    Slip(["set", "plain", "project:"], error: "'project' has no value"),
    Slip(["set", "plain", "project:", "p:high"], error: "'project' has no value"),
    Slip(["set", "plain", "due:", "+x"], error: "'due' has no value"),
    Slip(["set", "plain", "=x"], error: "invalid change '=x'"),
    Slip(["set", "plain", "x="], error: "'x' has no value"),
    Slip(["set", "task-1", "priority="], error: "'priority' has no value"),
    Slip(["set", "task-1", "p="], error: "'p' has no value"),
    Slip(["set", "task-1", "tags="], error: "'tags' has no value"),
    Slip(["set", "task-1", "tags=,"], error: "'tags:,' seems to lack a part"),
    Slip(["set", "task-1", "deadline="], error: "'deadline' has no value"),
    Slip(["set", "task-1", "status="], error: "'status' has no value"),
    Slip(["set", "plain", "title="], error: "a task needs a title", .refused),
    Slip(["set", "plain", "title= "], error: "a task needs a title", .refused),
    Slip(["set", "plain", "+"], error: "'+' names no tag"),
    Slip(["set", "plain", "-"], error: "'-' names no tag"),
    Slip(["set", "plain", "next"], error: "missing change"),
    Slip(["set", "plain", "due:fri", "p:low", "nosuch"], error: "invalid change 'nosuch'"),
    Slip(
      ["set", "-force", "plain"],
      error: "missing change: '-force' is before the task, so it is part of the filter"),
    Slip(["add", "Milk", "prio:urgent"], error: "no task has the key 'prio'"),
    Slip(["set", "plain", "prio:urgent"], error: "no task has the key 'prio'"),
    // A missing value is never taken from the next word.
    Slip(["add", "Call", "project:", "mum"], error: "'project:' has no value"),
    Slip(["add", "Call", "due:", "monday", "talk"], error: "'due:' has no value"),
    Slip(["add", "Call", "to:", "ann"], error: "'to:' has no value"),
    Slip(["add", "Call due: monday"], error: "'due:' has no value"),
    Slip(["add", "Call", "+", "mum"], error: "'+' names no tag"),
    Slip(["set", "plain", "to:", "foo"], error: "'to' has no value"),
    Slip(["set", "plain", "due:", "fri"], error: "'due' has no value"),
    Slip(["set", "plain", "x:", "foo"], error: "'x' has no value"),
    Slip(["list", "due:", "fri"], error: "'due:' has no value behind the :"),
    Slip(["list", "+"], error: "'+' names no tag"),
    Slip(["list", "-"], error: "'-' names no tag"),
    Slip(["list", "@"], error: "'@' names no filter"),
    Slip(["done", "due:", "fri"], error: "'due:' has no value behind the :"),
    Slip(["done", "due<", "fri"], error: "'due<' has no value behind the <"),
    Slip(["rm", "todo", "+", "--yes"], error: "'+' names no tag"),
    Slip(["rm", "+"], error: "there is no task '+'", .refused),
    Slip(["done", "tag:"], error: "'tag:' has no value behind the :"),
    Slip(["done", "due:"], error: "'due:' has no value behind the :"),
    Slip(["done", "title:"], error: "'title:' has no value behind the :"),
    Slip(["done", "id:"], error: "'id:' has no value behind the :"),
    Slip(["rm", "path:"], error: "'path:' has no value behind the :"),
  ]

  static let valueless: [[String]] = [
    ["add", "Milk", "-d"], ["add", "Milk", "-t"], ["add", "Milk", "-p"], ["add", "Milk", "--in"],
    ["add", "Milk", "-F"], ["archive", "--before"], ["list", "-s"], ["list", "-n"],
    ["list", "--format"], ["list", "--at"], ["log", "--since"], ["log", "--until"],
    ["log", "--author"], ["sync", "--every"], ["init", "--remote"],
    ["resolve", "plain", "--note"],
    ["find", "-e"], ["show", "plain", "--color"],
  ]

  @Test func emptyValuesAreErrors() throws {
    try checkAll(
      Self.valueless.map { words in
        Slip(words + [""], error: "'\(words.last ?? "")' needs a value, and '' is empty")
      })
  }

  static let unsaid: [Slip] = [
    Slip(["add", "Milk", "--in="], error: "'--in' needs a value, and '' is empty"),
    Slip(["list", "-s="], error: "'-s' needs a value, and '' is empty"),
    // Unquoted empty variables, so that the next word takes their place.
    Slip(["add", "Milk", "-m", "-d", "fri"], error: "'-m' needs a value, and '-d' is an option"),
    Slip(["add", "Milk", "-d", "-p", "high"], error: "'-d' needs a value, and '-p' is an option"),
    Slip(["add", "Milk", "-m", "--", "x"], error: "'-m' needs a value, and '--' is an option"),
    Slip(["archive", "--before", "-n"], error: "'--before' needs a value, and '-n' is an option"),
    Slip(
      ["list", "--format", "--all"], error: "'--format' needs a value, and '--all' is an option"),
    Slip(["done"], error: "missing argument"),
    Slip(["rm", "-y"], error: "missing argument"),
    Slip(["move", "done"], error: "missing task"),
    Slip(["move", "plain"], error: "invalid status 'plain'"),
    Slip(["set", "priority=high"], error: "missing task"),
    Slip(["set", "+home"], error: "missing change"),
    Slip(["set", "plain"], error: "missing change"),
    Slip(["add"], error: "a task needs a title"),
    Slip(["edit"], error: "missing argument"),
    Slip(["restore"], error: "missing argument"),
    Slip(["resolve", "--other"], error: "missing argument"),
  ]

  @Test func missingValuesAreErrors() throws {
    try checkAll(Self.empties + Self.unsaid)
  }

  /// One of two values would be lost.
  static let doubles: [Slip] = [
    Slip(["set", "plain", "title=A", "title=B"], error: "'title' is given twice"),
    Slip(["set", "plain", "p:high", "priority=low"], error: "'priority' is given twice"),
    Slip(["set", "plain", "due:fri", "due:none"], error: "'deadline' is given twice"),
    Slip(["add", "Milk", "due:fri", "due:mon"], error: "'deadline' is given twice"),
    Slip(["add", "Milk", "-d", "fri", "due:mon"], error: "'deadline' is given twice"),
    Slip(["add", "Milk", "-p", "high", "p:low"], error: "'priority' is given twice"),
    Slip(["add", "Milk", "-d", "fri", "--deadline=mon"], error: "'--deadline' is given twice"),
    Slip(["list", "-n5", "-n", "3"], error: "'--number' is given twice"),
    Slip(["list", "-n", "0"], error: "invalid value '0' for '-n'"),
    Slip(["log", "-n", "0"], error: "invalid value '0' for '-n'"),
  ]

  @Test func repeatedOptionsAreErrors() throws {
    try checkAll(Self.doubles)
  }

  /// Numbers out of range, and too many arguments.
  static let sums: [Slip] = [
    Slip(["undo", "0"], error: "the number of operations must be 1 or more"),
    Slip(["undo", "1", "2"], error: "unexpected argument '2'"),
    Slip(["undo", "x"], error: "there is no change 'x' that could be undone", .refused),
    Slip(["undo", "1.5"], error: "there is no change '1.5' that could be undone", .refused),
    Slip(
      ["undo", "99999999999999999999"], error: "there is no change '99999999999999999999'", .refused
    ),
    Slip(
      ["undo", "plain"], error: "there is no change 'plain' that could be undone", .refused),
    Slip(["undo", "x", "--list"], error: "--list takes a number"),
    Slip(["redo", "x"], error: "the number of operations must be 1 or more"),
    Slip(["undo", "99"], error: "there are only 5 to undo", .refused),
    Slip(["redo", "1"], error: "there is nothing to redo", .refused),
    Slip(["sync", "now"], error: "unexpected argument 'now'"),
    Slip(["clone", "a", "b", "c"], error: "unexpected argument 'c'"),
    Slip(["check", "--fix", "todo"], error: "--fix checks the whole store, so it takes no paths"),
    Slip(["resolve", "plain", "--note", "0"], error: "invalid value '0' for '--note'"),
    Slip(["rm", "*"], error: "there is no task '*'", .refused),
    Slip(["rm", "."], error: "there is no task '.'", .refused),
    Slip(["rm", "/"], error: "there is no task '/'", .refused),
    Slip(["rm", "todo/"], error: "there is no task 'todo/'", .refused),
    Slip(["rm", "!+home"], error: "there is no task '!+home'", .refused),
    Slip(["rm", "plain", "nosuch"], error: "there is no task 'nosuch'", .refused),
    Slip(["rm", "plain", "nosuch", "-y"], error: "there is no task 'nosuch'", .refused),
    Slip(["rm", "doing", "done", "todo"], error: "no task matches", .refused),
    // More than one task without a terminal for the question.
    Slip(
      ["rm", "plain", "task-1"], error: "these are 2 tasks, and memo can't ask without a terminal",
      .refused),
    Slip(
      ["rm", "todo"], error: "the filter finds 3 tasks, and memo can't ask without a terminal",
      .refused),
    Slip(["rm", "todo", "+home"], error: "the filter finds 2 tasks", .refused),
    Slip(["done", "+home"], error: "the filter finds 2 tasks", .refused),
    Slip(["start", "todo or doing"], error: "the filter finds 3 tasks", .refused),
    Slip(["set", "+home", "--", "priority=high"], error: "the filter finds 2 tasks", .refused),
    Slip(["move", "+home", "doing"], error: "the filter finds 2 tasks", .refused),
    Slip(["--color", "never", "list"], error: "'list' comes after an option"),
    Slip(["--color", "never", "rm"], error: "'rm' comes"),
    Slip(["rm", "todo", "plain", "task-1"], error: "'plain' names a task", .refused),
  ]

  @Test func contradictionsAreRefused() throws {
    try checkAll(Self.sums)
    #expect(try Self.desk().memo("--json", "list").error.contains("'list' comes after an option"))
  }

  /// Empty variables that only mean none.
  @Test func someEmptyVariablesAreAllowed() throws {
    let desk = Desk(try Scratch(), "kim", variables: ["MEMO_DIR": "", "NO_COLOR": ""])
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    #expect(desk.memo("add", "Buy", "milk").status == .done)
    #expect(try desk.read("todo/buy-milk.md").hasPrefix("---\ntitle: Buy milk\n"))
    #expect(desk.memo("list", "--format", "{title}").output == "Buy milk\n")
    var elsewhere = desk.context
    elsewhere.directory = desk.scratch.path
    let lost = desk.memo("list", in: elsewhere)
    #expect(lost.error.hasPrefix("error: there is no memo store here"))
  }

  /// A tag to remove or exclude, whether a task has it or not.
  @Test func tagsMayFollowADash() throws {
    let desk = try Self.desk()
    #expect(desk.memo("list", "-home", "--format", "{title}").output == "Plain\n")
    #expect(desk.memo("list", "'-home or +work'").status == .done)
    #expect(desk.memo("list", "-home or +home").output.split(separator: "\n").count == 3)
    #expect(desk.memo("set", "task-1", "-home").output.contains("-tag home"))
    // Twice is the same as once.
    let again = desk.memo("set", "task-1", "-home")
    #expect(again.status == .done && again.error == "")
    let mistyped = desk.memo("set", "task-1", "-hoem")
    #expect(mistyped.status == .done)
    #expect(mistyped.error == "no task has the tag 'hoem'; did you mean 'home'?\n")
    #expect(desk.memo("set", "plain", "+f").status == .done)
    #expect(desk.memo("set", "plain", "--", "-f").output.contains("-tag f"))
    desk.memo("set", "plain", "+2024")
    #expect(desk.memo("list", "-2024").output.split(separator: "\n").count == 2)
    #expect(desk.memo("set", "plain", "-2024").output.contains("-tag 2024"))
    #expect(desk.memo("list", "-2024").error.hasPrefix("error: unknown option '-2024'"))
  }
}
