import Foundation
import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Details that users meet in their first month.
@Suite struct EverydayTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  // MARK: What comes after what

  @Test func openDependenciesAreReported() {
    desk.memo("add", "Sand")
    #expect(desk.memo("add", "Paint", "after:sand").output.contains(" Sand)"))
    let outcome = desk.memo("start", "paint")
    #expect(outcome.error.hasPrefix("still open before Paint: "), "\(outcome)")
    #expect(outcome.error.hasSuffix("  Sand\n"))
    #expect(desk.memo("done", "paint").error.contains("still open before Paint: "))
    desk.memo("undo")
    let done = desk.memo("done", "sand")
    #expect(done.error.contains("ready now: ") && !done.error.contains("still open"))
    #expect(!desk.memo("done", "paint").error.contains("still open"))
  }

  @Test func aDeletionReportsDependentTasks() throws {
    for title in ["Sand", "Trip"] { desk.memo("add", title) }
    desk.memo("add", "Paint", "after:sand")
    try desk.write("x", to: "todo/trip/map.png")
    let refused = desk.memo("rm", "sand", "trip")
    for line in [
      "  Sand  (todo/sand.md)", "  Trip  (todo/trip.md)", "todo/trip/ goes with Trip: 1 file",
      "Paint comes after Sand",
    ] { #expect(refused.error.contains(line), "\(line): \(refused.error)") }
    let outcome = desk.memo("rm", "sand")
    #expect(outcome.error.contains("its 'after' names a deleted task: "), "\(outcome)")
    #expect(outcome.error.contains("  Paint\n"))
  }

  @Test func dependenciesAreShownAndFoundByTitle() throws {
    for title in ["Sand the fence", "Sweep", "Buy paint"] { desk.memo("add", title) }
    let echo = desk.memo("set", "sweep", "after:sand,paint")
    #expect(echo.output.contains("Sand the fence") && echo.output.contains("Buy paint"))
    let id = desk.memo("list", "title:Sand", "--format", "{id}").output.prefix(10)
    for words in ["after:sand", "after:fence", "after:\(id)", "after:\(id.prefix(4))", "@later"] {
      try desk.write("version: 1\nfilters:\n  later: after:sand\n", to: ".memo/config.yml")
      #expect(desk.memo("list", words).output.contains("Sweep"), "\(words)")
      #expect(desk.memo("list", words, "--json").output.contains("\"title\": \"Sweep\""))
    }
    #expect(desk.memo("list", "after:sweep").output == "")
    #expect(desk.memo("list", "after:none").output.contains("Buy paint"))
  }

  // MARK: Contexts

  @Test func aContextFillsItsFields() throws {
    try desk.write(
      """
      version: 1
      filters:
        work: +work p:high due:fri project:x
        soon: p:high,medium due<=fri due:2026-12 wait:none
        week: due:next week

      """, to: ".memo/config.yml")
    desk.memo("context", "work")
    let echo = desk.memo("add", "Report")
    #expect(
      echo.output.contains("(due Fri 2026-11-27, priority high, +work, project x)"), "\(echo)")
    #expect(echo.error.contains("doesn't find") == false)
    #expect(desk.memo("add", "Slides", "-p", "low").output.contains("priority low"))
    desk.memo("context", "soon")
    #expect(!desk.memo("add", "Plain").output.contains("("))
    desk.memo("context", "week")
    #expect(!desk.memo("add", "Else").output.contains("("))
  }

  /// Typed words win over the context's.
  @Test(arguments: [
    (["p:low"], "(due Fri 2026-11-27, priority low, +work)"),
    (["p:none"], "(due Fri 2026-11-27, +work)"), (["-d", "none"], "(priority high, +work)"),
    (["due:mon"], "(due Mon 2026-11-23, priority high, +work)"),
    (["-d", "mon", "-p", "low"], "(due Mon 2026-11-23, priority low, +work)"),
  ])
  func typedWordsWinOverTheContext(words: [String], echo: String) throws {
    try desk.write(
      "version: 1\nfilters:\n  work: +work p:high due:fri\n", to: ".memo/config.yml")
    desk.memo("context", "work")
    let outcome = desk.memo(["add", "B"] + words)
    #expect(outcome.output.contains(echo), "\(outcome)")
    #expect(outcome.error.contains("the context work doesn't find B"), "\(outcome)")
    let options = words.first == "-d" ? words : []
    let line = "C " + (words.first == "-d" ? "" : words.joined(separator: " "))
    var context = desk.context
    context.standardInput = { Array(line.utf8) }
    #expect(desk.memo(["add", "-"] + options, in: context).output.contains(echo))
  }

  @Test func changesReportThatTheContextIsIgnored() throws {
    try desk.write("version: 1\nfilters:\n  work: +work\n", to: ".memo/config.yml")
    for words in [["A"], ["B", "+work"], ["C"]] { desk.memo(["add"] + words) }
    desk.memo("context", "work")
    let refused = desk.memo("done", "todo")
    #expect(refused.error.contains("'memo list --no-filter' with the same words shows them\n"))
    let sentence = "2 of 3 tasks not in the context work, which applies to lists, not to changes"
    #expect(refused.error.contains("\n  \(sentence)\n"))
    var asking = desk.context
    asking.terminal = TerminalFacts(input: true, output: true, error: true)
    let shown = Mutex("")
    asking.notify = { text in shown.withLock { $0 += text } }
    asking.ask = { _ in "n" }
    #expect(desk.memo("rm", "todo", in: asking).status == .refused)
    #expect(shown.withLock { $0 }.contains("\n\(sentence)\n"))
    #expect(desk.memo("set", "todo", "p=high", "--yes", "--json").output.contains(sentence))
    desk.memo("undo")
    let noted = Mutex("")
    var context = desk.context
    context.notify = { text in noted.withLock { $0 += text } }
    #expect(desk.memo("start", "todo", "--yes", in: context).status == .done)
    #expect(
      noted.withLock { $0 }
        == "2 of 3 tasks not in the context work, which applies to lists, not to changes\n")
    #expect(desk.tasks() == ["doing/a.md", "doing/b.md", "doing/c.md"])
  }

  // MARK: Templates

  @Test func typedWordsWinOverTheTemplate() throws {
    try desk.write(
      """
      ---
      title: Weekly
      every: week
      deadline: 2026-12-01
      wait: 2026-11-30
      priority: high
      tags: [home]
      ---
      x

      """, to: ".memo/templates/t.md")
    let plain = "every:none wait:none p:none due:none tags:none"
    let echo = desk.memo("add", "Foo", "-T", "t", plain)
    #expect(echo.status == .done && !echo.output.contains("("), "\(echo)")
    let text = try desk.read("todo/foo.md")
    for key in ["every", "wait", "priority", "deadline", "tags"] {
      #expect(!text.contains("\(key):"), "\(text)")
    }
    #expect(!desk.memo("add", "Bar", "-T", "t", "-d", "none").output.contains("due "))
    desk.memo("add", "Baz", "-T", "t", "tags:none", "+garden", "p:low")
    #expect(try desk.read("todo/baz.md").contains("tags: [garden]"))
    #expect(try desk.read("todo/baz.md").contains("priority: low"))
  }

  @Test func aTypedTitleReplacesTheTemplates() throws {
    try desk.write(
      "---\ntitle: \"Groceries {{date}}\"\n---\nx\n", to: ".memo/templates/a.md")
    try desk.write("---\ntitle: To {{ title }}, {{date}}\n---\nx\n", to: ".memo/templates/b.md")
    desk.memo("add", "Fooa", "-T", "a")
    #expect(try desk.read("todo/fooa.md").contains("title: \"Fooa\""))
    #expect(desk.memo("add", "-T", "a").output.contains("Groceries 2026-11-20"))
    #expect(desk.memo("add", "Rome", "-T", "b").output.contains("To Rome, 2026-11-20"))
    #expect(desk.memo("add", "-T", "b").error.hasPrefix("error: a task needs a title"))
  }

  @Test func aHeadingIsTheTemplatesTitle() throws {
    try desk.write("# Weekly review\n\n- [ ] inbox\n", to: ".memo/templates/a.md")
    try desk.write("---\ntags: [x]\n---\n\n# Trip to {{title}}\n", to: ".memo/templates/b.md")
    try desk.write("Pack the bags\n\n# Later\n", to: ".memo/templates/c.md")
    #expect(desk.memo("add", "-T", "a").output.contains("  Weekly review  "))
    #expect(desk.memo("add", "Monthly", "-T", "a").output.contains("  Monthly  "))
    #expect(desk.memo("add", "Rome", "-T", "b").output.contains("  Trip to Rome  "))
    #expect(desk.memo("add", "-T", "b").error.hasPrefix("error: a task needs a title"))
    #expect(desk.memo("add", "-T", "c").error.hasPrefix("error: a task needs a title"))
  }

  /// Programs on Windows put a byte order mark at the start of a file.
  @Test func aByteOrderMarkIsIgnored() throws {
    var context = desk.context
    context.standardInput = { Array("\u{FEFF}- [ ] Buy milk\n- [ ] Call mum\n".utf8) }
    #expect(desk.memo(["add", "-"], in: context).output.contains("  Buy milk  → todo/buy-milk.md"))
    try desk.write("\u{FEFF}Oat, not cow\n", to: "../text.txt")
    desk.memo("note", "milk", "-F", "../text.txt")
    #expect(try desk.read("todo/buy-milk.md").hasSuffix("---\n\nOat, not cow\n"))
  }

  @Test func doneTasksAreNotOverdue() throws {
    desk.memo("add", "Late", "due:2026-11-17")
    var window = desk.context
    window.terminal = TerminalFacts(input: true, output: true, error: true, width: 80, height: 24)
    #expect(desk.memo(["show", "late"], in: window).output.contains("(3 days overdue)"))
    desk.memo("done", "late")
    for command in [["show", "late"], ["list", "-a"], ["today"], ["board"]] {
      let output = desk.memo(command, in: window).output
      #expect(output.contains("Late") && !output.contains("overdue"), "\(command): \(output)")
    }
  }

  @Test func circlesAreReported() throws {
    desk.memo("add", "Milk")
    desk.memo("done", "milk")
    desk.memo("reopen", "milk")
    let note = "note: together they change nothing\n"
    #expect(desk.memo("undo", "2").error == note)
    #expect(desk.memo("redo", "2").error == note)
  }

  /// A folder that a hand edit deleted with its task comes back with it.
  @Test func restoringRestoresTheFolder() throws {
    desk.memo("add", "Plan")
    try desk.write("picture", to: "todo/plan/map.png")
    desk.memo("add", "Other")
    try FileManager.default.removeItem(atPath: desk.scratch(desk.path("todo/plan")))
    try FileManager.default.removeItem(atPath: desk.scratch(desk.path("todo/plan.md")))
    desk.memo("add", "Third")
    desk.memo("restore", "plan")
    #expect(try desk.read("todo/plan/map.png") == "picture")
  }

  // MARK: Lists

  @Test func waitingMatchesAreReported() throws {
    desk.memo("add", "Dentist", "wait:2027-01-01")
    desk.memo("add", "Dentist's bill")
    #expect(desk.memo("list", "dentist").error.contains("--all also shows 1 that is waiting"))
    #expect(desk.memo("list", "-a", "dentist").error == "")
    #expect(desk.memo("list").error == "")
    let id = desk.memo("list", "-a", "title:bill", "--format", "{id}").output.prefix(10)
    #expect(desk.memo("list", "\(id)").error.contains("did you mean 'id:\(id)'?"))
    #expect(desk.memo("list", "id:\(id)").output.contains("bill"))
  }

  // MARK: Edits

  @Test func aBrokenFileDoesNotBlockOthers() throws {
    for title in ["Milk", "Tea"] { desk.memo("add", title) }
    try desk.write("---\ntitle: [\n---\n", to: "todo/broken.md")
    var context = desk.context
    context.environment.variables["EDITOR"] = "sed -i s/Milk/Oats/"
    let outcome = desk.memo("edit", "todo", in: context)
    #expect(outcome.status == .attention, "\(outcome)")
    #expect(outcome.output.contains("Oats") && outcome.error.contains("todo/broken.md:"))
    let named = desk.memo("edit", "tea", "todo/broken.md", in: context)
    #expect(named.status == .refused && named.error.contains("todo/broken.md:2:"))
  }

  @Test func aDraftMayGetItsTitleFromTheEditor() throws {
    try desk.write("---\ntitle: \"{{title}}\"\ntags: [x]\n---\nHi\n", to: ".memo/templates/x.md")
    var context = desk.context
    context.environment.variables["EDITOR"] = "true"
    #expect(desk.memo("add", "-T", "x", "-e", in: context).error.hasPrefix("canceled"))
    #expect(desk.tasks() == [])
    context.environment.variables["EDITOR"] = "sed -i 's/^title:.*/title: Rome/'"
    #expect(desk.memo("add", "-T", "x", "-e", in: context).output.contains("todo/rome.md"))
    #expect(desk.memo("add", "-T", "x").error.hasPrefix("error: a task needs a title"))
  }

  @Test func aNulInATextIsReported() throws {
    var context = desk.context
    context.standardInput = { [0x61, 0, 0x62] }
    #expect(
      desk.memo("add", "-", in: context).error.hasPrefix(
        "error: standard input is not UTF-8 text\n"))
  }

  /// A process substitution is no regular file, nor are these.
  @Test func aTextMayComeFromADevice() throws {
    #expect(desk.memo("add", "Milk", "-F", "/dev/null").status == .done)
    for path in ["/dev/null/x", "todo", "/dev/zero"] {
      #expect(desk.memo("add", "Tea", "-F", path).error.hasPrefix("error: can't read \(path)"))
    }
  }

  @Test func quotedWordsAreTitle() throws {
    var context = desk.context
    context.standardInput = {
      Array("\"quoted +x\"\nSay \"due:fri or mon\" +home\n6\" pipe +x\n".utf8)
    }
    desk.memo("add", "-", in: context)
    let lines = desk.memo("list", "--format", "{title}|{tags}").output.split(separator: "\n")
    #expect(
      Set(lines) == ["\"quoted +x\"|", "Say \"due:fri or mon\"|home", "6\" pipe|x"], "\(lines)")
  }

  @Test func jsonOptionsWithAValueGiveJSONErrors() throws {
    for line in [
      ["list", "--json=foo"], ["--json=1"], ["list", "--ndjson=x"], ["add", "--json=x"],
    ] {
      let outcome = desk.memo(line)
      #expect(outcome.status == .usage)
      #expect(outcome.error.contains("\"kind\": \"error\""), "\(outcome)")
    }
  }

  @Test func aFailedEditorIsReportedOnce() throws {
    desk.memo("add", "Milk")
    var context = desk.context
    context.environment.variables["EDITOR"] = "false"
    let outcome = desk.memo("edit", "todo", in: context)
    #expect(outcome.error.components(separatedBy: "nothing is changed").count == 2, "\(outcome)")
    context.environment.variables["EDITOR"] = "sh -c 'echo x >> \"$1\"; exit 1' x"
    let written = desk.memo("edit", "todo", in: context)
    #expect(written.error.components(separatedBy: "nothing is changed").count == 2, "\(written)")
    #expect(written.error.contains("what you wrote is kept in"))
  }

  @Test func customKeysDoNotShadowMemosFields() {
    desk.memo("add", "Report")
    desk.memo("set", "report", "file=report.pdf", "before=x")
    let shown = desk.memo("show", "report").output
    #expect(shown.contains("fields.file: report.pdf\n") && shown.contains("fields.before: x\n"))
    #expect(shown.contains("file:      todo/report.md\n"))
  }

  @Test func removedTagsAreShown() {
    desk.memo("add", "Report", "+a", "+b")
    #expect(desk.memo("set", "report", "tags=q").output.contains("+tag q, -tag a, -tag b"))
  }

  // MARK: The journal

  /// The log, the output and the commit use the same words.
  @Test func notesAndTicksHaveTheSameWording() throws {
    desk.memo("add", "Trip", "-m", "Pack.\n\n- [ ] palm\n- [ ] fern")
    func expect(_ words: String, _ command: String...) throws {
      if !command.isEmpty { #expect(desk.memo(command).output.contains("Trip  ")) }
      let line = desk.memo("log", "-n", "1").output
      #expect(line.contains("  \(words)\n"), "\(line)")
      #expect(try desk.journal().first == words)
    }
    try expect("note: Trip (Asked Ben)", "note", "trip", "Asked Ben")
    try expect("tick: Trip (palm)", "tick", "trip", "palm")
    try expect("tick: Trip (fern)", "tick", "trip", "2")
    try expect("untick: Trip (2 items)", "tick", "trip", "--untick", "--all")
    try expect("edit: Trip (item oak)", "tick", "trip", "--add", "oak")
    try desk.write(
      try desk.read("todo/trip.md").replacing("[ ] oak", with: "[x] oak"), to: "todo/trip.md")
    #expect(desk.memo("status").output.contains("  tick: Trip (oak)\n"))
    desk.memo("add", "Else")
    desk.memo("note", "else", "Asked Ann")
    #expect(desk.memo("undo").output.hasSuffix("  Else  note removed: Asked Ann\n"))
    desk.memo("tick", "else", "--add", "elm")
    #expect(desk.memo("undo").output.hasSuffix("  Else  item removed: elm\n"))
    #expect(try desk.journal().contains("tick: Trip (oak)"))
    #expect(desk.memo("show", "trip").output.contains("tick: Trip (oak)\n"))
    try desk.write(
      try desk.read("todo/trip.md").replacing("Pack.", with: "Unpack."), to: "todo/trip.md")
    #expect(desk.memo("status").output.contains("edit: Trip (body)"))
  }
}
