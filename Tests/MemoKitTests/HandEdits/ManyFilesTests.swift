import MemoKit
import TaskFile
import TestSupport
import Testing

/// Whole folders that are added or removed at once.
@Suite struct ManyFilesTests {
  private func drop(_ count: Int, into bench: Bench) throws {
    for number in 1...count {
      try bench.desk.write("# Task \(number)\n", to: "todo/home/t\(number).md")
    }
  }

  @Test func aHundredAndFiftyFilesAreOneCommit() throws {
    let bench = try Bench()
    try drop(150, into: bench)
    let report = try bench.record()
    #expect(report.recorded.count == 150)
    #expect(try bench.journal() == ["add: 150 tasks"])
    let message = try bench.desk.scratch.git("log", "-1", "--format=%b", in: "kim")
    let lines = message.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("- Task ") }.count == 150)
    #expect(Set(lines.filter { $0.hasPrefix("Memo-Task: ") }).count == 150)
    let snapshot = try bench.store().read()
    #expect(Set(snapshot.tasks.compactMap(\.id)).count == 153)
    #expect(snapshot.problems == [])
    #expect(try bench.desk.complaints() == "")
    #expect(try bench.record().recorded == [])
  }

  /// A commit's change of an id is found once, not for each file with the id.
  @Test func hundredsOfCopiesAreFast() throws {
    let bench = try Bench()
    for number in 1...300 {
      try bench.desk.write(
        "---\ntitle: Task\nid: kxtwqzbnrm\n---\n\(number)\n", to: "todo/t\(number).md")
    }
    try bench.shell("git add . && git commit --quiet --message Copies")
    try bench.record()
    let snapshot = try bench.store().read()
    #expect(Set(snapshot.tasks.compactMap(\.id)).count == 303)
    #expect(snapshot.tasks.filter { $0.id?.text == "kxtwqzbnrm" }.count == 1)
  }

  @Test func moreThanAHundredChangesAreOneCommit() throws {
    let bench = try Bench()
    try drop(150, into: bench)
    try bench.record()
    try bench.shell(
      """
      for n in $(seq 1 60); do rm todo/home/t$n.md; done
      for n in $(seq 61 120); do mv todo/home/t$n.md done/; done
      for n in 1 2 3; do echo New > todo/n$n.md; done
      sed -i 's/Apples/Pears/' todo/a.md
      """)
    let store = try bench.store()
    store.confirms = { _ in true }
    #expect(try store.recordHandEdits().recorded.count == 124)
    #expect(try bench.journal().last == "edit: 124 tasks")
    #expect(try bench.desk.complaints() == "")
  }

  @Test func aHundredChangesAreListed() throws {
    let bench = try Bench()
    try drop(100, into: bench)
    try bench.record()
    let expected = (1...100).map { "add: Task \($0)" }.sorted()
    #expect(try bench.journal().sorted() == expected)
    #expect(try bench.desk.complaints() == "")
  }

  @Test func aFolderCommittedWithGitGetsIDs() throws {
    let bench = try Bench()
    try drop(150, into: bench)
    try bench.shell("git add -A; git commit -qm 'Many'")
    #expect(try bench.record().recorded.count == 150)
    #expect(try bench.journal() == ["Many", "edit: 150 tasks"])
    #expect(try bench.store().read().tasks.allSatisfy { $0.id != nil })
    #expect(try bench.desk.complaints() == "")
  }
}
