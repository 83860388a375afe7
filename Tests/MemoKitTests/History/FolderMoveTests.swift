import Git
import MemoCLI
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles
@testable import TaskHistory

/// Moving a store's folder within its repository keeps the store and its history.
@Suite struct FolderMoveTests {
  private let scratch: Scratch
  private var environment: Environment { Desk(scratch, "all/work").environment }

  /// From one folder to another, and from the top folder to one below.
  init() throws { scratch = try Scratch() }

  static let moves = [
    ("all/notes", "git mv notes work"), ("all", "mkdir work; git mv done .memo work"),
  ]

  private func begin(in folder: String) throws -> Desk {
    try scratch.git("init", "--quiet", "--initial-branch=main", "all")
    let desk = Desk(scratch, folder)
    _ = try Store.create(scratch(folder), environment: desk.environment)
    desk.memo("add", "Milk", "-m", "Two litres.")
    desk.memo("add", "Bread")
    desk.memo("done", "milk")
    return desk
  }

  @Test(arguments: moves) func historyContinues(_ old: String, _ move: String) throws {
    let former = try begin(in: old)
    let before = former.memo("log", "--json").output
    let blame = former.memo("blame", "milk").output
    former.memo("rm", "bread", "--yes")
    let desk = try former.moved(by: move)
    #expect(desk.memo("log", "milk").output.split(separator: "\n").count == 3)
    #expect(desk.memo("blame", "milk").output == blame)
    #expect(desk.memo("list", "-a", "--at", "HEAD~2").output.contains("Bread"))
    #expect(desk.memo("diff", "HEAD~2").output == "delete: Bread\n")
    #expect(desk.memo("log", "--deleted").output.contains("Bread"))
    #expect(desk.memo("log", "--json").output.hasSuffix(String(before.suffix(200))))
    var newest: [String] = []
    try desk.store().log(LogQuery(limit: 9)) { entry in
      newest.append("\(entry.kind) \(entry.title)")
      return true
    }
    #expect(newest == ["delete Bread", "move Milk", "add Bread", "add Milk"])
    #expect(desk.memo("restore", "bread").output.contains("todo/bread.md"))
    #expect(desk.exists("todo/bread.md"))
  }

  @Test(arguments: moves) func commitsOfTheOldFolderStay(
    _ old: String, _ move: String
  ) throws {
    let former = try begin(in: old)
    let desk = try former.moved(by: move)
    let moved = desk.tasks()
    #expect(desk.memo("undo", "--yes").error.hasPrefix("error: there is nothing to undo\n"))
    for commit in ["HEAD", "HEAD~1"] {
      let name = try scratch.git("rev-parse", commit, in: "all")
      #expect(desk.memo("undo", "--yes", name).error.hasPrefix("error: there is no change '"))
    }
    #expect(desk.tasks() == moved)
    desk.memo("set", "milk", "+shop")
    #expect(desk.memo("undo", "--yes").status == .done)
    #expect(desk.tasks() == moved)
    #expect(try scratch.git("status", "--porcelain", in: "all") == "")
  }

  /// After somebody else moved it, a sync shows how to follow.
  @Test(arguments: [
    ("work", "mkdir work; git mv .memo todo work"),
    (
      "work/all",
      "mkdir -p work/all; git mv todo work/all; git commit -qm Half; git mv .memo work/all"
    ),
  ]) func aSyncShowsHowToFollow(_ folder: String, _ move: String) throws {
    let team = try Team(of: 2)
    team[0].memo("add", "Milk")
    team[0].memo("sync")
    team[1].memo("sync")
    team[1].memo("add", "Bread")
    team[1].memo("set", "milk", "+shop")
    let ran = try run(
      "/bin/sh", ["-ec", "\(move); git commit -qm Move; git push -q"],
      in: team.scratch(team[0].folder), environment: team[0].environment.variables)
    #expect(ran.code == 0, "\(ran.error)")
    for command in [["sync"], ["sync", "--dry-run"]] {
      let outcome = team[1].memo(command)
      #expect(outcome.error.hasPrefix("error: origin/main has no .memo/config.yml any more: "))
      #expect(
        outcome.error.contains("'memo git -c merge.directoryRenames=true merge origin/main'"))
      #expect(outcome.status == .refused)
    }
    try team.scratch.git(
      "-c", "merge.directoryRenames=true", "merge", "--quiet", "--no-edit", "origin/main",
      in: team[1].folder)
    let desk = Desk(team.scratch, team[1].path(folder), name: "Ben", seed: 7)
    #expect(desk.memo("sync").status == .done)
    #expect(desk.tasks() == ["todo/bread.md", "todo/milk.md"])
    #expect(desk.memo("log", "milk").output.split(separator: "\n").count == 2)
  }
}

extension Desk {
  /// The store ten minutes later, with new ids, moved with git to `work/`.
  fileprivate func moved(by command: String) throws -> Desk {
    let ran = try run(
      "/bin/sh", ["-ec", "\(command); git commit -qm Move"], in: scratch("all"),
      environment: environment.variables)
    #expect(ran.code == 0, "\(ran.error)")
    let desk = Desk(scratch, "all/work", seed: 7)
    desk.setClock(environment.now() + 600)
    return desk
  }
}
