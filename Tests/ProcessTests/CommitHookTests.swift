import Foundation
import TestSupport
import Testing

/// Hooks of git, as somebody at a shell meets them.
@Suite(.onItsOwnThread) struct CommitHookTests {
  private func hook(_ name: String, _ script: String, of person: Person) throws {
    let path = "\(person.folder)/.git/hooks/\(name)"
    try person.scratch.write("#!/bin/sh\n\(script)\n", to: path)
  }

  @Test func aRefusalIsShownAndNothingChanges() throws {
    let person = try Person.withStore()
    try hook("pre-commit", "echo 'Spelling: mlik'; exit 7", of: person)
    let ran = try person.type("memo add Buy mlik")
    #expect(
      ran
        == Ran(
          output: "",
          error: """
            error: the pre-commit hook refused 'add: Buy mlik'
              Spelling: mlik
            hint: nothing was changed; the hook is \(person.scratch("store/.git/hooks/pre-commit"))

            """, code: 1))
    let asJSON = try person.type("memo add Buy mlik --json")
    #expect(asJSON.code == 1 && asJSON.error.contains("Spelling: mlik"))
    #expect(try person.complaints() == "")
    #expect(try person.expect("memo list") == "")
  }

  /// The store's lock is free by then.
  @Test func memoCanBeUsedAfterACommit() throws {
    var person = try Person.withStore()
    try person.expect(
      "git init -q --bare ../hub.git; git remote add origin ../hub.git; memo sync")
    try hook("post-commit", "memo sync > ../synced 2>&1", of: person)
    let start = Date()
    try person.expect("memo add Buy milk")
    #expect(Date().timeIntervalSince(start) < 8)
    #expect(
      try person.scratch.read("synced") == """
        out: add Buy milk
        In sync with origin/main: 0 commits in, 1 commit out.

        """
    )
    person.folder = "hub.git"
    #expect(try person.expect("git log -1 --format=%s main") == "add: Buy milk\n")
  }

  @Test func aHookThatAsksGetsNoAnswer() throws {
    let person = try Person.withStore()
    try hook("pre-commit", "read answer && exit 1; exit 0", of: person)
    #expect(try person.type("echo yes | memo add Buy milk").code == 0)
  }
}
