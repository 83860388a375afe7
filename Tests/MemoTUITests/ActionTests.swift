import BoardModel
import MemoCLI
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// Every action in the manual's table works with each of its keys.
@Suite(.onItsOwnThread) struct ActionTests {
  /// Made once, since each key works in a copy: a day old, with 24 tasks in todo, two in doing, two
  /// in done.
  private static let model = Result {
    let desk = Desk(try Scratch(), "store")
    for line in [
      "memo init", "memo add Mow +home", "memo add Paint -m '- [ ] brush'",
      "memo add --doing Fence", "memo add --doing Roof", "memo add Gym", "memo done gym",
      "memo add Bank", "memo done bank",
    ] { _ = try desk.type(line) }
    try desk.write(
      try desk.read(".memo/config.yml") + "filters:\n  home: +home\n", to: ".memo/config.yml")
    for number in 1...22 {
      try desk.write("---\ntitle: Task \(number)\n---\nSome text.\n", to: "todo/\(number).md")
    }
    for line in ["memo add Last", "memo remove last --yes"] { _ = try desk.type(line) }
    return desk
  }

  private static func stage() throws -> Stage {
    let desk = try model.get().copy()
    desk.wait(seconds: 3 * 86_400)
    return try Stage(desk)
  }

  /// The card in the middle of the first column, below a full window of others.
  private static let middle = 13

  @Test(arguments: Action.allCases) func actionsWork(_ action: Action) throws {
    for stroke in try Bindings().keys[action] ?? [] {
      var stage = try Self.stage()
      stage.state.lanes[0].selected = stage.state.lanes[0].keys[Self.middle]
      if action == .tick { stage.select("Paint") }
      stage.hit(Self.beforehand[action] ?? "")
      let (before, commits) = (stage, stage.commits)
      stage.send(.input(.key(stroke.key, stroke.modifiers)))
      #expect(Self.isDone(action, before, commits, &stage), "\(stroke.text):\n\(stage.screen)")
      // Without a remote, the bottom line says so.
      #expect(
        (stage.state.message?.kind == .error) == (action == .sync),
        "\(stroke.text): \(stage.screen)")
    }
  }

  /// Keys that select another column first, for actions that need it.
  private static let beforehand: [Action: String] = [
    .left: "2", .todo: "3", .reopen: "3", .moveLeft: "2", .undo: "d", .redo: "du",
    .rankUp: "omanual<Enter>", .rankDown: "omanual<Enter>", .escape: "*", .dayForward: "[",
  ]

  /// Without a default case, so that the compiler finds missing actions.
  private static func isDone(
    _ action: Action, _ before: Stage, _ commits: Int, _ stage: inout Stage
  ) -> Bool {
    let (old, new) = (before.state, stage.state)
    let index = new.lanes[new.lane].selectedIndex
    let key = old.selected
    switch action {
    case .up: return index == middle - 1
    case .down: return index == middle + 1
    case .first: return index == 0
    case .last: return index == 23
    case .halfPageDown: return index == middle + 5
    case .halfPageUp: return index == middle - 5
    case .pageDown: return index == middle + 10
    case .pageUp: return index == middle - 10
    case .left, .todo: return new.lane == 0 && old.lane != 0
    case .right, .doing: return new.lane == 1
    case .done: return new.lane == 2
    case .open: return new.panes.last?.form?.key == key && stage.screen.contains("no text") == false
    case .add: return stage.adds("Soup +home<Enter>", .todo, before, commits)
    case .addForm: return stage.adds("Soup<Ctrl-S>", .todo, before, commits)
    case .edit: return stage.outside == [.handOver(["edit", key?.name ?? ""])]
    case .start, .moveRight:
      return key.flatMap { new.status(of: $0) } == .doing && stage.commits == commits + 1
        && (action == .start || new.selected == key)
    case .finish:
      return key.flatMap { new.status(of: $0) } == .done && stage.commits == commits + 1
    case .reopen, .moveLeft:
      return key.flatMap { new.status(of: $0) } == .todo && stage.commits == commits + 1
        && (action == .reopen || new.selected == key)
    case .rankUp: return index == (old.lanes[0].selectedIndex ?? 0) - 1 && new.selected == key
    case .rankDown: return index == (old.lanes[0].selectedIndex ?? 0) + 1 && new.selected == key
    case .menu:
      return stage.rows.contains("move to doing") && stage.rows.contains("delete the task")
    case .title:
      return stage.changes(" twice<Enter>", before, commits) { $0.title.hasSuffix(" twice") }
    case .deadline:
      return stage.changes("2026-12-24<Enter>", before, commits) {
        "\($0.deadline as Any)".contains("12")
      }
    case .priority: return stage.changes("h", before, commits) { $0.priority == .high }
    case .tags:
      return stage.changes("+garden<Enter>", before, commits) { $0.item.tags == ["garden"] }
    case .tick: return stage.changes("", before, commits) { $0.item.checklist.done == 1 }
    case .delete:
      guard stage.commits == commits else { return false }
      stage.hit("y")
      return key.flatMap { stage.state.task($0) } == nil && stage.commits == commits + 1
    case .undo: return new.lanes[0].keys.count == 24 && old.lanes[0].keys.count == 23
    case .redo: return new.lanes[0].keys.count == 23 && old.lanes[0].keys.count == 24
    case .mark: return new.marked == Set([key].compactMap { $0 }) && index == middle + 1
    case .markAll: return new.marked.count == 28
    case .escape: return new.marked.isEmpty && !old.marked.isEmpty
    case .filter:
      stage.hit("+home")
      return stage.state.lanes[0].keys.count == 1
    case .namedFilters:
      stage.hit("home<Enter>")
      return stage.state.lanes[0].keys.count == 1
    case .journal: return stage.showsTheLog()
    case .past:
      stage.hit("1 day ago<Enter>")
      return stage.state.past != nil
    case .dayBack: return new.past != nil
    case .dayForward: return old.past != nil && new.past == nil
    case .problems: return new.panes.last?.choices?.title == "conflicts and problems"
    case .sync: return stage.screen.contains("no remote")
    case .themes: return stage.rows.starts(with: ["terminal", "paper"])
    case .view: return new.view == .list && new.lanes.count == 1 && new.selected == key
    case .bodies: return stage.screen.contains("Some text.")
    case .order:
      stage.hit("title<Enter>")
      return stage.state.order == .title && stage.state.selected == key
    case .copy:
      stage.hit("<Enter>")
      return stage.outside == [.copy(key?.name ?? "")]
    case .command:
      stage.hit("find Roof<Enter>")
      return stage.state.message?.text.contains("Roof") == true
    case .help: return stage.rows.count == Action.allCases.count + 6
    case .redraw: return stage.outside == [.redraw]
    case .suspend: return stage.outside == [.suspend]
    case .quit: return stage.outside == [.quit]
    }
  }

  /// Actions change the marked tasks in one commit.
  @Test func markedTasksAreChangedTogether() throws {
    var stage = try Self.stage()
    let commits = stage.commits
    stage.hit("g<Space><Space>d")
    #expect(stage.state.lanes[2].keys.count == 4)
    #expect(stage.commits == commits + 1)
    #expect(stage.state.marked == [])
    stage.hit("u")
    #expect(stage.state.lanes[2].keys.count == 2)
  }

  /// A task that is added in the column `doing` gets that status.
  @Test(arguments: ["2aSoup<Enter>", "2ASoup<Ctrl-S>"]) func tasksAddedToDoingAreStarted(
    keys: String
  ) throws {
    var stage = try Self.stage()
    stage.hit(keys)
    #expect(stage.state.lanes[1].keys.count == 3)
    #expect(stage.state.selected.flatMap { stage.state.task($0) }?.title == "Soup")
  }

  @Test func tabCompletesTagsAndKeys() throws {
    for (keys, text) in [
      ("/+ho<Tab>", "+home"), ("/over<Tab>", "overdue"), ("aX +h<Tab>", "X +home"),
    ] {
      var stage = try Self.stage()
      stage.hit(keys)
      #expect(stage.screen.contains(text), "\(stage.screen)")
    }
  }
}

