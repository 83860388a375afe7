import BoardModel
import MemoKit
@testable import MemoTUI
import TestSupport
import Testing

/// Updated states equal fresh ones.
@Suite(.onItsOwnThread) struct WorldMakerTests {
  @Test(arguments: 0..<3) func theOrderFollowsTheHistory(seed: UInt64) throws {
    let desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    for number in 0..<12 { desk.memo("add", "Task \(number)") }
    for number in 0..<6 { desk.memo("done", "task-\(number)") }
    let root = desk.scratch(desk.folder)
    let maker = StoreStateMaker(root, desk.environment)
    let feed = StoreFeed(of: try Store.open(root, environment: desk.environment))
    var random = SeededRandom(seed: seed)
    for step in 0..<30 {
      let number = Int.random(in: 0..<12, using: &random)
      let file = "$(ls todo/task-\(number).md done/task-\(number).md 2>/dev/null | head -1)"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: _ = try desk.type("test -z \"\(file)\" || echo 'line \(step)' >>\"\(file)\"")
      case 4: desk.memo("done", "task-\(number)")
      case 5: desk.memo("reopen", "task-\(number)")
      case 6:
        _ = try desk.type("test ! -e done/task-\(number).md || mv done/task-\(number).md todo/")
      case 7:
        _ = try desk.type("test ! -e todo/task-\(number).md || mv todo/task-\(number).md done/")
      case 8: desk.memo("undo")
      default: _ = try desk.type("git add -A; git commit -qm 'by hand \(step)'")
      }
      guard case .success(let update)? = feed.refresh() else { continue }
      let storeState = maker.storeState(update)
      let anew = StoreStateMaker(root, desk.environment).storeState(update)
      #expect(storeState.keys == anew.keys, "seed \(seed), step \(step)")
      #expect(storeState.tasks.mapValues(\.path) == anew.tasks.mapValues(\.path))
    }
  }

  /// A page with a file without an id finds it again when it gets one, even in another place.
  @Test func aFileIsKnownByItsFormerName() throws {
    let desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    for name in ["one", "two", "three"] { try desk.write("# \(name)\n", to: "todo/\(name).md") }
    let root = desk.scratch(desk.folder)
    let maker = StoreStateMaker(root, desk.environment)
    let feed = StoreFeed(of: try Store.open(root, environment: desk.environment))
    func former() throws -> [String: String] {
      guard case .success(let update)? = feed.refresh() else { return [:] }
      let storeState = maker.storeState(update)
      let pairs = storeState.former.map { (storeState.tasks[$0.key]?.path ?? "", $0.value.name) }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
    #expect(try former() == [:])
    try desk.move("todo/one.md", "doing/one.md")
    #expect(try former() == ["doing/one.md": "todo/one.md"])
    desk.memo("done", "two")
    #expect(
      try former() == [
        "doing/one.md": "doing/one.md", "done/two.md": "todo/two.md",
        "todo/three.md": "todo/three.md",
      ])
    try desk.remove("done/two.md")
    try desk.write("# four\n", to: "todo/four.md")
    #expect(
      try former() == ["doing/one.md": "doing/one.md", "todo/three.md": "todo/three.md"])
    // With another file in the place, the name means that.
    desk.memo("done", "three")
    try desk.write("# another\n", to: "todo/three.md")
    #expect(try former() == ["doing/one.md": "doing/one.md", "todo/four.md": "todo/four.md"])
  }

  /// The same for a board that has the file selected or marked.
  @Test func aFileStaysSelectedWhenItIsRecorded() throws {
    let desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    for name in ["one", "two", "three"] { try desk.write("# \(name)\n", to: "todo/\(name).md") }
    let root = desk.scratch(desk.folder)
    let maker = StoreStateMaker(root, desk.environment)
    let feed = StoreFeed(of: try Store.open(root, environment: desk.environment))
    var stage = try Stage(desk)
    func hear() throws {
      guard case .success(let update)? = feed.refresh() else { return }
      stage.send(.storeState(maker.storeState(update)))
    }
    func selected() -> [String?] {
      [stage.state.selected].compactMap { $0 }.map { stage.state.present?.tasks[$0]?.path }
        + stage.state.marked.map { stage.state.present?.tasks[$0]?.path }
    }
    try hear()
    stage.hit("*j")
    let before = selected()
    #expect(before.count == 4)
    desk.memo("add", "four")
    try hear()
    #expect(stage.state.present?.tasks.keys.contains { $0.name.contains("/") } == false)
    #expect(selected().first == before.first)
    #expect(Set(selected()) == Set(before))
  }
}
