@testable import TaskFile
import Testing

@Suite struct ArchivePathTests {
  @Test(arguments: [
    ("2026/11/a.md", "a.md"), ("2026/11/home/a.md", "home/a.md"),
    ("home/2026/11/a.md", "home/2026/11/a.md"),
    ("2026/13/a.md", "2026/13/a.md"), ("2026/00/a.md", "2026/00/a.md"),
    ("2026/1/a.md", "2026/1/a.md"),
    ("202/11/a.md", "202/11/a.md"), ("2026/a.md", "2026/a.md"), ("a.md", "a.md"), ("2026/11", ""),
    ("", ""),
    ("2026/11/2025/01/a.md", "2025/01/a.md"), ("٢٠٢٦/11/a.md", "٢٠٢٦/11/a.md"),
  ]) func removesTheMonth(_ path: String, _ expected: String) {
    #expect(ArchiveFolder.removed(from: path) == expected)
  }

  @Test func addsTheMonth() throws {
    #expect(ArchiveFolder.folder(try #require(CalendarDate(iso: "0987-06-05"))) == "0987/06")
  }

  private func task(_ path: String, tag: String? = nil) -> TaskVersion {
    let status = path.prefix { $0 != "/" }
    let tags = tag.map { "tags: [\($0)]\n" } ?? ""
    return TaskVersion("---\ntitle: a\nstatus: \(status)\n\(tags)---\n", at: path)
  }

  @Test func aMergeUnarchivesOnlyDoneTasks() {
    for swapped in [false, true] {
      let (shelved, reopened) = (task("done/2026/11/home/a.md"), task("todo/home/a.md"))
      let result = merge(
        task("done/home/a.md"), kim: swapped ? reopened : shelved,
        ada: swapped ? shelved : reopened)
      #expect(result.task == reopened)
      let edited = merge(
        shelved, kim: swapped ? reopened : task("done/2026/11/home/a.md", tag: "x"),
        ada: swapped ? task("done/2026/11/home/a.md", tag: "x") : reopened)
      #expect(edited.task == task("todo/home/a.md", tag: "x"))
      // A folder of the user that looks like the archive.
      let own = merge(
        task("todo/2026/11/a.md"), kim: task("doing/2026/11/a.md"),
        ada: task("todo/2026/11/a.md", tag: "x"))
      #expect(own.task == task("doing/2026/11/a.md", tag: "x"))
    }
  }
}
