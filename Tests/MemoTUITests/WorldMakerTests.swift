import BoardModel
import MemoKit
@testable import MemoTUI
import TestSupport
import Testing

/// A state knows tasks of the state before.
@Suite(.onItsOwnThread) struct WorldMakerTests {
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
