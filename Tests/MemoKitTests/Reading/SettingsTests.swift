import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

@Suite struct SettingsTests {
  @Test(arguments: [
    ("version: 1\n", 1), ("version: 1", 1), ("# mine\nversion: 1  # now\nother: x\n", 1),
    ("version: \"1\"\r\n", 1), ("other: [a, b]\nversion: 2\n", 2),
  ]) func readsTheVersion(_ text: String, _ version: Int) throws {
    #expect(StoreSettings(Array(text.utf8)).version == version)
  }

  @Test(arguments: [
    "", "version:\n", "version: x\n", "version: 0\n", "version: -1\n", "version: 1.5\n",
    "version: [1]\n", "Version: 1\n", "version: 99999999999999999999\n",
  ]) func needsAVersionToBeWrittenTo(_ text: String) throws {
    let bench = try Bench()
    try bench.desk.write(text, to: ".memo/config.yml")
    #expect(try bench.store().read().tasks.count == 3)
    let problems = try bench.store().check().problems.filter { $0.path == ".memo/config.yml" }
    #expect(!problems.isEmpty && problems[0].hint != nil)
    let error = #expect(throws: MemoError.self) { try bench.store().add(NewTask(title: "x")) }
    #expect(error?.kind == .refused)
    #expect(
      error?.message == ".memo/config.yml doesn't say which version of the format the store has, "
        + "so nothing is written to it")
    #expect(error?.details.first?.hasPrefix(".memo/config.yml:1:1: ") == true)
  }

  @Test(arguments: ["# mine\n", "filters:\n  a: +x\n", "\u{FEFF}# mine\nfilters: {a: +x}\n"])
  func aVersionThatIsMissingIsAdded(_ text: String) throws {
    let bench = try Bench()
    try bench.desk.write(text, to: ".memo/config.yml")
    let trial = try bench.store().fix(isTrial: true)
    #expect(trial.fixes.map(\.path) == [".memo/config.yml"])
    #expect(try bench.desk.read(".memo/config.yml") == text)
    let report = try bench.store().fix()
    #expect(report.fixes.map(\.path) == [".memo/config.yml"])
    #expect(report.snapshot.problems.isEmpty)
    #expect(try bench.desk.read(".memo/config.yml").contains("version: 1\n"))
    #expect(try bench.store().add(NewTask(title: "x")).changes.count == 1)
    #expect(try bench.journal() == ["store: .memo/config.yml", "add: x"])
  }

  @Test func pointsAtWhatIsWrong() {
    let settings = StoreSettings(Array("version: 1\nversion: [oops\n".utf8))
    #expect(settings.problem?.path == ".memo/config.yml" && settings.problem?.place != nil)
    #expect(settings.versionProblem == settings.problem)
  }

  @Test func aMarkThatIsGoneIsNotPassedBy() throws {
    let bench = try Bench()
    let environment = bench.desk.environment
    let scratch = bench.desk.scratch
    _ = try bench.store().add(NewTask(title: "x"))
    // A store in a folder of a repository, which lies in a folder of the other store.
    let inner = Desk(scratch, "kim/inner")
    try inner.write("x", to: "deep/x")
    try bench.shell("git init -q inner")
    _ = try Store.create(scratch("kim/inner/notes"), environment: environment)
    func found(_ folder: String) throws -> String {
      try Store.find(from: scratch(folder), environment: environment).root
    }
    try scratch.write("x", to: "kim/inner/notes/deep/x")
    #expect(try found("kim/inner/notes/deep") == scratch("kim/inner/notes"))
    #expect(try found("kim/inner/deep") == scratch("kim"))
    for gone in ["rm inner/notes/.memo/config.yml", "rm -r inner/notes/.memo"] {
      try bench.shell(gone)
      let error = #expect(throws: MemoError.self) { try found("kim/inner/notes/deep") }
      #expect(error?.kind == .noStore)
      #expect(error?.message.contains("is gone") == true)
      #expect(
        error?.hints.first?.contains("git -C \(scratch("kim/inner/notes")) checkout") == true)
      // Where none was, the outer one is meant.
      #expect(try found("kim/inner/deep") == scratch("kim"))
    }
    try bench.shell("git -C inner/notes checkout HEAD -- .memo/config.yml")
    #expect(try found("kim/inner/notes") == scratch("kim/inner/notes"))
    // Who has committed it means it.
    try bench.shell("cd inner/notes; git rm -rq .memo; git commit -qm 'no store'")
    #expect(try found("kim/inner/notes/deep") == scratch("kim"))
  }

  @Test(arguments: [
    (
      "version: 1\nfiltres:\n  a: +x\n",
      "3:1 memo knows no setting 'filtres' did you mean 'filters'?"
    ),
    ("version: 1\nFilters:\n  a: +x\n", "memo knows no setting 'Filters'"),
    (
      "version: 1\nsomething: else\n",
      "2:1 memo knows no setting 'something' there are deadline, filters, priority, status, tags, theme, themes, title, urgency, version"
    ),
    (
      "version: 1\nurgency:\n  prority: 3\n",
      "3:1 nothing is urgent by 'prority' did you mean 'priority'?"
    ),
    ("version: 1\nurgency:\n  age: old\n", "3:1 the weight of 'age' is no number"),
    ("version: 1\nfilters: {a: +x}\nurgency:\n  age: 3\n", nil), ("version: 2\nnew: x\n", nil),
  ]) func aKeyThatMeansNothingIsAProblem(_ text: String, _ complaint: String?) throws {
    let text = text.replacing("version: 1\nfiltres", with: "version: 1\n\nfiltres")
    let problems = StoreSettings(Array(text.utf8)).problems.map { problem in
      "\(problem.place?.line ?? 0):\(problem.place?.column ?? 0) \(problem.message) "
        + (problem.hint ?? "")
    }
    #expect(problems.count == (complaint == nil ? 0 : 1))
    #expect(problems.first?.contains(complaint ?? "-") ?? (complaint == nil), "\(problems)")
    // Both who checks and who asks where the store stands are told.
    let bench = try Bench()
    try bench.desk.write(text, to: ".memo/config.yml")
    #expect(try bench.store().check().problems.count == problems.count)
    #expect(try bench.store().status().problems.count == problems.count)
  }

  @Test func aNewerStoreIsReadAndNotWritten() throws {
    let bench = try Bench()
    try bench.desk.write("version: 2\n", to: ".memo/config.yml")
    try bench.desk.write("# New\n", to: "todo/new.md")
    #expect(try bench.store().read().tasks.count == 4)
    let error = #expect(throws: MemoError.self) { try bench.record() }
    #expect(
      error?.message
        == "the store has format version 2, and this memo writes version 1 at most; "
        + "it can only read it")
    #expect(try bench.desk.read("todo/new.md") == "# New\n")
    #expect(try bench.journal() == [])
  }

  @Test func theUsersOwnFileNamesAStore() {
    #expect(UserSettings(Array("store: ~/tasks\n".utf8)).store == "~/tasks")
    #expect(UserSettings(Array("store: [a]\n".utf8)).store == nil)
    #expect(UserSettings(Array("oops: [\n".utf8)).store == nil)
    #expect(UserSettings([]).store == nil)
  }

  @Test func theStoreIsFoundInOrder() throws {
    let bench = try Bench()
    let scratch = bench.desk.scratch
    let second = Desk(scratch, "second")
    _ = try Store.create(scratch("second"), environment: second.environment)
    try scratch.write("x", to: "elsewhere/deep/x")
    var environment = bench.desk.environment
    func found(_ folder: String) throws -> String {
      try Store.find(from: scratch(folder), environment: environment).root
    }
    #expect(try found("kim/todo") == scratch("kim"))
    #expect(throws: MemoError.self) { try found("elsewhere") }
    try scratch.write("store: ../../../second\n", to: "home/.config/memo/config.yml")
    #expect(try found("elsewhere/deep") == scratch("second"))
    environment.variables["MEMO_DIR"] = "../../kim"
    #expect(try found("elsewhere/deep") == scratch("kim"))
    #expect(try found("second") == scratch("second"))
    environment.variables["MEMO_DIR"] = scratch("elsewhere")
    let error = #expect(throws: MemoError.self) { try found("elsewhere/deep") }
    #expect(error?.details == ["MEMO_DIR names \(scratch("elsewhere"))"])
  }
}
