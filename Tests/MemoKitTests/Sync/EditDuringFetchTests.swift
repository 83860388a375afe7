import MemoKit
import Synchronization
import TestSupport
import Testing

/// Hand edits that are saved during a fetch.
@Suite struct EditDuringFetchTests {
  @Test(arguments: [false, true]) func anEditIsReportedOnce(isMerge: Bool) throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo("add", "Milk")
    ana.memo("sync")
    ben.memo("sync")
    ben.memo("add", "Theirs")
    ben.memo("sync")
    if isMerge { ana.memo("add", "Ours") }
    let calls = Mutex(0)
    var told = 0
    let report = try ana.store().sync(
      SyncProgress(isInterrupted: {
        let count = calls.withLock { calls in
          calls += 1
          return calls
        }
        // The first one is saved before memo records.
        if count == 2, let text = try? ana.read("todo/milk.md") {
          try? ana.write(text + "Two bottles.\n", to: "todo/milk.md")
        }
        return false
      })
    ) { told += $0.recorded.count }
    #expect(report.recorded.map(\.title) == ["Milk"])
    #expect(told == 1)
    #expect(try ana.journal().filter { $0.hasPrefix("note: Milk") }.count == 1)
  }
}
