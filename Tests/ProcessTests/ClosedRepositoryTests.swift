import Foundation
import TestSupport
import Testing

/// An unreadable store or repository is an error.
///
/// memo uses no other one instead.
@Suite(.onItsOwnThread, .enabled(if: LimitedPerson.isThere, "needs to become another user"))
struct ClosedRepositoryTests {
  private let person: LimitedPerson

  /// A store with another one in a subfolder.
  init() throws {
    person = try LimitedPerson()
    try person.type(
      """
      memo init; memo add Outer
      mkdir inner; cd inner; git init -q -b main; memo init; memo add Inner
      """)
  }

  private static let journals =
    "git log --format=%s; git -C inner log --format=%s; ls todo inner/todo"

  @Test(
    arguments: [
      ("inner/.memo", "inner/.memo/config.yml"), ("inner/.git", "inner/.git"),
      ("inner/.git/config", "config"), ("inner/.git/refs/heads/main", "refs/heads/main"),
    ])
  func noOtherStoreIsUsed(closed: String, named: String) throws {
    let before = try person.type(Self.journals).output
    try person.type("chmod 000 \(closed)")
    for command in ["add Bread", "done Inner", "list", "sync", "undo"] {
      let ran = try person.type("cd inner; memo \(command)")
      // A list only reads files.
      guard command != "list" || ran.code != 0 else { continue }
      #expect(ran.code != 0, "\(command): \(ran)")
      #expect(ran.error.contains(named), "\(command): \(ran)")
      #expect(!ran.error.contains("lock"), "\(command): \(ran)")
    }
    try person.type("chmod 755 \(closed)")
    #expect(try person.type(Self.journals).output == before)
    #expect(try person.type("cd inner; memo check && memo add Bread").code == 0)
  }

  /// A repository with an unreadable store, and a default store in `MEMO_DIR`.
  @Test(arguments: ["work", "work/tasks"]) func theDefaultStoreIsNotUsed(
    closed: String
  ) throws {
    let store = person.store
    try person.type("cd $HOME; mkdir work; cd work; git init -q; memo init tasks")
    try person.type("cd $HOME; chmod \(closed == "work" ? "333" : "000") \(closed)")
    let ran = try person.type("cd $HOME/work; MEMO_DIR=\(store)/inner memo add Bread")
    #expect(ran.code != 0 && ran.error.contains("/work"), "\(ran)")
    try person.type("cd $HOME; chmod 755 \(closed)")
    #expect(try person.type("ls inner/todo").output == "inner.md\n")
  }

  /// A work tree whose `.git` file leads to an unreadable folder.
  @Test func anUnreadableGitFolderIsNotSkipped() throws {
    try person.type(
      """
      cp -R inner/.git $HOME/git; rm -rf inner/.git; printf 'gitdir: %s\\n' $HOME/git >inner/.git
      git -C inner status --short; chmod 000 $HOME/git
      """)
    let before = try person.type("git log --format=%s; ls todo inner/todo").output
    let ran = try person.type("cd inner; memo add Bread")
    #expect(ran.code != 0 && ran.error.contains("git/HEAD"), "\(ran)")
    #expect(try person.type("git log --format=%s; ls todo inner/todo").output == before)
    try person.type("chmod 755 $HOME/git")
    #expect(try person.type("cd inner; memo add Bread").code == 0)
  }

  /// An unreadable hook might refuse the commit.
  @Test func unreadableHooksRefuseCommits() throws {
    let before = try person.type(Self.journals).output
    let ran = try person.type("chmod 000 .git/hooks; memo add Bread")
    #expect(ran.code != 0 && ran.error.contains(".git/hooks/pre-commit"), "\(ran)")
    #expect(ran.error.contains("hint: "), "\(ran)")
    try person.type("chmod 755 .git/hooks")
    #expect(try person.type(Self.journals).output == before)
    #expect(try person.type("memo add Bread").code == 0)
  }

  /// With `-C` and an unreadable folder, memo doesn't use the store in `MEMO_DIR`.
  @Test func anUnreadableFolderIsNotSkipped() throws {
    try person.type("chmod 000 inner")
    let ran = try person.type("MEMO_DIR=$PWD memo -C inner/todo add Bread")
    #expect(ran.code != 0 && ran.error.contains("can't look at"), "\(ran)")
    try person.type("chmod 755 inner")
    #expect(try person.type("ls todo").output == "outer.md\n")
  }
}