extension Stage {
  /// Selects the card with this title.
  fileprivate mutating func select(_ title: String) {
    if let key = state.present?.tasks.first(where: { $0.value.title == title })?.key {
      state.select(key)
    }
  }

  /// The number of commits.
  fileprivate var commits: Int { (try? desk.journal().count) ?? 0 }

  /// The rows of the open menu.
  fileprivate var rows: [String] { state.panes.last?.choices?.rows.map(\.text) ?? [] }

  /// Types the keys and checks that a task was added, with the status of the column.
  fileprivate mutating func adds(_ keys: String, _ status: Status, _ before: Stage, _ old: Int)
    -> Bool
  {
    hit(keys)
    guard let key = state.selected, before.state.task(key) == nil else { return false }
    return state.task(key)?.title == "Soup" && state.status(of: key) == status
      && commits == old + 1
  }

  /// Types the keys and checks that one commit changed the selected task.
  fileprivate mutating func changes(
    _ keys: String, _ before: Stage, _ old: Int, _ isSo: (StoredTask) -> Bool
  ) -> Bool {
    hit(keys)
    guard let key = before.state.selected, let former = before.state.task(key),
      let new = state.task(key)
    else { return false }
    return isSo(new) && !isSo(former) && commits == old + 1
  }

  /// Shows the task's log, and the store's with the same key; Enter shows a change.
  fileprivate mutating func showsTheLog() -> Bool {
    let ofTask = rows.count
    hit("J")
    let ofStore = rows.count
    hit("<Enter>")
    guard case .text(let pane)? = state.panes.last else { return false }
    return ofTask > 0 && ofTask < ofStore && pane.keys[KeyStroke("u")] != nil
  }
}

extension Pane {
  fileprivate var choices: Choices? {
    if case .choices(let choices) = self { choices } else { nil }
  }
}
