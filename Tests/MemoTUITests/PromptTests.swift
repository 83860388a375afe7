import BoardModel
@testable import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// Prompts: no typed line is lost, and none overwrites others' changes unseen.
@Suite(.onItsOwnThread) struct PromptTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    desk.memo("add", "Buy oat milk", "+shop")
  }

  private func title(_ stage: Stage) -> String? {
    stage.state.selected.flatMap { stage.state.task($0) }?.title
  }

  // MARK: What others write meanwhile

  private struct Play {
    var keys: String
    var theirs: String
    var answer: String
    var line: String
    var isSeen: Bool
  }

  private static let plays: [Play] = [
    Play(
      keys: "i<Ctrl-U>Mine", theirs: "title=Theirs", answer: "1", line: "title: Mine\n",
      isSeen: true),
    Play(
      keys: "w2026-12-24", theirs: "deadline=2026-12-31", answer: "2",
      line: "deadline: 2026-12-31\n", isSeen: false),
  ]

  @Test(arguments: plays.indices) func changesOfTheSameFieldAreConfirmed(number: Int) throws {
    let play = Self.plays[number]
    var stage = try Stage(desk)
    // Enter is typed after their change.
    stage.hit(play.keys)
    desk.memo("set", "milk", play.theirs)
    if play.isSeen { stage.refresh() }
    let journal = try desk.journal()
    stage.hit("<Enter>")
    #expect(try desk.journal() == journal)
    #expect(stage.screen.contains("Kim changed the same"), "\(stage.screen)")
    stage.hit(play.answer)
    #expect(try desk.read(desk.tasks()[0]).contains(play.line))
    #expect(stage.state.panes == [])
  }

  @Test func changesOfOtherFieldsAreMerged() throws {
    var stage = try Stage(desk)
    stage.hit("i twice")
    desk.memo("set", "milk", "deadline=2026-12-01")
    stage.hit("<Enter>")
    let text = try desk.read("todo/buy-oat-milk.md")
    #expect(text.contains("title: Buy oat milk twice\n") && text.contains("deadline: 2026-12-01\n"))
    #expect(stage.state.panes == [])
  }

  @Test func aDeletedTaskIsRestored() throws {
    var stage = try Stage(desk)
    stage.hit("i twice")
    desk.memo("remove", "milk", "--yes")
    stage.refresh()
    stage.hit("<Enter>1")
    #expect(title(stage) == "Buy oat milk twice")
  }

  /// Each of several tasks gets the typed value, and others' values stay in the history.
  @Test func severalTasksGetTheSameValue() throws {
    desk.memo("add", "Bread")
    var stage = try Stage(desk)
    stage.hit("*w2026-12-24")
    desk.memo("set", "bread", "deadline=2026-12-31", "priority=low")
    stage.refresh()
    stage.hit("<Enter>*ph")
    for path in desk.tasks() {
      let text = try desk.read(path)
      #expect(text.contains("deadline: 2026-12-24\n") && text.contains("priority: high\n"))
    }
  }

  @Test func unchangedValuesAreNotWritten() throws {
    var stage = try Stage(desk)
    let journal = try desk.journal()
    // Enter at once keeps the current priority.
    stage.hit("i<Enter>w<Enter>p<Enter>")
    #expect(try desk.journal() == journal)
    #expect(stage.state.panes == [])
  }

  @Test func anInvalidDateStaysInThePrompt() throws {
    var stage = try Stage(desk, rows: 24, columns: 40)
    stage.hit("wbanana<Enter>")
    #expect(stage.screen.contains("banana"), "\(stage.screen)")
    #expect(stage.state.panes.count == 1)
    // The whole reason is shown, on several lines.
    #expect(stage.screen.contains("2026-12-01"), "\(stage.screen)")
  }

  // MARK: What is typed is never an option

  @Test(arguments: [
    ("+shop +h +x +y", ["shop", "h", "x", "y"]), ("-h", []), ("-shop", []), ("", []),
    ("+home -home", []), ("+shop -home", ["shop"]), ("-home +home", ["home"]),
    ("home,work", ["home", "work"]), ("+-h", ["-h"]), ("--help", []), ("--", []),
  ]) func tagsAreAddedAndRemoved(typed: String, tags: [String]) throws {
    var stage = try Stage(desk)
    stage.hit("t<Ctrl-U>\(typed)<Enter>")
    #expect(stage.state.panes == [], "\(stage.screen)")
    #expect(stage.state.selected.flatMap { stage.state.task($0) }?.item.tags == tags)
  }

  @Test func aTagMayLookLikeAnOption() throws {
    for tag in ["h", "x", "y", "-help"] {
      var stage = try Stage(desk)
      stage.hit("t+\(tag)<Enter>")
      #expect(try desk.read("todo/buy-oat-milk.md").contains("tags: [shop, "), "\(tag)")
      stage.hit("t<Backspace><Ctrl-U>+shop<Enter>")
      #expect(try desk.read("todo/buy-oat-milk.md").contains("tags: [shop]\n"), "\(tag)")
    }
  }

  /// Each of several tasks gets the typed tags, whatever tags it has.
  @Test func severalTasksGetTheSameTags() throws {
    desk.memo("add", "Bread", "+a", "+both")
    desk.memo("set", "milk", "+both", "+b", "-shop")
    var stage = try Stage(desk)
    stage.hit("*t")
    #expect(stage.screen.contains("+both "), "\(stage.screen)")
    stage.hit("<Ctrl-U>+a +b<Enter>")
    for path in desk.tasks() {
      let tags = Set(
        try #require(stage.state.present?.tasks.values.first { $0.path == path }).item.tags)
      #expect(tags == ["a", "b"], "\(path)")
    }
  }

  @Test(arguments: [
    ("- [ ] milk", "milk"), ("-1 degree", "-1 degree"), ("--help", "--help"), ("-h", "-h"),
    ("--doing", "--doing"), ("* soup +home", "soup"), ("x marks the spot", "x marks the spot"),
    ("# 1", "# 1"), ("-", nil), ("--", nil),
  ]) func aTitleIsNeverAnOption(typed: String, title: String?) throws {
    var stage = try Stage(desk)
    stage.hit("a\(typed)<Enter>")
    let added = stage.state.present?.tasks.values.filter { $0.title != "Buy oat milk" } ?? []
    #expect(added.map(\.title) == [title].compactMap { $0 }, "\(stage.screen)")
    #expect(stage.state.panes.isEmpty == (title != nil))
  }

  /// Nor is the form a command line.
  @Test func aFormIsNeverAnOption() throws {
    var stage = try Stage(desk)
    stage.hit("A--help<Ctrl-S>")
    #expect(desk.tasks().count == 2, "\(stage.screen)")
    #expect(stage.state.present?.tasks.values.contains { $0.title == "--help" } == true)
  }

  /// Every completion of Tab is a valid filter.
  @Test func completionsAreFilters() throws {
    let now = desk.environment.localTime
    for word in BoardState.filterWords where !["and", "or", "not"].contains(word) {
      let isWhole = word.last?.isLetter == true
      let value = word.hasPrefix("assignee") || word.hasPrefix("project") ? "x" : "2026-12-01"
      let filter = try Filter.parse([isWhole ? word : word + value], now: now)
      #expect(!filter.namesTasks, "\(word)")
    }
  }

  // MARK: What was pasted

  private static let list = "Cake\nBread due:banana\nTea\t+shop\n"

  @Test func aRefusedListComesBack() throws {
    var stage = try Stage(desk)
    stage.send(.input(.paste(Self.list)))
    stage.hit("y")
    #expect(desk.tasks().count == 1)
    for word in ["Cake", "Bread due:banana", "Tea +shop", "add 3 tasks"] {
      #expect(stage.screen.contains(word), "\(stage.screen)")
    }
    #expect(stage.state.message?.kind == .error && stage.screen.contains("line 2"))
    // The corrected list.
    stage.hit("<Esc>a<Up><Ctrl-Left><Ctrl-Left><Right><Right><Right><Right>")
    stage.hit("<Delete><Delete><Delete><Delete><Delete><Delete>fri<Enter>y")
    #expect(desk.tasks().count == 4)
    #expect(stage.state.panes == [])
  }

  /// Esc leaves the lines, and the up key in the prompt for new tasks shows them again.
  @Test func anAbandonedListComesBack() throws {
    var stage = try Stage(desk)
    stage.send(.input(.paste("Cake\nTea")))
    stage.hit("<Esc>")
    #expect(stage.state.panes == [])
    #expect(stage.screen.contains("not saved: Cake (and 1 more line)"), "\(stage.screen)")
    // Looking at them asks no question, only committing does.
    stage.hit("aSoup<Esc>a<Up><Up><Up><Down><Up>")
    #expect(stage.screen.contains("Cake / Tea"), "\(stage.screen)")
    stage.hit("<Enter>y")
    #expect(desk.tasks().count == 3)
  }

  /// A command's question is asked, and answering no loses no text.
  @Test func aQuestionBringsThePromptBack() throws {
    for number in 0..<30 { desk.memo("add", "Old \(number)") }
    for path in desk.tasks() where path.contains("old") { try desk.remove(path) }
    var stage = try Stage(desk)
    stage.hit("aCake<Enter>")
    #expect(stage.screen.contains("30 of 31 tasks"), "\(stage.screen)")
    stage.hit("n")
    guard case .prompt(let prompt)? = stage.state.panes.last else {
      Issue.record("\(stage.screen)")
      return
    }
    #expect(prompt.field.text == "Cake")
    stage.hit("<Enter>y")
    #expect(stage.state.panes == [])
    #expect(desk.tasks().count == 2)
  }

  // MARK: What was not saved

  @Test(arguments: [("aCake +home", "a"), ("i and more", "i")])
  func abandonedTextComesBack(keys: String, key: String) throws {
    for left in ["<Esc>", "<Ctrl-C>"] {
      var stage = try Stage(desk)
      stage.hit(keys)
      guard case .prompt(let prompt)? = stage.state.panes.last else { return }
      stage.hit(left)
      #expect(stage.state.panes == [])
      #expect(stage.screen.contains("not saved: \(prompt.field.text)"), "\(stage.screen)")
      stage.hit(key + "<Up>")
      guard case .prompt(let again)? = stage.state.panes.last else { return }
      #expect(again.field.text == prompt.field.text)
      stage.hit("<Down>")
      #expect(stage.state.panes.count == 1)
    }
  }

  @Test func earlierTextComesBack() throws {
    var stage = try Stage(desk)
    stage.hit(":list<Enter><Esc>:log<Enter><Esc>:<Up><Up>")
    guard case .prompt(let prompt)? = stage.state.panes.last else { return }
    #expect(prompt.field.text == "list")
    stage.hit("<Up><Ctrl-N>")
    guard case .prompt(let next)? = stage.state.panes.last else { return }
    #expect(next.field.text == "log")
  }

  /// - Returns: The draft that is kept after a while.
  private func kept(_ stage: inout Stage) -> Draft? {
    stage.state.seconds += 2
    stage.send(.time)
    guard case .keepDrafts(let drafts, insteadOf: nil)? = stage.outside.last else { return nil }
    return drafts.first
  }

  private func offered(_ draft: Draft, to stage: inout Stage) throws {
    stage.send(.drafts([AbandonedDraft(draft: draft, file: "memo/drafts/1")]))
  }

  @Test func aNewTaskIsKept() throws {
    var stage = try Stage(desk)
    stage.hit("2aCake +home due:fri")
    let draft = try #require(kept(&stage))
    #expect(
      draft == NewTasks(lines: ["Cake +home due:fri"], status: .doing).draft)
    // Another board offers the typed text.
    var other = try Stage(desk)
    try offered(draft, to: &other)
    #expect(other.screen.contains("Cake +home due:fri"), "\(other.screen)")
    other.hit("<Enter><Enter>")
    #expect(title(other) == "Cake")
    #expect(desk.tasks().contains { $0.hasPrefix("doing/") })
    // It is kept until it is committed.
    stage.outside = []
    stage.holdsJobs = true
    stage.hit("<Enter>")
    #expect(stage.outside == [])
    stage.release()
    #expect(stage.outside == [.keepDrafts([])])
  }

  @Test func pastedLinesAreKept() throws {
    var stage = try Stage(desk)
    stage.send(.input(.paste("Cake\nTea")))
    let draft = try #require(kept(&stage))
    var other = try Stage(desk)
    try offered(draft, to: &other)
    other.hit("<Enter>y")
    #expect(desk.tasks().count == 3)
  }

  @Test func aTitleIsKept() throws {
    var stage = try Stage(desk)
    stage.hit("i and more")
    let draft = try #require(kept(&stage))
    var other = try Stage(desk)
    try offered(draft, to: &other)
    other.hit("<Enter><Ctrl-S>")
    #expect(title(other) == "Buy oat milk and more")
  }

  @Test func anUndoneDeletionIsSelected() throws {
    desk.memo("add", "Bread")
    var stage = try Stage(desk)
    let (first, last) = (try #require(stage.state.selected), stage.state.lanes[0].keys.last)
    stage.hit("Dy")
    #expect(stage.state.selected == last)
    stage.hit("u")
    #expect(stage.state.selected == first)
  }
}
