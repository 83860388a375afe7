import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Suggestions after unknown words work when typed.
@Suite struct SuggestionTests {
  @Test(arguments: [
    ("delete", "remove"), ("search", "find"), ("doctor", "check"), ("view", "show"),
    ("history", "log"), ("modify", "set"), ("append", "note"), ("annotate", "note"),
    ("complete", "done"), ("snooze", "postpone"), ("nose", "note"), ("close", "done"),
    ("stop", "reopen"),
    ("pull", "sync"), ("lsit", "list"), ("satus", "status"), ("Done", "done"), ("remvoe", "remove"),
    ("conflcts", "conflicts"), ("arch", "archive"),
    ("rmove", "remove"), ("dlete", "remove"), ("modfy", "set"),
  ]) func similarWordsSuggestCommands(word: String, command: String) throws {
    let desk = Desk(try Scratch(), "kim")
    let outcome = desk.memo("-C", desk.scratch.path, word, "x")
    #expect(outcome.status == .usage)
    // The whole line, or only the command if memo doesn't accept the rest, as in `sync x`.
    let hints = ["hint: memo \(command) x\n", "hint: did you mean '\(command)'?\n"]
    #expect(hints.contains(where: outcome.error.contains), "\(outcome.error)")
  }

  @Test(arguments: [
    ("dump", "memo export json"),
    ("id", "memo list -q"), ("ids", "memo list -q"),
    ("projects", "memo list -g project"), ("config", ".memo/config.yml"),
    ("cancel", "did you mean 'remove'?"), ("tags", "memo list -g tags"),
    ("version", "memo --version"), ("active", "memo list doing"), ("overdue", "memo list overdue"),
    ("depends", "the field after"), ("due", "the field deadline"),
    ("duplicate", "cp todo/NAME.md"),
    ("burndown", "did you mean 'stats'?"), ("burndown.daily", "did you mean 'stats'?"),
    ("show-projects", "memo list -g project"), ("untag", "memo set ID -- -TAG"),
    ("webui", "memo web"),
  ]) func otherToolsCommandsHaveHints(word: String, way: String) throws {
    let desk = Desk(try Scratch(), "kim")
    #expect(desk.memo("-C", desk.scratch.path, word).error.contains(way))
  }

  /// Other tools' names of fields and conditions.
  @Test(arguments: [
    (["add", "Rent", "recur:monthly"], "did you mean 'every'?"),
    (["set", "plain", "depends:task-1"], "did you mean 'after'?"),
    (["add", "x", "pro:house"], "did you mean 'project'?"),
    (["list", "recur:week"], "did you mean 'every'?"),
    (["list", "mine"], "did you mean 'to:me'?"), (["list", "active"], "did you mean 'doing'?"),
    (["list", "due:any"], "'not due:none'"),
    (["log", "yesterday"], "memo log --since yesterday"),
    (["postpone", "plain"], "missing time\nhint: memo postpone plain 3d"),
    (["add", "x", "--tags", "home,work"], "fields have no dash: +home +work\n"),
    (["add", "x", "--tags=, "], "fields have no dash: +VALUE\n"),
    (["set", "plain", "--due", ""], "fields have no dash: deadline:VALUE\n"),
    (["set", "plain", "--id", "kx"], "'--id'\nhint: 'memo set --help'"),
    (["list", "--id", "kx"], "fields have no dash: id:kx\n"),
  ]) func otherToolsWordsSuggestMemos(words: [String], says: String) throws {
    let outcome = try SlipTests.desk().memo(words)
    #expect(outcome.error.contains(says), "\(words): \(outcome.error)")
  }

  @Test(arguments: ["frobnicate", "xyz", "toast", "moo", "series", "t"])
  func unknownWordsSuggestNothing(word: String) throws {
    let desk = Desk(try Scratch(), "kim")
    let outcome = desk.memo("-C", desk.scratch.path, word)
    for hint in ["did you mean", "memo set"] {
      #expect(!outcome.error.contains(hint), "\(outcome.error)")
    }
  }

