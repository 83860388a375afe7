import MemoCLI
import MemoKit
import TestSupport
import Testing

/// The author of each part of a task, and differences between two times.
@Suite struct BlameTests {
  let team: Team
  var ana: Desk { team[0] }
  var ben: Desk { team[1] }

  init() throws { team = try Team(of: 2) }

  /// The author of the line that ends with this text.
  private func author(_ ending: String, _ desk: Desk, _ name: String) -> String? {
    desk.memo("blame", name).output.split(separator: "\n").first { $0.hasSuffix("  \(ending)") }
      .map { line in ["Ana", "Ben"].first { line.contains("  \($0)  ") } ?? "nobody" }
  }

  @Test func aMergedTaskHasTheAuthorsOfBoth() throws {
    ana.memo("add", "Milk", "-m", "One.\nTwo.\nThree.\n")
    ana.memo("sync")
    ben.memo("sync")
    ben.memo("set", "milk", "deadline=2026-12-05")
    try ben.write(
      ben.read("todo/milk.md").replacing("Three.", with: "Drei."), to: "todo/milk.md")
    ben.memo("sync")
    ana.memo("set", "milk", "deadline=2026-12-09", "priority=high")
    try ana.write(ana.read("todo/milk.md").replacing("One.", with: "Eins."), to: "todo/milk.md")
    ana.memo("sync")
    #expect(author("title: Milk", ana, "milk") == "Ana")
    #expect(author("priority: high", ana, "milk") == "Ana")
    #expect(author("Drei.", ana, "milk") == "Ben")
    #expect(author("Eins.", ana, "milk") == "Ana")
    #expect(author("Two.", ana, "milk") == "Ana")
    // The later one, even if a clock was wrong.
    let deadlines = ["2026-12-05", "2026-12-09"].map { author("deadline: \($0)", ana, "milk") }
    #expect(deadlines == ["Ben", nil] || deadlines == [nil, "Ana"])
    try ana.write(ana.read("todo/milk.md") + "Four.\n", to: "todo/milk.md")
    let lines = ana.memo("blame", "milk").output.split(separator: "\n")
    #expect(lines.last.map { $0.contains("not committed") && $0.hasSuffix("  Four.") } == true)
    #expect(ana.memo("blame", "milk", "--json").output.contains("\"author\": \"Ben\""))
    #expect(ana.memo("blame", "never").status != .done)
  }

  @Test func deletedTasksHaveTheirAuthors() throws {
    ana.memo("add", "Milk", "-m", "One.")
    try ana.write(ana.read("todo/milk.md").replacing("One.", with: "\n\nOne."), to: "todo/milk.md")
    ana.memo("sync")
    ben.memo("sync")
    ben.memo("set", "milk", "deadline=2026-12-05")
    let before = ben.memo("blame", "milk").output
    #expect(before.hasSuffix("  One.\n"))
    // The blank line below front matter has no author.
    #expect(!before.split(separator: "\n").contains { $0.hasSuffix("Ana") })
    ben.memo("rm", "milk", "-y")
    let after = ben.memo("blame", "milk")
    #expect(after.output == before)
    #expect(after.error.contains("note: deleted "))
    #expect(after.error.contains("brings it back"))
    #expect(ben.memo("blame", "milk", "--json").output.contains("\"deleted\": {"))
    // Another task at the same path is another one.
    ana.memo("add", "Milk")
    #expect(author("deadline: 2026-12-05", ana, "milk") == nil)
  }

  /// Several commits may be made in one second.
  @Test func theFileNameHasItsLastAuthor() throws {
    for name in ["Milk", "Bread", "Eggs", "Butter", "Tea"] {
      for words in [["add", name], ["rename", name, "\(name) now"]] {
        ana.setClock(1_795_000_000)
        #expect(ana.memo(words).status == .done)
      }
      let renaming = try ana.scratch.git("rev-parse", "--short=7", "HEAD", in: ana.folder)
      let place = "file: todo/\(name.lowercased())-now.md"
      let line = ana.memo("blame", "\(name) now").output.split(separator: "\n")
        .first { $0.hasSuffix(place) }
      #expect(line?.hasPrefix(renaming) == true, "\(line ?? "")")
    }
  }

  @Test func repairsAreNotAuthorsOfLines() throws {
    ana.memo("add", "Milk", "-m", "One.")
    ana.memo("sync")
    ben.memo("sync")
    let text = try ben.read("todo/milk.md")
    try ben.write(
      text.replacing("title: Milk", with: "title: \"Milk").replacing("One.", with: "One.\nTwo."),
      to: "todo/milk.md")
    ben.memo("sync")
    ana.memo("sync")
    let broken = try ana.read("todo/milk.md")
    try ana.write(
      broken.replacing("\"Milk", with: "Milk").replacing("Two.", with: "Two.\nThree."),
      to: "todo/milk.md")
    ana.memo("sync")
    #expect(author("One.", ana, "milk") == "Ana")
    #expect(author("Two.", ana, "milk") == "Ben")
    #expect(author("Three.", ana, "milk") == "Ana")
  }

  @Test func boardsAreCompared() throws {
    ana.memo("add", "Milk")
    ana.memo("add", "Bread")
    ana.memo("add", "Eggs")
    ana.wait(seconds: 86_400)
    ana.memo("done", "milk")
    ana.memo("rm", "eggs", "-y")
    ana.memo("add", "Butter")
    try ana.write(ana.read("todo/bread.md") + "Rye.\n", to: "todo/bread.md")
    let now = ana.memo("diff", "yesterday")
    #expect(now.output.contains("add: Butter\n"))
    #expect(now.output.contains("move: Milk (todo → done)\n"))
    #expect(now.output.contains("note: Bread (Rye.)\n"))
    #expect(now.output.contains("delete: Eggs\n"))
    #expect(now.output.split(separator: "\n").count == 4)
    #expect(ana.memo("diff", "HEAD~1", "HEAD").output == "add: Butter\n")
    #expect(ana.memo("diff", "HEAD", "HEAD").output == "")
    #expect(ana.memo("diff", "HEAD~1", "--json").output.contains("\"changes\": ["))
    let future = ana.memo("diff", "yesterday", "2026-12-31")
    #expect(future.status != .done)
    #expect(future.error.contains("'2026-12-31' is in the future"))
  }
}
