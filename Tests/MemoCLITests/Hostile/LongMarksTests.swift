import MemoCLI
import TestSupport
import Testing

/// Letters with tens of thousands of combining marks, which take seconds to compare.
///
/// Also versions of a file that are too large to merge.
@Suite(.timeLimit(.minutes(30))) struct LongMarksTests {
  private static let letter = "e" + String(repeating: "\u{301}\u{323}", count: 10_000)

  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "store")
    desk.memo("init", desk.scratch("store"), in: Desk(desk.scratch, ".").context)
    return desk
  }

  @Test func textsAreShownAndFound() throws {
    let desk = try desk()
    try desk.write("---\ntitle: A\n---\n\(Self.letter)\n- [ ] \(Self.letter)\n", to: "todo/a.md")
    try desk.write("---\ntitle: \(Self.letter)\n---\n", to: "todo/b.md")
    for line in [
      ["list"], ["show", "todo/a.md"], ["show", "todo/b.md"], ["find", "x"], ["add", "Milk"],
      ["log", "-p"], ["set", "todo/a.md", "p=high"], ["done", "todo/a.md"], ["undo"],
    ] {
      let outcome = desk.memo(line)
      #expect(outcome.status == .done, "\(line): \(outcome.error.prefix(500))")
    }
    // Comparing bytes, since comparing strings would take as long.
    let kept = try Array(desk.read("todo/a.md").utf8)
    #expect(kept.contains(Array(Self.letter.utf8)))
    #expect(desk.memo("check").output.contains("a letter here has too many combining marks"))
  }

  /// memo writes nothing that it would not read.
  @Test(arguments: [
    ["add", "LETTER"], ["add", "Tea", "+LETTER"], ["set", "milk", "note=LETTER"],
    ["rename", "milk", "LETTER"],
  ])
  func valuesAreRefused(line: [String]) throws {
    let desk = try desk()
    desk.memo("add", "Milk")
    let (letter, other) = (
      "e" + String(repeating: "\u{301}", count: 31), "e" + String(repeating: "\u{301}", count: 30)
    )
    let before = try desk.journal()
    let outcome = desk.memo(line.map { $0.replacing("LETTER", with: letter) })
    #expect(outcome.status == .refused || outcome.status == .usage, "\(outcome)")
    #expect(outcome.error.contains("a letter here has too many combining marks"))
    #expect(try desk.journal() == before)
    if line[0] != "rename" {
      #expect(desk.memo(line.map { $0.replacing("LETTER", with: other) }).status == .done)
      #expect(desk.memo("check").status == .done)
    }
  }

  @Test func authorsAreShown() throws {
    let desk = try desk()
    desk.memo("add", "Milk")
    let tree = try desk.scratch.git("rev-parse", "HEAD^{tree}", in: "store")
    let head = try desk.scratch.git("rev-parse", "HEAD", in: "store")
    try desk.scratch.write(
      """
      tree \(tree)
      parent \(head)
      author \(Self.letter) <\(Self.letter)> 1790000000 +0000
      committer \(Self.letter) <x@example.org> 1790000000 +0000

      \(Self.letter)

      """, to: "commit")
    let commit = try desk.scratch.git(
      "hash-object", "-t", "commit", "-w", desk.scratch("commit"), in: "store")
    try desk.scratch.git("update-ref", "HEAD", commit, in: "store")
    for line in [["log"], ["log", "--json"], ["show", "milk"], ["status"], ["add", "Tea"]] {
      #expect(desk.memo(line).status == .done, "\(line)")
    }
  }

  @Test func tooLargeFilesAreNotMerged() throws {
    let desk = try desk()
    try desk.write("a\n", to: "base")
    try desk.write("b\n", to: "ours")
    try desk.write(String(repeating: "c\n", count: 5 << 20), to: "theirs")
    let outcome = desk.memo("merge-file", "base", "ours", "theirs", "todo/a.md")
    #expect(outcome.status == .refused)
    #expect(outcome.error.contains("larger than 8 MB, so it was not merged; ours is kept"))
    #expect(try desk.read("ours") == "b\n")
  }
}
