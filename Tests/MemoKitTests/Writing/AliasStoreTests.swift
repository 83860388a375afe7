import MemoKit
import TestSupport
import Testing

/// Aliases of a store's settings.
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

  @Test func whatFilesNeedIsProposedAndTheTextWins() throws {
    try desk.write("---\nname: A\nstatus: Done\nlabels: [x]\n---\n", to: "todo/a.md")
    try desk.write("---\nstatus: In Progress\ndue_date: 2026-12-01\n---\n# B\n", to: "todo/b.md")
    try desk.write("---\nstatus: To Do\nassignee: @kim\n---\n", to: "todo/d.md")
    try desk.write("---\nstatus: Blocked\npriority: P1\nname: C\ntitle: D\n---\n", to: "todo/c.md")
    let report = try create()
    let lines = [
      "status: {todo: [To Do], doing: [In Progress], done: [Done]}", "priority: {high: [P1]}",
      "deadline: [due_date]", "tags: [labels]", "title: [name]",
    ]
    #expect(report.aliases == lines)
    #expect(
      try desk.read(".memo/config.yml") == "version: 1\n" + lines.map { "\($0)\n" }.joined())
    #expect(desk.tasks() == ["doing/b.md", "done/a.md", "todo/c.md", "todo/d.md"])
    #expect(
      report.summary == [
        "todo/d.md can't be understood, and has no id before it is mended",
        "todo/c.md has a status that memo can't use, which stays ('Blocked')",
      ])
    #expect(try desk.store().check().problems.count == 2)
    #expect(try desk.store().fix().snapshot.problems.count == 1)
    #expect(try desk.complaints() == "")
    #expect(try create().aliases == [])
  }

  @Test func whatIsWrittenIsTheWordThatMostFilesHave() throws {
    let words = ["high", "critical", "high", "normal", "medium", "normal"]
    for (index, word) in words.enumerated() {
      try desk.write("---\npriority: \(word)\n---\n# T\n", to: "todo/\(index).md")
    }
    #expect(
      try create().aliases == ["priority: {high: [high, critical], medium: [normal]}"])
    #expect(try desk.complaints() == "")
  }

  @Test func filesThatNeedNoneGetNone() throws {
    try desk.write("---\nstatus: done\nname: A\ntitle: B\n---\n", to: "todo/a.md")
    #expect(try create().aliases == [])
    #expect(try desk.read(".memo/config.yml") == "version: 1\n")
  }

  @Test func commandsReadAndWriteThroughThem() throws {
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
    // Another of the words is the same status, and a hand edit of it moves nothing.
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
    ("status: [Done]", "'status' says no other words"),
    ("title: {a: b}", "'title' names no other keys"),
    ("priority: {urgent: [P0]}", "'urgent' is no priority with other words in brackets"),
    ("labels: [tags]", "memo knows no setting 'labels'"),
  ])
  func settingsThatMeanNothingAreProblems(line: String, message: String) throws {
    try desk.write("version: 1\n\(line)\n", to: ".memo/config.yml")
    _ = try create()
    let problems = try desk.store().check().problems
    #expect(problems.map(\.message) == [message] && problems.first?.place?.line == 2)
  }

  /// What was remembered under other aliases is not believed.
  @Test func whatIsRememberedFollowsThem() throws {
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
