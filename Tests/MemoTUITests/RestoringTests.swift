import BoardModel
import MemoCLI
import MemoKit
@testable import MemoTUI
import Query
import TaskFile
import Terminal
import TestSupport
import Testing

/// Cards whose change was refused, restored tasks, and changes by others.
@Suite(.onItsOwnThread) struct RestoringTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    for title in ["One", "Two", "Three"] { desk.memo("add", title) }
  }

  private func title(_ stage: Stage) -> String? {
    stage.state.selected.flatMap { stage.state.task($0) }?.title
  }

  private func key(_ title: String, _ stage: Stage) throws -> TaskKey {
    try #require(stage.state.present?.tasks.first { $0.value.title == title }?.key)
  }

  private static let failure = JobResult(MemoError(.refused, "it failed"))

  // MARK: The selection

  /// The selection returns with its card, unless another one was selected since.
  @Test(arguments: ["d", "s", "Dy", "L"]) func theSelectionReturns(keys: String) throws {
    for move in ["", "<Up>"] {
      var stage = try Stage(desk)
      stage.state.select(try key("Two", stage))
      stage.holdsJobs = true
      stage.hit(keys)
      guard case .run(let job)? = stage.held.last else {
        Issue.record("nothing is done")
        return
      }
      stage.hit(move)
      let chosen = title(stage)
      stage.send(.ended(job, Self.failure))
      #expect(title(stage) == (move.isEmpty || keys == "L" ? "Two" : chosen), "\(keys)\(move)")
      #expect(stage.state.lane == 0 || keys == "L")
      #expect(stage.state.lanes[0].keys.count == 3)
    }
  }

  /// A restored task is selected, so it can be moved again.
  @Test func theSelectionFollowsAnUndo() throws {
    var stage = try Stage(desk)
    for key in ["s", "d"] {
      stage.state.select(try self.key("Two", stage))
      stage.hit(key)
      #expect(title(stage) != "Two")
      stage.hit("u")
      #expect(title(stage) == "Two", "\(key)")
      #expect(stage.state.lane == 0)
    }
  }

  /// An undo never takes back an older change than the one that is being made.
  @Test func aChangeInTheMakingIsNotPassedOver() throws {
    var stage = try Stage(desk)
    stage.hit("d")
    stage.holdsJobs = true
    stage.hit("su")
    #expect(stage.held.count == 1)
    #expect(stage.screen.contains("saving; keys work again"), "\(stage.screen)")
    stage.release()
    stage.hit("uu")
    #expect(stage.state.lanes.map(\.keys.count) == [3, 0, 0])
  }

  /// A note is one text whose first line is the title, both in reading and in editing.
  @Test func aNoteIsOneText() throws {
    desk.memo("note", "two", "A body")
    var stage = try Stage(desk, view: .notes)
    stage.state.select(try key("Two", stage))
    let lines = stage.screen.split(separator: "\n").map(String.init)
    let title = try #require(lines.firstIndex { $0.hasSuffix("│ Two") })
    #expect(
      lines[title...].dropFirst().first { $0.contains("A body") && $0.contains("│ A body") } != nil)
    #expect(!stage.screen.contains("title "), "\(stage.screen)")
    stage.hit("i")
    guard case .editText(let text)? = stage.outside.last else {
      Issue.record("no editor is opened")
      return
    }
    #expect(text.hasPrefix("Two\n") && text.contains("A body"))
    let count = try desk.journal().count
    stage.send(.edited("Two and more\n\nAnother body\n"))
    #expect(try desk.journal().count == count + 1)
    let file = try desk.read("todo/two.md")
    #expect(file.contains("title: Two and more\n") && file.hasSuffix("Another body\n"), "\(file)")
    #expect(stage.state.panes.isEmpty)
    // An unchanged text makes no commit.
    stage.hit("i")
    stage.send(.edited(nil))
    #expect(stage.state.panes.isEmpty)
    #expect(try desk.journal().count == count + 1)
  }

  @Test func notesStartWithTheLatestChange() throws {
    var stage = try Stage(desk, columns: 120)
    #expect(stage.state.order == .standard && stage.state.timesHead == nil)
    stage.hit("vv")
    #expect(stage.state.view == .notes && stage.state.order == .newest)
    #expect(stage.state.present?.changeTimes["todo/one.md"] != nil)
    // The selection is the same in all views.
    stage.hit("o")
    stage.hit("<Down><Enter>")
    #expect(stage.state.order == .deadline)
  }

  @Test func twoRefusedCardsReturn() throws {
    var stage = try Stage(desk)
    stage.hit("g")
    let first = title(stage)
    stage.holdsJobs = true
    stage.hit("dd")
    for effect in stage.held {
      guard case .run(let job) = effect else { continue }
      stage.send(.ended(job, Self.failure))
    }
    #expect(stage.state.lanes[0].keys.count == 3)
    #expect(title(stage) != nil && first != nil)
  }

  // MARK: Others

  @Test func aMergeShowsTheCurrentTitle() throws {
    var stage = try Stage(desk)
    stage.state.select(try key("One", stage))
    stage.hit("<Enter>wfri")
    desk.memo("set", "One", "title=First")
    stage.refresh()
    stage.hit("<Ctrl-S>")
    #expect(stage.state.message?.text.hasSuffix("changes by Kim: First") == true, "\(stage.screen)")
  }

  /// Saving a sheet that says that its task was deleted restores it.
  @Test func aDeletedTaskComesBackAtOnce() throws {
    var stage = try Stage(desk)
    stage.state.select(try key("Two", stage))
    stage.hit("<Enter>i more")
    desk.memo("rm", "Two", "--yes")
    stage.refresh()
    #expect(stage.screen.contains("Done restores it"), "\(stage.screen)")
    stage.hit("<Ctrl-S>")
    #expect(stage.state.panes == [])
    #expect(title(stage) == "Two more")
    #expect(stage.state.present?.conflicts == 0)
  }

  /// Also if the sheet learns of it only on saving.
  @Test func aConfirmedRestoreLeavesNoNote() throws {
    var stage = try Stage(desk)
    stage.state.select(try key("Two", stage))
    stage.hit("<Enter>i more")
    desk.memo("rm", "Two", "--yes")
    stage.hit("<Ctrl-S>1")
    #expect(stage.state.panes == [])
    #expect(title(stage) == "Two more")
    #expect(stage.state.present?.conflicts == 0)
  }

  /// One's own edit in an editor is no news: it is shown when it is saved and when it is committed.
  @Test func onesOwnEditIsNoNews() throws {
    var stage = try Stage(desk)
    let key = try key("One", stage)
    stage.state.isCatchingUp = true
    for priority in ["low", "high"] {
      desk.memo("set", "One", "priority=\(priority)")
      var storeState = try StoreState(reading: desk.context.store())
      storeState.changed = [key]
      stage.send(.storeState(storeState))
      #expect(stage.state.fresh == [:] && stage.state.message == nil)
    }
    stage.send(.caughtUp)
    var storeState = try StoreState(reading: desk.context.store())
    storeState.changed = [key]
    stage.send(.storeState(storeState))
    #expect(stage.state.fresh[key] != nil)
  }

  // MARK: What is refused

  @Test(arguments: ["i", "w", "p", "t", "<Enter>i", "<Enter>p"])
  func fieldsOfBrokenFilesAreRefusedAtOnce(keys: String) throws {
    try desk.write("---\nx: [\n---\n", to: "todo/broken.md")
    desk.memo("set", "One", "priority=low")
    var stage = try Stage(desk)
    stage.state.select(TaskKey(name: "todo/broken.md"))
    stage.hit(keys)
    #expect(stage.screen.contains("todo/broken.md:2:4: error: not YAML"), "\(stage.screen)")
    #expect(stage.screen.contains("opens the editor"), "\(stage.screen)")
    #expect(stage.state.panes.allSatisfy { $0.form?.isEditing == false })
    // It can be moved like any file.
    stage.hit("<Esc>d")
    #expect(desk.tasks().contains("done/broken.md"))
  }

  @Test func severalTasksAreListed() throws {
    var stage = try Stage(desk)
    for (key, label) in [
      ("i", "title (3 tasks):"), ("w", "due (3 tasks):"), ("t", "tags (3 tasks):"),
      ("p", "priority (3 tasks)"),
    ] {
      stage.hit("*\(key)")
      #expect(stage.screen.contains(label), "\(stage.screen)")
      stage.hit("<Esc>")
    }
    let keys = stage.state.targets.map(\.name)
    stage.hit("e")
    #expect(stage.outside.last == .handOver(["edit"] + keys))
  }

  // MARK: What is pasted

  /// Outside of text fields, pasted lines are offered as tasks.
  @Test(arguments: ["<Enter>", "m", "J", "J<Enter>", "D", "T"]) func aPasteIsOffered(
    keys: String
  ) throws {
    var stage = try Stage(desk)
    stage.hit(keys)
    stage.send(.input(.paste("Cake")))
    guard case .prompt(let prompt)? = stage.state.panes.last else {
      Issue.record("\(stage.screen)")
      return
    }
    #expect(prompt.field.text == "Cake")
    stage.hit("<Enter>")
    #expect(desk.tasks().contains("todo/cake.md"))
  }

  // MARK: Syncing

  /// The frame shows a failed manual sync, even without automatic syncing.
  @Test(
    arguments: [
      (MemoError.Kind.remote, "⚠ offline, 1 waits"), (.refused, "⚠ sync failed, 1 to push"),
    ])
  func aFailedSyncIsShown(kind: MemoError.Kind, sign: String) throws {
    var stage = try Stage(desk)
    var storeState = try #require(stage.state.present)
    storeState.sync = .toSend(1)
    storeState.status.ahead = 1
    storeState.status.syncsByItself = false
    stage.send(.storeState(storeState))
    #expect(stage.screen.contains("1 to push"))
    stage.holdsJobs = true
    stage.hit("S")
    guard case .run(let job)? = stage.held.last else {
      Issue.record("nothing is done")
      return
    }
    stage.send(.ended(job, JobResult(MemoError(kind, "it failed"))))
    // The board stays visible.
    #expect(stage.state.panes == [] && stage.screen.contains("it failed"), "\(stage.screen)")
    stage.hit("<Esc>")
    #expect(stage.screen.contains(sign), "\(stage.screen)")
    // Somebody has synced since.
    storeState.status.lastSync = Timestamp(secondsSince1970: 1_795_187_045, offsetMinutes: 0)
    stage.send(.storeState(storeState))
    #expect(stage.screen.contains("1 to push"))
  }

  @Test func aWatchHasNoTerminal() throws {
    var stage = try Stage(desk)
    stage.hit(":sync --watch<Enter>")
    #expect(stage.outside == [])
    #expect(stage.screen.contains("memo.autosync"), "\(stage.screen)")
  }
}
