import Git
import MemoCLI
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles
@testable import TaskHistory

/// A store whose folder was moved in its repository.
@Suite struct FolderMoveTests {
  private let scratch: Scratch
  private var environment: Environment { Desk(scratch, "all/work").environment }

  /// From a folder into another, and from the repository's own folder into one below.
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

  @Test(arguments: moves) func itsHistoryBeginsThere(_ old: String, _ move: String) throws {
    let former = try begin(in: old)
    let desk = try former.moved(by: "\(move); git mv -k todo work")
    #expect(desk.tasks() == ["done/milk.md", "todo/bread.md"])
    var entries: [String] = []
    try desk.store().log { entry in
      entries.append("\(entry.kind) \(entry.title)")
      return true
    }
    #expect(entries.sorted() == ["add Bread", "add Milk"])
    #expect(desk.memo("undo").error.contains("there is nothing to undo"))
    #expect(desk.memo("set", "milk", "+shop").status == .done)
    #expect(desk.memo("undo").status == .done)
    #expect(try scratch.git("status", "--porcelain", in: "all") == "")
  }

  /// Where somebody else moved it, nobody deleted it: a sync tells where it is, and how to follow.
  @Test(arguments: [
    ("work", "from the repository's own folder to work", "mkdir work; git mv .memo todo work"),
    (
      "work/all", "from the repository's own folder to work/all",
      "mkdir -p work/all; git mv todo work/all; git commit -qm Half; git mv .memo work/all"
    ),
  ]) func aSyncTellsWhereItIs(_ folder: String, _ words: String, _ move: String) throws {
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
      #expect(
        outcome.error == """
          error: origin/main has moved the store \(words)
            nothing was changed here, and nothing was pushed
          hint: 'memo git -c merge.directoryRenames=true merge origin/main' moves it here, too
          hint: afterwards memo is used in \(folder)

          """)
      #expect(outcome.status == .refused)
    }
    try team.scratch.git(
      "-c", "merge.directoryRenames=true", "merge", "--quiet", "--no-edit", "origin/main",
      in: team[1].folder)
    let desk = Desk(team.scratch, team[1].path(folder), name: "Ben", seed: 7)
    #expect(desk.memo("sync").status == .done)
    #expect(desk.tasks() == ["todo/bread.md", "todo/milk.md"])
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
