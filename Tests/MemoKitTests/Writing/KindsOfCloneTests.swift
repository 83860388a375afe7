import Foundation
import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Partial, shallow and linked repositories.
@Suite struct KindsOfCloneTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    for title in ["Dates", "Eggs", "Figs"] {
      bench.desk.wait(seconds: 60)
      _ = try bench.store().add(NewTask(title: title))
    }
  }

  private func clone(_ script: String) throws -> Desk {
    try bench.shell(script)
    return Desk(bench.desk.scratch, "other")
  }

  private func subjects(_ store: Store) throws -> [String] {
    var subjects: [String] = []
    try store.log { entry in
      subjects.append("\(entry.kind): \(entry.title)")
      return true
    }
    return subjects
  }

  private func works(_ desk: Desk) throws {
    _ = try desk.store().add(NewTask(title: "Grapes"))
    _ = try desk.store().move(["grapes"], to: .doing)
    #expect(try desk.store().undo().change.changes.map(\.kind) == [.move])
    _ = try desk.store().remove(["grapes"])
    _ = try desk.store().restore(["grapes"])
    #expect(try desk.complaints() == "")
  }

  /// libgit2 fetches no missing objects, and only reports that an object is not found.
  @Test func aPartialCloneReportsMissingObjects() throws {
    let desk = try clone(
      """
      git config uploadpack.allowFilter true; git mv todo/eggs.md done/eggs.md
      sed -i.x 's/: todo/: done/' done/eggs.md; rm done/*.x; git commit -qam Done
      git clone --quiet --filter=blob:none file://$PWD ../other
      """)
    #expect(try desk.store().read().tasks.count == 6)
    let store = try desk.store()
    do throws(MemoError) {
      try store.log { _ in true }
      Issue.record("nothing is missing")
    } catch {
      #expect(
        error.message.hasSuffix("this is a partial clone, and a part that is needed is not here"))
      #expect(error.hints.first == "'memo git fetch --refetch --no-filter' brings all of it")
    }
    let shown = desk.memo("show", "eggs")
    #expect(shown.status == .done && shown.output.hasPrefix("Eggs\n"))
    #expect(
      shown.error.hasPrefix("note: the last changes can't be shown: can't read ")
        && shown.error.hasSuffix(
          "this is a partial clone, and a part that is needed is not here; "
            + "'memo log' may help\n")
    )
    try desk.scratch.git("fetch", "--quiet", "--refetch", "--no-filter", in: "other")
    #expect(try subjects(desk.store()).contains("add: Eggs"))
    try works(desk)
  }

  @Test func anotherHashIsReported() throws {
    try bench.desk.scratch.git("init", "--quiet", "--object-format=sha256", bench.desk.scratch("s"))
    do throws(MemoError) {
      _ = try Store.create(bench.desk.scratch("s"), environment: bench.desk.environment)
      Issue.record("a store was made")
    } catch {
      #expect(error.message.contains("its objects are named by sha256"))
      #expect(error.kind == .noStore)
    }
  }

  /// The default of git 3.0; an older git can't make such repositories.
  @Test func anotherReferenceStorageIsReported() throws {
    let desk = bench.desk
    for (key, value) in [
      ("core.repositoryFormatVersion", "1"), ("extensions.refStorage", "reftable"),
    ] {
      try desk.scratch.git("config", key, value, in: desk.folder)
    }
    let error = #expect(throws: MemoError.self) { _ = try desk.store().status() }
    #expect(
      error?.message.hasSuffix("stored as reftable, and memo reads those stored as files") == true)
    #expect(
      error?.hints == ["git -C '\(desk.scratch(desk.folder))' refs migrate --ref-format=files"])
  }

  @Test func anUnknownExtensionIsReported() throws {
    let desk = bench.desk
    let path = desk.path(".git/config")
    let config = try desk.scratch.read(path)
    try desk.scratch.write(
      config.replacing("repositoryformatversion = 0", with: "repositoryformatversion = 1")
        + "[extensions]\n\tnewThing = true\n", to: path)
    let error = #expect(throws: MemoError.self) { _ = try desk.store().status() }
    #expect(
      error?.message.hasSuffix(": it uses git's extension 'newthing', which memo doesn't know")
        == true)
  }

  @Test(arguments: ["worktreeConfig", "preciousObjects", "relativeWorktrees", "partialClone"])
  func extensionsThatChangeNoObjectsAreAllowed(name: String) throws {
    let desk = bench.desk
    let path = desk.path(".git/config")
    let config = try desk.scratch.read(path)
    // An older git refuses repositories with extensions that it doesn't know.
    try desk.scratch.write(
      config.replacing("repositoryformatversion = 0", with: "repositoryformatversion = 1")
        + "[extensions]\n\t\(name) = true\n", to: path)
    desk.memo("add", "Tea")
    #expect(desk.memo("log", "-n", "1").output.hasSuffix("  add: Tea\n"))
    try desk.scratch.write(config, to: path)
    try works(desk)
  }

  @Test(arguments: ["", "--bare"]) func aRemoteWithAnotherHashIsReported(option: String) throws {
    let desk = bench.desk
    try desk.scratch.git(
      "init", "--quiet", "--object-format=sha256", option.isEmpty ? "--quiet" : option, "s")
    let tree = try desk.scratch.git("hash-object", "-w", "-t", "tree", "/dev/null", in: "s")
    let commit = try desk.scratch.git("commit-tree", "-m", "x", tree, in: "s")
    try desk.scratch.git("update-ref", "HEAD", commit, in: "s")
    func isNamed(_ doing: String, _ call: () throws(MemoError) -> Void) {
      do throws(MemoError) {
        try call()
        Issue.record("it worked")
      } catch {
        #expect(error.message.hasPrefix("can't \(doing) (\(desk.scratch("s"))): "))
        #expect(error.message.contains("sha256"), "\(error)")
      }
    }
    isNamed("clone") { () throws(MemoError) in
      _ = try Store.clone(
        desk.scratch("s"), to: "c", in: desk.scratch.path, environment: desk.environment)
    }
    #expect(!desk.scratch.exists("c"))
    try desk.scratch.git("remote", "add", "origin", desk.scratch("s"), in: desk.folder)
    let store = try desk.store()
    isNamed("fetch from origin") { () throws(MemoError) in _ = try store.sync() }
  }

  /// The changes of the oldest commit of a shallow clone are unknown.
  @Test func aShallowCloneEndsWithItsHistory() throws {
    let desk = try clone(
      """
      git clone --quiet --bare . ../hub.git
      git clone --quiet --no-local --depth 2 file://$PWD/../hub.git ../other
      cd ../other; git gc --quiet
      """)
    #expect(try subjects(desk.store()) == ["add: Figs"])
    #expect(try desk.store().past("HEAD~1").snapshot.tasks.count == 5)
    try works(desk)
    #expect(try desk.store().sync().outgoing > 0)
  }

  /// Without the base of a merge, nobody can tell what its sides changed.
  @Test func aShallowCloneMergesWithoutGuessing() throws {
    let desk = try clone(
      """
      git checkout -q -b side; sed -i.x 's/^title: Eggs/title: Six eggs/' todo/eggs.md
      rm todo/*.x; git commit -qam Title; git checkout -q main; echo Text. >> todo/eggs.md
      git commit -qam Text
      git -c merge.memo.driver='git merge-file %A %O %B' merge -q side -m Merge
      git clone --quiet --no-local --depth 2 file://$PWD ../other
      """)
    var entries: [LogEntry] = []
    try desk.store().log { entry in
      entries.append(entry)
      return true
    }
    #expect(entries.map(\.kind) == [.merge] && entries.flatMap(\.decisions) == [])
    #expect(entries[0].changes.map(\.words) == ["title Eggs → Six eggs"])
    let blame = desk.memo("blame", "eggs").output.split(separator: "\n")
    #expect(blame.allSatisfy { $0.contains("  or before  ") }, "\(blame)")
    #expect(
      desk.memo("diff", "HEAD~2").error.hasSuffix(
        "hint: older history is not in this clone; 'git fetch --unshallow' brings it\n"))
  }

  @Test func aCloneWithAlternatesWorks() throws {
    let desk = try clone("git clone --quiet --shared . ../other")
    #expect(try subjects(desk.store()) == subjects(bench.store()))
    try works(desk)
  }

  @Test func linkedWorkTreesWork() throws {
    let desk = try clone("git worktree add --quiet -b second ../other")
    #expect(try subjects(desk.store()) == subjects(bench.store()))
    try works(desk)
    // Each has its own branch, and its own list of changes.
    #expect(
      try bench.store().operations(upTo: 9).undoable.map(\.subject) == [
        "add: Figs", "add: Eggs", "add: Dates",
      ])
    #expect(try bench.desk.complaints() == "")
    // If the repository is unknown, it isn't taken for a standalone one.
    let pointer = bench.desk.path(".git/worktrees/other/commondir")
    let files = FileManager.default
    try files.removeItem(atPath: bench.desk.scratch(pointer))
    try files.createSymbolicLink(
      atPath: bench.desk.scratch(pointer), withDestinationPath: "commondir")
    let told = desk.memo("add", "Quinces")
    #expect(told.status == .refused && told.error.contains("commondir"), "\(told.error)")
    #expect(!told.error.contains("not in a git repository"))
    #expect(!desk.exists("todo/quinces.md"))
  }

  /// git considers a file unchanged although a checkout would write other line endings.
  @Test func otherLineEndingsAreNoEdits() throws {
    let scratch = try Scratch()
    let (ana, ben) = (Desk(scratch, "ana"), Desk(scratch, "ben"))
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub")
    _ = try Store.create(scratch("ana"), remoteURL: scratch("hub"), environment: ana.environment)
    for title in ["Apples", "Bread"] { _ = try ana.store().add(NewTask(title: title)) }
    _ = try ana.store().sync()
    try scratch.git("clone", "--quiet", "--config=core.autocrlf=true", "hub", "ben")
    for name in ["todo/apples.md", "todo/bread.md"] {
      try ben.write(ana.read(name), to: name)
    }
    _ = try ana.store().move(["apples"], to: .done)
    try ana.write(ana.read("todo/bread.md") + "Rye.\n", to: "todo/bread.md")
    _ = try ana.store().sync()
    #expect(try ben.store().sync().incoming == 2)
    #expect(ben.tasks().sorted() == ana.tasks().sorted())
    #expect(try ben.read("todo/bread.md").hasSuffix("Rye.\r\n"))
    #expect(try ben.complaints() == "")
  }

  /// `git init --bare` may name its branch differently than the store's.
  @Test(arguments: ["push -q ../hub main", "push -q ../hub main main:idea"])
  func aRemoteWithoutItsHEADBranchIsCloned(push: String) throws {
    try bench.shell("git init -q --bare -b trunk ../hub; git \(push)")
    let report = try Store.clone(
      "hub", to: "other", in: bench.desk.scratch.path, environment: bench.desk.environment)
    #expect(report.branch == "main" && report.taskCount == 6)
    let desk = Desk(bench.desk.scratch, "other")
    try works(desk)
    #expect(try desk.store().sync().outgoing == 5)
  }

  @Test func aRemoteWithTwoBranchesAndNoHEADIsRefused() throws {
    try bench.shell("git init -q --bare -b trunk ../hub; git push -q ../hub main:a main:b")
    do throws(MemoError) {
      _ = try Store.clone(
        "hub", to: "other", in: bench.desk.scratch.path, environment: bench.desk.environment)
      Issue.record("it was cloned")
    } catch {
      #expect(error.message == "the remote's HEAD names none of its branches")
      #expect(error.details == ["it has a", "it has b"])
    }
    #expect(!FileManager.default.fileExists(atPath: bench.desk.scratch("other")))
  }
}
