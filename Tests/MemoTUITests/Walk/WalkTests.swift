import Foundation
@testable import MemoTUI
import PlayedTerminal
@testable import Terminal
import TestSupport
import Testing

/// For any keys and events: no trap, no selection of missing tasks, no change without a key, and
/// the terminal shows the board.
///
/// `MEMO_ALL=100000 swift test --filter WalkTests` takes so many steps.
@Suite struct WalkTests {
  private static let steps = Effort.count(500)

  private static let walks = 8

  @Test(arguments: 0..<walks) func anyKeys(walk: Int) throws {
    let desk = Desk(try Scratch(), "store")
    var walk = try RandomWalk(seed: UInt64(walk) + 1, desk)
    var window = Windows()
    for step in 0..<(Self.steps / Self.walks) {
      walk.walk()
      let screen = walk.screen()
      let faults = walk.faults + window.show(screen, isRedrawn: walk.redraws)
      guard faults.isEmpty else {
        Issue.record(
          "step \(step): \(faults)\n\(walk.past.joined(separator: "\n"))\n\(screen.text)")
        return
      }
    }
  }

  /// Moving the selection sends few bytes, even if the column scrolls.
  @Test func aStepCostsFewBytes() throws {
    let desk = Desk(try Scratch(), "store")
    var walk = try RandomWalk(seed: 3, desk)
    let files = (0..<300).map { number in
      """
      ---
      title: Task \(number) of which there is something to tell
      deadline: 2026-12-\(number % 20 + 10)
      tags: [home]
      id: \(RandomTasks.id(number + 1))
      ---
      """
    }
    var tasks = RandomTasks()
    for (number, text) in files.enumerated() { tasks.put(text, "todo/\(number).md") }
    _ = walk.state.update(.storeState(tasks.storeState))
    var shown = walk.screen()
    var costs: [Int] = []
    for key in Array(repeating: Key.down, count: 290) + Array(repeating: .up, count: 200) {
      _ = walk.state.update(.input(.key(key)))
      let screen = walk.screen()
      costs.append(ScreenUpdate(depth: .indexed).bytes(from: shown, to: screen).count)
      shown = screen
    }
    let mean = costs.reduce(0, +) / costs.count
    let most = costs.max() ?? 0
    #expect(mean <= 1000, "\(mean), at most \(most)")
    #expect(most <= 2000)
  }
}

/// Three terminals with different tables of widths, which get the board's output.
private struct Windows {
  private var terminals: [EmulatedTerminal] = []
  private var shown: Screen?
  private var redraws = 0
  private var erasures = 0

  /// - Returns: The broken rules.
  mutating func show(_ screen: Screen, isRedrawn redraws: Int) -> [String] {
    if redraws != self.redraws { shown = nil }
    self.redraws = redraws
    if shown?.rows != screen.rows || shown?.columns != screen.columns { erasures += 1 }
    let bytes = ScreenUpdate(depth: .direct).bytes(from: shown, to: screen)
    let isOld = terminals.first.map { ($0.rows, $0.columns) == (screen.rows, screen.columns) }
    if isOld != true {
      terminals = WidthTable.allCases.map {
        EmulatedTerminal(rows: screen.rows, columns: screen.columns, $0)
      }
      erasures = 1
    }
    shown = screen
    var faults: [String] = []
    for (index, table) in WidthTable.allCases.enumerated() {
      terminals[index].take(bytes)
      if let difference = terminals[index].difference(from: screen, table) {
        faults.append("\(table): \(difference)")
      }
      if terminals[index].unknown != [] { faults.append("\(terminals[index].unknown)") }
      if terminals[index].erasures != erasures { faults.append("erased") }
      let cursor = terminals[index].cursor
      if let wanted = screen.cursor, cursor != (wanted.row, wanted.column) {
        faults.append("the cursor is at \(cursor), not at \(wanted)")
      }
    }
    return faults
  }
}
