import MemoKit
import TaskFile
import TestSupport
import Testing

/// Values of other tools that memo can't use.
@Suite struct UnusableValueTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  private func write(_ lines: String) throws -> Store {
    try desk.write("---\nproject: house\n\(lines)\n---\nText.\n", to: "todo/x.md")
    return try desk.store()
  }

  @Test(arguments: [
    "tags: [a, {b: c}]", "tags:\n  - a\n  - b: c", "other: [a, {b: c}]", "status: In Progress",
    "priority: critical", "priority: {a: b}", "created: 10/3/26", "due: \"[[2026-09-05]]\"",
    "deadline: [fri, sat]", "deadline: 2026-12-01\ndue: 2026-12-02", "id: BACK-12", "title: {a: 1}",
  ])
  func otherFieldsCanBeChanged(_ lines: String) throws {
    let store = try write(lines)
    _ = try store.change(["x"], [.set(key: "estimate", .text("3h"))])
    let text = try desk.read("todo/x.md")
    #expect(text.contains("\n\(lines)\n") && text.contains("\nestimate: 3h\n"))
    _ = try desk.store().move(["todo/x.md"], to: .doing)
    let moved = try desk.read("doing/x.md")
    let isStatus = lines.hasPrefix("status")
    #expect(moved == (isStatus ? text.replacing(lines, with: "status: doing") : text))
    #expect(try desk.store().recordHandEdits().recorded == [])
    #expect(try desk.complaints() == "")
  }

  @Test(arguments: ["priority: critical", "priority: {a: b}", "priority: [low]"])
  func theFieldItselfCanBeSet(_ line: String) throws {
    _ = try write(line).change(["x"], [.set(key: "priority", .text("high"))])
    #expect(try desk.read("todo/x.md").contains("\npriority: high\n"))
  }

  /// A list with items that are no words stays unchanged.
  @Test func tagsAreNotAddedToNestedLists() throws {
    let store = try write("tags: [a, {b: c}]")
    #expect(throws: MemoError.self) { _ = try store.change(["x"], [.addTag("home")]) }
    #expect(try desk.read("todo/x.md").contains("\ntags: [a, {b: c}]\n"))
  }

  /// The library refuses the same values as the command line, and names the field.
  @Test(arguments: [
    ("deadline", FieldValue.text("nonsense")), ("priority", .text("critical")),
    ("status", .text("Later")), ("tags", .list(["has space"])), ("tags", .list(["a,b"])),
    ("after", .list(["nope"])), ("after", .text("nope")), ("wait", .text("2026-02-31T99:00+00:00")),
    ("wait", .text("soon")), ("until", .text("2026-13-01")), ("every", .text("blue moon")),
    ("title", .text("a\nb")), ("title", .text(" ")),
  ])
  func newTasksCannotHaveThem(_ key: String, _ value: FieldValue) throws {
    let store = try write("other: 1")
    _ = try store.recordHandEdits()
    var task = NewTask(title: "New")
    task.edits = [.set(key: key, value)]
    let error = #expect(throws: MemoError.self) { _ = try store.add(task) }
    #expect(error?.kind == .refused)
    #expect(error?.message.contains(key == "title" ? "title" : "\(key): ") == true)
    #expect(throws: MemoError.self) { _ = try store.change(["x"], [.set(key: key, value)]) }
    #expect(desk.tasks() == ["todo/x.md"])
    #expect(try store.recordHandEdits().recorded == [])
  }

  @Test func tasksMayDependOnOtherToolsTasks() throws {
    let store = try write("id: BACK-12")
    var task = NewTask(title: "New")
    task.edits = [.addTag("ok"), .set(key: "after", .list(["back-12", "kxtwqzbnrm"]))]
    _ = try store.add(task)
    #expect(try desk.read("todo/new.md").contains("\nafter: [back-12, kxtwqzbnrm]\n"))
    task.edits = [.addTag("has space")]
    #expect(throws: MemoError.self) { _ = try store.add(task) }
  }

  @Test(arguments: ["status: In Progress", "priority: critical", "deadline: soon"])
  func memoWritesNoUnusableValue(_ line: String) throws {
    let store = try write(line)
    for (key, text) in [("status", "Later"), ("priority", "critical"), ("deadline", "soon")] {
      let error = #expect(throws: MemoError.self) {
        _ = try store.change(["x"], [.set(key: key, .text(text))])
      }
      #expect(error?.kind == .refused && error?.message.hasPrefix("\(key): ") == true)
    }
  }

  @Test(arguments: [
    ("id: BACK-12", "id"), ("created: 10/3/26", "created"), ("created: 2026-04-24", "created"),
    ("due: 2026-9-5", "deadline"), ("priority: critical", "priority"),
  ])
  func theFieldItselfCanBeRemoved(_ line: String, key: String) throws {
    _ = try write(line).change(["todo/x.md"], [.clear(key: key)])
    #expect(!(try desk.read("todo/x.md").contains(line)))
    #expect(try desk.store().check().problems == [])
  }

  @Test func idAndCreationDateStay() throws {
    let added = try desk.store().add(NewTask(title: "Own"))
    let name = try #require(added.tasks.first?.id?.text)
    for key in ["id", "created"] {
      let error = #expect(throws: MemoError.self) {
        _ = try desk.store().change([name], [.clear(key: key)])
      }
      #expect(error?.message == "'\(key)' can't be changed")
    }
  }

  /// Another tool's id names the task, also in `after`.
  @Test func anotherToolsIDNamesTheTask() throws {
    let store = try write("id: BACK-12")
    var later = NewTask(title: "Later")
    later.edits = [.set(key: "after", .text("BACK-12"))]
    _ = try store.add(later)
    let snapshot = try desk.store().check()
    #expect(snapshot.problems == [])
    let task = try snapshot.task(named: "back-12")
    #expect(task.path == "todo/x.md" && task.id != nil)
    #expect(TaskLinks(snapshot.tasks).successors(of: task).map(\.title) == ["Later"])
    #expect(snapshot.tasks.filter { TaskLinks(snapshot.tasks).isBlocked($0) }.count == 1)
    _ = try desk.store().move(["BACK-12"], to: .done)
    #expect(try desk.read("done/x.md").hasPrefix("---\nproject: house\nid: BACK-12\nmemo-id: "))
    #expect(try desk.complaints() == "")
  }

  @Test(arguments: ["title: Fix: the bug", "assignee: @kim", "a: *b"])
  func aBrokenFrontMatterAllowsMoves(_ line: String) throws {
    try desk.write("---\nstatus: todo\n\(line)\n---\nText.\n", to: "todo/x.md")
    _ = try desk.store().move(["x"], to: .doing)
    #expect(try desk.read("doing/x.md") == "---\nstatus: doing\n\(line)\n---\nText.\n")
    _ = try desk.store().note(["x"], "More.")
    #expect(try desk.read("doing/x.md").hasSuffix("---\nText.\n\nMore.\n"))
    #expect(throws: MemoError.self) { _ = try desk.store().change(["x"], [.addTag("home")]) }
    // After a repair the file is in its new place.
    try desk.write("---\nstatus: doing\n---\nText.\n", to: "doing/x.md")
    _ = try desk.store().recordHandEdits()
    #expect(desk.tasks() == ["doing/x.md"])
    _ = try desk.store().remove(["x"])
    #expect(desk.tasks() == [])
    #expect(try desk.complaints() == "")
  }

  @Test func changeableTasksAreChanged() throws {
    for number in 1...3 { try desk.write("# Task \(number)\n", to: "todo/\(number).md") }
    try desk.write("---\na: b: c\n---\n", to: "todo/broken.md")
    let names = ["todo/1.md", "todo/broken.md", "todo/3.md"]
    let edits = [FieldEdit.set(key: "priority", .text("high"))]
    #expect(throws: MemoError.self) { _ = try desk.store().change(names, edits) }
    let store = try desk.store()
    store.changesWhatCanBe = true
    let report = try store.change(names, edits)
    #expect(report.tasks.map(\.path) == ["todo/1.md", "todo/3.md"])
    #expect(report.leftOut.map(\.path) == ["todo/broken.md"])
    #expect(report.leftOut.first?.place?.line == 2)
    #expect(throws: MemoError.self) { _ = try store.change(["todo/broken.md"], edits) }
    #expect(try desk.complaints() == "")
  }

  /// Filters compare an unusable value as text if some task has it.
  @Test func filtersCompareThemAsText() throws {
    let store = try write("status: In Progress\npriority: critical\ndue: maybe friday")
    let (tasks, now) = (try store.read().tasks, store.environment.localTime)
    for word in ["status:in progress", "p:Critical", "due:maybe friday"] {
      let filter = try store.filter([word], at: now) { tasks }
      #expect(tasks.filter { filter.matches($0, at: now) }.count == 1, "\(word)")
    }
    // `1` also means `high`.
    let other = try write("priority: 1\ndue: 2026-9-5")
    let others = try other.read().tasks
    for word in ["p:1", "priority:1", "due:2026-9-5"] {
      let filter = try other.filter([word], at: now) { others }
      #expect(others.filter { filter.matches($0, at: now) }.count == 1, "\(word)")
    }
    let high = try other.filter(["p:high"], at: now) { others }
    #expect(!others.contains { high.matches($0, at: now) })
    #expect(throws: FilterError.self) { _ = try store.filter(["p:hgih"], at: now) { tasks } }
  }
}
