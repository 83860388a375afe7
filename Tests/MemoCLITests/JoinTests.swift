import Foundation
import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Joining stores with unrelated histories through one remote.
@Suite(.onItsOwnThread) struct JoinTests {
  let scratch: Scratch
  let desks: [Desk]

  /// Three stores, each with its own tasks and one of a common title, and an empty remote.
  init() throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=master", "hub")
    let names = ["ana", "ben", "cleo"]
    let desks = zip(names, 1...).map { Desk(scratch, $0, name: $0, seed: $1) }
    for desk in desks {
      try scratch.git("init", "--quiet", "--initial-branch=master", desk.folder)
      desk.memo("init")
      try scratch.git("remote", "add", "origin", scratch("hub"), in: desk.folder)
      desk.memo("add", "Buy milk", "-m", "for \(desk.folder)")
      desk.memo("add", "Of \(desk.folder)")
    }
    desks[0].memo("sync")
    (self.scratch, self.desks) = (scratch, desks)
  }

  private final class Shown: Sendable {
    let text = Mutex("")
    func add(_ more: String) { text.withLock { $0 += more } }
  }

  @Test func hintsHowToJoin() throws {
    let outcome = desks[1].memo("sync")
    #expect(outcome.status == .refused)
    #expect(
      outcome.error == """
        error: origin/master is another store, with an unrelated history
          it has 2 tasks
        hint: 'memo sync --join' makes one store of both, with all tasks and both histories
        hint: 'memo clone URL FOLDER' keeps them apart

        """)
    #expect(desks[1].tasks() == ["todo/buy-milk.md", "todo/of-ben.md"])
  }

  @Test func joiningKeepsAllTasksAndHistories() throws {
    for desk in desks.dropFirst() {
      #expect(desk.memo("sync", "--dry-run", "--join").status == .done)
      let outcome = desk.memo("sync", "--join")
      #expect(outcome.status == .done, "\(outcome.error)")
    }
    for desk in desks { #expect(desk.memo("sync").status == .done) }
    let files = try desks.map { desk in
      try scratch.git("ls-tree", "-r", "HEAD", in: desk.folder)
    }
    #expect(Set(files).count == 1)
    #expect(
      desks[0].tasks() == [
        "todo/buy-milk-2.md", "todo/buy-milk-3.md", "todo/buy-milk.md", "todo/of-ana.md",
        "todo/of-ben.md", "todo/of-cleo.md",
      ])
    for desk in desks {
      #expect(desk.memo("show", "of-\(desk.folder)").status == .done)
      #expect(desk.memo("find", "for \(desk.folder)").output.contains("Buy milk"))
      let log = desks[2].memo("log", "of-\(desk.folder)").output
      #expect(log.contains("add") && log.contains(desk.folder), "\(log)")
      #expect(desk.memo("check").status == .done)
      let undone = desk.memo("undo")
      #expect(undone.status == .done, "\(undone)")
    }
  }

  @Test(arguments: [("y", 4), ("n", 2), (nil, 2)])
  func aTerminalIsAsked(_ answer: String?, _ count: Int) throws {
    let shown = Shown()
    var context = desks[1].context
    context.terminal = TerminalFacts(input: true, output: true, error: true, width: 60)
    context.notify = { shown.add($0) }
    context.ask = { question in
      shown.add(question)
      return answer
    }
    let outcome = desks[1].memo(["sync"], in: context)
    #expect(outcome.status == (answer == "y" ? .done : .refused))
    #expect(
      shown.text.withLock { $0 } == """
        origin/master is another store, with an unrelated history
          it has 2 tasks
        Make one store of both? [y/N] 
        """)
    #expect(desks[1].tasks().count == count)
  }

  /// The same task, copied by hand before.
  @Test func aCommonTaskStaysOne() throws {
    let text = try String(contentsOfFile: scratch("ana/todo/of-ana.md"), encoding: .utf8)
    try (text + "more of ben\n").write(
      toFile: scratch("ben/todo/of-ana.md"), atomically: true, encoding: .utf8)
    let outcome = desks[1].memo("sync", "--join")
    #expect(outcome.status == .done || outcome.status == .attention, "\(outcome.error)")
    #expect(desks[1].tasks().filter { $0.contains("of-ana") } == ["todo/of-ana.md"])
    #expect(desks[1].memo("show", "of-ana").output.contains("more of ben"))
  }

  @Test func otherRepositoriesAreNotJoined() throws {
    try scratch.git("init", "--quiet", "--initial-branch=master", "other")
    try scratch.git("commit", "--quiet", "--allow-empty", "-m", "other", in: "other")
    try scratch.git("remote", "set-url", "origin", scratch("other"), in: "ben")
    let outcome = desks[1].memo("sync", "--join")
    #expect(outcome.status == .refused)
    #expect(
      outcome.error.hasPrefix(
        "error: origin/master is not a memo store, and its history is unrelated\n"))
  }

  /// A clone of an empty remote accepts the first store that is pushed there, with any branch name:
  /// from a store that was made with the remote, or from another such clone.
  @Test(arguments: ["main", "trunk", nil], [false, true])
  func aCloneOfAnEmptyRemoteTakesTheFirstStore(_ branch: String?, _ hasTasks: Bool) throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=master", "hub.git")
    let (first, second) = (Desk(scratch, "first", seed: 1), Desk(scratch, "second", seed: 2))
    if let branch {
      try scratch.git("init", "--quiet", "--initial-branch=\(branch)", "first")
      #expect(first.memo("init", "--remote", scratch("hub.git")).status == .done)
    } else {
      #expect(first.memo("-C", scratch.path, "clone", "hub.git", "first").status == .done)
    }
    #expect(second.memo("-C", scratch.path, "clone", "hub.git", "second").status == .done)
    first.memo("add", "Buy milk")
    if hasTasks { second.memo("add", "Call mum") }
    #expect(first.memo("sync").status == .done)
    let head = try scratch.git("rev-parse", "HEAD", in: "first")
    let synced = second.memo("sync")
    #expect(synced.status == .done, "\(synced.error)")
    #expect(second.tasks().contains("todo/buy-milk.md"))
    #expect(first.memo("sync").status == .done)
    #expect(Set([first, second].map { $0.tasks() }).count == 1)
    let names = try ["first", "second"].map { folder in
      try scratch.git("rev-parse", "--abbrev-ref", "HEAD", "@{upstream}", in: folder)
    }
    #expect(Set(names).count == 1, "\(names)")
    #expect(try scratch.git("branch", "--list", in: "hub.git").split(separator: "\n").count == 1)
    if !hasTasks { #expect(try scratch.git("rev-parse", "HEAD", in: "second") == head) }
    // From then on everything works.
    #expect(second.memo("add", "Pay rent").status == .done)
    #expect(second.memo("undo").status == .done)
    #expect(try second.complaints() == "")
    try scratch.git("pull", "--quiet", in: "second")
  }

  /// A remote with only the first commit of another store counts as empty.
  @Test func anotherStoresFirstCommitCountsAsEmpty() throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=master", "hub.git")
    let (ana, ben) = (Desk(scratch, "ana", seed: 1), Desk(scratch, "ben", seed: 2))
    ana.memo("init", "--remote", scratch("hub.git"))
    ana.memo("add", "Buy milk")
    ben.memo("-C", scratch.path, "clone", "hub.git", "ben")
    #expect(ben.memo("sync").status == .done)
    let synced = ana.memo("sync")
    #expect(synced.status == .done, "\(synced.error)")
    #expect(ben.memo("sync").status == .done)
    #expect(ben.tasks() == ["todo/buy-milk.md"])
  }
}
