import Foundation
import TestSupport
import Testing
import Yams

/// The examples of a pre-commit hook and a workflow.
@Suite struct CheckExampleTests {
  private static let examples = Products.project.appending(component: "examples").path

  /// A person with the hook and one correct task.
  private func withHook(_ setup: String = "memo init") throws -> Person {
    let person = try Person()
    try person.expect("git init -q . && \(setup)")
    try person.expect("cp \(Self.examples)/pre-commit .git/hooks/")
    return person
  }

  private static let broken = "printf -- '---\\ntitle: [oops\\n---\\n'"

  @Test func theHookChecksStagedContents() throws {
    let person = try withHook()
    try person.expect("memo add Buy milk; \(Self.broken) > 'todo/my broken — task.md'; git add -A")
    let refused = try person.type("git commit -m 'By hand'")
    #expect(refused.code == 1)
    #expect(
      refused.error == """
        todo/my broken — task.md:2:8: error: not YAML: did not find expected ',' or ']'
          2 | title: [oops
            |        ^
        hint: quote the value if it is meant as text
        1 task, 1 problem

        """)
    // Fixed, but not staged yet.
    try person.expect("echo Mended > 'todo/my broken — task.md'")
    #expect(try person.type("git commit -m 'By hand'").code == 1)
    try person.expect("git add -A")
    // Broken after it was staged.
    try person.expect("\(Self.broken) > 'todo/my broken — task.md'; git commit -qm 'By hand'")
    #expect(try person.expect("git log -1 --format=%s") == "By hand\n")
  }

  @Test func theHookReportsDuplicateIDs() throws {
    let person = try withHook()
    try person.expect("memo add Buy milk; cp todo/buy-milk.md done/; git add -A")
    let refused = try person.type("git commit -m 'A copy'")
    #expect(refused.code == 1)
    #expect(refused.error.hasPrefix("done/buy-milk.md:4:5: error: todo/buy-milk.md has the same"))
    #expect(!refused.error.contains("todo/buy-milk.md:4:5: error"))
    // memo gives the copy a new id in the same commit.
    try person.expect("memo start todo/buy-milk.md")
    #expect(try person.complaints() == "")
  }

  /// Each repair is a commit, which succeeds although other mistakes are left.
  @Test func anOldMistakeDoesNotBlockItsRepair() throws {
    let person = try withHook()
    try person.expect("\(Self.broken) | tee todo/a.md > todo/b.md; git add -A")
    try person.expect("git commit -qm 'By hand' --no-verify; memo add Buy milk")
    try person.expect("echo A > todo/a.md; echo B > todo/b.md; memo add Sweep; memo check")
    #expect(try person.complaints() == "")
  }

  @Test func theHookFindsEveryStoreOfARepository() throws {
    let person = try withHook(
      "memo init tasks/mine && memo init other && git rm -rq other/todo || :")
    try person.expect("\(Self.broken) > notes.md; git add -A; git commit -qm 'No task'")
    try person.expect("echo '# Fine' > tasks/mine/todo/a.md; git add -A; git commit -qm 'A task'")
    try person.expect("mkdir -p other/doing; \(Self.broken) > other/doing/b.md; git add -A")
    let refused = try person.type("git commit -m 'Another'")
    #expect(refused.code == 1)
    #expect(refused.error.hasPrefix("doing/b.md:2:8: error: not YAML"))
    #expect(try person.type("PATH=/usr/bin:/bin git commit -m 'No memo here'").code == 0)
  }

  /// The workflow is valid YAML, and its last step works in a shallow checkout.
  @Test func theWorkflowChecksAShallowCheckout() throws {
    let text = try String(contentsOfFile: "\(Self.examples)/check.yml", encoding: .utf8)
    let steps = try #require(
      try Yams.load(yaml: text).flatMap { $0 as? [String: Any] }
        .flatMap { $0["jobs"] as? [String: Any] }
        .flatMap { $0["check"] as? [String: Any] }
        .flatMap { $0["steps"] as? [[String: Any]] })
    #expect(steps.allSatisfy { ($0["run"] is String) != ($0["uses"] is String) })
    let check = try #require(steps.last?["run"] as? String)

    var person = try Person.withStore()
    try person.expect("memo add Buy milk; memo done buy-milk; memo add Sweep")
    try person.expect("git mv done/buy-milk.md doing/; git commit -qm 'Not done yet'")
    try person.expect("git clone -q --depth 1 \"file://$PWD\" ../checkout")
    person.folder = "checkout"
    try person.expect(
      "git checkout -q --detach; git config --global --unset user.name; chmod -R a-w .")
    for name in person.environment.keys where name.hasPrefix("GIT_AUTHOR") {
      person.environment[name] = nil
    }
    for name in person.environment.keys where name.hasPrefix("GIT_COMMITTER") {
      person.environment[name] = nil
    }
    let state = "find . -type f | sort | xargs cksum; find . -newer .git/HEAD | sort"
    let before = try person.expect(state)
    let ran = try person.type(check)
    #expect(
      ran
        == Ran(
          output: """
            doing/buy-milk.md:3:9: error: the status is done, but the file lies in doing/
              3 | status: done
                |         ^
            hint: 'memo check --fix' sets both to doing

            """,
          error: "2 tasks, 1 problem\n", code: 4))
    #expect(try person.expect(state) == before)
    try person.expect("chmod -R u+w .")
  }
}
