@testable import TaskFile
import TestSupport
import Testing

/// The later change of a field wins, even if its side changed nothing else later.
@Suite struct RecencyTests {
  @Test func theOrderOfSidesDoesNotMatter() {
    var source = RandomDocuments(seed: 31)
    for _ in 0..<Effort.count(100) {
      let triple = source.triple()
      let kim = side(.kim(triple.kim), since: triple.base, &source)
      let ada = side(.ada(triple.ada), since: triple.base, &source)
      #expect(TaskMerge(base: triple.base, kim, ada) == TaskMerge(base: triple.base, ada, kim))
    }
  }

  @Test func theLaterChangeOfEachPartWins() {
    var source = RandomDocuments(seed: 32)
    let keys = ["title", "deadline", "mood", "place"]
    func task(_ name: String) -> TaskVersion {
      let header = keys.map { "\($0): \(name) \($0)\n" }.joined()
      return TaskVersion("---\n\(header)---\n\(name) one\n\n\(name) two\n")
    }
    for _ in 0..<Effort.count(100) {
      let base = task("old")
      let kim = side(.kim(task("kim")), since: base, &source)
      let ada = side(.ada(task("ada")), since: base, &source)
      guard let result = TaskMerge(base: base, kim, ada).task?.document else {
        Issue.record("no task")
        continue
      }
      for key in keys {
        let part = TaskPart.field(key)
        let isKims = kim.lastChange(of: part).isNewer(than: ada.lastChange(of: part))
        #expect(result.value(of: key) == .text("\(isKims ? "kim" : "ada") \(key)"))
      }
      for line in ["one", "two"] {
        let (mine, their) = (Array("kim \(line)".utf8), Array("ada \(line)".utf8))
        let isKims = kim.lastChange(of: .line(mine)).isNewer(than: ada.lastChange(of: .line(their)))
        let winner = isKims ? mine : their
        #expect(BodyLines(result.bodyBytes).lines.contains { $0.text == winner })
      }
    }
  }

  private func side(
    _ side: MergeSide, since base: TaskVersion?, _ source: inout RandomDocuments
  ) -> MergeSide {
    guard let task = side.task else { return side }
    var side = side
    for part in TaskPart.changed(from: base, to: task) {
      side.parts[part] = LastChange(
        author: source.pick(["Kim", "Ada"]),
        time: Timestamp(
          secondsSince1970: 1_795_000_000 + Int64(source.pick([0, 100, 200, 300])),
          offsetMinutes: 0), commit: source.pick(["a", "b", "c"]))
    }
    return side
  }
}