  /// Refused lines, each with another reason.
  static let refused: [[String]] = [
    ["add"], ["add", "+home"], ["add", "x", "due:"], ["add", "x", "-d", "someday"],
    ["add", "x", "-x"],
    ["add", "x", "prioriy:high"], ["add", "x", "Due:fri", "it's"], ["add", "--priority-high", "x"],
    ["add", "x", "--due", "fri"], ["add", "x", "--project=y"], ["list", "--project", "y"],
    ["next", "--tag", "home"], ["set", "plain", "p", "high"], ["set", "plain", "due:"],
    ["set", "plain", "duee=fri"], ["set", "plain", "prio=high"], ["add", "x", "dead:fri"],
    ["set"], ["set", "plain"], ["set", "plain", "prioriy=high"], ["set", "plain", "Tags=y", "+x"],
    ["set", "plain", "-p", "low"], ["set", "plain", "--deadline=fri"],
    ["set", "plain", "-t", "x", "p:1"],
    ["set", "todo", "Due=fri"], ["set", "p:high"], ["set", "due=fri"], ["set", "+home", "p=high"],
    ["set", "todo", "+home", "-shop", "p:1"], ["set", "plain", "due=x"],
    ["set", "plain", "status=later"],
    ["set", "plain", "id=x"], ["set", "plain", "every=blue"], ["set", "plain", "x="],
    ["set", "plain", "oops"], ["set", "plain", "high"], ["set", "plain", "fri"],
    ["set", "plain", "done"], ["set", "plain", "title:new", "name"],
    ["set", "plain", "title=new", "name"], ["done", "task", "plain"], ["config"], ["export"],
    ["done"], ["done", "nosuch"], ["done", "task"], ["done", "-home"], ["done", "-x"],
    ["done", "-hoem"],
    ["done", "task-1", "+home"], ["move", "plain"], ["move", "done"], ["rm", "task"],
    ["rm", "-f", "plain"],
    ["rm", "task-1", "plain"], ["list", "due<"], ["list", "p:urgent"], ["list", "due<none"],
    ["list", "-5"],
    ["list", "--at", "tomorrow"], ["list", "--at", "nonsense"], ["list", "@x"],
    ["list", "a", "<", "b"],
    ["show", "nosuch"], ["edit", "task"], ["restore", "nosuch"], ["restore", "plain"],
    ["undo", "99"],
    ["find", "milk", "-n"], ["log", "--since", "tomorrow"], ["stats", "--since", "2030"],
    ["resolve", "plain"],
    ["archive", "--before", "x"], ["conflicts", "-v"],
    ["close", "plain"], ["duplicate", "plain"], ["untag", "plain"],
    ["depri", "plain"], ["newest"], ["calendar"], ["show-open"], ["listpri"], ["lsprj"], ["udas"],
    ["list", "--closed"], ["add", "x", "--note", "y"], ["add", "-v", "x"],
    ["task", "done", "plain"],
    ["note", "plain"], ["note", "nosuch", "x"], ["note", "plain", "-F", "nosuch"],
    ["tick", "plain"], ["tick", "plain", "3"], ["tick", "plain", "--add", " "],
    ["rename", "nosuch", "x"], ["postpone", "plain"], ["postpone", "plain", "x"],
    ["postpone", "plain", "3d"], ["open", "plain"], ["move", "plain", "--in", "../x"],
  ]

  /// The commands in a message, with names of tasks in place of placeholders.
  private func commands(in error: String) -> [String] {
    error.split(separator: "\n").flatMap { line -> [String] in
      let line = String(line)
      var found: [String] = []
      if let start = line.firstRange(of: "hint: memo ") {
        found.append("memo " + line[start.upperBound...])
      }
      if let start = line.firstRange(of: ": memo "), !line.hasPrefix("hint: memo ") {
        found.append("memo " + line[start.upperBound...])
      }
      found += line.matches(of: /'(memo [^']*)'/).map { String($0.1) }
      return found
    }.map {
      $0.replacing("ID", with: "plain").replacing("DIR", with: ".").replacing(" …", with: "")
    }
  }

  /// memo accepts each command line that it suggests.
  @Test func everyHintWorksWhenTyped() throws {
    var typed: Set<String> = []
    for words in Self.refused {
      let desk = try SlipTests.desk()
      let outcome = desk.memo(words)
      #expect(outcome.status != .done, "\(words)")
      #expect(outcome.error.contains("hint: "), "\(words): \(outcome.error)")
      for command in commands(in: outcome.error) where typed.insert(command).inserted {
        let again = try SlipTests.desk()
        let seen = try again.type(command)
        #expect(!seen.hasSuffix("[64]\n"), "\(words) suggests \(command): \(seen)")
      }
    }
    #expect(typed.count > 20)
  }
}
