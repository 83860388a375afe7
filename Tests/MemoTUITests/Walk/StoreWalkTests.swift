import BoardModel
import Foundation
import MemoCLI
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// Random keys on the board of a real store: the log has exactly the changes that were made.
@Suite(.onItsOwnThread) struct StoreWalkTests {
  private static let keys = Effort.count(250)

  @Test(arguments: Effort.isWhole ? [1, 3] : [3]) func anyKeysInAStore(seed: UInt64) throws {
    let desk = Desk(try Scratch(), "store", seed: seed)
    for line in [
      "memo init", "memo add Milk due:2026-11-18 +home", "memo add 'Call the bank' p:high",
      "memo add --doing Paint -m '- [ ] one'", "memo add Bread",
    ] { _ = try desk.type(line) }
    var stage = try Stage(desk)
    var random = SeededRandom(seed: seed)
    var (head, hit) = (try desk.head(), "")
    for _ in 0..<Self.keys {
      let jobs = stage.state.jobs
      let key = Self.key(&random, stage.state)
      hit += "\(key.text) "
      stage.send(.input(.key(key.key, key.modifiers)))
      let now = try desk.head()
      // Each commit belongs to a key that asked for it.
      #expect(now == head || stage.state.jobs > jobs, "\(hit)")
      head = now
      if let selected = stage.state.selected {
        #expect(stage.state.storeState?.tasks[selected] != nil, "\(hit)")
      }
      // The board shows the current files.
      if stage.state.past == nil {
        let shown = Set(stage.state.present?.tasks.values.map(\.path) ?? [])
        #expect(shown == Set(desk.tasks()), "\(hit)")
      }
    }
    #expect(try desk.complaints() == "", "\(hit)")
    #expect(desk.memo("check").status == .done, "\(hit)")
    // All changes can be undone one after the other.
    #expect(try desk.journal().count > 6, "\(hit)")
    for _ in 0..<5 { desk.memo("undo") }
    #expect(try desk.complaints() == "", "\(hit)")
  }

  private static func key(_ random: inout SeededRandom, _ state: BoardState) -> KeyStroke {
    if Int.random(in: 0..<4, using: &random) == 0 {
      let keys: [Key] = [.enter, .enter, .enter, .escape, .tab, .down, .left, .right]
      let letters: [Key] = "ymilktodaye+ 12".map { .character($0) }
      return KeyStroke((keys + letters).randomElement(using: &random) ?? .enter)
    }
    return Action.allCases.randomElement(using: &random).flatMap { state.bindings.keys[$0] }?
      .randomElement(using: &random) ?? KeyStroke("j")
  }
}

extension Desk {
  /// The current commit of the branch.
  fileprivate func head() throws -> String { try read(".git/refs/heads/main") }
}
