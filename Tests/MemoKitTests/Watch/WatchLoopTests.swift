import Git
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Watches of real stores with a simulated clock.
@Suite struct WatchLoopTests {
  @Test func changesAreSyncedBothWays() throws {
    let team = try Team(of: 2)
    let stage = WatchStage(team[0])
    stage.at(10) { try team[0].write("# Buy mil", to: "todo/milk.md") }
    stage.at(11) { try team[0].write("# Buy milk\n", to: "todo/milk.md") }
    stage.at(100) {
      _ = try team[1].store().sync()
      _ = try team[1].store().add(NewTask(title: "Call mum"))
      _ = try team[1].store().sync()
    }
    try stage.play(until: 400)
    #expect(
      stage.reported == [
        "0: started origin/main 300",
        "13: recorded add Buy milk",
        "18: synced 0 in 1 out",
        "318: synced 1 in 0 out",
        "400: ended, 0 wait",
      ])
    #expect(try team[0].complaints() == "")
  }

  /// The system hasn't reported the save yet.
  @Test func savesJustBeforeTheEndAreRecorded() throws {
    let bench = try Bench()
    try bench.desk.write("# Bread\n", to: "todo/bread.md")
    let stage = WatchStage(bench.desk)
    try stage.play(until: 0)
    #expect(
      stage.reported == ["0: started alone 300", "0: recorded add Bread", "0: ended, 0 wait"])
  }

  @Test func aBurstIsOneCommit() throws {
    let bench = try Bench()
    let stage = WatchStage(bench.desk)
    for save in 0..<15 {
      stage.at(10 + Double(save)) {
        try bench.desk.write(Bench.task("Apples \(save)", "todo", "bbbbbbbbbb"), to: "todo/a.md")
      }
    }
    try stage.play(until: 100)
    #expect(try bench.journal() == ["edit: Apples 14 (title Apples → Apples 14, body)"])
    #expect(
      stage.reported == [
        "0: started alone 300", "26: recorded edit Apples 14", "100: ended, 0 wait",
      ])
  }

  /// Continuous saves are recorded and synced.
  @Test(arguments: [1.5, 3.5]) func continuousSavesAreRecorded(pause: Double) throws {
    let team = try Team(of: 1)
    let stage = WatchStage(team[0])
    let scratch = team.scratch
    for second in stride(from: 10, to: 60, by: pause) {
      stage.at(second) { try scratch.write("# At \(second)\n", to: "ana/todo/x.md") }
    }
    try stage.play(until: 60)
    #expect(stage.reported.contains { $0.contains(": synced ") }, "\(stage.reported)")
  }

  @Test func changesBeforeAndAtTheEndAreRecorded() throws {
    let bench = try Bench()
    try bench.shell("rm todo/b.md")
    let stage = WatchStage(bench.desk)
    stage.at(99.5) { try bench.shell("mv todo/a.md done/") }
    try stage.play(until: 100)
    #expect(try bench.journal() == ["delete: Bread", "move: Apples (todo → done)"])
    #expect(try bench.complaints() == "")
  }

  @Test func theRemoteMayDisappearAndReturn() throws {
    let team = try Team(of: 1)
    let (desk, scratch) = (team[0], team.scratch)
    let stage = WatchStage(desk)
    stage.at(50) { try scratch.move("hub.git", "away.git") }
    stage.at(60) { try desk.write("# One\n", to: "todo/one.md") }
    stage.at(80) { try desk.write("# Two\n", to: "todo/two.md") }
    stage.at(400) { try scratch.move("away.git", "hub.git") }
    try stage.play(until: 800)
    // The first failure is at 67, the next ones about 10, 20, 40, 80 and 160 seconds later.
    let synced = try #require(stage.reported.first { $0.hasSuffix("synced 0 in 2 out") })
    let second = try #require(Double(synced.prefix { $0 != ":" }))
    #expect((400...800).contains(second))
    #expect(
      stage.reported.filter { $0 != synced } == [
        "0: started origin/main 300",
        "62: recorded add One",
        "67: not synced: remote, 1 wait",
        "82: recorded add Two",
        "800: ended, 0 wait",
      ])
  }

  @Test func unfinishedFilesWait() throws {
    let bench = try Bench()
    let stage = WatchStage(bench.desk)
    stage.at(10) { try bench.shell("printf -- '---\\ntitle: [Ap\\n' > todo/a.md; : > todo/e.md") }
    stage.at(20) { try bench.shell("echo '# Fine' > todo/fine.md") }
    stage.at(30) { try bench.shell("echo '# Edam' > todo/e.md") }
    try stage.play(until: 500)
    #expect(
      stage.reported == [
        "0: started alone 300",
        "12: unfinished todo/a.md",
        "22: recorded add Fine",
        "32: recorded add Edam",
        "312: recorded edit a",
        "312: todo/a.md can't be understood; it is committed unchanged",
        "500: ended, 0 wait",
      ])
    #expect(try bench.complaints() == "")
  }

  /// A file that is moved and broken in one step isn't deleted meanwhile.
  @Test func movesOfUnfinishedFilesWait() throws {
    let bench = try Bench()
    let stage = WatchStage(bench.desk)
    stage.at(10) {
      try bench.shell("printf -- '---\\ntitle: [Ap\\n' > doing/a.md; rm todo/a.md")
    }
    stage.at(20) {
      try bench.desk.write(Bench.tasks["todo/a.md"] ?? "", to: "doing/a.md")
    }
    try stage.play(until: 100)
    #expect(try bench.journal() == ["move: Apples (todo → doing)"])
  }

  /// `memo edit` itself records or discards its file.
  @Test func filesInMemoEditAreLeftAlone() throws {
    let bench = try Bench()
    let (stage, store) = (WatchStage(bench.desk), try bench.store())
    try store.whileEditing("todo/a.md") {
      stage.at(10) { try bench.shell("echo more >> todo/a.md; echo more >> todo/b.md") }
      try stage.play(until: 900)
    }
    #expect(try bench.journal() == ["edit: Bread (body)"])
    let later = WatchStage(bench.desk)
    try later.play(until: 10)
    #expect(try bench.journal() == ["edit: Bread (body)", "edit: Apples (body)"])
  }

  /// Incoming changes never replace a file that is being edited.
  @Test func othersMayChangeAnEditedFile() throws {
    let team = try Team(of: 2)
    _ = try team[0].store().add(NewTask(title: "Soup"))
    _ = try team[0].store().sync()
    let stage = WatchStage(team[0])
    let good = try team[0].read("todo/soup.md")
    stage.at(10) {
      try team[0].write(good.replacing("title: Soup", with: "title: [So"), to: "todo/soup.md")
    }
    stage.at(20) {
      _ = try team[1].store().sync()
      try team[1].write(try team[1].read("todo/soup.md") + "Hot.\n", to: "todo/soup.md")
      _ = try team[1].store().sync()
    }
    stage.at(320) {
      try team[0].write(good.replacing("title: Soup", with: "title: Soups"), to: "todo/soup.md")
    }
    try stage.play(
      until: 400,
      {
        var pace = WatchPace(); pace.unfinished = 600; return pace
      }())
    #expect(
      stage.reported == [
        "0: started origin/main 300", "12: unfinished todo/soup.md",
        "300: not synced: refused, 0 wait", "322: recorded edit Soups",
      ] + stage.reported.suffix(2))
    #expect(stage.reported.suffix(2).first?.hasSuffix("synced 1 in 2 out") == true)
    #expect(try team[0].read("todo/soup.md").contains("title: Soups\n"))
    #expect(try team[0].read("todo/soup.md").hasSuffix("Hot.\n"))
  }

  @Test func problemsAreReportedOnceAndTriedAgain() throws {
    let bench = try Bench()
    let stage = WatchStage(bench.desk)
    stage.at(10) { try bench.shell("git checkout -q --detach; rm todo/b.md") }
    stage.at(20) { try bench.shell("rm todo/a.md") }
    stage.at(200) { try bench.shell("git checkout -q main") }
    try stage.play(until: 600)
    #expect(stage.reported.filter { $0.contains("not recorded: HEAD is detached") }.count == 1)
    #expect(try bench.journal() == ["delete: Apples", "delete: Bread"])
  }

  @Test func otherCommitsWaitForTheSetting() throws {
    let scratch = try Scratch()
    let desk = Desk(scratch, "project")
    let shell = { (line: String) in
      let ran = try run(
        "/bin/sh", ["-ec", line], in: scratch("project"), environment: desk.environment.variables)
      #expect(ran.code == 0, "\(ran)")
    }
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("init", "--quiet", "--initial-branch=main", "project")
    try shell("echo begin > main.c; git add main.c; git commit -qm Begin")
    desk.memo("init", "--remote", scratch("hub.git"))
    try shell("git push --quiet --set-upstream origin main")
    let stage = WatchStage(desk)
    stage.at(10) { try shell("echo code > main.c; git commit -qam Code") }
    stage.at(20) { try desk.write("# Milk\n", to: "todo/milk.md") }
    stage.at(400) { try shell("git config memo.pushAll true") }
    try stage.play(until: 900)
    #expect(stage.reported.filter { $0.contains("not synced: otherCommits") }.count == 1)
    let log = try scratch.git("log", "--format=%s", "-2", "main", in: "hub.git")
    #expect(log == "add: Milk\nCode")
  }

  @Test func remotesMayBeAddedAndRemoved() throws {
    let team = try Team(of: 1)
    let stage = WatchStage(team[0])
    let git = { (words: String...) in
      _ = try run(
        "git", words, in: team.scratch("ana"), environment: team[0].environment.variables)
    }
    stage.at(100) { try git("remote", "remove", "origin") }
    stage.at(400) { try git("remote", "add", "origin", team.scratch("hub.git")) }
    try stage.play(until: 1000)
    #expect(
      stage.reported == [
        "0: started origin/main 300", "300: upstream gone", "600: upstream origin/main",
        "1000: ended, 0 wait",
      ])
  }

  @Test func aDeletedStoreEndsTheWatch() throws {
    let bench = try Bench()
    let scratch = bench.desk.scratch
    let stage = WatchStage(bench.desk)
    stage.at(10) { try scratch.move("kim", "elsewhere") }
    let error = #expect(throws: MemoError.self) { try stage.play(until: 600) }
    #expect(error?.kind == .noStore)
    #expect(
      error?.message
        == "the store \(scratch("kim")) is gone, so there is nothing left to watch")
  }

  /// An editor may remove the settings for a moment while it saves them.
  @Test func aMomentWithoutMarkerDoesNotEndTheWatch() throws {
    let bench = try Bench()
    let stage = WatchStage(bench.desk)
    stage.at(10) { try bench.desk.move(".memo/config.yml", ".memo/config.yml~") }
    stage.at(12.5) { try bench.desk.move(".memo/config.yml~", ".memo/config.yml") }
    stage.at(14) { try bench.shell("rm todo/a.md") }
    try stage.play(until: 100)
    #expect(try bench.journal() == ["delete: Apples"])
  }

  @Test func onlyOneWatchRuns() throws {
    let bench = try Bench()
    let store = try bench.store()
    let lock = try store.lockWatch()
    let sign = WatcherStateFile(
      store, in: bench.desk.scratch("kim/.git"), process: lock.process)
    let error = #expect(throws: MemoError.self) {
      try bench.store().watch(until: EndRequest()) { _ in }
    }
    let process = try bench.shell("head -n 1 .git/memo/watch").dropLast()
    #expect(error?.kind == .busy)
    #expect(
      error?.message
        == "another memo, process \(process), watches \(bench.desk.scratch("kim")) already")
    #expect(error?.hints == ["'kill \(process)' ends it"])
    // Other commands still work.
    #expect(try bench.record().recorded == [])
    sign.remove()
    #expect(!bench.desk.exists(".git/memo/watch"))
  }
}
