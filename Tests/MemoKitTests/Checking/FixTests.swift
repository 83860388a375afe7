import Foundation
import MemoKit
import TestSupport
import Testing

/// The problems that `check` reports, and the repairs of `--fix`.
@Suite struct FixTests {
  static let scenarios =
    HeaderEditTests.scenarios + CopyTests.scenarios + [
      HandEditScenario("braces", "printf -- '---\\n{title: B}\\n---\\n' > todo/x.md", []),
      HandEditScenario("indented", "printf -- '---\\n  title: B\\n---\\n' > todo/x.md", []),
      HandEditScenario(
        "braces with a status", "printf -- '---\\n{status: doing}\\n---\\n' > todo/x.md", []),
      HandEditScenario(
        "copies in braces",
        "printf -- '---\\n{id: ffffffffff}\\n---\\n' | tee todo/x.md > todo/y.md", []),
    ]

  /// A dry run reports what the repair then does in one commit, which leaves no problem.
  @Test(arguments: scenarios) func aDryRunMatchesTheRepair(_ scenario: HandEditScenario) throws {
    let bench = try Bench()
    try bench.shell(scenario.script + "; git add -A; git commit -q --allow-empty -m 'by hand'")
    let complaints = try bench.store().check().problems.filter(\.isFixable)
    let tried = try bench.store().fix(isTrial: true)
    #expect(try bench.shell("git status --porcelain; git log -1 --format=%s") == "by hand\n")
    bench.desk.wait(seconds: 60)
    let fixed = try bench.store().fix()
    #expect(fixed.fixes.map(\.place) == tried.fixes.map(\.place))
    #expect(fixed.snapshot.problems == tried.snapshot.problems)
    #expect(complaints.isEmpty == fixed.fixes.isEmpty || scenario.name.contains("braces"))
    #expect(fixed.recorded == [])
    #expect(try bench.journal().count == (fixed.fixes.isEmpty ? 1 : 2))
    #expect(try bench.complaints() == "")
    #expect(try bench.store().fix().fixes == [])
    #expect(try bench.record().recorded == [])
    if !fixed.fixes.isEmpty { try undoAndRedo(fixed.fixes, in: bench) }
  }

  /// The repair can be undone.
  ///
  /// The next writing command repairs the files again, even a redo.
  private func undoAndRedo(_ fixes: [Fix], in bench: Bench) throws {
    let files = bench.desk.tasks()
    _ = try bench.store().undo()
    #expect(try bench.shell("git diff HEAD~2; git status --porcelain") == "")
    // The undo sets a status back, which counts as a new change when folder and text disagree.
    guard !fixes.contains(where: \.isAboutStatus) else { return }
    bench.desk.wait(seconds: 60)
    _ = try bench.store().redo()
    #expect(bench.desk.tasks() == files)
    #expect(try bench.complaints() == "")
    #expect(try !bench.store().check().problems.contains(where: \.isFixable))
  }

  /// A dry run finds the same remaining problems as the repair, in files and in settings.
  @Test(arguments: [
    "printf -- '---\ntitle: W\nafter: BACK-99\n---\n' > todo/w.md; "
      + "printf -- '---\ntitle: Fix: it\n---\n' > todo/x.md",
    "printf -- '---\ntitle: W\nafter: BACK-9\n---\n' > todo/w.md; "
      + "printf -- '---\nid: BACK-9\ntitle: Fix: it\nafter: w\n---\n' > todo/x.md",
    "printf -- '---\nid: BACK-9\ntitle: Fix: it\n---\n' | tee todo/w.md > todo/x.md",
    "printf -- '---\ntitle: Fix: it\nstatus: In Progress\n---\n' > todo/w.md; "
      + "printf -- '---\ntitle: \"a\" b\n---\n' > todo/x.md",
    "printf -- '---\nevery: day\ndue: 2026-12-01\nuntil: 2026-11-01\n---\n' > todo/w.md",
    "printf 'version: 1\nthem: x\nfilters: {a: \"((\"}\n' > .memo/config.yml; echo New > todo/w.md",
    "printf -- 'version: 1\nnothing: x\n' > .memo/config.yml; echo New > todo/w.md",
  ])
  func aDryRunFindsRemainingProblems(script: String) throws {
    let bench = try Bench()
    try bench.shell(script)
    let tried = try bench.store().fix(isTrial: true)
    let fixed = try bench.store().fix()
    #expect(!fixed.fixes.isEmpty || !fixed.recorded.isEmpty)
    #expect(tried.snapshot.problems == fixed.snapshot.problems)
    #expect(tried.snapshot.problems == (try bench.store().check().problems))
    #expect(!fixed.snapshot.problems.isEmpty)
  }

  @Test func pendingHandEditsAreNoProblem() throws {
    let bench = try Bench()
    try bench.shell(
      "echo New > todo/new.md; sed -i 's/: todo/: done/' todo/a.md; mv todo/b.md doing/")
    #expect(try bench.store().check().problems == [])
    try bench.shell("git add -A")
    #expect(try bench.store().check().problems == [])
    try bench.shell("git commit -qm 'by hand'")
    #expect(
      try bench.store().check().problems.map(\.message) == [
        "the status is todo, but the file lies in doing/",
        "the status is done, but the file lies in todo/", "the task has no id",
      ])
  }

  /// Each hand edit gets its own commit, and all repairs together one more.
  @Test func handEditsAreRecordedFirst() throws {
    let bench = try Bench()
    try bench.shell(
      "cp todo/a.md todo/z.md; git mv todo/b.md done/; git add -A; git commit -qm 'by hand'; "
        + "echo New > todo/new.md; sed -i 's/Cheese/Brie/' doing/c.md")
    let report = try bench.store().fix()
    #expect(report.recorded.map(\.title) == ["New", "Brie"])
    #expect(
      try bench.journal() == [
        "by hand", "add: New", "edit: Brie (title Cheese → Brie)", "edit: 2 tasks",
      ])
    #expect(report.snapshot.problems == [])
  }

  /// A copy of the files without git, as a hook may make it.
  @Test func filesWithoutRepositoryAreChecked() throws {
    let bench = try Bench()
    try bench.shell(
      "echo New > todo/new.md; mv todo/a.md done/; cp todo/b.md todo/c.md; rm -r .git")
    #expect(
      try bench.store().check().problems.map(\.path) == ["todo/b.md", "todo/c.md"])
  }

  @Test func shallowHistoriesUseTheCurrentFiles() throws {
    let bench = try Bench()
    try bench.shell(
      "git commit -q --allow-empty -m Next; cp todo/a.md todo/z.md; git mv todo/b.md done/; "
        + "git add -A; git commit -qm 'by hand'; git clone -q --depth 1 \"file://$PWD\" ../shallow")
    let store = try Store.open(bench.desk.scratch("shallow"), environment: bench.desk.environment)
    #expect(try store.check().problems.map(\.path) == ["done/b.md", "todo/a.md", "todo/z.md"])
    #expect(try store.fix().fixes.map(\.path) == ["done/b.md", "todo/z.md"])
    #expect(try store.check().problems == [])
  }
}

extension StoreProblem {
  fileprivate var isFixable: Bool { hint?.contains("--fix") ?? false }
}

extension Fix {
  fileprivate var isAboutStatus: Bool {
    switch kind {
    case .status, .folder: true
    case .frontMatter, .quotes, .format, .missingID, .sharedID: false
    }
  }

  /// The place and the kind of the repair, without random ids.
  fileprivate var place: String { "\(path) \("\(kind)".prefix { $0 != "(" })" }
}
