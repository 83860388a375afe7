import TaskFile
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Whether folder or text decides the status: all cases.
@Suite struct ReconciliationTests {
  private func settle(_ folder: Status, _ text: Status?, _ agreed: Status?) -> String {
    let settled = Reconciliation(folder: folder, text: text, agreed: agreed)
    return settled.status.rawValue + (settled.isContested ? " contested" : "")
  }

  @Test func agreementNeedsNoDecision() {
    for status in Status.allCases {
      for agreed in Status.allCases + [nil] {
        #expect(settle(status, status, agreed) == status.rawValue)
        #expect(settle(status, nil, agreed) == status.rawValue)
      }
    }
  }

  @Test func theChangedOneWins() {
    #expect(settle(.doing, .todo, .todo) == "doing")
    #expect(settle(.todo, .doing, .todo) == "doing")
    #expect(settle(.done, .todo, .todo) == "done")
    #expect(settle(.todo, .done, .todo) == "done")
  }

  @Test func theFolderWinsIfBothChanged() {
    #expect(settle(.doing, .done, .todo) == "doing contested")
    #expect(settle(.done, .doing, .todo) == "done contested")
    #expect(settle(.todo, .done, nil) == "todo contested")
  }

  @Test func theResultIsOneOfTheTwo() {
    for folder in Status.allCases {
      for text in Status.allCases where text != folder {
        for agreed in Status.allCases + [nil] {
          let settled = Reconciliation(folder: folder, text: text, agreed: agreed)
          #expect([folder, text].contains(settled.status))
          #expect(settled.isContested == (agreed != folder && agreed != text))
        }
      }
    }
  }
}
