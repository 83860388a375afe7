import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Deleted lines can be found again.
@Suite struct DeletedLinesTests {
  /// Each line as `when path:line: text`, where `when` counts minutes since the start.
  private func lost(_ bench: Bench, _ words: String...) throws -> [String] {
    let store = try bench.store()
    return try store.deletedLines(try TextQuery(words), try store.read()).map { lost in
      let place = lost.line.number.map { ":\($0)" } ?? " \(lost.line.part.rawValue)"
      let minutes = (lost.change.time.secondsSince1970 - 1_795_187_045) / 60
      return "\(minutes) \(lost.path)\(place): \(lost.line.text)"
    }
  }

  @Test func findsDeletedLinesAndTheirTime() throws {
    let bench = try Bench()
    #expect(try lost(bench, "day") == [])
    try bench.desk.write(
      Bench.task("Apples", "todo", "bbbbbbbbbb", "One a day.\nRed ones all day.\n"), to: "todo/a.md"
    )
    try bench.record()
    try bench.desk.write(Bench.task("Pears", "todo", "bbbbbbbbbb", "Red ones.\n"), to: "todo/a.md")
    try bench.record()
    #expect(
      try lost(bench, "day") == ["1 todo/a.md:6: One a day.", "1 todo/a.md:7: Red ones all day."])
    #expect(try lost(bench, "apples") == ["1 todo/a.md title: Apples"])
    // All words must occur in one version.
    #expect(try lost(bench, "pears", "day") == [])
    #expect(try lost(bench, "apples", "red").count == 2)
    // Uncommitted deletions count, and lines that came back don't.
    try bench.desk.remove("todo/a.md")
    #expect(try lost(bench, "pears") == ["2 todo/a.md title: Pears"])
    try bench.desk.write(
      Bench.task("Apples", "todo", "bbbbbbbbbb", "One a day.\n"), to: "doing/z.md")
    #expect(try lost(bench, "day") == ["1 todo/a.md:7: Red ones all day."])
  }

  /// A line that neither of two files with one id has any more is deleted.
  @Test func linesMissingInACopyAreDeleted() throws {
    let bench = try Bench()
    try bench.desk.write(
      Bench.task("Apples", "todo", "bbbbbbbbbb", "One a day.\nRed ones all day.\n"), to: "todo/a.md"
    )
    try bench.record()
    try bench.shell("sed /Red/d todo/a.md > todo/b.md; git add -A; git commit -qm Copy")
    #expect(try lost(bench, "day") == [])
    try bench.shell("git rm -q todo/a.md; git commit -qm Gone")
    #expect(
      try lost(bench, "day")
        == ["1 todo/a.md:7: Red ones all day."])
  }

  @Test func findsEachLineOnceAcrossMoves() throws {
    let bench = try Bench()
    for (number, folder) in ["doing", "done", "doing", "todo/home"].enumerated() {
      try bench.shell("mkdir -p \(folder); mv $(git ls-files '*a.md') \(folder)/a.md")
      try bench.shell("printf 'Line \(number)\\n' >> \(folder)/a.md")
      try bench.record()
    }
    try bench.shell("rm todo/home/a.md")
    try bench.record()
    #expect(try lost(bench, "one a") == ["4 todo/home/a.md:6: One a day."])
    #expect(
      try lost(bench, "line")
        == [
          "4 todo/home/a.md:7: Line 0", "4 todo/home/a.md:8: Line 1", "4 todo/home/a.md:9: Line 2",
          "4 todo/home/a.md:10: Line 3",
        ])
  }

  @Test func aMergeIsNotTheAuthor() throws {
    let bench = try Bench()
    try bench.shell(
      """
      git checkout -q -b side
      printf 'From the side.\\n' >> todo/a.md
      GIT_COMMITTER_DATE='1795190645 +0000' GIT_AUTHOR_DATE='1795190645 +0000' git commit -qam side
      git checkout -q main
      printf 'From main.\\n' >> todo/b.md
      GIT_COMMITTER_DATE='1795194245 +0000' GIT_AUTHOR_DATE='1795194245 +0000' git commit -qam main
      GIT_COMMITTER_DATE='1795197845 +0000' GIT_AUTHOR_DATE='1795197845 +0000' git merge -q -m merge side
      git rm -q todo/a.md todo/b.md; git commit -qm gone
      """)
    #expect(
      try lost(bench, "from") == ["120 todo/b.md:7: From main.", "60 todo/a.md:7: From the side."])
  }

  @Test func filesWithoutAnIDAreKnownByPath() throws {
    let bench = try Bench()
    try bench.shell(
      "printf 'Plain words\\n' > todo/p.md; git add -A; GIT_AUTHOR_DATE='1795190645 +0000' git commit -qm plain"
    )
    // Recording adds an id, and the words are still there.
    try bench.record()
    #expect(try lost(bench, "plain") == [])
    try bench.shell("sed -i 's/Plain words/Other words/' todo/p.md")
    #expect(try lost(bench, "plain").count == 2)
  }
}
