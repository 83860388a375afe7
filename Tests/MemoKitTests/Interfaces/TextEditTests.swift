import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Texts that are edited in an interface while others change them, too.
@Suite(.onItsOwnThread) struct TextEditTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Beta", "-m", "first line\nsecond line")
  }

  private func store() throws -> Store {
    try Store.open(desk.scratch("kim"), environment: desk.environment)
  }

  private func opened(_ path: String = "todo/beta.md") throws -> TaskVersion {
    TaskVersion(try #require(try store().read().tasks.first { $0.path == path }))
  }

  private func text(_ opened: TaskVersion, _ old: String, _ new: String) -> TaskDocument {
    let text = String(decoding: opened.document.bytes, as: UTF8.self)
    #expect(text.contains(old))
    return TaskDocument(Array(text.replacing(old, with: new).utf8))
  }

  private func edit(
    _ opened: TaskVersion, to text: TaskDocument, onConflict rule: ConflictRule = .ask
  ) throws -> TextEdit {
    desk.wait(seconds: 60)
    return try store().edit(opened, to: text.bytes, onConflict: rule)
  }

  private func commits() throws -> Int { try desk.journal().count }

  @Test func aTextIsSavedInOneCommit() throws {
    let opened = try opened()
    let before = try commits()
    let result = try edit(opened, to: text(opened, "first line", "first line, longer"))
    guard case .saved(let report) = result else { return #expect(Bool(false), "\(result)") }
    #expect(report.tasks.map(\.path) == ["todo/beta.md"] && report.changes.count == 1)
    #expect(try desk.read("todo/beta.md").contains("first line, longer\nsecond line\n"))
    #expect(try commits() == before + 1)
    #expect(try desk.complaints() == "")
    // The undo refers to this change.
    let operation = try #require(report.operation)
    desk.memo("set", "beta", "p:high")
    _ = try store().undo(operation: operation)
    let text = try desk.read("todo/beta.md")
    #expect(text.contains("first line\n") && text.contains("priority: high"))
  }

  @Test func unchangedTextIsNotWritten() throws {
    let opened = try opened()
    let before = try commits()
    _ = try edit(opened, to: opened.document)
    desk.memo("set", "beta", "p:high")
    _ = try edit(opened, to: opened.document)
    desk.memo("rm", "beta", "-y")
    _ = try edit(opened, to: opened.document)
    #expect(desk.tasks() == [])
    #expect(try commits() == before + 2)
  }

  @Test func theStatusInTheTextMovesTheFile() throws {
    let opened = try opened()
    _ = try edit(opened, to: text(opened, "status: todo", "status: done"))
    #expect(desk.tasks() == ["done/beta.md"])
    #expect(try desk.journal()[0] == "move: Beta (todo → done)")
  }

  @Test func changesByOthersAreMerged() throws {
    let opened = try opened()
    desk.memo("start", "beta")
    desk.memo("set", "beta", "p:high", "title=Beta two")
    // Not recorded yet.
    try desk.write(
      try desk.read("doing/beta.md").replacing("first line", with: "line one"), to: "doing/beta.md")
    let result = try edit(opened, to: text(opened, "second line", "second line\nthird line"))
    guard case .merged(_, by: "Kim") = result else { return #expect(Bool(false), "\(result)") }
    let text = try desk.read("doing/beta.md")
    #expect(text.contains("title: Beta two\nstatus: doing\n"))
    #expect(text.contains("priority: high\n"))
    #expect(text.hasSuffix("line one\nsecond line\nthird line\n"))
    #expect(desk.tasks() == ["doing/beta.md"])
    #expect(try desk.complaints() == "")
  }

  @Test func aConflictWritesNothingBeforeAChoice() throws {
    let opened = try opened()
    desk.memo("set", "beta", "title=Theirs")
    let before = try (commits(), desk.read("todo/beta.md"))
    let mine = text(opened, "title: Beta", "title: Mine")
    guard case .conflict(let theirs?, by: "Kim", at: _) = try edit(opened, to: mine) else {
      return #expect(Bool(false))
    }
    #expect(theirs.title == "Theirs")
    #expect(try (commits(), desk.read("todo/beta.md")) == before)
    // Keeping both, as a sync does.
    guard case .merged = try edit(opened, to: mine, onConflict: .note) else {
      return #expect(Bool(false))
    }
    let text = try desk.read("todo/beta.md")
    #expect(text.contains("title: Mine\n") && text.contains("Theirs"))
    #expect(desk.memo("conflicts", "-q").output.split(separator: "\n").count == 1)
  }

  @Test func aDeletedTaskReturnsIfChosen() throws {
    let opened = try opened()
    desk.memo("rm", "beta", "-y")
    let mine = text(opened, "second line", "third line")
    guard case .conflict(nil, by: "Kim", at: _) = try edit(opened, to: mine) else {
      return #expect(Bool(false))
    }
    #expect(desk.tasks() == [])
    _ = try edit(opened, to: mine, onConflict: .note)
    #expect(try desk.read("todo/beta.md").contains("first line\nthird line\n"))
    // A person chose it, so there is no note.
    #expect(desk.memo("conflicts", "-q").output == "")
    #expect(try desk.complaints() == "")
  }

  @Test func anInvalidTextIsRefused() throws {
    let opened = try opened()
    let before = try desk.read("todo/beta.md")
    for (old, new) in [("status: todo", "status: maybe"), ("title: Beta", "title: [Beta")] {
      #expect(throws: MemoError.self) { try edit(opened, to: text(opened, old, new)) }
    }
    #expect(try desk.read("todo/beta.md") == before)
  }

  @Test func itemsAreTickedByTextAndPlace() throws {
    desk.memo("add", "List", "-m", "- [ ] milk\n- [ ] eggs\n- [ ] milk")
    let items = try opened("todo/list.md").document.checklistItems
    try desk.write(
      try desk.read("todo/list.md").replacing(
        "- [ ] milk\n- [ ] eggs", with: "- [ ] eggs\n- [ ] milk"),
      to: "todo/list.md")
    desk.wait(seconds: 60)
    _ = try store().tick("todo/list.md", items[2], isDone: true)
    #expect(try desk.read("todo/list.md").hasSuffix("- [ ] eggs\n- [ ] milk\n- [x] milk\n"))
    #expect(try desk.journal()[0] == "tick: List (milk)")
    _ = try store().tick("todo/list.md", items[1], isDone: true)
    #expect(try desk.read("todo/list.md").hasSuffix("- [x] eggs\n- [ ] milk\n- [x] milk\n"))
    _ = try store().tick("todo/list.md", items[1], isDone: false)
    try desk.write(
      try desk.read("todo/list.md").replacing("eggs", with: "six eggs"), to: "todo/list.md")
    #expect(throws: MemoError.self) {
      try store().tick("todo/list.md", items[1], isDone: true)
    }
  }

  /// With two interfaces, an editor, commands and plain git at once, no typed word is lost.
  @Test(arguments: 1...UInt64(Effort.count(2))) func typedWordsAreNeverLost(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    var words: [String] = []
    func word() -> String {
      words.append("word\(words.count)x")
      return words[words.count - 1]
    }
    func path() throws -> String { try #require(desk.tasks().first) }
    var faces = [try opened(), try opened()]
    for _ in 0..<14 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let face = Int.random(in: 0...1, using: &random)
        let lines = ["title: Beta", "first line", "second line"]
        let line = lines[Int.random(in: 0..<3, using: &random)]
        let old = String(decoding: faces[face].document.bytes, as: UTF8.self)
        guard let place = old.split(separator: "\n").first(where: { $0.hasPrefix(line) }) else {
          continue
        }
        let new = old.replacing(place, with: "\(place) \(word())", maxReplacements: 1)
        _ = try edit(faces[face], to: TaskDocument(Array(new.utf8)), onConflict: .note)
        faces[face] = try opened(try path())
      case 2:
        let face = Int.random(in: 0...1, using: &random)
        faces[face] = try opened(try path())
      case 3: try desk.write(try desk.read(try path()) + "\(word())\n", to: try path())
      case 4: desk.memo("note", try path(), word())
      default:
        try desk.write(try desk.read(try path()) + "\(word())\n", to: try path())
        try desk.scratch.git("commit", "--quiet", "-am", "Whatever", in: "kim")
      }
    }
    desk.memo("sync")
    #expect(desk.tasks().count == 1)
    let text = try desk.read(try path())
    for word in words { #expect(text.contains(word), "\(word) is missing in:\n\(text)") }
    #expect(try desk.complaints() == "")
  }
}
