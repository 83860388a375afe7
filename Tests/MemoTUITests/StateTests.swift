import BoardModel
import Foundation
@testable import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing

/// The board's screen and keys in each of its states.
///
/// `BoardTerminalTests` has the states that need a process: the start, and drafts after a kill.
/// `Screens/states.txt` has the empty board and the history view.
@Suite(.onItsOwnThread) struct StateTests {
  private let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    desk.memo("add", "Buy oat milk", "+shop")
  }

  /// A board that gets updates from the store's feed.
  private func updated(_ stage: inout Stage, _ feed: StoreFeed) throws {
    stage.state.now = desk.environment.localTime
    switch try #require(feed.refresh()) {
    case .success(let update):
      stage.send(
        .storeState(StoreStateMaker(desk.scratch(desk.folder), desk.environment).storeState(update))
      )
    case .failure(let error): stage.send(.broken(error.message, hints: error.hints))
    }
  }

  private func feed() throws -> StoreFeed {
    StoreFeed(of: try Store.open(desk.scratch(desk.folder), environment: desk.environment))
  }

  private func lines(_ stage: Stage) -> [Substring] {
    stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Expects that a key changes nothing and shows the reason.
  private func expectRefused(
    _ key: String, _ stage: inout Stage, _ reason: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let journal = try desk.journal()
    stage.hit(key)
    #expect(stage.state.message?.kind == .error, sourceLocation: location)
    #expect(stage.screen.contains(reason), "\(stage.screen)", sourceLocation: location)
    #expect(try desk.journal() == journal, sourceLocation: location)
  }

  @Test("the store is read for the first time") func theBoardStartsBeforeReading() throws {
    let ready = try Stage(desk)
    var stage = ready
    stage.state = BoardState(
      size: ready.state.size, page: ready.state.page, bindings: ready.state.bindings,
      words: ready.state.words)
    #expect(stage.screen.contains("reading…"))
    #expect(stage.screen.contains("TODO") && stage.screen.contains("? help"))
    stage.hit("2")
    #expect(stage.state.lane == 1)
    stage.hit("?")
    #expect(stage.screen.contains("add a task in one line"))
    stage.hit("<Esc>dDxJ@<Esc>q")
    #expect(stage.outside.contains(.quit))
    stage.send(.storeState(try #require(ready.state.present)))
    #expect(stage.screen.contains("Buy oat milk"))
  }

  @Test("a sheet with changes") func typedTextIsKept() throws {
    var stage = try Stage(desk)
    stage.hit("<Enter>")
    #expect(!stage.screen.contains("●"))
    stage.hit("i and tea")
    #expect(stage.screen.contains("● "))
    stage.state.seconds += 2
    stage.send(.time)
    guard case .keepDrafts(let drafts, insteadOf: nil)? = stage.outside.last,
      let kept = drafts.first
    else {
      Issue.record("nothing is kept: \(stage.outside)")
      return
    }
    #expect(EditForm(kept, nil).fields.title == "Buy oat milk and tea")
    // q is a letter here, and Esc asks.
    stage.hit("q<Esc>")
    for word in ["save", "discard", "stay"] { #expect(stage.screen.contains(word)) }
    stage.hit("<Esc>")
    #expect(stage.state.panes.last?.form != nil)
    stage.hit("<Esc>d")
    #expect(stage.state.panes == [])
    #expect(stage.outside.last == .keepDrafts([]))
    // A draft of a board that was killed.
    stage.send(.drafts([AbandonedDraft(draft: kept, file: "memo/drafts/1")]))
    #expect(stage.screen.contains("Buy oat milk and tea"))
    stage.hit("<Enter>")
    #expect(stage.state.panes.last?.form?.fields.title == "Buy oat milk and tea")
  }

  @Test func draftsAreOfferedAfterReading() throws {
    var stage = try Stage(desk)
    stage.state.present = nil
    var form = EditForm(new: .todo)
    form.fields.title = "Bread"
    let draft = AbandonedDraft(draft: form.draft(editedFile: nil), file: "memo/drafts/1")
    stage.send(.drafts([draft]))
    #expect(stage.state.panes == [])
    try updated(&stage, try feed())
    guard case .choices(let choices)? = stage.state.panes.last else {
      Issue.record("nothing is offered")
      return
    }
    #expect(choices.rows.map(\.step) == [.openDraft(draft)])
  }

  @Test("others change a task") func othersChangesAreShown() throws {
    var stage = try Stage(desk)
    let feed = try feed()
    try updated(&stage, feed)
    desk.memo("set", "milk", "p=high")
    try updated(&stage, feed)
    #expect(lines(stage).contains { $0.contains("!high") })
    let key = try #require(stage.state.selected)
    #expect(stage.state.fresh[key] == stage.state.seconds + 5)
    stage.state.seconds += 6
    stage.send(.time)
    #expect(stage.state.fresh == [:])
    // An open sheet shows the author, and the typed text stays.
    stage.hit("<Enter>i twice")
    desk.memo("set", "milk", "deadline=2026-12-01")
    try updated(&stage, feed)
    #expect(stage.screen.contains("Kim") && stage.screen.contains("Buy oat milk twice"))
    stage.hit("<Ctrl-S>")
    let text = try desk.read("todo/buy-oat-milk.md")
    #expect(text.contains("deadline: 2026-12-01") && text.contains("Buy oat milk twice"))
  }

  @Test func allAuthorsAreNamed() throws {
    var stage = try Stage(desk)
    stage.hit("<Enter>")
    desk.memo("set", "milk", "deadline=2026-12-01")
    try desk.move("todo/buy-oat-milk.md", "doing/buy-oat-milk.md")
    stage.refresh()
    #expect(
      stage.state.panes.last?.form?.news?.text.contains(#/^Kim, .+; somebody, in the file: /#)
        == true,
      "\(stage.screen)")
  }

  @Test func aFileWithoutAnIDIsNotDeleted() throws {
    try desk.write("# Plain\n", to: "todo/plain.md")
    var stage = try Stage(desk)
    stage.state.select(TaskKey(name: "todo/plain.md"))
    stage.hit("<Enter>")
    try desk.move("todo/plain.md", "doing/plain.md")
    stage.refresh()
    #expect(
      stage.state.panes.last?.form?.news?.text == "somebody, in the file: TODO → DOING",
      "\(stage.screen)")
  }

  @Test(
    "others change the same", arguments: [("1", "Mine"), ("2", "Theirs"), ("3", "Mine")]
  ) func simultaneousChangesAreConfirmed(key: String, title: String) throws {
    var stage = try Stage(desk)
    stage.hit("<Enter>i<Ctrl-U>Mine")
    desk.memo("set", "milk", "title=Theirs")
    stage.refresh()
    stage.hit("<Ctrl-S>")
    #expect(stage.screen.contains("Mine") && stage.screen.contains("Theirs"), "\(stage.screen)")
    let journal = try desk.journal()
    stage.hit(key)
    let task = try #require(stage.state.selected.flatMap { stage.state.task($0) })
    #expect(task.conflictNotes == (key == "3" ? 1 : 0))
    #expect(key == "3" || task.title == title)
    #expect(try desk.journal().count == journal.count + (key == "2" ? 0 : 1))
  }

  @Test("others delete a task that is open") func aDeletedTaskIsReported() throws {
    var stage = try Stage(desk)
    stage.hit("<Enter>i twice")
    desk.memo("rm", "milk", "--yes")
    stage.refresh()
    #expect(stage.screen.contains("deleted") && stage.screen.contains("Kim"), "\(stage.screen)")
    stage.hit("<Ctrl-S>")
    if desk.tasks().isEmpty { stage.hit("1") }
    #expect(desk.tasks().count == 1)
    #expect(try desk.read(desk.tasks()[0]).contains("Buy oat milk twice"))
  }

  @Test("a file that can't be understood") func brokenFilesAreShown() throws {
    try desk.write("---\ntitle: [broken\n---\n", to: "todo/broken-note.md")
    // The file is committed with the next change.
    desk.memo("set", "milk", "p=low")
    var stage = try Stage(desk)
    #expect(stage.screen.contains("broken-note") && stage.screen.contains("problem: line 2"))
    #expect(lines(stage)[0].contains("1 problem"))
    stage.state.select(TaskKey(name: "todo/broken-note.md"))
    for key in ["i", "w", "p", "t"] {
      try expectRefused(key, &stage, "todo/broken-note.md:2:")
      #expect(stage.state.panes == [])
    }
    stage.hit("e")
    #expect(stage.outside.last == .handOver(["edit", "todo/broken-note.md"]))
    stage.hit("!")
    #expect(stage.screen.contains("todo/broken-note.md:2"))
  }

  /// Also for the store's settings, while the board is open.
  @Test func brokenSettingsAreProblems() throws {
    var stage = try Stage(desk)
    let feed = try feed()
    try updated(&stage, feed)
    let config = try desk.read(".memo/config.yml")
    try desk.write(config + "filters: [\n", to: ".memo/config.yml")
    try updated(&stage, feed)
    #expect(lines(stage)[0].contains("1 problem"), "\(stage.screen)")
    stage.hit("!")
    #expect(stage.screen.contains(".memo/config.yml"), "\(stage.screen)")
    stage.hit("<Esc>")
    try desk.write(config, to: ".memo/config.yml")
    try updated(&stage, feed)
    #expect(!lines(stage)[0].contains("problem"))
  }

  @Test("conflicts", arguments: ["c", "C", "e"]) func conflictsCanBeResolved(key: String) throws {
    let text = try desk.read("todo/buy-oat-milk.md")
    try desk.write(
      text + "> [!CONFLICT] deadline: 2026-11-27 — Kim, 2026-11-20 10:12\n",
      to: "todo/buy-oat-milk.md")
    var stage = try Stage(desk)
    #expect(lines(stage)[0].contains("⚑ 1") && stage.screen.contains("⚑ conflict"))
    stage.hit("!")
    #expect(stage.screen.contains("deadline: Fri 2026-11-27 — Kim"))
    stage.hit(key)
    if key == "e" {
      #expect(stage.outside.last == .handOver(["edit", stage.state.selected?.name ?? ""]))
    } else {
      #expect(stage.state.present?.conflicts == 0)
      #expect(try desk.read("todo/buy-oat-milk.md").contains("11-27") == (key == "C"))
    }
  }

  /// Among several conflicts, the selected one is resolved, even if its number changed.
  @Test func theSelectedConflictIsResolved() throws {
    let path = "todo/buy-oat-milk.md"
    let text = try desk.read(path)
    let notes = [
      "> [!CONFLICT] deadline: 2026-11-27 — Kim, 2026-11-20 10:12\n",
      "> [!CONFLICT] priority: low — Kim, 2026-11-20 10:12\n",
    ]
    try desk.write(text + notes.joined(), to: path)
    var stage = try Stage(desk)
    stage.hit("!j")
    // Somebody else has resolved the first one meanwhile.
    try desk.write(text + notes[1], to: path)
    stage.hit("C")
    // The others are still shown.
    #expect(stage.screen.contains("none"), "\(stage.screen)")
    #expect(stage.screen.contains("u undoes"), "\(stage.screen)")
    // Undo and redo work in the same view.
    stage.hit("u")
    #expect(try desk.read(path) == text + notes[1])
    #expect(stage.screen.contains("▌Buy oat milk: priority: low"), "\(stage.screen)")
    stage.hit("C<Esc>")
    let resolved = try desk.read(path)
    #expect(resolved.contains("priority: low\n"), "\(resolved)\(stage.screen)")
    #expect(!resolved.contains("CONFLICT"))
    try desk.write(text + notes.joined(), to: path)
    stage.refresh()
    stage.hit("!")
    try desk.write(text + notes[1], to: path)
    stage.hit("c")
    #expect(stage.screen.contains("this conflict is resolved already"), "\(stage.screen)")
    #expect(try desk.read(path) == text + notes[1])
  }

  /// A dragged card shows its target, and a key in between is harmless.
  @Test func aDragHasATarget() throws {
    var stage = try Stage(desk)
    func mouse(_ action: MouseEvent.Action, column: Int) {
      stage.send(
        .input(
          .mouse(
            MouseEvent(
              action, .left, row: 2, column: column))))
    }
    mouse(.press, column: 4)
    mouse(.drag, column: 70)
    #expect(stage.screen.contains("→DONE 0"), "\(stage.screen)")
    stage.hit("v")
    #expect(!stage.screen.contains("→"), "\(stage.screen)")
    mouse(.release, column: 70)
    stage.hit("vv")
    // Not a double click.
    stage.state.seconds += 1
    mouse(.press, column: 4)
    mouse(.drag, column: 70)
    mouse(.release, column: 70)
    #expect(stage.screen.contains(" DONE 1"), "\(stage.screen)")
    #expect(desk.exists("done/buy-oat-milk.md"))
  }

  @Test("another memo writes") func theBoardWaitsForAnotherProcess() throws {
    var stage = try Stage(desk)
    stage.holdsJobs = true
    stage.hit("d")
    stage.send(.waiting)
    #expect(stage.screen.contains("waiting for another memo"))
    // The card is already there, with a mark, and everything can be read.
    #expect(stage.screen.contains("Buy oat milk …") && stage.screen.contains("DONE 1"))
    stage.hit("?")
    #expect(stage.screen.contains("add a task in one line"))
    stage.hit("<Esc>")
    stage.release()
    #expect(stage.screen.contains("Moved Buy oat milk to Done"))
  }

  @Test("offline, or the other side refuses") func failedSyncsAreShown() throws {
    try desk.scratch.git("remote", "add", "origin", desk.scratch("nowhere"), in: desk.folder)
    var stage = try Stage(desk)
    var storeState = try #require(stage.state.present)
    storeState.sync = .offline(3)
    stage.send(.storeState(storeState))
    #expect(lines(stage)[0].contains("⚠ offline, 3 wait"))
    stage.hit("S")
    #expect(stage.screen.contains("nowhere"), "\(stage.screen)")
    stage.hit("<Esc>d")
    #expect(stage.state.lanes[2].keys.count == 1)
  }

  @Test("a newer store") func aNewerStoreIsReadOnly() throws {
    let feed = try feed()
    let config = try desk.read(".memo/config.yml")
    try desk.write(config.replacing("version: 1", with: "version: 9"), to: ".memo/config.yml")
    var stage = try Stage(desk)
    try updated(&stage, feed)
    try expectReadOnly(&stage, "the store has format version 9")
    try desk.write(config, to: ".memo/config.yml")
    try updated(&stage, feed)
    stage.hit("d")
    #expect(stage.state.lanes[2].keys.count == 1)
  }

  /// Permissions don't limit root.
  @Test("no permission", .enabled(if: geteuid() != 0, "root has every permission"))
  func anUnwritableStoreIsReadOnly() throws {
    let feed = try feed()
    chmod(desk.scratch(desk.folder), 0o555)
    defer { chmod(desk.scratch(desk.folder), 0o755) }
    var stage = try Stage(desk)
    try updated(&stage, feed)
    try expectReadOnly(&stage, "Permission denied")
  }

  private func expectReadOnly(_ stage: inout Stage, _ reason: String) throws {
    let shown = lines(stage)
    #expect(shown[0].hasSuffix("read-only"), "\(stage.screen)")
    #expect(shown[shown.count - 3].contains(reason), "\(stage.screen)")
    for key in ["d", "D", "a", "w", "L", "x"] {
      try expectRefused(key, &stage, reason)
      #expect(stage.state.panes == [])
    }
    stage.hit("<Enter>")
    #expect(stage.state.panes.last?.form != nil)
    stage.hit("<Esc>T")
    // A theme can't be saved either.
    try expectRefused("a", &stage, reason)
    #expect(stage.state.panes.count == 1)
    stage.hit("<Esc>")
  }

  @Test("a merge of yours is open") func anOpenMergeIsReported() throws {
    let feed = try feed()
    _ = try desk.type(
      "git switch -q -c other && echo x > f && git add f && git commit -qm f && git switch -q main"
        + " && git merge -q --no-ff --no-commit other")
    var stage = try Stage(desk)
    try updated(&stage, feed)
    try expectReadOnly(&stage, "a merge is in progress")
    stage.hit("d")
    #expect(stage.screen.contains("--abort'"), "\(stage.screen)")
    _ = try desk.type("git merge --abort")
    try updated(&stage, feed)
    stage.hit("d")
    #expect(stage.state.lanes[2].keys.count == 1)
  }

  @Test("the store is gone") func aMissingStoreIsReported() throws {
    var stage = try Stage(desk)
    let feed = try feed()
    try updated(&stage, feed)
    try desk.scratch.move("groceries", "elsewhere")
    try updated(&stage, feed)
    #expect(lines(stage)[0].contains("can't be read"), "\(stage.screen)")
    let sentence = try #require(stage.state.trouble)
    #expect(stage.screen.contains(sentence.text.prefix(18)), "\(stage.screen)")
    #expect(sentence.hints != [])
    #expect(stage.screen.contains("Buy oat milk"))
    try desk.scratch.move("elsewhere", "groceries")
    try updated(&stage, feed)
    #expect(stage.state.trouble == nil && !stage.screen.contains("can't be read"))
  }
}
