import BoardModel
@testable import MemoKit
@testable import MemoTUI
import TaskFile
import Terminal
import TestSupport
import Testing

/// Typed text is kept until it is committed, whatever is typed meanwhile.
@Suite(.onItsOwnThread) struct KeptDraftTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    desk.memo("add", "Buy oat milk", "+shop")
  }

  /// The drafts that a board would find after this one was killed.
  private func left(_ stage: Stage) -> [Draft] {
    stage.outside.compactMap { effect -> [Draft]? in
      if case .keepDrafts(let drafts, insteadOf: _) = effect { drafts } else { nil }
    }.last ?? []
  }

  private func texts(_ stage: Stage) -> [String] {
    left(stage).map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test func pendingLinesAreKept() throws {
    var stage = try Stage(desk)
    stage.holdsJobs = true
    stage.hit("aone<Enter>2atwo<Enter>1athree")
    #expect(texts(stage).map { $0.split(separator: "\n").last } == ["one", "two"])
    stage.state.seconds += 2
    stage.send(.time)
    #expect(texts(stage).map { $0.split(separator: "\n").last } == ["one", "two", "three"])
    // Another board offers all of them, one after the other.
    var next = try Stage(desk)
    next.send(
      .drafts(left(stage).enumerated().map { AbandonedDraft(draft: $1, file: "memo/\($0)") }))
    for word in ["one", "two", "three"] { #expect(next.screen.contains(word), "\(next.screen)") }
    next.hit("<Enter><Enter><Enter><Enter>D")
    #expect(next.state.panes == [])
    #expect(desk.tasks().sorted() == ["doing/two.md", "todo/buy-oat-milk.md", "todo/one.md"])
    #expect(left(next) == [])
    let taken = next.outside.filter { effect in
      if case .keepDrafts(_, insteadOf: .some) = effect { true } else { false }
    }
    #expect(taken.count == 2)
    desk.memo("undo")
    desk.memo("undo")
    // Committed text is not kept any longer, typed text is.
    stage.release()
    #expect(texts(stage).map { $0.split(separator: "\n").last } == ["three"])
    stage.hit("<Enter>")
    #expect(left(stage) == [])
    #expect(desk.tasks().count == 4)
  }

  /// Both belong to the same task.
  @Test func aPendingTitleIsKeptWhileTypingADeadline() throws {
    var stage = try Stage(desk)
    stage.holdsJobs = true
    stage.hit("i twice<Enter>w2026-12-24<Enter>")
    #expect(texts(stage).count == 2)
    #expect(texts(stage).contains { $0.contains("title: Buy oat milk twice\n") })
    #expect(texts(stage).contains { $0.contains("deadline: 2026-12-24\n") })
    stage.release()
    #expect(left(stage) == [])
    let text = try desk.read("todo/buy-oat-milk.md")
    #expect(text.contains("title: Buy oat milk twice\n") && text.contains("deadline: 2026-12-24"))
  }

  @Test(arguments: ["A twice<Ctrl-S>", "<Enter>i twice<Ctrl-S>"])
  func aSheetIsKeptWhileItIsSaved(keys: String) throws {
    var stage = try Stage(desk)
    stage.state.seconds = 10
    stage.send(.time)
    stage.holdsJobs = true
    // Within a second.
    stage.hit(keys)
    #expect(texts(stage).count == 1 && texts(stage)[0].contains(" twice\n"), "\(texts(stage))")
    #expect(stage.screen.contains("saving…"))
    // Keys meanwhile are reported as ignored.
    stage.hit("x")
    #expect(stage.screen.contains("saving; keys work again"), "\(stage.screen)")
    stage.send(.input(.paste("more")))
    #expect(stage.screen.contains("the pasted text was ignored"), "\(stage.screen)")
    stage.release()
    #expect(left(stage) == [])
    #expect(stage.state.panes == [])
  }

  /// A stopped board may never be continued.
  @Test func draftsAreKeptBeforeStopping() throws {
    var stage = try Stage(desk)
    stage.state.seconds = 10
    stage.hit("aCa")
    stage.hit("ke<Ctrl-Z>")
    #expect(stage.outside.last == .suspend)
    #expect(texts(stage).map { $0.split(separator: "\n").last } == ["Cake"])
  }

  /// If nothing can be written, typed text stays on the screen.
  @Test func unwritableTextStays() throws {
    var stage = try Stage(desk)
    stage.hit("aCake")
    var storeState = try #require(stage.state.present)
    storeState.status.obstacle = MemoError(.refused, "it is closed")
    stage.send(.storeState(storeState))
    stage.hit("<Enter>")
    guard case .prompt(let prompt)? = stage.state.panes.last else {
      Issue.record("\(stage.screen)")
      return
    }
    #expect(prompt.field.text == "Cake" && stage.screen.contains("it is closed"))
  }
}
