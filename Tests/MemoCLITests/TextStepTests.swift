import MemoCLI
import MemoKit
import TaskHistory
import TestSupport
import Testing

/// Descriptions of changes of a text.
@Suite struct TextStepTests {
  /// Repeated lines are removed one by one.
  @Test func repeatedLinesAreRemovedOnce() throws {
    let desk = Desk(try Scratch(), "kim")
    try Store.create(desk.scratch("kim"), environment: desk.environment).expectNew()
    desk.memo("add", "Milk", "-m", "- [ ] a\n- [ ] a")
    desk.memo("note", "milk", "hi")
    desk.memo("note", "milk", "hi")
    #expect(desk.memo("undo").status == .done)
    let path = desk.tasks()[0]
    try desk.write(try desk.read(path).replacing("- [ ] a\n- [ ] a", with: "- [ ] a"), to: path)
    #expect(desk.memo("status").status == .done)
    desk.memo("tick", "milk", "--add", "b")
    desk.memo("tick", "milk", "--add", "b")
    desk.memo("undo")
    for words in [["log"], ["log", "milk"], ["show", "milk"], ["diff", "HEAD~1"]] {
      #expect(desk.memo(words).status == .done, "\(words)")
    }
    #expect(
      try desk.journal() == [
        "undo: edit: Milk (item b)", "edit: Milk (item b)", "edit: Milk (item b)",
        "edit: Milk (body)", "undo: note: Milk (hi)", "note: Milk (hi)", "note: Milk (hi)",
        "add: Milk", "init: kim",
      ])
    #expect(try desk.complaints() == "")
  }

  /// The description has one line, and a mark for more.
  @Test func moreLinesAreMarked() throws {
    let desk = Desk(try Scratch(), "kim")
    try Store.create(desk.scratch("kim"), environment: desk.environment).expectNew()
    desk.memo("add", "Milk")
    let path = desk.tasks()[0]
    try desk.write(try desk.read(path) + "One.\n\nTwo.\n", to: path)
    #expect(desk.memo("diff", "HEAD").output == "note: Milk (One. …)\n")
    desk.memo("note", "milk", "Three.")
    #expect(try desk.journal().prefix(2) == ["note: Milk (Three.)", "note: Milk (One. …)"])
    #expect(
      desk.memo("undo", "2").output.hasSuffix("  Milk  note removed: One. …\n"))
  }

  /// Descriptions of random changes.
  @Test(arguments: 0..<UInt64(Effort.count(8))) func anyChangeHasADescription(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lines = ["", "a", "b", "- [ ] a", "- [x] a", "- [ ] b", "  "]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (lines.randomElement(using: &random) ?? "") + "\n"
      }.joined()
    }
    for _ in 0..<100 {
      let (old, new) = (text(), text())
      let step = TextStep(from: old, to: new)
      // Only added text, ticks and new items have a description.
      if let step { #expect(!step.detail.isEmpty && !step.detail.contains("\n")) }
      if old == new { #expect(step == nil) }
    }
  }
}
