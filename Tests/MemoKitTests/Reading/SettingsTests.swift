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
    #expect(try StoreSettings(Array(text.utf8)).version == version)
  }

  @Test(arguments: [
    "", "version:\n", "version: x\n", "version: 0\n", "version: -1\n", "version: 1.5\n",
    "version: [1]\n", "Version: 1\n", "version: 99999999999999999999\n",
  ]) func needsAVersion(_ text: String) {
    let error = #expect(throws: MemoError.self) { try StoreSettings(Array(text.utf8)) }
    #expect(error?.kind == .noStore)
    #expect(
      error?.message == ".memo/config.yml doesn't say which version of the format the store has")
    #expect(error?.hints == ["it should hold the line 'version: 1'"])
  }

  @Test func pointsAtWhatIsWrong() {
    let error = #expect(throws: MemoError.self) {
      try StoreSettings(Array("version: 1\nversion: [oops\n".utf8))
    }
    #expect(error?.details.first?.hasPrefix(".memo/config.yml:") == true)
  }

  @Test(arguments: [
    (
      "version: 1\nfiltres:\n  a: +x\n",
      "3:1 memo knows no setting 'filtres' did you mean 'filters'?"
    ),
    ("version: 1\nFilters:\n  a: +x\n", "memo knows no setting 'Filters'"),
    (
      "version: 1\nsomething: else\n",
      "2:1 memo knows no setting 'something' there are filters, urgency, version"
    ),
    (
      "version: 1\nurgency:\n  prority: 3\n",
      "3:1 nothing is urgent by 'prority' did you mean 'priority'?"
    ),
    ("version: 1\nurgency:\n  age: old\n", "3:1 the weight of 'age' is no number"),
    ("version: 1\nfilters: {a: +x}\nurgency:\n  age: 3\n", nil), ("version: 2\nnew: x\n", nil),
  ]) func aKeyThatMeansNothingIsAProblem(_ text: String, _ complaint: String?) throws {
    let text = text.replacing("version: 1\nfiltres", with: "version: 1\n\nfiltres")
    let problems = try StoreSettings(Array(text.utf8)).problems.map { problem in
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
