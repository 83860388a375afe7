import Foundation
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles

/// A feed's updates about changes by others.
@Suite(.onItsOwnThread) struct StoreFeedTests {
  let bench: Bench
  let reader: FeedReader

  init() throws {
    bench = try Bench()
    reader = try FeedReader(bench.desk)
  }

  @Test func beginsWithTheCurrentState() throws {
    let update = try #require(reader.last)
    #expect(update.changes.isEmpty)
    #expect(update.snapshot.tasks.map(\.path) == ["doing/c.md", "todo/a.md", "todo/b.md"])
    #expect(update.head == bench.start)
    #expect(update.storeStatus == StoreStatus(branch: "main"))
    #expect(try reader.settle().isEmpty)
  }

  /// In place, and by renaming a new file over the old one.
  @Test(arguments: [
    "sed 's/Apples/Pears/' todo/a.md > todo/x; cat todo/x > todo/a.md; rm todo/x",
    "sed 's/Apples/Pears/' todo/a.md > todo/.x; mv todo/.x todo/a.md",
  ])
  func savesAreNoticed(script: String) throws {
    try bench.shell(script)
    #expect(try reader.changes() == ["changed bbbbbbbbbb todo/a.md"])
    #expect(reader.last?.storeStatus.unrecorded == 1)
    #expect(reader.last?.snapshot.tasks.first { $0.path == "todo/a.md" }?.title == "Pears")
    // Saving the same text again is no update.
    try bench.shell("cp todo/a.md todo/.x; mv todo/.x todo/a.md")
    #expect(try reader.settle().isEmpty)
  }

