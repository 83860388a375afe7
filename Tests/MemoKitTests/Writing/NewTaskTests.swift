import MemoKit
import TaskFile
import TestSupport
import Testing

@Suite struct NewTaskTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  /// The later of two values wins, at the place of the first; tags add up.
  private var task: NewTask {
    var task = NewTask(title: "New")
    task.edits = [
      .addTag("a"), .set(key: "x", .text("1")), .set(key: "tags", .list(["b", "a"])),
      .set(key: "priority", .text("low")), .set(key: "y", .text("2")), .set(key: "x", .text("3")),
      .clear(key: "priority"), .clear(key: "title"), .set(key: "status", .text("doing")),
    ]
    return task
  }

  @Test func newFilesHaveTheirFields() throws {
    let id = try #require(try desk.store().add(task).tasks.first?.id)
    let text = try desk.read("doing/new.md")
    #expect(text.hasPrefix("---\ntitle: New\nstatus: doing\ntags: [a, b]\nid: \(id)\ncreated: 20"))
    #expect(text.hasSuffix("\ny: 2\nx: 3\n---\n"))
  }

  @Test func templatesGetTheirFields() throws {
    var task = task
    let template = "---\npriority: high # yes\nx: 0 # no\ntags: [c]\nz: 4\n---\nText.\n"
    task.template = TaskDocument(Array(template.utf8))
    task.body = "More."
    _ = try desk.store().add(task)
    let text = try desk.read("doing/new.md")
    #expect(text.hasPrefix("---\nx: 3 # no\ntags: [c, a, b]\ntitle: New\nstatus: doing\nid: "))
    #expect(text.hasSuffix("\ny: 2\nz: 4\n---\nText.\n\nMore.\n"))
  }
}
