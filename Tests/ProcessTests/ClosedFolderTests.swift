import Foundation
import TestSupport
import Testing

/// What can't be written where it belongs isn't lost, and isn't told as done.
@Suite(.onItsOwnThread, .enabled(if: LimitedPerson.isThere, "needs to become another user"))
struct ClosedFolderTests {
  private let person: LimitedPerson

  init() throws {
    person = try LimitedPerson()
    try person.type("memo init; memo add Beta -m 'first line'")
  }

  private func journal() throws -> String { try person.type("git log --format=%s").output }

  /// The task has gone to a folder that can't be written while it was in an editor.
  @Test func whatAnEditorSavedStays() throws {
    try person.scratch.write(
      """
      opened=$(cat "$1"); memo start beta >/dev/null; chmod 555 doing
      printf '%s\\nmine\\n' "$opened" >"$1"

      """, to: "editor")
    let ran = try person.type("EDITOR='sh ../editor' memo edit beta")
    #expect(ran.code != 0, "\(ran)")
    #expect(ran.error.contains("doing"), "\(ran)")
    #expect(try person.type("cat todo/*.md doing/*.md").output.contains("\nmine\n"))
    try person.type("chmod 755 doing")
    #expect(try person.type("memo status").code == 0)
    #expect(try person.type("cat todo/*.md doing/*.md").output.contains("\nmine\n"))
  }

  /// What an editor has saved may be closed to everybody.
  @Test func whatCanNotBeReadWasNotDeleted() throws {
    try person.scratch.write("echo mine >>\"$1\"; chmod 000 \"$1\"\n", to: "editor")
    let ran = try person.type("EDITOR='sh ../editor' memo edit beta")
    #expect(ran.code != 0 && ran.error.hasPrefix("error: can't read "), "\(ran)")
    try person.type("chmod 644 todo/beta.md")
    #expect(try person.type("cat todo/beta.md").output.hasSuffix("mine\n"))
  }

  /// A picture beside a task that only somebody else may read.
  @Test func whatCanNotBeReadIsSaid() throws {
    try person.type(
      "memo add Trip --in trip; echo map >todo/trip/map.png; chmod 000 todo/trip/map.png")
    let notice = "todo/trip/map.png is not recorded: can't read todo/trip/map.png"
    #expect(try person.type("memo status").error.contains(notice))
    let ran = try person.type("memo add Bags")
    #expect(ran.code == 0 && ran.error.contains(notice), "\(ran)")
    #expect(try person.type("chmod 644 todo/trip/map.png; memo add Socks").code == 0)
    #expect(try person.type("git ls-files todo/trip").output.contains("todo/trip/map.png\n"))
  }

  @Test func whatCanNotBeRestoredIsNotDeleted() throws {
    let before = try journal()
    let ran = try person.type("rm todo/beta.md; chmod 555 todo; memo restore --missing")
    #expect(ran.code != 0, "\(ran)")
    #expect(try journal() == before)
    #expect(try person.type("chmod 755 todo; memo restore --missing").code == 0)
    #expect(try person.type("cat todo/beta.md").output.contains("first line"))
    #expect(try journal() == before)
  }
}
