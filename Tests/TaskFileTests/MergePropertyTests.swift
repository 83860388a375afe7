@testable import TaskFile
import TestSupport
import Testing

@Suite struct MergePropertyTests {
  private let cases = Effort.count(200)

  @Test func everyMergeKeepsItsPromises() {
    var source = RandomDocuments(seed: 15)
    var (conflicts, guesses) = (0, 0)
    for number in 0..<cases {
      let triple = source.triple()
      let (base, kim, ada) = (triple.base, MergeSide.kim(triple.kim), MergeSide.ada(triple.ada))
      let merge = TaskMerge(base: base, kim, ada)
      conflicts += merge.notes.isEmpty ? 0 : 1
      #expect(merge == TaskMerge(base: base, ada, kim))
      #expect(TaskMerge(base: base, .kim(base), ada).task == ada.task)
      #expect(TaskMerge(base: base, kim, .ada(base)).task == kim.task)
      for side in [kim, ada] {
        let after = TaskMerge(base: side.task, .merger(merge.task), side)
        #expect(after.task == merge.task && after.notes.isEmpty)
        // Merging again without knowing of the merge may match repeated lines wrongly.
        guard number.isMultiple(of: 4) else { continue }
        let again = TaskMerge(base: base, .merger(merge.task), side)
        if again.task != merge.task || !again.notes.isEmpty { guesses += 1 }
      }
      let problems = MergeCheck(triple, merge).problems
      #expect(problems.isEmpty, "\(triple) \(merge)")
    }
    #expect(conflicts > cases / 20)
    #expect(guesses <= 5 + cases / 100)
  }

  @Test func noInputTraps() {
    var source = RandomDocuments(seed: 16)
    for _ in 0..<cases {
      func placed() -> TaskVersion? {
        source.chance(90)
          ? TaskVersion(
            path: source.pick(["todo/a.md", "a", "", "/", "x/y/z.md", "done/a.md"]),
            document: TaskDocument(source.anyBytes())) : nil
      }
      let (base, kim, ada) = (placed(), placed(), placed())
      let merge = TaskMerge(base: base, .kim(kim), .ada(ada))
      #expect(merge == TaskMerge(base: base, .ada(ada), .kim(kim)))
      for task in [kim, ada, merge.task].compactMap({ $0 }) {
        #expect(task.document.conflictNotes.count == task.document.item.conflictNotes)
        _ = try? task.document.resolving(.keepCurrent)
        _ = try? task.document.resolving(.takeDiscarded)
      }
    }
  }
}
