import BoardModel
import MemoKit
import TestSupport
import Testing

@testable import MemoWeb

/// News of a task for its open sheet.
extension ChangeTests {
  /// A task as its sheet was opened.
  private struct Opened {
    let stage: WebStage
    let address: String
    let form: String

    init(_ stage: WebStage, _ address: String) throws {
      (self.stage, self.address) = (stage, address)
      form = try stage.get("task/\(address)?edit=1").text
    }

    /// Requests news with the sheet's values, as a page does.
    func news() throws -> String {
      let opened = ChangeTests.values(of: form).filter { ["base", "path"].contains($0.key) }
      return try stage.post("news/\(address)", opened.map { ($0.key, $0.value) }).text
    }

    func save(_ change: [String: String]) throws -> Int {
      try stage.post("task/\(address)", ChangeTests.fields(of: form, changing: change)).status
    }
  }

  private func address(of path: String) -> String { TaskAddress.text(of: TaskKey(name: path)) }

  /// A file without an id that is renamed is the same task, committed or not.
  @Test(arguments: [false, true]) func newsFollowAMovedFileWithoutAnID(
    isRecorded: Bool
  ) throws {
    let stage = try WebStage.groceries()
    try stage.desk.write("# Plain\n\nOne line.\n", to: "todo/plain.md")
    if isRecorded {
      _ = try stage.desk.scratch.git("add", ".", in: stage.desk.folder)
      _ = try stage.desk.scratch.git("commit", "-qm", "plain", in: stage.desk.folder)
    }
    let sheet = try Opened(stage, address(of: "todo/plain.md"))
    #expect(try sheet.news() == "")
    try stage.desk.move("todo/plain.md", "doing/plain.md")
    #expect(
      try sheet.news()
        == "<p>somebody, in the file: TODO → DOING</p>")
    #expect(try sheet.save(["body": "# Plain\r\n\r\nOne line.\r\n\r\nMine.\r\n"]) == 303)
    #expect(stage.desk.tasks().filter { $0.contains("plain") } == ["doing/plain.md"])
    let text = try stage.desk.read("doing/plain.md")
    #expect(text.hasSuffix("# Plain\n\nOne line.\n\nMine.\n"), "\(text)")
  }

  /// A file with only a text gets the fields of a sheet.
  @Test func aFileWithoutFrontMatterCanBeChanged() throws {
    let stage = try WebStage.groceries()
    let changes = [
      ["tags": "mine"], ["priority": "low", "body": "Mine."], ["status": "doing"],
      ["title": "Plainer"], ["deadline": "2026-12-01"],
    ]
    for change in changes {
      try stage.desk.write("# Plain\n\nOne line.\n", to: "todo/plain.md")
      #expect(try Opened(stage, address(of: "todo/plain.md")).save(change) == 303, "\(change)")
      let path = change["status"].map { "\($0)/plain.md" } ?? "todo/plain.md"
      let text = try stage.desk.read(path)
      #expect(text.hasSuffix(change["body"] ?? "---\n# Plain\n\nOne line.\n"), "\(text)")
      for (name, value) in change where name != "body" && name != "tags" {
        #expect(text.contains("\(name): \(value)\n"), "\(text)")
      }
      #expect(text.contains("tags: [mine]\n") == (change["tags"] != nil), "\(text)")
      try stage.desk.remove(path)
    }
  }

  /// memo's own additions to a file are nobody's change.
  @Test func anAdoptedFileIsSavedWithoutAMerge() throws {
    let stage = try WebStage.groceries()
    try stage.desk.write("# Plain\n\nOne line.\n", to: "todo/plain.md")
    let sheet = try Opened(stage, address(of: "todo/plain.md"))
    let fields = ChangeTests.fields(of: sheet.form, changing: ["tags": "mine"])
    let answer = try stage.post("task/\(sheet.address)", fields, headers: [.part]).text
    #expect(answer.contains("<p>Edited Plain (+mine)</p>"), "\(answer)")
    // An editor's changes are.
    let next = try Opened(stage, try stage.id("Plain"))
    let text = try stage.desk.read("todo/plain.md")
    try stage.desk.write(text.replacing("One line.", with: "Two lines."), to: "todo/plain.md")
    let late = ChangeTests.fields(of: next.form, changing: ["tags": "mine, home"])
    let merged = try stage.post("task/\(next.address)", late, headers: [.part]).text
    #expect(merged.contains("<p>saved and merged with changes by "), "\(merged)")
  }

  /// The same after somebody else committed it in its new place.
  @Test func aMovedAndCommittedFileIsTheSame() throws {
    let stage = try WebStage.groceries()
    try stage.desk.write("# Plain\n\nOne line.\n", to: "todo/plain.md")
    let sheet = try Opened(stage, address(of: "todo/plain.md"))
    try stage.desk.move("todo/plain.md", "doing/plain.md")
    stage.desk.memo("sync")
    stage.desk.memo("set", "fence", "p:low")
    #expect(try sheet.save(["body": "One line.\r\n\r\nMine."]) == 303)
    #expect(stage.desk.tasks().filter { $0.contains("plain") } == ["doing/plain.md"])
    // A deleted file is gone, even if another one has nearly the same text.
    let fence = try stage.desk.read("doing/paint-the-fence.md")
    try stage.desk.write("# Paint the fence!\n", to: "todo/other.md")
    let other = try Opened(stage, address(of: "todo/other.md"))
    try stage.desk.remove("todo/other.md")
    #expect(try other.news().contains("data-gone"))
    #expect(try other.save(["body": "Mine."]) == 409)
    #expect(try stage.desk.read("doing/paint-the-fence.md") == fence)
  }

  /// A note has no status field, so saving it doesn't move its task.
  @Test func aNoteStaysWhereOthersMovedIt() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    stage.desk.memo("start", milk)
    let page = try stage.get("task/\(milk)?view=notes").text
    // A page of an older server still sends the old status.
    let typed = ["note": "Buy oat milk\r\nTyped", "status": "todo"]
    let fields = ChangeTests.fields(of: page, changing: typed)
    #expect(try stage.post("task/\(milk)", fields).status == 303)
    #expect(try stage.desk.read("doing/buy-oat-milk.md").contains("\nTyped"))
  }

  /// A moved file has the same values, but the move is reported.
  @Test func newsHaveUncommittedMoves() throws {
    let stage = try WebStage.groceries()
    let milk = try Opened(stage, try stage.id("milk"))
    try stage.desk.move("todo/buy-oat-milk.md", "doing/buy-oat-milk.md")
    #expect(
      try milk.news() == "<p>somebody, in the file: TODO → DOING</p>")
    try stage.desk.move("doing/buy-oat-milk.md", "todo/buy-oat-milk.md")
    #expect(try milk.news() == "")
    // After the commit, the move has its author.
    stage.desk.memo("start", "milk")
    let recorded = try milk.news()
    #expect(recorded.hasSuffix(": TODO → DOING</p>"), "\(recorded)")
    #expect(!recorded.contains("somebody"))
  }

  /// Invalid bytes are not replaced by other characters.
  @Test func aFormWithInvalidTextIsRefused() throws {
    let stage = try WebStage.groceries()
    let before = try stage.desk.journal()
    for body in ["title=%ff%fe&status=todo", "title=%e2%82&status=todo", "ti%fftle=a&title=b"] {
      let answer = try stage.post("new", body: Array(body.utf8))
      #expect(answer.status == 400)
      #expect(answer.text.contains("the text is not UTF-8"), "\(answer.text)")
    }
    #expect(try stage.post("new", body: [0x74, 0x3D, 0xFF]).status == 400)
    #expect(try stage.desk.journal() == before)
  }

  /// The author of a commit is named, even if the file was also changed otherwise.
  @Test func newsNameAllAuthors() throws {
    let stage = try WebStage.groceries()
    let milk = try Opened(stage, try stage.id("milk"))
    let path = "todo/buy-oat-milk.md"
    stage.desk.memo("set", "milk", "+shop")
    let recorded = try #require(try milk.news().firstMatch(of: #/<p>(.+): \+shop/#)).1
    #expect(!recorded.contains("somebody"))
    let text = try stage.desk.read(path)
    try stage.desk.write(text.replacing("priority: high", with: "priority: low"), to: path)
    #expect(
      try milk.news()
        == "<p>\(recorded); somebody, in the file: priority high → low, +shop</p>"
    )
    // A sheet that is opened now has the committed values.
    let late = try Opened(stage, try stage.id("milk"))
    try stage.desk.write(text.replacing("priority: high", with: "priority: medium"), to: path)
    #expect(
      try late.news()
        == "<p>somebody, in the file: priority low → medium</p>")
    try stage.desk.write(text.replacing("title:", with: "title"), to: path)
    let broken = try late.news()
    #expect(
      broken.firstMatch(of: #/<p>somebody, in the file: problem: line \d<\/p>/#)
        != nil, "\(broken)")
  }
}
