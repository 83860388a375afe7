import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Former tasks, found by their old names.
@Suite struct FormerTaskTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
  }

  private func task(_ id: String) -> String {
    "---\ntitle: Buy milk\ncreated: 2026-11-20T15:04:05Z\nid: \(id)\n---\nTwo bottles.\n"
  }

  @Test(arguments: ["bbbb", "milk", "todo/milk.md"])
  func aDeletedTaskIsShownAsItWas(name: String) throws {
    try desk.write(task("bbbbbbbbbb"), to: "todo/milk.md")
    desk.memo("add", "Bread")
    desk.memo("rm", "milk", "-y")
    let shown = desk.memo("show", name)
    #expect(shown.status == .done)
    #expect(shown.output.contains("Two bottles."))
    #expect(shown.output.contains("by Kim; 'memo restore bbbbbbbbbb' brings it back"))
    #expect(desk.memo("show", name, "--json").output.contains("\"deleted\": {"))
    #expect(desk.memo("show", "never").status != .done)
  }

  /// A deletion by hand is not recorded yet, so its time and author are unknown, but the task is
  /// found.
  @Test(arguments: ["bbbb", "milk"])
  func handDeletedTasksAreFound(name: String) throws {
    try desk.write(task("bbbbbbbbbb"), to: "todo/milk.md")
    desk.memo("add", "Bread")
    try desk.remove("todo/milk.md")
    for command in ["show", "blame"] {
      let outcome = desk.memo(command, name)
      #expect(outcome.status == .refused)
      #expect(
        outcome.error == """
          error: 'Buy milk' is in the last commit, but its file is missing
            todo/milk.md
          hint: 'memo restore milk' brings it back
          hint: 'memo show milk --at HEAD' shows its last version; 'memo log milk' lists its history

          """)
    }
    #expect(desk.memo("show", "never").error.hasPrefix("error: there is no task 'never'\n"))
    #expect(desk.memo("log", "milk").output.contains("add: Buy milk"))
    #expect(desk.memo("show", "milk", "--at", "HEAD").output.contains("Two bottles."))
    #expect(desk.memo("restore", "milk").status == .done)
    #expect(desk.memo("show", "milk").status == .done)
  }

  /// If a name fits several, memo chooses none.
  ///
  /// The hints use ids that can be typed.
  @Test func hintsUseTypeableNames() throws {
    try desk.write(task("bbbbbbbbbb"), to: "todo/milk and eggs.md")
    try desk.write(task("bbbbbbbbbc"), to: "todo/milk.md")
    desk.memo("add", "Bread")
    try desk.remove("todo/milk and eggs.md")
    #expect(
      desk.memo("show", "milk and eggs").error.hasSuffix(
        """
        hint: 'memo restore bbbbbbbbbb' brings it back
        hint: 'memo show bbbbbbbbbb --at HEAD' shows its last version; 'memo log bbbbbbbbbb' lists its history

        """))
    try desk.remove("todo/milk.md")
    let outcome = desk.memo("show", "Buy milk")
    #expect(outcome.status == .refused)
    #expect(outcome.error.hasPrefix("error: 'Buy milk' could mean 2 tasks\n"), "\(outcome.error)")
  }

  /// Nobody deleted it: it was never checked out.
  @Test(arguments: [false, true]) func tasksThatAreNotCheckedOutAreFound(isSparse: Bool) throws {
    try desk.write(task("bbbbbbbbbb"), to: "todo/milk.md")
    desk.memo("add", "Bread")
    try desk.scratch.git("clone", "--quiet", "--no-checkout", desk.folder, "other")
    let other = Desk(desk.scratch, "other")
    func git(_ words: String) throws {
      let ran = try run(
        "sh", ["-c", "git \(words)"], in: desk.scratch("other"),
        environment: desk.scratch.environment)
      guard ran.code == 0 else { throw GitFailure(message: ran.error) }
    }
    if isSparse { try git("sparse-checkout set --no-cone '/*' '!/todo/milk.md'") }
    try git(isSparse ? "checkout --quiet" : "checkout --quiet HEAD -- .memo")
    let bringing =
      isSparse
      ? ["'git sparse-checkout add' widens that, 'git sparse-checkout disable' ends it"]
      : ["'memo restore --missing' restores them", "todo/bread.md, todo/milk.md"]
    for command in ["show", "blame", "restore"] {
      let outcome = other.memo(command, "milk")
      #expect(outcome.status == .refused)
      #expect(
        outcome.error.hasPrefix(
          "error: 'Buy milk' is in the last commit, but its file is missing\n  todo/milk.md\n"))
      for words in bringing { #expect(outcome.error.contains(words)) }
      #expect(!outcome.error.contains("'memo restore milk'"))
    }
    #expect(other.memo("show", "milk", "--at", "HEAD").output.contains("Two bottles."))
    #expect(other.memo("log", "milk").output.contains("add: Buy milk"))
    if isSparse {
      try git("sparse-checkout disable")
    } else {
      #expect(other.memo("restore", "--missing").status == .done)
    }
    #expect(other.memo("show", "milk").output.contains("Two bottles."))
  }

  /// A changed id is another task from then on.
  @Test func aChangedIDIsAnotherTask() throws {
    try desk.write(task("bbbbbbbbbb"), to: "todo/milk.md")
    desk.memo("add", "Bread")
    try desk.write(task("cccccccccc"), to: "todo/milk.md")
    desk.memo("add", "Butter")
    #expect(desk.memo("show", "bbbbbbbbbb").output.contains("deleted"))
    #expect(desk.memo("log", "--deleted").output.contains("bb  Buy milk"))
    #expect(desk.memo("log", "bbbbbbbbbb").output.contains("add: Buy milk"))
    #expect(desk.memo("restore", "bbbbbbbbbb").status == .done)
    #expect(desk.exists("todo/milk-2.md") && desk.exists("todo/milk.md"))
  }

  /// A copy's future id is unknown.
  @Test func statusShowsNoProvisionalID() throws {
    try desk.write(task("bbbbbbbbbb"), to: "todo/milk.md")
    desk.memo("add", "Bread")
    try desk.write(task("bbbbbbbbbb"), to: "todo/oat-milk.md")
    try desk.write("# Eggs\n", to: "todo/eggs.md")
    let (one, other) = (desk.memo("status", "--json").output, desk.memo("status", "--json").output)
    #expect(one == other)
    #expect(one.contains("todo/oat-milk.md is a copy and gets a new id\""))
  }
}
