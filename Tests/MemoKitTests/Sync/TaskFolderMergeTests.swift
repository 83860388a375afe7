import MemoKit
import TestSupport
import Testing

/// Files beside a task follow it, wherever the other side moved it.
@Suite struct TaskFolderMergeTests {
  /// Two people with a task and two files beside it.
  private func team() throws -> Team {
    let team = try Team(of: 2)
    try team[0].write(Bench.task("Trip", "todo", "bbbbbbbbbb"), to: "todo/trip.md")
    try team[0].write("a\nb\nc\nd\ne\n", to: "todo/trip/list.txt")
    try team[0].write("\u{0}2", to: "todo/trip/map.png")
    for desk in team.desks { _ = try desk.store().sync() }
    return team
  }

  /// Both sync one after the other, and then have the same files.
  private func sync(_ team: Team) throws -> [String] {
    var notices: [String] = []
    for desk in team.desks + [team[0]] {
      desk.wait(seconds: 60)
      notices += try desk.store().sync().merged.compactMap(\.notice)
    }
    for desk in team.desks {
      #expect(try desk.complaints() == "")
      #expect(try desk.store().recordHandEdits().recorded == [])
      #expect(files(desk) == files(team[0]))
    }
    return notices
  }

  private func files(_ desk: Desk) -> [String] {
    desk.scratch.files(desk.folder).filter { $0.contains("trip") }
  }

