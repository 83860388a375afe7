import Foundation
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

  @Test func pointsAtWhatIsWrong() {
    let settings = StoreSettings(Array("version: 1\nversion: [oops\n".utf8))
    #expect(settings.problem?.path == ".memo/config.yml" && settings.problem?.place != nil)
    #expect(settings.versionProblem == settings.problem)
  }

  @Test func aDeletedMarkerIsAnError() throws {
    let bench = try Bench()
    let environment = bench.desk.environment
    let scratch = bench.desk.scratch
    _ = try bench.store().add(NewTask(title: "x"))
    // A store in a repository's folder, within the folder of another store.
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
      #expect(error?.message.contains("is absent") == true)
      #expect(
        error?.hints.first?.contains("git -C \(scratch("kim/inner/notes")) checkout") == true)
      // Without an inner store, the outer one is found.
      #expect(try found("kim/inner/deep") == scratch("kim"))
    }
    try bench.shell("git -C inner/notes checkout HEAD -- .memo/config.yml")
    #expect(try found("kim/inner/notes") == scratch("kim/inner/notes"))
    // A committed removal is intended.
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
      "2:1 memo knows no setting 'something' there are after, assignee, claimed-by, claimed-until, created, deadline, estimate, every, filters, priority, project, rank, source, spent, status, tags, theme, themes, title, until, urgency, version, wait"
    ),
    (
      "version: 1\nurgency:\n  prority: 3\n",
      "3:1 unknown reason 'prority' did you mean 'priority'?"
    ),
    ("version: 1\nurgency:\n  age: old\n", "3:1 the weight of 'age' is not a number"),
    ("version: 1\nfilters: {a: +x}\nurgency:\n  age: 3\n", nil), ("version: 2\nnew: x\n", nil),
  ]) func unknownKeysAreProblems(_ text: String, _ complaint: String?) throws {
    let text = text.replacing("version: 1\nfiltres", with: "version: 1\n\nfiltres")
    let problems = StoreSettings(Array(text.utf8)).problems.map { problem in
      "\(problem.place?.line ?? 0):\(problem.place?.column ?? 0) \(problem.message) "
        + (problem.hint ?? "")
    }
    #expect(problems.count == (complaint == nil ? 0 : 1))
    #expect(problems.first?.contains(complaint ?? "-") ?? (complaint == nil), "\(problems)")
    // Both `check` and `status` report it.
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

  /// The user's `config.yml`, and the problems in it.
  @Test(arguments: [
    ("", "nil nil true"), ("# later\n", "nil nil true"), ("store: ~/tasks\n", "~/tasks nil true"),
    ("theme: Deep sea\nmouse: false # mine\n", "nil Deep sea false"),
    ("mouse: TRUE", "nil nil true"),
    ("mouse: no\n", ":1: 'mouse' is true or false"),
    ("store: a\nmosue: false\n", ":2: memo knows no setting 'mosue' did you mean 'mouse'?"),
    ("color: red\n", ":1: memo knows no setting 'color' there are mouse, store, theme"),
    ("store: [a]\n", ":1: 'store' is not followed by one value"),
    ("theme:\n", ":1: 'theme' is not followed by one value"),
    (
      "oops: [\n",
      ":1:7: not YAML: did not find expected node content quote the value if it is meant as text"
    ),
    (
      "- a\n", ":1:1: the file has no keys and values write lines like 'KEY: VALUE'"
    ), ("a: 1\na: 2\n", ":2:1: the key 'a' is there twice remove one of them"),
    (
      "store: a\n---\nmouse: no\n",
      ":2:1: the settings end here, and more follows take this line out"
    ),
    (
      "---\nstore: a\n", ":1:1: the settings end here, and more follows take this line out"
    ),
  ]) func userSettingsAreRead(_ text: String, _ wanted: String) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "home/.config/memo/config.yml")
    let environment = Environment(
      variables: ["HOME": scratch("home")], now: { 0 }, utcOffset: { _ in 0 })
    let path = scratch("home/.config/memo/config.yml")
    do throws(MemoError) {
      let settings = try UserSettings(environment)
      #expect(
        "\(settings.store ?? "nil") \(settings.theme ?? "nil") \(settings.usesMouse)" == wanted)
    } catch {
      let told = ([error.message] + error.hints).joined(separator: " ")
      #expect(told == path + wanted)
    }
  }

  /// A theme chosen on the board is saved there, and nothing else in the file changes.
  @Test(
    arguments: [
      (nil, "theme: Deep sea\n", ""),
      ("mouse: false\r\n# mine", "mouse: false\r\n# mine\ntheme: Deep sea\n", nil),
      ("theme: a\nstore: b\n", "theme: Deep sea\nstore: b\n", "store: b\n"),
      ("theme: a # mine\n", "theme: Deep sea # mine\n", ""),
      ("\"theme\": a\n", "\"theme\": Deep sea\n", ""),
      ("  mouse: false\n", "  mouse: false\n  theme: Deep sea\n", "  mouse: false\n"),
      (
        "- a\n", ":1:1: the file has no keys and values; write lines like 'KEY: VALUE'", nil
      ), ("store: \u{0}\n", ":1:8: a NUL byte: not a text file; remove it", nil),
    ] as [(String?, String, String?)]) func aThemeIsRemembered(
      _ text: String?, _ wanted: String, _ without: String?
    )
    throws
  {
    let scratch = try Scratch()
    let (file, path) = ("home/.config/memo/config.yml", scratch("home/.config/memo/config.yml"))
    if let text { try scratch.write(text, to: file) }
    let environment = Environment(
      variables: ["HOME": scratch("home")], now: { 0 }, utcOffset: { _ in 0 })
    func result(_ value: String?) -> String {
      do throws(MemoError) {
        try environment.setPersonalSetting("theme", to: value)
        return (try? scratch.read(file)) ?? "-"
      } catch {
        #expect((try? scratch.read(file)) == text)
        return ([error.message] + error.hints).joined(separator: "; ").replacing(path, with: "")
      }
    }
    #expect(result("Deep sea") == wanted)
    #expect(result(nil) == without ?? wanted.replacing("theme: Deep sea\n", with: ""))
  }

  @Test func aThemeWithAnAnchorStays() throws {
    let scratch = try Scratch()
    let text = "theme: &a x\nstore: *a\n"
    try scratch.write(text, to: "home/.config/memo/config.yml")
    let environment = Environment(
      variables: ["HOME": scratch("home")], now: { 0 }, utcOffset: { _ in 0 })
    #expect(throws: MemoError.self) {
      try environment.setPersonalSetting("theme", to: "Deep sea")
    }
    #expect(try scratch.read("home/.config/memo/config.yml") == text)
  }

  /// Some people keep all settings in one folder of links.
  @Test func aThemeIsRememberedThroughALink() throws {
    let scratch = try Scratch()
    try scratch.write("mouse: false\n", to: "dotfiles/memo.yml")
    try scratch.write("", to: "home/.config/memo/keys.yml")
    let link = scratch("home/.config/memo/config.yml")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../../../dotfiles/memo.yml")
    let environment = Environment(
      variables: ["HOME": scratch("home")], now: { 0 }, utcOffset: { _ in 0 })
    try environment.setPersonalSetting("theme", to: "Sea")
    #expect(try scratch.read("dotfiles/memo.yml") == "mouse: false\ntheme: Sea\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("memo.yml"))
    let settings = try UserSettings(environment)
    #expect(settings.theme == "Sea" && !settings.usesMouse)
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
    try scratch.write("store: [a]\n", to: "home/.config/memo/config.yml")
    let open = #expect(throws: MemoError.self) { try found("elsewhere") }
    #expect(
      open
        == MemoError(
          .noStore,
          scratch("home/.config/memo/config.yml") + ":1: 'store' is not followed by one value",
          details: ["no store is here, and that file may name one"]))
    environment.variables["MEMO_DIR"] = "../../kim"
    #expect(try found("elsewhere/deep") == scratch("kim"))
    #expect(try found("second") == scratch("second"))
    environment.variables["MEMO_DIR"] = scratch("elsewhere")
    let error = #expect(throws: MemoError.self) { try found("elsewhere/deep") }
    #expect(error?.details == ["MEMO_DIR names \(scratch("elsewhere"))"])
  }
}
