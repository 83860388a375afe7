@testable import TaskFile
import Testing

@Suite struct MergePlaceTests {
  private func task(
    _ path: String, status: String? = nil, title: String = "a", body: String = "\nText\n"
  ) -> TaskVersion {
    let status = status ?? String(path.prefix { $0 != "/" })
    return TaskVersion("---\ntitle: \(title)\nstatus: \(status)\n---\n\(body)", at: path)
  }

  private let base: TaskVersion

  init() { base = TaskVersion("---\ntitle: a\nstatus: todo\n---\n\nText\n", at: "todo/a.md") }

  @Test func aMoveAndAnEditAreBothTaken() {
    for swapped in [false, true] {
      let edit = TaskVersion(
        "---\ntitle: a\nstatus: todo\ndeadline: 2026-12-01\n---\n\nOther words\nand more\n",
        at: "todo/a.md")
      let move = task("doing/a.md")
      let result = merge(base, kim: swapped ? move : edit, ada: swapped ? edit : move)
      #expect(
        result.task
          == TaskVersion(
            "---\ntitle: a\nstatus: doing\ndeadline: 2026-12-01\n---\n\nOther words\nand more\n",
            at: "doing/a.md"))
      #expect(result.notes.isEmpty)
    }
  }

  @Test func textAndFolderFollowEachOther() {
    let moved = merge(
      base, kim: TaskVersion(base.text, at: "doing/a.md"), ada: task("todo/a.md", title: "b"))
    #expect(moved.task == task("doing/a.md", title: "b"))
    let edited = merge(
      base, kim: task("todo/a.md", status: "doing"), ada: task("todo/a.md", title: "b"))
    #expect(edited.task == task("doing/a.md", title: "b"))
  }

  @Test(arguments: [
    ("todo", "doing", "done", "done", nil), ("todo", "done", "doing", "done", nil),
    ("done", "todo", "doing", "todo", nil), ("doing", "todo", "done", "done", "todo"),
    ("doing", "done", "todo", "todo", "done"), ("todo", "doing", "doing", "doing", nil),
    ("todo", "todo", "done", "done", nil),
  ])
  func movesAreMerged(from: String, kim: String, ada: String, to: String, losing: String?) {
    let notes = losing.map { ["> [!CONFLICT] status: \($0) — Kim, 2026-11-20 10:12"] } ?? []
    let result = merge(
      task("\(from)/a.md"), kim: task("\(kim)/a.md"), ada: task("\(ada)/a.md"))
    let body = "\nText\n" + notes.map { "\n\($0)\n" }.joined()
    #expect(result.task == task("\(to)/a.md", body: body))
    #expect(result.notes.map(\.description) == notes)
  }

  @Test func namesAndFoldersMergeOnTheirOwn() {
    #expect(
      merge(base, kim: task("todo/b.md"), ada: task("todo/home/a.md")).task
        == task("todo/home/b.md"))
    #expect(merge(base, kim: task("todo/b.md"), ada: task("todo/c.md")).task == task("todo/c.md"))
    #expect(merge(base, kim: task("todo/b.md"), ada: task("doing/a.md")).task == task("doing/b.md"))
    #expect(
      merge(task("todo/x/a.md"), kim: task("todo/a.md"), ada: task("done/x/a.md", title: "b")).task
        == task("done/a.md", title: "b"))
  }

  @Test func oneSidedChangesAreTaken() {
    let changed = task("doing/a.md", title: "x   # odd")
    #expect(merge(base, kim: changed, ada: base).task == changed)
    #expect(merge(base, kim: base, ada: changed).task == changed)
    #expect(merge(base, kim: changed, ada: changed).task == changed)
    #expect(merge(base, kim: base, ada: nil).task == nil)
    #expect(merge(base, kim: nil, ada: nil).task == nil)
    #expect(merge(nil, kim: changed, ada: nil).task == changed)
    #expect(merge(base, kim: changed, ada: base).notes.isEmpty)
  }

  @Test func anEditWinsOverADeletion() {
    let changed = task("doing/a.md", title: "x")
    let note =
      "> [!CONFLICT] task: was deleted, and stays since others changed it — Ada, 2026-11-20 03:00"
    let result = TaskMerge(base: base, .kim(changed), .ada(nil))
    #expect(result == TaskMerge(base: base, .ada(nil), .kim(changed)))
    #expect(result.task == task("doing/a.md", title: "x", body: "\nText\n\n\(note)\n"))
    #expect(result.notes.map(\.description) == [note])
    let again = TaskMerge(base: base, .merger(result.task), .ada(nil))
    #expect(again.task == result.task && again.notes.isEmpty)
  }

  @Test func brokenTasksAreMergedAsText() {
    func broken(_ title: String, _ body: String, at path: String = "todo/a.md") -> TaskVersion {
      TaskVersion("---\ntitle: [\(title)\n---\n\nText\n\(body)\n", at: path)
    }
    let base = broken("a", "one")
    let easy = merge(base, kim: broken("b", "one"), ada: broken("a", "two", at: "doing/a.md"))
    #expect(easy.task == broken("b", "two", at: "doing/a.md"))
    #expect(easy.isMereText && easy.second == nil)
    let hard = merge(base, kim: broken("b", "one"), ada: broken("c", "one", at: "doing/a.md"))
    #expect(hard.task == broken("c", "one", at: "doing/a.md"))
    #expect(hard.second == broken("b", "one", at: "todo/a-2.md"))
    #expect(hard.isMereText && hard.notes.isEmpty)
    #expect(merge(nil, kim: broken("b", "one"), ada: task("todo/a.md")).second != nil)
  }

  @Test func newerIsDecidedByTimeThenCommit() {
    let time = Timestamp(secondsSince1970: 1000, offsetMinutes: 0)
    let sameElsewhere = Timestamp(secondsSince1970: 1000, offsetMinutes: 60)
    func side(_ commit: String, _ title: String, _ time: Timestamp) -> MergeSide {
      MergeSide(task: task("todo/a.md", title: title), author: "A", time: time, commit: commit)
    }
    let result = TaskMerge(base: base, side("aa", "x", sameElsewhere), side("ab", "y", time))
    #expect(result.task?.document.item.title == "y")
    #expect(result == TaskMerge(base: base, side("ab", "y", time), side("aa", "x", sameElsewhere)))
    #expect(result.notes.map(\.date) == ["1970-01-01 01:16"])
  }
}
