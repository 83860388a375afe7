import Foundation
import MemoKit
import TestSupport
import Testing

/// A sync runs the `pre-push` hook before it pushes.
@Suite(.onItsOwnThread) struct PushHookTests {
  private let team: Team

  init() throws { team = try Team(of: 2) }

  private func hook(_ script: String) throws {
    try team[0].write("#!/bin/sh\n\(script)\n", to: ".git/hooks/pre-push")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: team.scratch("ana/.git/hooks/pre-push"))
  }

  private func sync(_ index: Int) throws -> SyncReport { try team[index].store().sync() }

  private func add(_ title: String) throws {
    try team[0].write("\(title)\n", to: "todo/\(title).md")
  }

  /// It gets the same input as from git, in the same folder.
  @Test func theHookGetsTheSameInputAsFromGit() throws {
    try hook("{ pwd; echo \"$1 $2\"; cat; } > ../seen")
    try add("a")
    _ = try sync(0)
    let memo = try team.scratch.read("seen")
    let head = try team.scratch.git("rev-parse", "main", in: "ana")
    #expect(
      memo.contains("\norigin \(team.scratch("hub.git"))\n\(head) \(head) refs/heads/main "))
    // Without anything to push, the hook doesn't run.
    try team.scratch.write("", to: "seen")
    _ = try sync(0)
    #expect(try team.scratch.read("seen") == "")
  }

  @Test func newBranchesHaveNoOldCommit() throws {
    try hook("cat > ../seen")
    try team.scratch.git("update-ref", "-d", "refs/heads/main", in: "hub.git")
    try add("a")
    _ = try sync(0)
    let line = try team.scratch.read("seen").split(separator: " ")
    #expect(line.last.map { $0.allSatisfy { "0\n".contains($0) } } == true)
  }

  @Test func refusedCommitsAreNotPushed() throws {
    try team[1].write("b\n", to: "todo/b.md")
    _ = try sync(1)
    try hook("echo 'no pushes on Fridays'; exit 7")
    try add("a")
    let before = try team.scratch.git("rev-parse", "main", in: "hub.git")
    let error = #expect(throws: MemoError.self) { try sync(0) }
    #expect(error?.kind == .remote)
    #expect(
      error?.message
        == "can't push to origin (\(team.scratch("hub.git"))): no pushes on Fridays")
    #expect(error?.details.last == "nothing is lost: 2 changes are not pushed yet")
    #expect(try team.scratch.git("rev-parse", "main", in: "hub.git") == before)
    // Others' changes were merged anyway.
    #expect(team[0].tasks() == ["todo/a.md", "todo/b.md"])
    try hook("exit 0")
    #expect(try sync(0).outgoing == 2)
    _ = try sync(1)
    #expect(team[1].tasks() == ["todo/a.md", "todo/b.md"])
  }

  /// A hook that reads no input and prints much doesn't block.
  @Test func theHookMayIgnoreItsInput() throws {
    try hook("exec <&-; seq 1 20000")
    try add("a")
    #expect(try sync(0).outgoing >= 1)
  }
}
