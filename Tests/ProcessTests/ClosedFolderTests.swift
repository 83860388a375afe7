import Foundation
import TestSupport
import Testing

/// What can't be written where it belongs isn't lost, and isn't told as done.
///
/// To root no folder is closed, so root becomes somebody else.
@Suite(
  .onItsOwnThread,
  .enabled(if: getuid() != 0 || programPath("setpriv") != nil, "needs to become another user"))
struct ClosedFolderTests {
  private static let user = "23456"
  private let person: Person

  init() throws {
    var person = try Person()
    if getuid() == 0 {
      let home = person.scratch(Self.user)
      try person.expect("mkdir \(home); chown \(Self.user) . \(home); chmod 755 ..")
      person.environment["HOME"] = home
    }
    self.person = person
    try type("git config --global safe.directory '*'; memo init; memo add Beta -m 'first line'")
  }

  @discardableResult
  private func type(_ line: String) throws -> Ran {
    guard getuid() == 0 else { return try person.type(line) }
    let quoted = "umask 022; \(line)".replacing("'", with: "'\\''")
    return try person.type("setpriv --reuid=\(Self.user) --clear-groups sh -c '\(quoted)'")
  }

  private func journal() throws -> String { try type("git log --format=%s").output }

  /// The task has gone to a folder that can't be written while it was in an editor.
  @Test func whatAnEditorSavedStays() throws {
    try person.scratch.write(
      """
      opened=$(cat "$1"); memo start beta >/dev/null; chmod 555 doing
      printf '%s\\nmine\\n' "$opened" >"$1"

      """, to: "editor")
    let ran = try type("EDITOR='sh ../editor' memo edit beta")
    #expect(ran.code != 0, "\(ran)")
    #expect(ran.error.contains("doing"), "\(ran)")
    #expect(try type("cat todo/*.md doing/*.md").output.contains("\nmine\n"))
    try type("chmod 755 doing")
    #expect(try type("memo status").code == 0)
    #expect(try type("cat todo/*.md doing/*.md").output.contains("\nmine\n"))
  }

  /// What an editor has saved may be closed to everybody.
  @Test func whatCanNotBeReadWasNotDeleted() throws {
    try person.scratch.write("echo mine >>\"$1\"; chmod 000 \"$1\"\n", to: "editor")
    let ran = try type("EDITOR='sh ../editor' memo edit beta")
    #expect(ran.code != 0 && ran.error.hasPrefix("error: can't read "), "\(ran)")
    try type("chmod 644 todo/beta.md")
    #expect(try type("cat todo/beta.md").output.hasSuffix("mine\n"))
  }

  /// A picture beside a task that only somebody else may read.
  @Test func whatCanNotBeReadIsSaid() throws {
    try type("memo add Trip --in trip; echo map >todo/trip/map.png; chmod 000 todo/trip/map.png")
    let notice = "todo/trip/map.png is not recorded: can't read todo/trip/map.png"
    #expect(try type("memo status").error.contains(notice))
    let ran = try type("memo add Bags")
    #expect(ran.code == 0 && ran.error.contains(notice), "\(ran)")
    #expect(try type("chmod 644 todo/trip/map.png; memo add Socks").code == 0)
    #expect(try type("git ls-files todo/trip").output.contains("todo/trip/map.png\n"))
  }

  @Test func whatCanNotBeRestoredIsNotDeleted() throws {
    let before = try journal()
    let ran = try type("rm todo/beta.md; chmod 555 todo; memo restore --missing")
    #expect(ran.code != 0, "\(ran)")
    #expect(try journal() == before)
    #expect(try type("chmod 755 todo; memo restore --missing").code == 0)
    #expect(try type("cat todo/beta.md").output.contains("first line"))
    #expect(try journal() == before)
  }
}
