import Foundation
import TestSupport
import Testing
@testable import Git
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// A missing file is no proof that somebody deleted it.
@Suite struct MissingFileTests {
  /// A remote with a bench's three tasks, and a clone by git.
  private func clone(_ options: String...) throws -> (bench: Bench, clone: Desk) {
    let bench = try Bench()
    try bench.shell("git clone -q --bare . ../hub.git; git remote add origin ../hub.git")
    let desk = Desk(bench.desk.scratch, "clone", name: "Ben", seed: 2)
    try bench.shell("git clone -q \(options.joined(separator: " ")) ../hub.git ../clone")
    return (bench, desk)
  }

  private func expectRefusal(_ desk: Desk) throws {
    let error = try #require(throws: MemoError.self) {
      try Store.create(desk.scratch(desk.folder), environment: desk.environment)
    }
    #expect(error.kind == .refused && error.message.contains("never checked out"), "\(error)")
  }

  private static let all = ["doing/c.md", "todo/a.md", "todo/b.md"]

  private func shell(_ desk: Desk, _ script: String) throws {
    let ran = try run(
      "/bin/sh", ["-ec", script], in: desk.scratch(desk.folder),
      environment: desk.environment.variables)
    guard ran.code == 0 else { throw GitFailure(message: "\(script): \(ran.error)") }
  }

  /// A clone without a checkout, or one that was killed during it.
  @Test(arguments: [
    "", ".memo/config.yml", ".memo todo/a.md", ".memo .gitattributes doing todo/b.md",
  ])
  func unfinishedClonesAreLeftToGit(_ here: String) throws {
    let (bench, desk) = try clone("-n")
    if !here.isEmpty {
      // Files that git writes before the index.
      try shell(desk, "git archive HEAD \(here) | tar x")
      let store = try desk.store()
      let notice = store.checkoutNotice(try store.read())
      #expect(notice?.contains("'memo git checkout'") == true)
    }
    try expectRefusal(desk)
    try shell(desk, "git checkout -qf")
    let made = try Store.create(desk.scratch(desk.folder), environment: desk.environment)
    #expect(!made.isNew)
    #expect(made.adopted == [])
    #expect(desk.tasks() == Self.all)
    _ = try desk.store().add(NewTask(title: "Dates"))
    #expect(try desk.store().sync().sent.map(\.kind) == [.add])
    #expect(try desk.complaints() == "")
    try bench.shell("git fetch -q; git diff --exit-code --diff-filter=D HEAD origin/main")
    let store = try desk.store()
    #expect(store.checkoutNotice(try store.read()) == nil)
  }

  /// A checkout that was killed while it wrote the settings or a task.
  @Test(arguments: [
    ": > .memo/config.yml",
    "git archive HEAD .memo todo | tar x; : > todo/a.md",
    "git archive HEAD | tar x; head -c 20 doing/c.md > x; mv x doing/c.md",
  ])
  func truncatedFilesOfACheckoutAreNoEdits(_ here: String) throws {
    let (_, desk) = try clone("-n")
    try shell(desk, "mkdir .memo; \(here)")
    if try desk.scratch.read(desk.path(".memo/config.yml")) != "" {
      #expect(try desk.store().status().obstacle?.contains("never checked out") == true)
    }
    try expectRefusal(desk)
    try shell(desk, "git checkout -qf")
    let made = try Store.create(desk.scratch(desk.folder), environment: desk.environment)
    #expect(!made.isNew)
    #expect(made.adopted == [])
    #expect(try desk.store().recordHandEdits().recorded == [])
    #expect(desk.tasks() == Self.all)
    #expect(try desk.complaints() == "")
  }

  /// The new store would have an unrelated history.
  @Test func noStoreIsMadeInAnUnfinishedClone() throws {
    let bench = try Bench()
    let desk = Desk(bench.desk.scratch, "clone", name: "Ben", seed: 2)
    try bench.shell("git init -qb main ../clone")
    try shell(desk, "git remote add origin ../kim; git fetch -q")
    let error = try #require(throws: MemoError.self) {
      try Store.create(desk.scratch(desk.folder), environment: desk.environment)
    }
    #expect(error.kind == .refused)
    #expect(error.message.hasSuffix("is a clone without a branch"))
    #expect(!desk.exists(".memo") && !desk.exists("todo"))
    // A repository with its own first commit may get a store.
    try shell(desk, "git remote remove origin")
    #expect(try Store.create(desk.scratch(desk.folder), environment: desk.environment).isNew)
  }

  @Test func unfinishedRepositoriesAreReported() throws {
    let desk = Desk(try Scratch(), "kim")
    try desk.write("", to: ".git/objects/x")
    let error = try #require(throws: MemoError.self) {
      try Store.create(desk.scratch(desk.folder), environment: desk.environment)
    }
    #expect(error.message.contains(".git is not a git repository"))
  }

  /// A lock of git's configuration.
  @Test func initWithALockMakesNothing() throws {
    let desk = Desk(try Scratch(), "kim")
    try desk.write("", to: "x")
    try shell(desk, "git init -q; touch .git/config.lock")
    let error = try #require(throws: MemoError.self) {
      try Store.create(desk.scratch(desk.folder), environment: desk.environment)
    }
    #expect(error.kind == .busy)
    #expect(!desk.exists(".memo") && !desk.exists(".git/refs/heads/main"))
  }

  /// Plain git may commit tasks in hidden folders.
  @Test func filesInHiddenFoldersAreNotDeleted() throws {
    let (bench, desk) = try clone()
    try bench.shell(
      """
      mkdir -p todo/.old; cp todo/a.md todo/.old/x.md
      git add .; git commit -qm hidden; git push -q origin main
      """)
    let store = try desk.store()
    _ = try store.sync()
    #expect(try store.add(NewTask(title: "Dates")).recorded == [])
    #expect(try store.recordHandEdits().recorded == [])
    #expect(try store.sync().sent.map(\.kind) == [.add])
    #expect(desk.exists("todo/.old/x.md"))
    #expect(try desk.complaints() == "")
  }

  /// The index is empty, or no checkout wrote it.
  @Test(arguments: ["git read-tree --empty", "git read-tree HEAD", "git reset -q"])
  func filesThatWereNeverHereAreNotDeleted(_ script: String) throws {
    let (bench, desk) = try clone("-n")
    try shell(desk, "\(script); git archive HEAD .memo .gitattributes todo/a.md | tar x")
    let report = try desk.store().add(NewTask(title: "Dates"))
    #expect(report.recorded == [])
    #expect(report.notices.contains { $0.hasPrefix("2 tasks of the last commit are not here") })
    // Its entries prove nothing about other files.
    #expect(try desk.store().recordHandEdits().recorded == [])
    let store = try desk.store()
    #expect(store.checkoutNotice(try store.read()) != nil)
    // The remote changes one of the missing tasks and deletes another.
    try bench.shell(
      "sed -i 's/Bread/Rolls/' todo/b.md; git rm -q doing/c.md; git commit -qam x; git push -q origin main"
    )
    #expect(try desk.store().sync().recorded == [])
    #expect(try desk.read("todo/b.md").contains("title: Rolls"))
    let restored = try desk.store().restoreMissing()
    #expect(restored.recorded == [])
    #expect(desk.tasks() == ["todo/a.md", "todo/b.md", "todo/dates.md"])
    // Other staged changes belong to the user.
    try shell(desk, "git reset -q")
    #expect(try desk.complaints() == "")
  }

  /// `git rm` is a deletion only if memo noted that the file was checked out.
  @Test func gitRmDeletesOnlyCheckedOutFiles() throws {
    let (_, desk) = try clone()
    try shell(desk, "git rm -q todo/a.md")
    let report = try desk.store().recordHandEdits()
    #expect(report.recorded == [])
    #expect(report.notices.contains { $0.contains("todo/a.md") })
    let status = try desk.store().status()
    #expect(status.pending == [])
    #expect(status.notices.contains { $0.contains("todo/a.md") })
    try shell(desk, "git reset -q --hard")
    #expect(try desk.store().recordHandEdits().notices == [])
    try shell(desk, "git rm -q todo/a.md")
    #expect(try desk.store().recordHandEdits().recorded.map(\.kind) == [.delete])
    #expect(try desk.complaints() == "")
  }

  /// A new file that resembles a file that was never here is another task.
  @Test func similarFilesAreNoMoves() throws {
    let bench = try Bench(["todo/a.md": "# Apples\n", "todo/b.md": "# Bread\n"])
    try bench.shell(
      """
      sed -i '/^id:/d;/^---$/d' todo/a.md; git commit -qam bare; rm -r .git/memo
      git rm -q --cached todo/a.md; mv todo/a.md done/
      """)
    let report = try bench.store().recordHandEdits()
    #expect(report.recorded.map(\.kind) == [.add])
    #expect(report.notices.contains { $0.contains("todo/a.md") })
    #expect(try bench.shell("git ls-tree --name-only -r HEAD todo/") == "todo/a.md\ntodo/b.md\n")
  }

  /// A file that memo skips is still there.
  @Test func filesInNestedRepositoriesAreNotDeleted() throws {
    let bench = try Bench([
      "todo/home/a.md": Bench.task("Apples", "todo", "bbbbbbbbbb"),
      "todo/b.md": Bench.task("Bread", "todo", "cccccccccc"),
    ])
    try bench.shell("git init -q todo/home")
    #expect(try bench.store().read().tasks.map(\.path) == ["todo/b.md"])
    #expect(try bench.record().recorded == [])
  }

  @Test func ignoredFilesAreNotDeleted() throws {
    let bench = try Bench()
    try bench.shell("echo a.md > .git/info/exclude; git rm -q --cached todo/a.md")
    #expect(try bench.store().read().tasks.map(\.path) == ["doing/c.md", "todo/b.md"])
    #expect(try bench.record().recorded == [])
  }

  /// A file that is missing in a listing but exists was changed during the reading.
  @Test func unlistedFilesAreNotDeleted() throws {
    let bench = try Bench()
    let store = try bench.store()
    var snapshot = try store.read()
    snapshot.tasks.removeFirst()
    let found = try store.findHandEdits(snapshot, store.git(), since: store.headCommit())
    #expect(found.elusive == ["doing/c.md"])
    #expect(found.tasks.isEmpty)
  }

  /// An unreadable file may be the missing one under a new name.
  @Test func unreadableFilesPreventDeletions() throws {
    let bench = try Bench()
    try bench.shell("mv todo/a.md done/; rm todo/b.md")
    let store = try bench.store()
    var snapshot = try store.read()
    let index = try #require(snapshot.tasks.firstIndex { $0.path == "done/a.md" })
    snapshot.tasks[index] = try #require(
      StoredTask(unread: "done/a.md", FileError("read", "done/a.md", .system(5))))
    let found = try store.findHandEdits(snapshot, store.git(), since: store.headCommit())
    #expect(found.tasks.isEmpty)
    #expect(found.notices.count == 1)
    #expect(Set(try bench.record().recorded.map(\.kind)) == [.move, .delete])
  }
}
