import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// A file is replaced by a folder, or a folder by a file.
@Suite(.onItsOwnThread) struct FileKindTests {
  let scratch: Scratch
  let desk: Desk

  init() throws {
    scratch = try Scratch()
    desk = Desk(scratch, "kim")
    desk.memo("init")
    desk.memo("add", "Tea")
    desk.memo("add", "Rake", "--in", "home")
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: scratch("kim/\(name)"))
  }

  /// git reports no changes and no broken objects.
  private func expectAllRecorded(_ comment: Comment? = nil) throws {
    #expect(try scratch.git("status", "--porcelain", in: "kim") == "", comment)
    #expect(
      try scratch.git("write-tree", in: "kim")
        == scratch.git("rev-parse", "HEAD^{tree}", in: "kim"), comment)
    #expect(try scratch.git("fsck", "--strict", "--no-dangling", in: "kim") == "", comment)
  }

  private func files() throws -> String {
    try scratch.git("ls-tree", "-r", "--name-only", "HEAD", "todo", in: "kim")
  }

  @Test func aTaskBecomesAFolder() throws {
    try remove("todo/tea.md")
    try desk.write("in\n", to: "todo/tea.md/in.md")
    let added = desk.memo("add", "Milk")
    #expect(added.status == .done, "\(added.error)")
    #expect(try files() == "todo/home/rake.md\ntodo/milk.md\ntodo/tea.md/in.md")
    try expectAllRecorded()
    // The undo only concerns memo's own changes, and nothing is in their way.
    #expect(desk.memo("undo").status == .done)
    try expectAllRecorded()
  }

  @Test func aFolderBecomesAFile() throws {
    try remove("todo/home")
    try desk.write("f\n", to: "todo/home")
    let added = desk.memo("add", "Milk")
    #expect(added.status == .done, "\(added.error)")
    #expect(try files() == "todo/home\ntodo/milk.md\ntodo/tea.md")
    try expectAllRecorded()
  }

  @Test func otherFilesMayChangeTheirKind() throws {
    try desk.write("n\n", to: "todo/n")
    try desk.write("p\n", to: "todo/home/photo.txt")
    try desk.write("q\n", to: "todo/q/photo.txt")
    #expect(desk.memo("add", "Milk").status == .done)
    try remove("todo/n")
    try desk.write("in\n", to: "todo/n/in.md")
    try remove("todo/home")
    try desk.write("f\n", to: "todo/home")
    try remove("todo/q/photo.txt")
    try desk.write("p\n", to: "todo/q/photo.txt/p.txt")
    try remove("todo/tea.md")
    try desk.write("p\n", to: "todo/tea.md/p.txt")
    let added = desk.memo("add", "Soap")
    #expect(added.status == .done, "\(added.error)")
    #expect(
      try files() == """
        todo/home
        todo/milk.md
        todo/n/in.md
        todo/q/photo.txt/p.txt
        todo/soap.md
        todo/tea.md/p.txt
        """)
    try expectAllRecorded()
  }

  /// The same for an empty folder.
  @Test func anEmptyFolderIsNoTask() throws {
    try remove("todo/tea.md")
    try FileManager.default.createDirectory(
      atPath: scratch("kim/todo/tea.md"), withIntermediateDirectories: false)
    #expect(desk.memo("add", "Milk").error == "committed: delete Tea\n")
    #expect(try files() == "todo/home/rake.md\ntodo/milk.md")
    try expectAllRecorded()
  }

  /// Files that were staged in the folder leave the index, as with git.
  @Test func theIndexHasOnlyOneKind() throws {
    try desk.write("a\n", to: "todo/x/a.md")
    try desk.write("b\n", to: "todo/x/deep/b.md")
    try scratch.git("add", "todo/x", in: "kim")
    try remove("todo/x")
    try desk.write("f\n", to: "todo/x")
    #expect(desk.memo("add", "Milk").status == .done)
    try expectAllRecorded("a file in a folder's place")
    try scratch.git("rm", "--quiet", "--cached", "todo/x", in: "kim")
    try remove("todo/x")
    try scratch.git("commit", "--quiet", "-m", "x goes", in: "kim")
    try desk.write("staged\n", to: "todo/zed.md/sub")
    try scratch.git("add", "todo/zed.md", in: "kim")
    try remove("todo/zed.md")
    #expect(desk.memo("add", "Zed").status == .done)
    try expectAllRecorded("a task in a folder's place")
  }

  @Test func incomingChangesOfKindAreLeftToGit() throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub")
    try scratch.git("remote", "add", "origin", scratch("hub"), in: "kim")
    try desk.write("a\n", to: "docs/a")
    try scratch.git("add", "docs", in: "kim")
    try scratch.git("commit", "--quiet", "-m", "docs", in: "kim")
    #expect(desk.memo("sync").status == .done)
    let other = Desk(scratch, "ada", name: "Ada", seed: 2)
    other.memo("-C", scratch.path, "clone", "hub", "ada")
    let changes: [(at: String, () throws -> Void)] = [
      (
        "docs",
        {
          try remove("docs")
          try desk.write("f\n", to: "docs")
        }
      ),
      (
        "todo/tea.md",
        {
          try remove("todo/tea.md")
          try desk.write("in\n", to: "todo/tea.md/in.md")
        }
      ),
      (
        "todo/home",
        {
          try remove("todo/home")
          try desk.write("f\n", to: "todo/home")
        }
      ),
    ]
    for (path, change) in changes {
      try change()
      try scratch.git("add", "--all", in: "kim")
      try scratch.git("commit", "--quiet", "-m", "change", in: "kim")
      #expect(desk.memo("sync").status == .done)
      let head = try scratch.git("rev-parse", "HEAD", in: "ada")
      let refused = other.memo("sync")
      #expect(
        refused.error == """
          error: the remote changed a file into a folder, or a folder into a file: \(path)
          hint: 'memo git pull --no-rebase' merges it; then 'memo sync' again

          """)
      #expect(refused.status == .refused)
      #expect(try scratch.git("rev-parse", "HEAD", in: "ada") == head)
      #expect(try scratch.git("status", "--porcelain", in: "ada") == "")
      other.memo("add", "Of her own")
      try scratch.git("pull", "--quiet", "--no-rebase", "--no-edit", in: "ada")
      #expect(other.memo("sync").status == .done)
    }
    #expect(other.memo("add", "Milk").status == .done)
    #expect(other.memo("sync").status == .done)
  }
}
