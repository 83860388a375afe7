import Foundation
import MemoKit
import TestSupport
import Testing

/// A task's folder moves with the task, including untracked files.
@Suite struct TaskFolderTests {
  /// A task with files beside it: two tracked ones, an ignored, a too large, and a hidden one.
  static func bench() throws -> Bench {
    let bench = try Bench()
    try bench.shell(
      """
      echo '*.log' > .gitignore; git add .gitignore; git commit -qm ignore
      mkdir -p todo/a/sub; echo map > todo/a/map.png; echo pdf > todo/a/sub/x.pdf
      echo log > todo/a/x.log; echo hidden > todo/a/.hidden; head -c 5000001 /dev/zero > todo/a/film
      """)
    try bench.record()
    return bench
  }

  private static let names = [".hidden", "film", "map.png", "sub/x.pdf", "x.log"]
  private static let recorded = ["map.png", "sub/x.pdf"]

  /// The places of all files of the task, on the disk and in the commit.
  private func expect(
    _ place: String, _ bench: Bench, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try bench.shell("find todo doing done -type f | grep -v '/[bc].md$' | sort")
      .split(separator: "\n").map(String.init)
    let all = ["\(place).md"] + Self.names.map { "\(place)/\($0)" }
    #expect(Set(found) == Set(all), sourceLocation: location)
    let tree = try bench.shell("git ls-tree -r --name-only HEAD todo doing done")
      .split(separator: "\n").map(String.init).filter { !$0.hasSuffix("/b.md") }
      .filter { !$0.hasSuffix("/c.md") }
    let kept = ["\(place).md"] + Self.recorded.map { "\(place)/\($0)" }
    #expect(Set(tree) == Set(kept), sourceLocation: location)
    #expect(
      try bench.complaints() == "?? \(place)/.hidden\n?? \(place)/film",
      sourceLocation: location)
    #expect(try bench.record().recorded == [], sourceLocation: location)
  }

  @Test func everyMovingCommandMovesTheFolder() throws {
    let bench = try Self.bench()
    let id = ["bbbbbbbbbb"]
    _ = try bench.store().move(id, to: .doing)
    try expect("doing/a", bench)
    _ = try bench.store().change(id, [.set(key: "status", .text("done"))])
    try expect("done/a", bench)
    _ = try bench.store().archive(id)
    try expect("done/2026/11/a", bench)
    _ = try bench.store().move(id, to: .todo)
    try expect("todo/a", bench)
    _ = try bench.store().rename("a", title: "Pears")
    try expect("todo/pears", bench)
    _ = try bench.store().move(id, in: "fruit/fresh")
    try expect("todo/fruit/fresh/pears", bench)
    // Into its own folder, and out of it.
    _ = try bench.store().move(id, in: ".")
    _ = try bench.store().move(id, in: "pears")
    try expect("todo/pears/pears", bench)
    _ = try bench.store().move(id, in: ".")
    try expect("todo/pears", bench)
    _ = try bench.store().undo(3)
    try expect("todo/fruit/fresh/pears", bench)
    _ = try bench.store().redo(3)
    try expect("todo/pears", bench)
    _ = try bench.store().undo(9)
    try expect("todo/a", bench)
    #expect(try bench.journal().allSatisfy { !$0.hasPrefix("store: todo/a/") })
  }

  @Test func handMovesMoveTheFolder() throws {
    let bench = try Self.bench()
    // The task without its folder.
    try bench.shell("mv todo/a.md doing/a.md")
    try bench.record()
    try expect("doing/a", bench)
    // With its folder.
    try bench.shell("mv doing/a doing/a.md done")
    try bench.record()
    try expect("done/a", bench)
    // By its text.
    try bench.shell("sed -i.old s/done/todo/ done/a.md; rm done/a.md.old")
    try bench.record()
    try expect("todo/a", bench)
    // By its text, in a commit of git.
    try bench.shell("sed -i.old s/todo/doing/ todo/a.md; rm todo/a.md.old; git commit -qam git")
    try bench.record()
    try expect("doing/a", bench)
    #expect(
      try bench.journal().suffix(5) == [
        "move: Apples (todo → doing)", "move: Apples (doing → done)",
        "move: Apples (done → todo)", "git",
        // git's commit made it `doing`.
        "edit: Apples (file todo/a.md → doing/a.md)",
      ])
  }

  /// Together with changes of its files.
  @Test func handMovesWithChangesMoveTheFolder() throws {
    let bench = try Self.bench()
    try bench.shell(
      """
      mv todo/a todo/a.md done; rm done/a/sub/x.pdf; echo more >> done/a/map.png
      echo new > done/a/new.png
      """)
    try bench.record()
    #expect(
      try bench.journal().suffix(2) == ["store: 3 files", "move: Apples (todo → done)"])
    #expect(
      try bench.shell("git ls-tree -r --name-only HEAD done")
        == "done/a.md\ndone/a/map.png\ndone/a/new.png\n")
    #expect(try bench.shell("git show HEAD:done/a/map.png") == "map\nmore\n")
    #expect(try bench.record().recorded == [])
    // The folder stays behind, with a new and a deleted file.
    try bench.shell("mv done/a.md todo; echo newer > done/a/newer.png; rm done/a/map.png")
    try bench.record()
    #expect(
      try bench.shell("git ls-tree -r --name-only HEAD todo/a done")
        == "todo/a/new.png\ntodo/a/newer.png\n")
    #expect(bench.desk.exists("todo/a/newer.png") && !bench.desk.exists("done/a"))
    #expect(try bench.record().recorded == [])
  }

  @Test func deletedFoldersAreRestored() throws {
    let bench = try Self.bench()
    let report = try bench.store().remove(["a"])
    #expect(
      report.notices == [
        "todo/a/ goes with it: 2 files", "2 files in todo/a/ are not committed, and stay",
      ])
    // Untracked files are not deleted.
    let left = try bench.shell("find todo/a -type f | sort")
    #expect(left == "todo/a/.hidden\ntodo/a/film\ntodo/a/x.log\n")
    #expect(try bench.journal().last == "delete: Apples")
    #expect(try bench.record().recorded == [])
    _ = try bench.store().restore(["apples"])
    try expect("todo/a", bench)
    _ = try bench.store().remove(["a"])
    _ = try bench.store().undo()
    try expect("todo/a", bench)
    // Without memo, only the task's file is deleted.
    try bench.shell("rm todo/a.md")
    try bench.record()
    #expect(try bench.shell("git ls-tree -r --name-only HEAD todo/a") != "")
    #expect(try bench.store().add(NewTask(title: "More")).recorded == [])
  }

  @Test func subtasksStay() throws {
    let bench = try Self.bench()
    try bench.desk.write(Bench.task("Nested", "todo", "ffffffffff"), to: "todo/a/n.md")
    try bench.shell("mkdir todo/a/n; echo own > todo/a/n/own.png; echo log > todo/a/n/own.log")
    try bench.record()
    _ = try bench.store().move(["bbbbbbbbbb"], to: .doing)
    #expect(
      try bench.shell("find todo/a doing/a -type f | sort").split(separator: "\n") == [
        "doing/a/.hidden", "doing/a/film", "doing/a/map.png", "doing/a/sub/x.pdf",
        "doing/a/x.log", "todo/a/n.md", "todo/a/n/own.log", "todo/a/n/own.png",
      ])
    #expect(try bench.record().recorded == [])
    // Both at once.
    _ = try bench.store().move(["bbbbbbbbbb", "ffffffffff"], to: .todo)
    _ = try bench.store().move(["bbbbbbbbbb", "ffffffffff"], to: .done)
    #expect(bench.desk.exists("done/a/n/own.png") && bench.desk.exists("done/a/n/own.log"))
    #expect(bench.desk.exists("done/a/map.png") && !bench.desk.exists("todo/a"))
    #expect(try bench.record().recorded == [])
  }

  /// A subtask that moved first stays; the files follow their task back.
  @Test func anUndoMovesTheFilesBack() throws {
    let bench = try Self.bench()
    try bench.desk.write(Bench.task("Nested", "todo", "ffffffffff"), to: "todo/a/n.md")
    try bench.record()
    _ = try bench.store().move(["ffffffffff"], to: .done)
    _ = try bench.store().move(["bbbbbbbbbb"], to: .done)
    _ = try bench.store().undo()
    #expect(
      try bench.shell("git ls-tree -r --name-only HEAD todo/a todo/a.md done/a").split(
        separator: "\n")
        == ["done/a/n.md", "todo/a.md", "todo/a/map.png", "todo/a/sub/x.pdf"])
    _ = try bench.store().redo()
    #expect(
      try bench.shell("git ls-tree -r --name-only HEAD todo/a done").split(separator: "\n")
        == ["done/a.md", "done/a/map.png", "done/a/n.md", "done/a/sub/x.pdf"])
  }

  /// Moving a task never changes the status of tasks in its folder, at any depth.
  @Test(arguments: Mover.all) func subtasksKeepTheirStatus(_ mover: Mover) throws {
    let bench = try Bench()
    let tasks = ["a/sub", "a/deep/inner", "a/deep/inner/leaf"]
    for (number, name) in tasks.enumerated() {
      try bench.desk.write(
        Bench.task("Task \(number)", "todo", "fffffffff" + ["f", "g", "h"][number]),
        to: "todo/\(name).md")
    }
    for name in ["a/x", "a/deep/y", "a/deep/inner/z", "a/sub/s", "a/deep/inner/leaf/l"] {
      try bench.desk.write("\(name)\n", to: "todo/\(name).txt")
    }
    try bench.record()
    try mover.move(bench)
    // Anything that a second command would record is a fault of the first.
    #expect(try bench.record().recorded == [])
    let files = try bench.shell("find todo doing done -type f ! -name '[bc].md'")
    let place = mover.place
    #expect(
      Set(files.split(separator: "\n").map(String.init)) == [
        "\(place).md", "\(place)/deep/y.txt", "\(place)/x.txt", "todo/a/deep/inner.md",
        "todo/a/deep/inner/leaf.md", "todo/a/deep/inner/leaf/l.txt", "todo/a/deep/inner/z.txt",
        "todo/a/sub.md", "todo/a/sub/s.txt",
      ])
    let below = try bench.store().read().tasks.filter { $0.path.contains("/a/") }
    #expect(below.allSatisfy { $0.status == .todo && $0.problems.isEmpty })
    #expect(try bench.complaints() == "")
  }

  struct Mover: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var place: String
    var move: @Sendable (Bench) throws -> Void

    static let all = [
      Mover(testDescription: "move", place: "done/a") {
        _ = try $0.store().move(["bbbbbbbbbb"], to: .done)
      },
      Mover(testDescription: "rename", place: "todo/pears") {
        _ = try $0.store().rename("bbbbbbbbbb", title: "Pears")
      },
      Mover(testDescription: "folder", place: "todo/fruit/a") {
        _ = try $0.store().move(["bbbbbbbbbb"], in: "fruit")
      },
      Mover(testDescription: "archive", place: "done/2026/11/a") {
        _ = try $0.store().move(["bbbbbbbbbb"], to: .done)
        _ = try $0.store().archive(["bbbbbbbbbb"])
      },
      Mover(testDescription: "text", place: "done/a") {
        try $0.shell("sed -i.old s/todo/done/ todo/a.md; rm todo/a.md.old")
        try $0.record()
      },
      Mover(testDescription: "by hand", place: "done/a") {
        try $0.shell("mv todo/a.md done/")
        try $0.record()
      },
    ]
  }

  @Test func nothingIsReplaced() throws {
    let bench = try Self.bench()
    try bench.shell(
      """
      mkdir -p doing/a/sub; echo other > doing/a/map.png; echo other > doing/a/x.log
      echo 'a file' > doing/a/sub.txt
      """)
    try bench.record()
    let report = try bench.store().move(["a"], to: .doing)
    #expect(
      report.notices == [
        "todo/a/x.log is doing/a/x-2.log now, since another file had its name there",
        "todo/a/map.png is doing/a/map-2.png now, since another file had its name there",
      ])
    #expect(try bench.desk.read("doing/a/map.png") == "other\n")
    #expect(try bench.desk.read("doing/a/map-2.png") == "map\n")
    #expect(try bench.desk.read("doing/a/x-2.log") == "log\n")
    #expect(try bench.shell("git show HEAD:doing/a/map-2.png") == "map\n")
    #expect(!bench.desk.exists("todo/a"))
    #expect(try bench.record().recorded == [])
    _ = try bench.store().undo()
    #expect(try bench.desk.read("todo/a/map.png") == "map\n")
  }

  /// A file in the place of a folder, a link, and another repository.
  @Test func filesThatCannotMoveStay() throws {
    let bench = try Self.bench()
    try bench.shell(
      """
      mkdir doing/a; echo file > doing/a/sub; ln -s map.png todo/a/link
      git init -q todo/a/repo; echo own > todo/a/repo/x
      """)
    try bench.record()
    let report = try bench.store().move(["a"], to: .doing)
    #expect(try bench.desk.read("doing/a/x.pdf") == "pdf\n", "\(report.notices)")
    #expect(try bench.shell("cat doing/a/link todo/a/repo/x") == "map\nown\n")
    #expect(try bench.record().recorded == [])
  }

  /// Also by a command that has nothing to change itself.
  @Test func whatGotAnotherNameIsTold() throws {
    let bench = try Self.bench()
    try bench.shell("mkdir done/a; echo other > done/a/x.log; mv todo/a.md done/a.md")
    let report = try bench.store().move(["todo/b.md"], to: .todo)
    #expect(report.changes == [])
    #expect(
      report.notices.contains(
        "todo/a/x.log is done/a/x-2.log now, since another file had its name there"),
      "\(report.notices)")
    #expect(try bench.desk.read("done/a/x-2.log") == "log\n")
  }

  /// If another task takes the name, the folder belongs to that one.
  @Test func theFolderBelongsToTheName() throws {
    let bench = try Self.bench()
    try bench.shell("mv todo/a.md doing/z.md; mv todo/b.md todo/a.md")
    try bench.record()
    #expect(bench.desk.exists("todo/a/map.png") && !bench.desk.exists("doing/z"))
    #expect(try bench.record().recorded == [])
  }
}
