import MemoKit
import MemoCLI
import TestSupport
import Testing

/// Aliases in a store's settings.
@Suite struct AliasStoreTests {
  private let desk: Desk

  init() throws { desk = Desk(try Scratch(), "kim") }

  private static let settings = """
    version: 1
    status: {todo: [To Do], doing: [In Progress], done: [Done, closed]}
    priority:
      high: [P1]
    deadline: [due_date]
    tags: labels

    """

  private func create() throws -> CreateReport {
    try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  @Test func aliasesAreProposedAndTheTextWins() throws {
    try desk.write("---\nname: A\nstatus: Done\nlabels: [x]\n---\n", to: "todo/a.md")
    try desk.write("---\nstatus: In Progress\ndue_date: 2026-12-01\n---\n# B\n", to: "todo/b.md")
    try desk.write("---\nstatus: To Do\nassignee: @kim\n---\n", to: "todo/d.md")
    try desk.write("---\nstatus: Blocked\npriority: P1\nname: C\ntitle: D\n---\n", to: "todo/c.md")
    let report = try create()
    let lines = [
      "status: {todo: [To Do], doing: [In Progress], done: [Done]}", "priority: {high: [P1]}",
      "deadline: [due_date]", "tags: [labels]", "title: [title, name]",
    ]
    #expect(report.aliases == lines)
    #expect(
      try desk.read(".memo/config.yml") == "version: 1\n" + lines.map { "\($0)\n" }.joined())
    #expect(desk.tasks() == ["doing/b.md", "done/a.md", "todo/c.md", "todo/d.md"])
    #expect(
      report.summary == [
        "todo/c.md, todo/d.md: has parts that memo can't use or change, which stay"
      ])
    #expect(try desk.store().check().problems.count == 2)
    #expect(try desk.store().fix().snapshot.problems.count == 1)
    #expect(try desk.complaints() == "")
    #expect(try create().aliases == [])
  }

  @Test func theMostFrequentWordIsWritten() throws {
    let words = ["high", "critical", "high", "normal", "medium", "normal"]
    for (index, word) in words.enumerated() {
      try desk.write("---\npriority: \(word)\n---\n# T\n", to: "todo/\(index).md")
    }
    #expect(
      try create().aliases == ["priority: {high: [high, critical], medium: [normal]}"])
    #expect(try desk.complaints() == "")
  }

  /// memo never writes a scale's extreme, since another program may distinguish it; it writes its
  /// own word.
  @Test(arguments: [
    (["lowest"], "priority: {low: [low, lowest]}"),
    (["critical", "critical", "P1"], "priority: {high: [P1, critical]}"),
  ])
  func extremesOfAScaleAreNeverWritten(words: [String], line: String) throws {
    for (index, word) in words.enumerated() {
      try desk.write("---\npriority: \(word)\n---\n# T\n", to: "todo/\(index).md")
    }
    try desk.write("---\nfoo: 1\n---\n# Plain\n", to: "todo/plain.md")
    #expect(try create().aliases == [line])
    #expect(desk.memo("set", "plain", "p:low").status == .done)
    #expect(try desk.read("todo/plain.md").contains("\npriority: low\n"))
    #expect(try desk.read("todo/0.md").contains("\npriority: \(words[0])\n"))
    #expect(try desk.complaints() == "")
  }

  /// Numbers are a scale from highest to lowest, unless several are outside of it.
  @Test(arguments: [
    (["0", "1", "2", "3", "4", "1.5"], ["priority: {high: [0, 1], medium: [2], low: [3, 4]}"]),
    (["1", "2", "3", "4", "5"], ["priority: {high: [1], medium: [2], low: [3, 4, 5]}"]),
    (
      ["1", "1", "1", "1", "1", "1", "1", "1", "1", "11"], ["priority: {high: [1]}"]
    ),
    (["1", "5", "9"], []),
  ])
  func numbersAreAScale(numbers: [String], lines: [String]) throws {
    for (index, number) in numbers.enumerated() {
      try desk.write("---\npriority: \(number)\n---\n# T\n", to: "todo/\(index).md")
    }
    #expect(try create().aliases == lines)
  }

  /// A capitalized key is an alias if the lowercase key doesn't occur.
  @Test func capitalizedKeysAreAliases() throws {
    let text = "---\nStatus: Done\nPriority: High\nDue: 2026-12-01\nTags: [A]\n---\n# A\n"
    try desk.write(text, to: "todo/a.md")
    try desk.write("---\nStatus: mine\nstatus: todo\ntags: [b]\n---\n# B\n", to: "todo/b.md")
    let lines = [
      "status: {key: [status, Status], done: [Done]}", "priority: {key: [Priority], high: [High]}",
      "deadline: [Due]", "tags: [tags, Tags]",
    ]
    #expect(try create().aliases == lines)
    #expect(desk.tasks() == ["done/a.md", "todo/b.md"])
    #expect(try desk.store().check().problems == [])
    #expect(desk.memo("set", "A", "p:low", "due:2026-12-02", "+x").status == .done)
    #expect(desk.memo("start", "A").status == .done)
    #expect(
      try desk.read("doing/a.md").hasPrefix(
        "---\nStatus: doing\nPriority: low\nDue: 2026-12-02\nTags: [A, x]\n"))
    #expect(desk.memo("start", "B").status == .done)
    #expect(try desk.read("doing/b.md").contains("Status: mine\nstatus: doing\ntags: [b]\n"))
    #expect(try desk.complaints() == "")
  }

  /// If the words identify a program, its missing word is added.
  @Test(arguments: [
    (["To Do", "Done"], "status: {todo: [To Do], doing: [In Progress], done: [Done]}"),
    (["Done"], "status: {doing: [In Progress], done: [Done]}"),
    (["open", "done"], "status: {todo: [open], doing: [in-progress]}"),
    (["none", "open", "open"], "status: {todo: [open, none], doing: [in-progress]}"),
    (["todo", "todo", "Done"], "status: {done: [Done]}"),
    (["Backlog", "Done"], "status: {todo: [Backlog], done: [Done]}"),
  ])
  func aProgramsWordsAreCompleted(words: [String], line: String) throws {
    for (index, word) in words.enumerated() {
      try desk.write("---\nstatus: \(word)\n---\n# T\n", to: "todo/\(index).md")
    }
    let report = try create()
    #expect(report.aliases == [line])
    let gaps = words == ["Done"] ? ["todo"] : line.contains("doing") ? [] : ["doing"]
    #expect(report.summary.count == gaps.count)
    for gap in gaps {
      #expect(report.summary[0].hasPrefix("the files have no word for \(gap), so memo writes"))
    }
  }

  /// Another word beside memo's own doesn't identify a program.
  @Test func memosWordsIdentifyNoProgram() throws {
    for (index, word) in ["done", "Done"].enumerated() {
      try desk.write("---\nstatus: \(word)\n---\n# T\n", to: "done/\(index).md")
    }
    #expect(try create().aliases == ["status: {done: [done, Done]}"])
  }

  @Test func newFilesUseTheMostFrequentKeys() throws {
    try desk.write("---\ndue: 2026-12-01\ntags: [a]\n---\n# A\n", to: "todo/a.md")
    try desk.write("---\ndue: 2026-12-02\ntags: [b]\n---\n# B\n", to: "todo/b.md")
    try desk.write("---\ndue_date: 2026-12-02\nlabels: [c]\n---\n# C\n", to: "todo/c.md")
    #expect(try create().aliases == ["deadline: [due, due_date]", "tags: [tags, labels]"])
    #expect(desk.memo("add", "D", "due:2026-12-03", "+d").status == .done)
    #expect(try desk.read("todo/d.md").contains("\ndue: 2026-12-03\ntags: [d]\n"))
    #expect(desk.memo("set", "todo/c.md", "due=2026-12-04", "+e").status == .done)
    #expect(try desk.read("todo/c.md").contains("due_date: 2026-12-04\nlabels: [c, e]\n"))
  }

  @Test func newTasksAndTemplatesUseTheStoresWords() throws {
    try desk.write(Self.settings, to: ".memo/config.yml")
    try desk.write("---\nfoo: 1\nlabels: [x]\n---\n", to: ".memo/templates/t.md")
    _ = try create()
    #expect(desk.memo("add", "Plain", "due:2026-12-01", "p:high", "+a").status == .done)
    #expect(
      try desk.read("todo/plain.md").hasPrefix(
        "---\ntitle: Plain\nstatus: To Do\ndue_date: 2026-12-01\npriority: P1\nlabels: [a]\nid: "))
    #expect(desk.memo("start", "plain").status == .done)
    #expect(try desk.read("doing/plain.md").contains("status: In Progress\n"))
    #expect(desk.memo("add", "--template", "t", "Made", "+b").status == .done)
    let made = try desk.read("todo/made.md")
    #expect(made.contains("labels: [x, b]\n") && made.contains("status: To Do\n"))
    #expect(desk.memo("add", "Again", "every:week", "due:2026-12-01").status == .done)
    #expect(desk.memo("done", "again").status == .done)
    #expect(try desk.read("done/again.md").contains("status: Done\n"))
    let next = try desk.read("todo/again-2.md")
    #expect(next.contains("status: To Do\n") && next.contains("due_date: 2026-12-08\n"))
    #expect(try desk.store().check().problems == [])
    #expect(try desk.complaints() == "")
  }

  /// It doesn't matter who adds the alias, and whether settings and files are committed.
  @Test(arguments: [true, false], [true, false])
  func anExplainedWordOverrulesTheFolder(
    areRecorded: Bool, isByGit: Bool
  ) throws {
    _ = try create()
    _ = desk.memo("add", "Own")
    let words = ["a": "To Do", "b": "In Progress", "c": "Done"]
    func areBack() throws -> Bool {
      try words.allSatisfy { try desk.read("todo/\($0).md").contains("status: \($1)\n") }
    }
    for (name, word) in words {
      try desk.write("---\nstatus: \(word)\n---\n# \(name)\n", to: "todo/\(name).md")
    }
    // One is moved by hand while its word is unknown.
    try desk.write("---\nstatus: Done\n---\n# d\n", to: "todo/d.md")
    if areRecorded { _ = try desk.store().recordHandEdits() }
    try desk.move("todo/d.md", "doing/d.md")
    if areRecorded { _ = try desk.store().recordHandEdits() }
    try desk.write(Self.settings, to: ".memo/config.yml")
    if isByGit { try desk.scratch.git("commit", "--quiet", "-am", "Explain", in: "kim") }
    let isLate = isByGit && !areRecorded
    let listed = desk.memo("list", "--all", "--format", "{title} {status}").output
    _ = try desk.store().recordHandEdits()
    if isLate {
      // New files with contradicting status and folder: nobody knows which is right.
      #expect(desk.tasks().filter { $0.hasPrefix("todo/") }.count == 4)
    } else {
      for (path, word) in [("todo/a", "To Do"), ("doing/b", "In Progress"), ("done/c", "Done")] {
        #expect(try desk.read("\(path).md").contains("status: \(word)\n"))
      }
      #expect(Set(listed.split(separator: "\n")).isSuperset(of: ["a todo", "b doing", "c done"]))
    }
    #expect(try desk.complaints() == "")
    #expect(try desk.store().status().pending == [])
    guard areRecorded, !isByGit else { return }
    // They are undone together with the alias, in one step.
    let moved = desk.tasks()
    #expect(desk.memo("undo").status == .done)
    #expect(try areBack())
    #expect(try desk.read(".memo/config.yml") == "version: 1\n")
    #expect(desk.memo("redo").status == .done)
    #expect(desk.tasks() == moved)
    #expect(try desk.read(".memo/config.yml") == Self.settings)
  }

  /// A key alone may belong to any program.
  @Test func aFixLeavesKeysAlone() throws {
    _ = try create()
    try desk.write("---\nlabels: [a]\nname: B\n---\n# A\n", to: "todo/a.md")
    #expect(try desk.store().fix().fixes.count == 1)
    #expect(try desk.read(".memo/config.yml") == "version: 1\n")
  }

  @Test func laterAliasesTakeEffect() throws {
    _ = try create()
    try desk.write("---\nstatus: Later\nwhen: 2026-12-01\n---\n# A\n", to: "doing/a.md")
    _ = try desk.store().recordHandEdits()
    #expect(try desk.store().check().problems.count == 1)
    try desk.write(
      "version: 1\nstatus: {todo: [To Do], doing: [Later]}\ndeadline: [when]\n",
      to: ".memo/config.yml")
    #expect(try desk.store().check().problems == [])
    let task = try #require(desk.store().read().tasks.first)
    #expect(task.status == .doing && task.deadline == Deadline("2026-12-01"))
    #expect(desk.memo("move", "a", "todo").status == .done)
    #expect(desk.memo("set", "a", "due=2026-12-02").status == .done)
    let text = try desk.read("todo/a.md")
    #expect(text.contains("\nstatus: To Do\n") && text.contains("\nwhen: 2026-12-02\n"))
    #expect(try desk.complaints() == "")
  }

  /// git starts memo for the merge.
  @Test func theMergeDriverReadsAliases() throws {
    try desk.write(Self.settings, to: ".memo/config.yml")
    try desk.write(
      "---\nname: A\nstatus: To Do\nlabels: [a]\ndue_date: 2026-12-01\nid: kxtwqzbnrm\n---\n",
      to: "todo/a.md")
    _ = try create()
    var variables = desk.environment.variables
    func git(_ arguments: String...) throws {
      let folder = desk.scratch(desk.folder)
      let ran = try run("git", arguments, in: folder, environment: variables)
      #expect(ran.code == 0, "\(ran.error)")
    }
    try git("switch", "--quiet", "--create", "side")
    try desk.write(
      desk.read("todo/a.md").replacing("[a]", with: "[a, b]").replacing("To Do", with: "todo"),
      to: "todo/a.md")
    variables["GIT_AUTHOR_DATE"] = "2026-11-21T10:00:00Z"
    try git("commit", "--quiet", "-am", "side")
    variables["GIT_AUTHOR_DATE"] = "2026-11-21T11:00:00Z"
    try git("switch", "--quiet", "main")
    try desk.write(
      desk.read("todo/a.md").replacing("[a]", with: "[c, a]").replacing("12-01", with: "12-05"),
      to: "todo/a.md")
    try git("commit", "--quiet", "-am", "main")
    try git("merge", "--quiet", "side")
    #expect(
      try desk.read("todo/a.md")
        == "---\nname: A\nstatus: todo\nlabels: [c, a, b]\ndue_date: 2026-12-05\nid: kxtwqzbnrm\n---\n"
    )
  }

  @Test func noAliasesAreProposedIfNotNeeded() throws {
    try desk.write("---\nstatus: done\nname: A\ntitle: B\n---\n", to: "todo/a.md")
    #expect(try create().aliases == [])
    #expect(try desk.read(".memo/config.yml") == "version: 1\n")
  }

  @Test func commandsUseAliases() throws {
    try desk.write(Self.settings, to: ".memo/config.yml")
    let text = "---\nstatus: To Do\npriority: p1\ndue_date: 2026-12-01\nlabels: [a]\n---\n# A\n"
    try desk.write(text, to: "todo/a.md")
    _ = try create()
    let store = try desk.store()
    let (tasks, now) = (try store.read().tasks, store.environment.localTime)
    for words in [["status:To Do"], ["p:P1"], ["due_date:2026-12-01"], ["labels:a"], ["+a"]] {
      let filter = try store.filter(words, at: now)
      #expect(tasks.filter { filter.matches($0, at: now) }.count == 1, "\(words)")
    }
    _ = try store.move(["a"], to: .done)
    #expect(try desk.read("done/a.md").hasPrefix(text.replacing("To Do", with: "Done").dropLast(8)))
    // Another alias is the same status, so a hand edit of it moves nothing.
    try desk.write(desk.read("done/a.md").replacing("Done", with: "closed"), to: "done/a.md")
    let report = try desk.store().recordHandEdits()
    #expect(report.recorded.map(\.fields.count) == [1] && desk.tasks() == ["done/a.md"])
    try desk.write(desk.read("done/a.md").replacing("closed", with: "In Progress"), to: "done/a.md")
    _ = try desk.store().recordHandEdits()
    #expect(desk.tasks() == ["doing/a.md"])
    #expect(try desk.store().check().problems == [])
    let subject = try #require(try desk.journal().first)
    #expect(subject == "move: A (done → doing)")
    #expect(try desk.complaints() == "")
  }

  @Test(arguments: [
    ("status: [Done]", "'status' has no aliases"),
    ("title: {a: b}", "'title' has no aliases"),
    ("priority: {urgent: [P0]}", "invalid priority 'urgent' with aliases"),
    ("labels: [tags]", "memo knows no setting 'labels'"),
  ])
  func uselessSettingsAreProblems(line: String, message: String) throws {
    try desk.write("version: 1\n\(line)\n", to: ".memo/config.yml")
    _ = try create()
    let problems = try desk.store().check().problems
    #expect(problems.map(\.message) == [message] && problems.first?.place?.line == 2)
  }

  /// A cache with other aliases is ignored.
  @Test func theCacheFollowsAliases() throws {
    for number in 1...300 {
      try desk.write("---\nstatus: Later\n---\n# Task \(number)\n", to: "doing/\(number).md")
    }
    _ = try create()
    try desk.store().log(LogQuery()) { _ in true }
    #expect(try desk.store().read().problems.count == 300)
    try desk.write("version: 1\nstatus: {doing: [Later]}\n", to: ".memo/config.yml")
    #expect(try desk.store().read().problems == [])
    try desk.write("version: 1\n", to: ".memo/config.yml")
    #expect(try desk.store().read().problems.count == 300)
  }
}
