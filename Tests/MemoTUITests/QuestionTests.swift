import BoardModel
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// The question whether to sync automatically.
@Suite(.onItsOwnThread) struct QuestionTests {
  /// A board after a finished task, with the keeper's events: first the store, then the result.
  private func afterAChange() throws -> BoardState {
    let desk = Desk(try Scratch(), "store")
    for line in ["memo init", "memo add Milk", "memo add Bread"] { _ = try desk.type(line) }
    var state = try Stage(desk).state
    let effects = state.update(.input(.key(.character("d"))))
    guard case .run(let job)? = effects.first, var storeState = state.present else {
      throw NoJob()
    }
    storeState.status.ahead = 1
    _ = state.update(.storeState(storeState))
    #expect(state.message?.kind != .question)
    let ending = JobResult("done\n", operation: "bcdfghjkmn")
    _ = state.update(.ended(job, ending))
    return state
  }

  private struct NoJob: Error {}

  /// It replaces the message about the change that caused it.
  @Test func itIsAskedAfterTheChange() throws {
    var state = try afterAChange()
    #expect(state.message?.kind == .question)
    let line = " not pushed yet: y syncs automatically from now on, n only on S"
    #expect(state.screen().text.split(separator: "\n").last?.hasPrefix(line) == true)
    let effects = state.update(.input(.key(.character("y"))))
    guard case .run(let job)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(job.kind == .syncByItself(true))
  }

  /// The description of the keys is fully visible.
  @Test func itFitsTheSmallestWindow() throws {
    var state = try afterAChange()
    _ = state.update(.resize(ScreenTerminal.Size(rows: 8, columns: 30)))
    #expect(
      state.screen().text.split(separator: "\n").suffix(3) == [
        " not pushed yet: y syncs", " automatically from now on, n",
        " only on S",
      ])
  }

  /// The frame shows a running sync, even while the bottom line shows another message.
  @Test func theFrameShowsARunningSync() throws {
    var state = try afterAChange()
    state.message = nil
    func frame() -> String { String(state.screen().text.prefix { $0 != "\n" }) }
    let before = frame()
    #expect(!before.contains("syncing…"))
    guard case .run(let job)? = state.update(.input(.key(.character("S")))).first else {
      Issue.record("nothing is run")
      return
    }
    _ = state.update(.input(.key(.character("j"))))
    state.message = nil
    #expect(frame().contains("syncing…"))
    _ = state.update(.ended(job, JobResult()))
    #expect(frame() == before)
  }

  /// All other keys work as usual; `u` undoes the change.
  @Test func otherKeysWork() throws {
    var state = try afterAChange()
    let effects = state.update(.input(.key(.character("u"))))
    guard case .run(let job)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(job.kind == .command(["undo", "bcdfghjkmn"]))
  }

  /// A question that was ignored isn't repeated.
  @Test func itIsAskedOnce() throws {
    var state = try afterAChange()
    let storeState = try #require(state.present)
    _ = state.update(.input(.key(.character("j"))))
    state.message = nil
    _ = state.update(.storeState(storeState))
    #expect(state.message?.kind != .question)
  }

  @Test func itIsNotAskedAgainOnceAnswered() throws {
    var state = try afterAChange()
    var answered = try #require(state.present)
    answered.status.syncsByItself = false
    (state.message, state.hasAskedWhoSends) = (nil, false)
    _ = state.update(.storeState(answered))
    #expect(state.message?.kind != .question)
  }

  /// Keys that are typed before a question is shown don't answer it.
  @Test func aLateQuestionIsNotAsked() throws {
    let desk = Desk(try Scratch(), "store")
    for line in ["memo init", "memo add Milk"] { _ = try desk.type(line) }
    var stage = try Stage(desk)
    stage.holdsJobs = true
    stage.hit("uaBu")
    stage.release()
    stage.hit("y")
    guard case .prompt(let prompt)? = stage.state.panes.last else {
      Issue.record("\(stage.screen)")
      return
    }
    #expect(prompt.field.text == "Buy" && desk.tasks().count == 1)
    stage.hit("<Esc>uy")
    #expect(desk.tasks() == [])
  }

  private func deletion() throws -> (Desk, Stage) {
    let desk = Desk(try Scratch(), "store")
    for line in ["memo init", "memo add Milk", "memo add Bread"] { _ = try desk.type(line) }
    var stage = try Stage(desk)
    stage.state.seconds = 10
    stage.send(.input(.mouse(MouseEvent(.press, row: 2, column: 2))))
    stage.hit("D")
    return (desk, stage)
  }

  @Test(arguments: ["j", "G", "<Down>", "<Tab>", "<Ctrl-N>", "<Enter>", "<Esc>", "n", "Y"])
  func allKeysButOneMeanNo(key: String) throws {
    var (desk, stage) = try deletion()
    stage.hit(key)
    #expect(stage.state.panes == [] && desk.tasks().count == 2, "\(stage.screen)")
  }

  @Test func wheelAndPasteDoNotMeanYes() throws {
    var (desk, stage) = try deletion()
    stage.send(.input(.mouse(MouseEvent(.wheelDown, .none, row: 2, column: 2))))
    #expect(stage.state.panes == [])
    stage.hit("D")
    stage.send(.input(.paste("Soup")))
    guard case .prompt? = stage.state.panes.last else {
      Issue.record("\(stage.screen)")
      return
    }
    stage.hit("<Esc>")
    #expect(stage.state.panes == [] && desk.tasks().count == 2, "\(stage.screen)")
  }

  /// The second click of a double click doesn't count.
  @Test func aClickMeansYes() throws {
    var (desk, stage) = try deletion()
    guard case .choices(let choices)? = stage.state.panes.last else { return }
    let layout = ChoiceLayout(choices, stage.state.size)
    let yes = MouseEvent(
      .press, row: layout.list.lowerBound + 1, column: layout.columns.lowerBound + 3)
    stage.send(.input(.mouse(yes)))
    #expect(stage.state.panes.count == 1 && desk.tasks().count == 2)
    stage.state.seconds += 1
    stage.send(.input(.mouse(yes)))
    #expect(stage.state.panes == [] && desk.tasks().count == 1)
  }

  /// A sync's message doesn't take keys from the text that is typed.
  @Test func aSyncDoesNotDisturbTyping() throws {
    let desk = Desk(try Scratch(), "store")
    for line in ["memo init", "memo add Milk"] { _ = try desk.type(line) }
    var state = try Stage(desk).state
    let effects = state.update(.input(.key(.character("S"))))
    guard case .run(let job)? = effects.first else { throw NoJob() }
    for key in "aB" { _ = state.update(.input(.key(.character(key)))) }
    _ = state.update(.ended(job, JobResult("one\ntwo\n")))
    _ = state.update(.input(.key(.character("r"))))
    guard case .prompt(let prompt)? = state.panes.last else {
      Issue.record("\(state.panes)")
      return
    }
    #expect(prompt.field.text == "Br")
  }
}