  @Test(arguments: [false, true]) func oneMovesAndTheOtherAddsAFile(_ isTheOther: Bool) throws {
    let team = try team()
    let (one, other) = isTheOther ? (team[1], team[0]) : (team[0], team[1])
    _ = try one.store().move(["trip"], to: .done)
    try other.write("new", to: "todo/trip/new.txt")
    try other.write("a\nb\nc\nd\nE\n", to: "todo/trip/list.txt")
    try one.write("A\nb\nc\nd\ne\n", to: "done/trip/list.txt")
    #expect(try sync(team) == [])
    #expect(
      files(team[0]) == [
        "done/trip.md", "done/trip/list.txt", "done/trip/map.png", "done/trip/new.txt",
      ])
    #expect(try team[1].read("done/trip/list.txt") == "A\nb\nc\nd\nE\n")
  }

  @Test func bothMoveTheTask() throws {
    let team = try team()
    _ = try team[0].store().move(["trip"], to: .doing)
    try team[0].write("zero", to: "doing/trip/zero.txt")
    _ = try team[1].store().rename("trip", title: "Rome")
    try team[1].write("one", to: "todo/rome/one.txt")
    try team[1].write("\u{0}3", to: "todo/rome/map.png")
    #expect(try sync(team) == [])
    #expect(
      team[0].scratch.files("ana").filter { $0.hasPrefix("doing/") } == [
        "doing/rome.md", "doing/rome/list.txt", "doing/rome/map.png", "doing/rome/one.txt",
        "doing/rome/zero.txt",
      ])
    #expect(try team[0].read("doing/rome/map.png") == team[1].read("doing/rome/map.png"))
  }

  @Test func bothChangeAFileOfAMovedTask() throws {
    let team = try team()
    try team[0].write("\u{0}3", to: "todo/trip/map.png")
    _ = try team[0].store().recordHandEdits()
    team[1].wait(seconds: 600)
    _ = try team[1].store().move(["trip"], to: .done)
    try team[1].write("\u{0}4", to: "done/trip/map.png")
    #expect(
      try sync(team) == [
        "both sides changed done/trip/map.png; the other version is done/trip/map-2.png now"
      ])
    #expect(
      files(team[0]) == [
        "done/trip.md", "done/trip/list.txt", "done/trip/map-2.png", "done/trip/map.png",
      ])
  }

  /// Untracked files follow, too, if the other side moved the task.
  @Test(arguments: [false, true]) func untrackedFilesFollow(_ isMerge: Bool) throws {
    let team = try team()
    try team[1].write("*.log\n", to: ".git/info/exclude")
    try team[1].write("log", to: "todo/trip/x.log")
    _ = try team[0].store().move(["trip"], to: .done)
    if isMerge { _ = try team[1].store().add(NewTask(title: "Else")) }
    for desk in team.desks { _ = try desk.store().sync() }
    #expect(try team[1].read("done/trip/x.log") == "log")
    #expect(!team[1].exists("todo/trip"))
    #expect(try team[1].complaints() == "")
  }

  /// Files with git filters, such as LFS, and links: memo moves them with their task, but never
  /// writes them.
  @Test func filteredFilesAreOnlyMoved() throws {
    let team = try team()
    for desk in team.desks {
      for key in ["clean", "smudge"] {
        try desk.scratch.git("config", "filter.upper.\(key)", "tr a-z A-Z", in: desk.folder)
      }
    }
    try team[0].write("big", to: "todo/trip/a.bin")
    _ = try run(
      "/bin/sh",
      [
        "-ec",
        "echo '*.bin filter=upper' >> .gitattributes; ln -s map.png todo/trip/link; "
          + "git add -A; git commit -qm git; git push -q; cd ../ben; git pull -q",
      ], in: team.scratch("ana"), environment: team[0].environment.variables)
    _ = try team[0].store().move(["trip"], to: .done)
    #expect(try team[0].store().add(NewTask(title: "Else")).recorded == [])
    _ = try team[0].store().sync()
    let error = try #require(throws: MemoError.self) { try team[1].store().sync() }
    #expect(error.kind == .refused && error.message.contains("/trip/"))
    _ = try run(
      "/bin/sh", ["-ec", "git pull -q --no-rebase"], in: team.scratch("ben"),
      environment: team[1].environment.variables)
    _ = try sync(team)
    for desk in team.desks {
      #expect(try ["big", "BIG"].contains(desk.read("done/trip/a.bin")))
      #expect(desk.exists("done/trip/link") && !desk.exists("todo/trip"))
    }
  }

  /// A task that survives a deletion keeps its files.
  @Test func oneDeletesAndTheOtherEdits() throws {
    let team = try team()
    _ = try team[0].store().remove(["trip"])
    _ = try team[1].store().move(["trip"], to: .doing)
    _ = try sync(team)
    #expect(
      files(team[0]) == ["doing/trip.md", "doing/trip/list.txt", "doing/trip/map.png"])
  }

  /// A sync doesn't move or rename other tasks in the folder.
  @Test func tasksInTheFolderStay() throws {
    let team = try team()
    try team[0].write(Bench.task("Sub", "todo", "cccccccccc"), to: "todo/trip/a/sub.md")
    for name in ["x", "z"] { try team[0].write(name, to: "todo/trip/a/\(name).txt") }
    for desk in team.desks { _ = try desk.store().sync() }
    _ = try team[0].store().move(["trip"], to: .done)
    try team[1].write("new", to: "todo/trip/a/new.txt")
    #expect(try sync(team) == [])
    #expect(
      files(team[1]) == [
        "done/trip.md", "done/trip/a/new.txt", "done/trip/a/x.txt", "done/trip/a/z.txt",
        "done/trip/list.txt", "done/trip/map.png", "todo/trip/a/sub.md",
      ])
    #expect(try team[1].store().read().tasks.first { $0.title == "Sub" }?.status == .todo)
  }

  @Test func aMoveCanBeUndoneAfterASync() throws {
    let team = try team()
    _ = try team[0].store().move(["trip"], to: .done)
    for desk in team.desks { _ = try desk.store().sync() }
    try team[1].write("new", to: "done/trip/new.txt")
    for desk in team.desks.reversed() { _ = try desk.store().sync() }
    _ = try team[0].store().undo()
    #expect(
      files(team[0]) == [
        "todo/trip.md", "todo/trip/list.txt", "todo/trip/map.png", "todo/trip/new.txt",
      ])
    #expect(try sync(team) == [])
  }
}
