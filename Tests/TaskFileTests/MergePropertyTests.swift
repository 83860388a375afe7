import Foundation
@testable import TaskFile
import Testing

@Suite struct MergePropertyTests {
  private let cases =
    ProcessInfo.processInfo.environment["MEMO_MERGE_CASES"].flatMap { Int($0) } ?? 2000

  @Test func whatOneSideChangedIsTakenAsItIs() {
    var source = RandomDocuments(seed: 12)
    for _ in 0..<cases {
      let triple = source.triple()
      let base = triple.base
      #expect(TaskMerge(base: base, .kim(base), .ada(triple.ada)).task == triple.ada)
      #expect(TaskMerge(base: base, .kim(triple.kim), .ada(base)).task == triple.kim)
      #expect(TaskMerge(base: base, .kim(triple.kim), .ada(triple.kim)).task == triple.kim)
    }
  }

  @Test func toMergeAgainChangesNothing() {
    var source = RandomDocuments(seed: 13)
    var guesses = 0
    for _ in 0..<cases {
      let triple = source.triple()
      let merge = TaskMerge(base: triple.base, .kim(triple.kim), .ada(triple.ada))
      for side in [MergeSide.kim(triple.kim), .ada(triple.ada)] {
        let after = TaskMerge(base: side.task, .merger(merge.task), side)
        #expect(after.task == merge.task)
        #expect(after.notes.isEmpty)
        // Harder: as if the merge had not been recorded as one.
        let again = TaskMerge(base: triple.base, .merger(merge.task), side)
        if again.task != merge.task || !again.notes.isEmpty { guesses += 1 }
      }
    }
    #expect(guesses * 100 <= cases * 2)
  }

  @Test func nothingIsLostAndNothingMadeUp() {
    var source = RandomDocuments(seed: 15)
    var conflicts = 0
    for _ in 0..<cases {
      let triple = source.triple()
      let merge = TaskMerge(base: triple.base, .kim(triple.kim), .ada(triple.ada))
      #expect(merge == TaskMerge(base: triple.base, .ada(triple.ada), .kim(triple.kim)))
      guard let document = merge.task?.document else { continue }
      #expect(document.isUnderstood && merge.second == nil && !merge.isMereText)
      let found = document.conflictNotes.map(\.note)
      #expect(document.item.conflictNotes == found.count)
      #expect(merge.notes.allSatisfy(found.contains))
      guard let kim = triple.kim, let ada = triple.ada, let result = merge.task else { continue }
      conflicts += merge.notes.isEmpty ? 0 : 1
      let losses = MergeLosses(base: triple.base, sides: [kim, ada], merge: merge, result: result)
      #expect(losses.all.isEmpty)
      if !losses.all.isEmpty { show(triple, merge) }
    }
    #expect(conflicts > cases / 20)
  }

  @Test func noInputTraps() {
    var source = RandomDocuments(seed: 16)
    for _ in 0..<cases {
      func placed() -> PlacedDocument? {
        source.chance(90)
          ? PlacedDocument(
            path: source.pick(["todo/a.md", "a", "", "/", "x/y/z.md", "done/a.md"]),
            document: TaskDocument(source.anyBytes())) : nil
      }
      let (base, kim, ada) = (placed(), placed(), placed())
      let merge = TaskMerge(base: base, .kim(kim), .ada(ada))
      #expect(merge == TaskMerge(base: base, .ada(ada), .kim(kim)))
      for task in [kim, ada, merge.task].compactMap({ $0 }) {
        #expect(task.document.conflictNotes.count == task.document.item.conflictNotes)
        _ = try? task.document.resolving(.keepWinner)
        _ = try? task.document.resolving(.takeNote)
      }
    }
  }

  private func show(_ triple: RandomTriple, _ merge: TaskMerge) {
    for (name, task) in [
      ("base", triple.base), ("kim", triple.kim), ("ada", triple.ada), ("merged", merge.task),
    ] {
      print("=== \(name) \(task?.path ?? "nil")\n\(task?.text.debugDescription ?? "")")
    }
  }
}
