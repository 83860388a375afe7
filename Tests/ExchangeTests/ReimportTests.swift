import Exchange
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// A second import updates the tasks of the first one.
@Suite(.onItsOwnThread) struct ReimportTests {
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    return desk
  }

  @discardableResult
  private func come(
    _ desk: Desk, _ text: String, _ status: MemoCLI.ExitStatus = .done
  ) throws -> String {
    try desk.write(text, to: "in.csv")
    let outcome = desk.memo("import", "in.csv")
    #expect(outcome.status == status, "\(outcome.error)")
    return outcome.error
  }

  @Test func editsOnBothSidesSurvive() throws {
    let desk = try desk()
    let head = "id,title,due,priority,tags,body\n"
    try come(desk, head + "7,Buy milk,2026-12-01,low,\"shop,home\",first\n")
    #expect(
      try come(desk, head + "7,Buy milk,2026-12-01,low,\"shop,home\",first\n")
        == "CSV: 1 unchanged\n")
    desk.memo("set", "milk", "priority=high", "+urgent", "estimate=2h")
    desk.memo("note", "milk", "mine")
    for _ in 0..<2 {
      // Importing again changes nothing that was done in memo.
      try come(desk, head + "7,Buy milk,2026-12-05,low,shop,first\n")
      let text = try desk.read("todo/buy-milk.md")
      for part in [
        "deadline: 2026-12-05\n", "priority: high\n", "tags: [shop, urgent]\n", "estimate: 2h\n",
        "source: csv:7\n", "\nfirst\n", "\nmine\n",
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
      #expect(!text.contains("CONFLICT"))
    }
    // A field that both changed gets the file's value, and a note.
    desk.memo("set", "milk", "due=2026-12-24")
    #expect(
      try come(desk, head + "7,Buy milk,2026-12-06,low,shop,first\n", .attention)
        == "CSV: 1 updated, 1 with a conflict note\n")
    let text = try desk.read("todo/buy-milk.md")
    #expect(text.contains("deadline: 2026-12-06\n"))
    #expect(text.contains("> [!CONFLICT] deadline: 2026-12-24 — Kim"))
    #expect(try come(desk, head + "7,Buy milk,2026-12-06,low,shop,first\n") == "CSV: 1 unchanged\n")
    // A change in memo wins over a removal in the file.
    desk.memo("resolve", "milk")
    desk.memo("set", "milk", "due=2026-12-07")
    for _ in 0..<2 {
      try come(desk, head + "7,Buy milk,,low,shop,first\n")
      #expect(try desk.read("todo/buy-milk.md").contains("deadline: 2026-12-07\n"))
    }
    #expect(try desk.complaints() == "?? in.csv")
  }

  /// Only an empty cell or member removes a value; a missing one doesn't.
  @Test func aMissingColumnChangesNothing() throws {
    let desk = try desk()
    try come(
      desk, "id,title,notes,tags,due,status,Client\n7,T,text,\"x,a b\",2026-12-01,done,Ann\n")
    let whole = try desk.read("done/t.md")
    for part in ["deadline: 2026-12-01\n", "tags: [x, a-b]\n", "Client: Ann\n", "\ntext\n"] {
      #expect(whole.contains(part), "\(whole)")
    }
    #expect(try come(desk, "id,title\n7,T\n") == "CSV: 1 unchanged\n")
    #expect(try desk.read("done/t.md") == whole)
    try come(desk, "id,title,tags,due,notes\n7,T2,,,\n")
    let text = try desk.read("done/t.md")
    for part in ["deadline", "tags", "text"] { #expect(!text.contains(part), "\(text)") }
    #expect(text.contains("title: T2\n") && text.contains("Client: Ann\n"))
  }

  @Test(arguments: [
    (
      "github",
      """
      "number": 7, "title": "T", "state": "CLOSED", "body": "text", "labels": [{"name": "a b"}],
      "assignees": [{"login": "ann"}]
      """, "\"number\": 7, \"title\": \"T\"", "\"body\": \"\", \"labels\": [], \"assignees\": []"
    ),
    (
      "json",
      """
      "id": "7", "title": "T", "status": "done", "body": "text", "tags": ["a b"], "assignee": "ann"
      """, "\"id\": \"7\", \"title\": \"T\"", "\"body\": \"\", \"tags\": [], \"assignee\": null"
    ),
  ]) func aMissingMemberChangesNothing(
    _ format: String, _ all: String, _ few: String, _ empty: String
  ) throws {
    let desk = try desk()
    func come(_ members: String) throws -> String {
      try desk.write("[{\(members)}]\n", to: "../in.json")
      return desk.memo("import", "--from", format, "../in.json").error
    }
    #expect(try come(all).hasSuffix(": 1 added\n"))
    let whole = try desk.read("done/t.md")
    for part in ["assignee: ann\n", "tags: [a-b]\n", "\ntext\n"] {
      #expect(whole.contains(part), "\(whole)")
    }
    #expect(try come(few).hasSuffix(": 1 unchanged\n"))
    #expect(try desk.read("done/t.md") == whole)
    #expect(try come("\(few), \(empty)").hasSuffix(": 1 updated\n"))
    let text = try desk.read("done/t.md")
    for part in ["assignee", "tags", "labels", "text"] { #expect(!text.contains(part), "\(text)") }
  }

  @Test func objectsInAListAreKept() throws {
    let desk = try desk()
    try desk.write(
      """
      [{"title": "X", "comments": [{"by": "ann", "text": "precious words"}], "up": "[[Note]]"}]

      """,
      to: "../in.json")
    for word in ["added", "unchanged"] {
      #expect(desk.memo("import", "../in.json").error.hasSuffix(": 1 \(word)\n"))
      #expect(
        try desk.read("todo/x.md").contains(
          "\ncomments: [{\"by\": \"ann\", \"text\": \"precious words\"}]\nup: \"[[Note]]\"\n"))
    }
  }

  @Test func deletedTasksReturnOnlyWhenChanged() throws {
    let desk = try desk()
    try come(desk, "id,title\n7,Buy milk\n8,Bread\n")
    desk.memo("remove", "milk", "--yes")
    #expect(
      try come(desk, "id,title\n7,Buy milk\n8,Bread\n") == "CSV: 1 unchanged, 1 deleted here\n")
    #expect(desk.tasks() == ["todo/bread.md"])
    #expect(
      try come(desk, "id,title\n7,Buy oat milk\n8,Bread\n", .attention)
        == "CSV: 1 added, 1 unchanged, 1 with a conflict note\n")
    #expect(desk.tasks().count == 2)
    #expect(
      try desk.read("todo/buy-milk.md").contains(
        "> [!CONFLICT] task: was deleted, and stays since others changed it — Kim, "))
  }

  @Test func anUndoneImportIsNoBase() throws {
    let desk = try desk()
    try come(desk, "id,title,due\n7,Buy milk,2026-12-01\n")
    try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n")
    #expect(desk.memo("undo").status == .done)
    #expect(try desk.read("todo/buy-milk.md").contains("2026-12-01"))
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 updated"))
    #expect(desk.memo("undo").status == .done && desk.memo("redo").status == .done)
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 unchanged"))
    #expect(desk.memo("undo", "2").status == .done)
    #expect(desk.tasks() == [])
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 added"))
  }

  @Test(arguments: [
    "todo.txt", "taskwarrior", "csv", "tsv", "ics", "obsidian", "backlog", "github", "json",
  ])
  func anExportChangesNothing(format: String) throws {
    let desk = try desk()
    desk.memo("add", "Alpha", "estimate:2h", "p:high", "+home")
    desk.memo("add", "Beta", "after:alpha", "due:2026-12-05")
    desk.memo("add", "Gamma", "--yes", "summary:s2", "labels:l2", "state:s", "uuid:9", "list:l")
    desk.memo("add", "Delta")
    desk.memo("start", "alpha")
    desk.memo("done", "delta")
    let journal = try desk.journal()
    if format == "json" {
      try desk.write(desk.memo("list", "--all", "--json").output, to: "../out")
    } else {
      #expect(desk.memo("export", format, "-o", "../out").status == .done)
    }
    let outcome = desk.memo("import", "--from", format, "../out")
    #expect(outcome.error.hasSuffix(": 4 unchanged\n"), "\(outcome)")
    #expect(try desk.journal() == journal)
  }

  /// Also if a title or value would mean something else in the other format.
  @Test(arguments: [
    ("obsidian", "Emoji ✅ list", ""), ("obsidian", "Emoji ✅ 2026-11-20", ""),
    ("obsidian", "Discuss #backend today", ""), ("obsidian", "See [ref:: x] first", ""),
    ("todo.txt", "Email @bob re budget", ""), ("todo.txt", "Meet @ann about +1 due:soon", ""),
    ("todo.txt", "Ask note:x", ""), ("todo.txt", "Roof", "project=big house"),
    ("ics", "C", "Issue-key=APP-1"), ("csv", "C", "Issue-key=APP-1"),
  ]) func anAmbiguousExportChangesNothing(
    _ format: String, _ title: String, _ change: String
  ) throws {
    let desk = try desk()
    #expect(desk.memo("add", "--", title).status == .done)
    if !change.isEmpty { #expect(desk.memo("set", title, change, "--yes").status == .done) }
    let journal = try desk.journal()
    #expect(desk.memo("export", format, "-o", "../out").status == .done)
    let outcome = desk.memo("import", "--from", format, "../out")
    #expect(outcome.error.hasSuffix(": 1 unchanged\n"), "\(outcome)")
    #expect(try desk.journal() == journal)
  }

  /// A change in the other program is imported, and the rest stays.
  @Test func aChangeInAnAmbiguousExportIsImported() throws {
    let desk = try desk()
    desk.memo("add", "--", "Discuss #backend today")
    let line = desk.memo("export", "obsidian").output
    try desk.write(line.replacing("➕", with: "📅 2026-12-01 ➕"), to: "../in.md")
    #expect(desk.memo("import", "../in.md").error.hasSuffix(": 1 updated\n"))
    let task = try desk.read(desk.tasks()[0])
    #expect(task.contains("deadline: 2026-12-01\n") && !task.contains("tags"), "\(task)")
    #expect(task.contains("Discuss #backend today"), "\(task)")
  }

  /// The form of the file stays, too.
  @Test func memosJSONChangesNoFile() throws {
    let desk = try desk()
    let text = """
      ---
      title: T
      custom: {a: 1, b: [2, 3]}
      links:
        - {name: a, url: b}
        - plain
      ---

      """
    try desk.write(text, to: "todo/odd.md")
    desk.memo("add", "C")
    let odd = try desk.read("todo/odd.md")
    #expect(desk.memo("export", "json", "-o", "../out.json").status == .done)
    let outcome = desk.memo("import", "../out.json")
    #expect(outcome.error.hasSuffix(": 2 unchanged\n"), "\(outcome)")
    #expect(try desk.read("todo/odd.md") == odd)
  }

  @Test func memosJSONHasWhenATaskWasDone() throws {
    let (desk, other) = (try desk(), try desk())
    desk.memo("add", "Pay")
    desk.memo("done", "pay")
    #expect(desk.memo("export", "json", "-o", "../out.json").status == .done)
    #expect(desk.memo("import", "../out.json").error.hasSuffix(": 1 unchanged\n"))
    try other.write(try desk.read("../out.json"), to: "../out.json")
    #expect(other.memo("import", "../out.json").error.hasSuffix(": 1 added\n"))
    #expect(try other.read("done/pay.md").contains("completed: 20"))
  }

  @Test(arguments: ["todo.txt", "taskwarrior", "csv", "tsv", "ics", "obsidian", "backlog"])
  func anExportOfASeriesChangesNothing(format: String) throws {
    let desk = try desk()
    desk.memo("add", "Water", "every:week", "due:2026-12-02")
    desk.memo("done", "water")
    let journal = try desk.journal()
    #expect(desk.memo("export", format, "-o", "../out").status == .done)
    let outcome = desk.memo("import", "--from", format, "../out")
    #expect(outcome.error.hasSuffix(": 2 unchanged\n"), "\(outcome)")
    #expect(try desk.journal() == journal)
  }

  @Test(arguments: [
    "todo.txt", "taskwarrior", "csv", "tsv", "ics", "obsidian", "backlog", "github",
  ])
  func anExportKeepsTheOrderInAnotherStore(format: String) throws {
    let desk = try desk()
    desk.memo("add", "Alpha")
    desk.memo("add", "Beta", "after:alpha")
    #expect(desk.memo("export", format, "-o", "../out").status == .done)
    let other = Desk(desk.scratch, "ada")
    other.memo("init")
    #expect(other.memo("import", "--from", format, "../out").status == .done)
    #expect(other.memo("list", "after:alpha").output.contains("Beta"))
    #expect(try !other.read("todo/beta.md").contains("depends"))
  }

  /// Two clones that import one file get the same tasks.
  @Test func anImportOnTwoClonesMakesNoDuplicates() throws {
    let desk = try desk()
    try desk.scratch.git("init", "-q", "--bare", "hub.git")
    try desk.scratch.git("remote", "add", "origin", desk.scratch("hub.git"), in: desk.folder)
    #expect(desk.memo("sync").status == .done)
    let other = Desk(desk.scratch, "ada")
    #expect(Desk(desk.scratch, ".").memo("clone", desk.scratch("hub.git"), "ada").status == .done)
    try desk.write("Buy milk +home\n(A) Call mum due:2026-12-01\n", to: "../in.txt")
    desk.memo("import", "../in.txt")
    other.memo("import", "../in.txt")
    other.memo("set", "milk", "p:high")
    for one in [desk, other, desk] { #expect(one.memo("sync").status == .done) }
    for one in [desk, other] {
      #expect(one.tasks() == ["todo/buy-milk.md", "todo/call-mum.md"])
      #expect(try one.read("todo/buy-milk.md").contains("priority: high\n"))
    }
  }

  @Test func anEmptyExportReportsWhy() throws {
    let desk = try desk()
    desk.memo("add", "Alpha", "+shop")
    #expect(desk.memo("export", "csv", "+shp").error == "no task matches +shp\n")
    #expect(desk.memo("export", "csv", "+shop").error == "")
  }

  @Test func onlyEventsAreCounted() throws {
    let desk = try desk()
    desk.memo("add", "Alpha", "due:2026-12-05")
    desk.memo("add", "Beta")
    #expect(
      desk.memo("export", "ics", "--events", "-o", "../e.ics").error
        == "1 task written to ../e.ics\n")
    #expect(desk.memo("export", "ics", "-o", "../e.ics").error == "2 tasks written to ../e.ics\n")
  }

  /// It would add the folder's other tasks as well.
  @Test func aFolderWithOtherTasksIsRefused() throws {
    let desk = try desk()
    desk.memo("add", "Alpha")
    desk.memo("add", "Beta")
    for _ in 0..<2 {
      #expect(desk.memo("export", "backlog", "-o", "../out").status == .done)
    }
    desk.memo("remove", "alpha", "--yes")
    #expect(
      desk.memo("export", "backlog", "-o", "../out").error == """
        error: '../out' has tasks that this export doesn't write, such as 'task-1 - Alpha.md'
        hint: name a new folder

        """)
  }

  @Test func aTaskWithANewTitleKeepsItsFile() throws {
    let desk = try desk()
    try desk.write(
      "---\nid: task-1\ntitle: Alpha\nstatus: To Do\nlabels: [good first]\n---\n",
      to: "../bl/task-1 - Alpha.md")
    #expect(desk.memo("import", "../bl").error == "Backlog.md: 1 added\n")
    desk.memo("rename", "alpha", "Alpha two")
    #expect(desk.memo("export", "backlog", "-o", "../bl").error == "1 task written to ../bl\n")
    let text = try desk.read("../bl/task-1 - Alpha.md")
    #expect(text.contains("\ntitle: Alpha two\n") && text.contains("good first"), "\(text)")
    #expect(desk.memo("import", "../bl").error == "Backlog.md: 1 unchanged\n")
  }

  @Test func tasksThatWaitForEachOtherAreLeftOut() throws {
    let desk = try desk()
    try desk.write(
      """
      [{"uuid": "t1", "description": "A", "status": "pending", "depends": ["t2"]},
      {"uuid": "t2", "description": "B", "status": "pending", "depends": ["t1"]},
      {"uuid": "t3", "description": "C", "status": "pending", "depends": ["t2"]}]

      """, to: "../in.json")
    let outcome = desk.memo("import", "--from", "taskwarrior", "../in.json")
    #expect(
      outcome.error == """
        ../in.json:1: error: A: 'after' would form a cycle: A → B → A
        ../in.json:2: error: B: 'after' would form a cycle: B → A → B
        Taskwarrior (task export): 1 added, 2 left out

        """)
    #expect(outcome.status == .attention)
    #expect(desk.tasks() == ["todo/c.md"])
    #expect(try desk.read("todo/c.md").contains("depends: [t2]\n"))
    #expect(desk.memo("check").status == .done)
  }

  /// Lines with the same title are told apart by their other words, not by their order.
  @Test func anotherOrderOfLinesChangesNothing() throws {
    let desk = try desk()
    let lines = [
      "Water plants due:2026-12-05 n:a", "x 2026-11-21 Water plants", "x 2026-11-14 Water plants",
    ]
    func come(_ lines: [String]) throws -> String {
      try desk.write(lines.joined(separator: "\n") + "\n", to: "../in.txt")
      return desk.memo("import", "../in.txt").error
    }
    _ = try come(lines)
    #expect(try come(lines.reversed()) == "todo.txt: 3 unchanged\n")
    // The missing lines are in another file now.
    #expect(try come([lines[2]]) == "todo.txt: 1 unchanged\n")
    #expect(try come([lines[2], "x 2026-11-28 Water plants n:a"]).hasPrefix("todo.txt: 1 updated"))
    #expect(desk.memo("list", "todo", "-q").output == "")
  }

  @Test func aTaskWithAnotherStatusIsTheSame() throws {
    let desk = try desk()
    try come(desk, "id,title,status\n7,Buy milk,todo\n")
    desk.memo("start", "milk")
    try come(desk, "id,title,status\n7,Buy milk,done\n")
    #expect(desk.tasks() == ["done/buy-milk.md"])
    desk.memo("reopen", "milk")
    try come(desk, "id,title,status\n7,Buy milk,done\n")
    #expect(desk.tasks() == ["todo/buy-milk.md"])
  }

  /// An import that is exported again gives the same file.
  @Test(arguments: [
    ("obsidian", "- [ ] Buy milk 📅 2026-12-01\n- [ ] Bread\n"),
    (
      "ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Asia/Tokyo
      BEGIN:STANDARD
      DTSTART:19510101T000000
      TZOFFSETFROM:+0900
      TZOFFSETTO:+0900
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      UID:1
      SUMMARY:Buy milk
      DUE;TZID=Asia/Tokyo:20261201T170000
      END:VTODO
      BEGIN:VTODO
      UID:2
      SUMMARY:Bread
      END:VTODO
      END:VCALENDAR

      """
    ),
  ]) func anExportChangesNothing(_ format: String, _ text: String) throws {
    let desk = try desk()
    try desk.write(text, to: "in")
    #expect(desk.memo("import", "--from", format, "in").error.hasSuffix("2 added\n"))
    desk.memo("export", format, "-o", "out")
    let again = desk.memo("import", "--from", format, "out")
    #expect(again.error.hasSuffix("2 unchanged\n"), "\(again)")
  }

  /// The export adds nothing to the list.
  @Test func aListIsExportedUnchanged() throws {
    let desk = try desk()
    let lines = [
      "- [ ] Buy `code #x` 🆔 abc ^block1", "- [ ] Bread ⛔ abc", "- [ ] Needs ⛔ zzz",
      "- [ ] Milk", "- [x] Plain done", "- [x] Done ✅ 2026-11-20", "- [-] Never ❌ 2026-11-21",
      "- [ ] Plan 📅 2026-12-01 [project:: [[House]]]", "- [ ] Move 📅 2026-12-01 to Monday",
      "- [ ] a `📅 2026-01-01` b", "- [ ] Alarm 📅 2026-12-01 🏁 delete",
      "- [ ] Two 📅 2026-12-01 📅 2026-12-02",
    ]
    try desk.write(lines.joined(separator: "\n") + "\n", to: "in")
    #expect(desk.memo("import", "--from", "obsidian", "in").error.hasSuffix("12 added\n"))
    let export = desk.memo("export", "obsidian").output
    #expect(Set(export.split(separator: "\n").map(String.init)) == Set(lines), "\(export)")
    // A task that was finished in memo has its day.
    #expect(desk.memo("done", "milk").status == .done)
    let done = desk.memo("export", "obsidian").output
    #expect(done.contains("- [x] Milk ✅ 2026-11-"), "\(done)")
  }

  @Test(arguments: ["none", "other"]) func aTaskWithoutItsSourceIsNotAddedAgain(
    source: String
  ) throws {
    let desk = try desk()
    try come(desk, "id,title,due\n7,Buy milk,2026-12-01\n")
    desk.memo("set", "milk", "source=\(source)", "--yes")
    #expect(
      try come(desk, "id,title,due\n7,Buy milk,2026-12-01\n") == "CSV: 1 unchanged\n")
    #expect(try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n").contains("1 updated"))
    #expect(desk.tasks() == ["todo/buy-milk.md"])
    let text = try desk.read("todo/buy-milk.md")
    #expect(text.contains("deadline: 2026-12-02\n") && !text.contains("source: csv:7"), "\(text)")
    desk.memo("set", "milk", "due=2026-12-03")
    #expect(
      try come(desk, "id,title,due\n7,Buy milk,2026-12-02\n") == "CSV: 1 unchanged\n")
  }

  /// Only one of the two copies is in the other program.
  @Test func aCopyIsNotTheImportedTask() throws {
    let desk = try desk()
    try come(desk, "id,title\n7,A\n")
    try desk.write(
      try desk.read("todo/a.md").replacing("title: A", with: "title: B"), to: "todo/b.md")
    desk.memo("add", "C")
    #expect(try desk.read("todo/a.md").contains("source: csv:7\n"))
    #expect(try !desk.read("todo/b.md").contains("source"))
    #expect(try come(desk, "id,title\n7,AA\n").contains("1 updated"))
    #expect(try desk.read("todo/a.md").contains("title: AA\n"))
    #expect(try desk.read("todo/b.md").contains("title: B\n"))
  }

  /// A reopened task loses the day on which the other program finished it.
  @Test func aTaskThatIsFinishedAgainIsDoneToday() throws {
    let desk = try desk()
    try desk.write("x 2026-11-05 2026-11-01 A\n", to: "../in.txt")
    desk.memo("import", "../in.txt")
    #expect(desk.memo("export", "todo.txt").output == "x 2026-11-05 2026-11-01 A\n")
    desk.memo("reopen", "a")
    #expect(try !desk.read("todo/a.md").contains("completed"))
    #expect(desk.memo("export", "todo.txt").output == "2026-11-01 A\n")
    // If the other program still has it as done, it becomes done only if it was finished again.
    #expect(desk.memo("import", "../in.txt").error == "todo.txt: 1 unchanged\n")
    desk.memo("done", "a")
    #expect(desk.memo("export", "todo.txt").output == "x 2026-11-20 2026-11-01 A\n")
    #expect(desk.memo("undo", "2").status == .done)
    #expect(try desk.read("done/a.md").contains("completed: 2026-11-05\n"))
  }

  @Test func percentagesFollowTheStatus() throws {
    let desk = try desk()
    let parts = [("A", "IN-PROCESS", 40), ("B", "COMPLETED", 100), ("C", "CANCELLED", 30)].map {
      "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($0)\nSTATUS:\($1)\nPERCENT-COMPLETE:\($2)\nEND:VTODO\n"
    }
    try desk.write(parts.joined(), to: "../in.ics")
    desk.memo("import", "../in.ics")
    func percentages() -> Int {
      desk.memo("export", "ics").output.split(separator: "PERCENT-COMPLETE").count - 1
    }
    #expect(percentages() == 3)
    desk.memo("done", "a")
    #expect(percentages() == 2)
    desk.memo("reopen", "a", "b")
    #expect(percentages() == 2)
    #expect(desk.memo("export", "ics").output.contains("PERCENT-COMPLETE:40\r\n"))
  }

  @Test func aReopenedIssueHasNoReason() throws {
    let desk = try desk()
    try desk.write(
      "[{\"number\": 1, \"title\": \"A\", \"state\": \"CLOSED\", \"stateReason\": \"NOT_PLANNED\"}]\n",
      to: "../in.json")
    desk.memo("import", "../in.json")
    #expect(desk.memo("export", "github").output.contains("\"stateReason\": \"NOT_PLANNED\""))
    desk.memo("reopen", "a")
    #expect(!desk.memo("export", "github").output.contains("stateReason"))
  }

  /// A checkbox of the file's own kind is written only while the status is the imported one.
  @Test func aCustomCheckboxEndsWithItsStatus() throws {
    let desk = try desk()
    try desk.write("- [?] Ask\n- [>] Forward\n- [!] Pay\n- [-] Never\n", to: "../in.md")
    desk.memo("import", "../in.md")
    desk.memo("done", "ask")
    desk.memo("start", "forward")
    desk.memo("reopen", "never")
    let boxes = desk.memo("export", "obsidian").output.split(separator: "\n").map {
      $0.prefix { $0 != "✅" }.split(separator: " ").joined(separator: " ")
    }
    #expect(Set(boxes) == ["- [x] Ask", "- [/] Forward", "- [!] Pay", "- [ ] Never"])
  }

  /// Taskwarrior turns a repeating task into a template and a first task, which is the same task.
  @Test func theFirstInstanceIsTheTask() throws {
    let desk = try desk()
    desk.memo("add", "Pay rent", "due:2026-12-01", "every:month")
    let template = desk.memo("export", "taskwarrior").output
    #expect(template.contains("\"status\": \"recurring\""))
    let id = try #require(template.firstMatch(of: /"uuid": "([^"]*)"/)?.1)
    func child(_ uuid: String, _ number: Int, _ status: String) -> String {
      """
      {"uuid": "\(uuid)", "description": "Pay rent", "status": "\(status)", "recur": "monthly", \
      "entry": "20261120T150405Z", "due": "2026\(12 - number)01T000000Z", "imask": \(number), \
      "parent": "\(id)", "rtype": "periodic"}
      """
    }
    try desk.write("[\(child("1", 0, "pending"))]", to: "in.json")
    #expect(desk.memo("import", "in.json").error.contains("1 updated"))
    #expect(try desk.read("todo/pay-rent.md").contains("source: taskwarrior:1\n"))
    try desk.write("[\(child("1", 0, "completed")), \(child("2", 1, "pending"))]", to: "in.json")
    #expect(desk.memo("import", "in.json").error.contains("1 added, 1 updated"))
    #expect(desk.tasks() == ["done/pay-rent.md", "todo/pay-rent-2.md"])
    #expect(desk.memo("import", "in.json").error.contains("2 unchanged"))
  }

  /// Taskwarrior would mistake it for the instance that is done.
  @Test func theNextTaskIsNotAnInstance() throws {
    let desk = try desk()
    try desk.write(
      """
      [{"uuid": "2", "description": "Water", "status": "pending", "entry": "20261101T080000Z", \
      "due": "20261128T000000Z", "recur": "weekly", "parent": "1", "imask": 0}]

      """, to: "../in.json")
    #expect(desk.memo("import", "../in.json").status == .done)
    #expect(try desk.read("todo/water.md").contains("\nparent: "))
    desk.memo("done", "water")
    let next = try desk.read("todo/water-2.md")
    #expect(next.contains("every: week\n"), "\(next)")
    for key in ["parent", "imask", "source"] { #expect(!next.contains("\(key):"), "\(next)") }
  }

  /// Lines are folded at bytes, not characters (RFC 5545, 3.1).
  @Test func foldedCharactersAreRead() throws {
    let desk = try desk()
    var context = desk.context
    context.standardInput = {
      Array("BEGIN:VTODO\r\nUID:1\r\nSUMMARY:Caf".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xA9]
        + Array("\r\nEND:VTODO\r\n".utf8)
    }
    #expect(desk.memo("import", "-", in: context).error == "iCalendar: 1 added\n")
    #expect(desk.memo("list").output.contains("Café"))
  }

  @Test func theHintOfAnUnknownFormatWorks() throws {
    let desk = try desk()
    try desk.write("Buy milk\n(A) Call\n", to: "../tasks")
    #expect(
      desk.memo("import", "../tasks").error == """
        error: the format of ../tasks isn't recognized
        hint: if each line is a task: memo import --from todo.txt ../tasks
        hint: else write --from and ics, taskwarrior, github, json, backlog, dstask, org, csv, tsv, \
        obsidian, todo.txt

        """)
    try desk.write("Notes\n", to: "../in/a.md")
    #expect(
      desk.memo("import", "../in").error == """
        error: the format of ../in isn't recognized
        hint: write --from and ics, taskwarrior, github, json, backlog, dstask, org, csv, tsv, \
        obsidian, todo.txt

        """)
    let outcome = desk.memo("import", "--from", "todo.txt", "../tasks")
    #expect(outcome.error.hasSuffix("2 added\n"), "\(outcome)")
  }

  /// Named files may have any ending; in a folder, only files with the format's endings are read.
  @Test func everyNamedFileIsRead() throws {
    let desk = try desk()
    for (name, text) in [
      ("a.csv", "title\nq1\n"), ("b.CSV", "title\nq2\n"), ("o.md", "- [ ] o\n"),
      ("n1", "Buy milk\n"), ("n2", "Bread\n"), ("in/c.CSV", "title\nq3\n"), ("in/read.md", "Hi\n"),
    ] { try desk.write(text, to: "../\(name)") }
    #expect(
      desk.memo("import", "../a.csv", "../b.CSV", "../o.md").error == """
        ../o.md:1: error: no column is called title
        CSV: 2 added, 1 left out

        """)
    #expect(
      desk.memo("import", "--from", "todo.txt", "../n1", "../n2").error == "todo.txt: 2 added\n")
    #expect(desk.memo("import", "../in").error == "CSV: 1 added\n")
    try desk.write("Buy bread\n", to: "../in/list.txt")
    let left = "1 file of another format is left out, such as ../in/list.txt; --from names a format"
    #expect(desk.memo("import", "../in").error == "note: \(left)\nCSV: 1 unchanged\n")
    #expect(desk.memo("import", "--from", "csv", "../in").error == "CSV: 1 unchanged\n")
  }

  @Test func problemsAreInTheOrderOfLines() throws {
    let desk = try desk()
    try desk.write(
      "BEGIN:VTODO\nSUMMARY:A\nDUE:soon\nEND:VTODO\nnothing\nBEGIN:VEVENT\nEND:VEVENT\n",
      to: "../in.ics")
    #expect(
      desk.memo("import", "../in.ics").error == """
        note: 1 event is no task, and left out
        ../in.ics:2: error: DUE: invalid date 'soon'
        ../in.ics:5: error: not a line of iCalendar
        iCalendar: 2 left out

        """)
  }

  @Test func aProblemNamesItsFiles() throws {
    let desk = try desk()
    let long = String(repeating: "x", count: 1000)
    for name in ["a", "b"] { try desk.write("title,id\n\(long),7\n", to: "in/\(name).csv") }
    let error = desk.memo("import", "in").error
    #expect(error.contains("in/b.csv:2: error: "))
    #expect(error.contains("x…: the same task as in line 2 of in/a.csv\n"), "\(error)")
    #expect(error.utf8.count < 300)
  }
}
