import Foundation
import MemoKit
import TestSupport
import Testing

/// What `check` complains of, and what `--fix` makes of it.
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

  /// A trial says what the real thing then does; that is one commit, and leaves nothing of it.
  @Test(arguments: scenarios) func aTrialIsRight(_ scenario: HandEditScenario) throws {
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
    if !fixed.fixes.isEmpty { try takeBack(fixed.fixes, in: bench) }
  }

  /// As a command that somebody gave, it can be taken back.
  ///
  /// The next one that writes mends it again, be it a redo.
  private func takeBack(_ fixes: [Fix], in bench: Bench) throws {
    let files = bench.desk.tasks()
    _ = try bench.store().undo()
    #expect(try bench.shell("git diff HEAD~2; git status --porcelain") == "")
    // That a status is as it was is news for the rule that settles it, which may decide
    // otherwise then.
    guard !fixes.contains(where: \.isAboutStatus) else { return }
    bench.desk.wait(seconds: 60)
    _ = try bench.store().redo()
    #expect(bench.desk.tasks() == files)
    #expect(try bench.complaints() == "")
    #expect(try !bench.store().check().problems.contains(where: \.isFixable))
  }

  /// The trial finds what is left, as the real thing does: what is wrong beside others, and in the
  /// settings.
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
  func aTrialSeesWhatIsLeft(script: String) throws {
    let bench = try Bench()
    try bench.shell(script)
    let tried = try bench.store().fix(isTrial: true)
    let fixed = try bench.store().fix()
    #expect(!fixed.fixes.isEmpty || !fixed.recorded.isEmpty)
    #expect(tried.snapshot.problems == fixed.snapshot.problems)
    #expect(tried.snapshot.problems == (try bench.store().check().problems))
    #expect(!fixed.snapshot.problems.isEmpty)
  }

  @Test func handEditsThatWaitAreNothingWrong() throws {
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

  /// Hand edits are one commit each, as ever, and all that is mended beside them is one more.
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

  /// A copy of the files without git, as a hook makes one.
  @Test func whatHasNoRepositoryIsCheckedAsItIs() throws {
    let bench = try Bench()
    try bench.shell(
      "echo New > todo/new.md; mv todo/a.md done/; cp todo/b.md todo/c.md; rm -r .git")
    #expect(
      try bench.store().check().problems.map(\.path) == ["todo/b.md", "todo/c.md"])
  }

  @Test func whereHistoryWasCutOffThePresentDecides() throws {
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

  /// Where, and what kind of thing; ids are made by chance.
  fileprivate var place: String { "\(path) \("\(kind)".prefix { $0 != "(" })" }
}