  @Test func addedRemovedAndMovedFilesAreNoticed() throws {
    try bench.shell("mv todo/a.md done/apples.md; rm todo/b.md; echo '# Dates' > todo/d.md")
    #expect(
      try reader.changes() == [
        "moved bbbbbbbbbb todo/a.md → done/apples.md", "removed cccccccccc todo/b.md",
        "added - todo/d.md",
      ])
    #expect(reader.last?.storeStatus.unrecorded == 3)
    _ = try bench.record()
    let dates = try #require(try bench.store().read().tasks.first { $0.title == "Dates" })
    #expect(
      try reader.changes() == [
        "changed bbbbbbbbbb done/apples.md", "changed \(dates.id?.text ?? "") \(dates.path)",
      ])
    #expect(reader.last?.storeStatus.unrecorded == 0)
    let head = try bench.shell("git rev-parse HEAD")
    #expect(reader.last?.head == String(head.dropLast()))
  }

  @Test func changesByGitAreNoticed() throws {
    try bench.shell("git switch -qc other; git mv todo/a.md doing/a.md; git commit -qm x")
    #expect(try reader.changes() == ["moved bbbbbbbbbb todo/a.md → doing/a.md"])
    #expect(reader.last?.storeStatus.branch == "other")
    try bench.shell("git switch -q main")
    #expect(try reader.changes() == ["moved bbbbbbbbbb doing/a.md → todo/a.md"])
    #expect(reader.last?.head == bench.start)
    // Packed branches move like others, and packing them is no update.
    try bench.shell("git pack-refs --all")
    #expect(try reader.settle().isEmpty)
    try bench.shell("git merge -q other")
    #expect(try reader.changes() == ["moved bbbbbbbbbb todo/a.md → doing/a.md"])
    #expect(reader.last?.head != bench.start)
    try bench.shell("git tag x; git commit -q --allow-empty -m y")
    #expect(try reader.settle().count == 1)
  }

  /// HEAD and the branches are in different folders.
  @Test func linkedWorkTreesAreFollowed() throws {
    try bench.shell("git worktree add -q ../linked -b linked")
    let desk = Desk(bench.desk.scratch, "linked")
    let reader = try FeedReader(desk)
    #expect(reader.last?.storeStatus.branch == "linked")
    try bench.shell("cd ../linked; git rm -q todo/a.md; git commit -qm x; git switch -qc other")
    #expect(try reader.changes() == ["removed bbbbbbbbbb todo/a.md"])
    #expect(reader.last?.storeStatus.branch == "other")
    // Another work tree moves the branch.
    try bench.shell("git update-ref refs/heads/other main; git pack-refs --all")
    try reader.settle()
    #expect(reader.last?.head == bench.start)
    try bench.shell("git config memo.autosync true")
    try reader.settle()
    #expect(reader.last?.storeStatus.syncsByItself == true)
  }

  @Test func mergesOfTheUserAreNoticed() throws {
    try bench.shell(
      """
      git switch -qc other; sed -i 's/Rye/Oat/' todo/b.md; git commit -qam x
      git switch -q main; sed -i 's/Rye/Spelt/' todo/b.md; git commit -qam y
      """)
    try reader.settle()
    #expect(reader.last?.storeStatus.obstacle == nil)
    try bench.shell("git -c merge.memo.driver=false merge other || true")
    try reader.settle()
    #expect(reader.last?.storeStatus.obstacle?.message.hasPrefix("a merge is in progress") == true)
    try bench.shell("git merge --abort")
    try reader.settle()
    #expect(reader.last?.storeStatus.obstacle == nil)
    try bench.shell("git switch -q --detach")
    try reader.settle()
    #expect(reader.last?.storeStatus.obstacle?.message.hasPrefix("HEAD is detached") == true)
    #expect(reader.last?.storeStatus.branch == nil)
  }

  @Test func theStoreMayDisappearAndReturn() throws {
    let scratch = bench.desk.scratch
    try scratch.move("kim", "elsewhere")
    try reader.settle()
    #expect(reader.lost?.kind == .noStore)
    try scratch.move("elsewhere", "kim")
    // Restored unchanged.
    #expect(try reader.settle().map(\.changes.count) == [0])
    try bench.shell("rm todo/b.md")
    try reader.settle()
    #expect(reader.last?.snapshot.tasks.map(\.path) == ["doing/c.md", "todo/a.md"])
    // Another repository in the same place, which the feed then follows.
    try scratch.git("clone", "-q", "kim", "copy")
    try scratch.remove("kim")
    try scratch.move("copy", "kim")
    try reader.settle()
    #expect(reader.lost == nil && reader.last?.snapshot.tasks.count == 3)
    try bench.shell("rm todo/a.md; git switch -qc other")
    #expect(try reader.changes() == ["removed bbbbbbbbbb todo/a.md"])
    #expect(reader.last?.storeStatus.branch == "other")
  }

  @Test func gitsFolderMayDisappearAndReturn() throws {
    try bench.shell("mv .git away")
    try reader.settle()
    #expect(reader.last?.storeStatus.obstacle?.kind == .noStore)
    try bench.shell("mv away .git; git switch -qc other")
    try reader.settle()
    #expect(reader.last?.storeStatus == StoreStatus(branch: "other"))
  }

  @Test func aTaskFolderMayDisappearAndReturn() throws {
    try bench.shell("rm -r todo")
    #expect(
      try reader.changes() == ["removed bbbbbbbbbb todo/a.md", "removed cccccccccc todo/b.md"])
    try bench.shell("mkdir -p todo/home; echo '# New' > todo/home/new.md")
    #expect(try reader.changes() == ["added - todo/home/new.md"])
    try bench.shell("echo more >> todo/home/new.md")
    #expect(try reader.changes() == ["changed - todo/home/new.md"])
  }

  /// Time passes without file events, and nothing is due before.
  @Test func passingTimeIsNoticed() throws {
    let start = try #require(reader.last)
    // Midnight.
    #expect(start.nextMoment - start.now.secondsSince1970 == 86_400 - (15 * 3600 + 4 * 60 + 5))
    bench.desk.memo("set", "todo/a.md", "due=2026-11-20 15:10")
    bench.desk.memo("set", "todo/b.md", "wait=2026-11-20 15:07")
    try reader.settle()
    for (time, seconds) in [("15:07:00", 0), ("15:10:01", 1)] {
      let next = try #require(reader.last).nextMoment
      #expect(
        next == 1_795_132_800 + (seconds == 0 ? 15 * 3600 + 7 * 60 : 15 * 3600 + 601), "\(time)")
      bench.desk.setClock(next - 1)
      #expect(try reader.settle().isEmpty)
      bench.desk.setClock(next)
      #expect(try reader.settle().map(\.changes.count) == [0])
    }
    // Setting the clock back makes nothing overdue.
    bench.desk.setClock(start.now.secondsSince1970)
    #expect(try reader.settle().count == 1)
    #expect(try reader.settle().isEmpty)
  }

  @Test func settingsAndRemotesAreFollowed() throws {
    try bench.store().setSyncsByItself(true)
    try reader.settle()
    #expect(reader.last?.storeStatus.syncsByItself == true)
    try bench.shell("git config --unset memo.autosync; git init -q --bare ../hub.git")
    try bench.shell("git remote add origin ../hub.git; printf 'version: 99\\n' > .memo/config.yml")
    try reader.settle()
    #expect(reader.last?.storeStatus.syncsByItself == nil)
    #expect(reader.last?.storeStatus.upstream == "origin/main")
    #expect(reader.last?.storeStatus.ahead == 2)
    #expect(reader.last?.storeStatus.obstacle?.message.contains("format version 99") == true)
  }

  @Test func unrelatedFilesAreIgnored() throws {
    try bench.shell(
      "touch todo/.a.md.swp todo/a.md~ notes.txt .git/x .git/memo/x; git status >/dev/null; cat todo/*"
    )
    bench.desk.memo("list")
    bench.desk.memo("log")
    #expect(try reader.settle().isEmpty)
  }
}
