import Foundation
import TestSupport
import Testing

/// Text of servers, programs and other people never controls the terminal, and stays intact in
/// JSON.
@Suite(.onItsOwnThread) struct UntrustedTextTests {
  /// Writes to the clipboard, clears the screen, reverses text; C0 and C1 controls.
  private static let evil =
    "x\u{1B}]52;c;ZXZpbA==\u{7}\u{1B}[2J\u{9B}31m\u{90}q\u{9C}\u{202E}\u{2067}\u{200F}\u{61C}\ry"

  private func check(_ ran: Ran, _ comment: Comment) {
    for text in [ran.output, ran.error] {
      let bad = text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(bad.isEmpty, comment)
    }
  }

  @Test func textDoesNotControlTheTerminal() throws {
    let person = try Person.withStore()
    let evil = Self.evil
    try person.scratch.write(
      "---\ntitle: \"\(evil.unicodeScalars.map { "\\U\(hex($0))" }.joined())\"\n"
        + "tags: [\"\\u009b1m\"]\n\"\\u202e\": 1\n---\n\(evil)\n", to: "store/todo/evil.md")
    try person.scratch.write("x\n", to: "store/todo/\(evil.filter { $0 != "\r" }).md")
    try person.scratch.write(
      "#!/bin/sh\nprintf '%s\\n' '\(evil.filter { $0 != "\r" })'\nprintf '%s\\n' '\(evil)' >&2\nexit 1\n",
      to: "hook")
    let lines = [
      "add Tea", "list -a", "list --json", "board", "show evil", "show evil --json", "log",
      "log --json",
      "check", "check --json", "find x", "find x --json", "status", "status --json", "stats",
      "set evil '\(evil)=1'", "show '\(evil)'", "list '\(evil)'", "add '\(evil)' --json",
      "'\(evil)'",
      "--\(evil)", "-C '\(evil)' list", "list --format '{title} {tags} {path}'", "undo",
      "redo --json",
      "init --remote 'https://\(evil)/x'", "clone '\(evil)'", "clone 'ssh://\(evil)/x' y --json",
      "done evil", "remove --yes evil", "restore evil --json",
    ]
    for line in lines { check(try person.type("memo \(line)"), "\(line)") }
    // The output of a hook, of ssh, and of a server.
    try person.expect("cp ../hook .git/hooks/pre-commit")
    check(try person.type("memo add Hooked"), "hook")
    check(try person.type("memo add Hooked --json"), "hook")
    try person.expect("rm .git/hooks/pre-commit; git config remote.origin.url ssh://host/x")
    for line in ["sync", "sync --json", "clone ssh://host/x there"] {
      let ran = try person.type("GIT_SSH_COMMAND=../hook memo \(line)")
      #expect(ran.code == 3)
      check(ran, "\(line)")
    }
    // A path to a git with a hook that refuses a push.
    try person.expect(
      "git init -q --bare ../hub; cp ../hook ../hub/hooks/update; git config remote.origin.url ../hub"
    )
    let ran = try person.type("memo sync")
    #expect(ran.error.contains("\\u{1B}]52"))
    check(ran, "update")
  }

  /// A JSON parser gets the same text from escaped characters.
  @Test func jsonKeepsTheText() throws {
    let person = try Person.withStore()
    let title = "a\u{9B}b\u{202E}c 👩‍👩‍👧 é"
    let yaml = title.replacing("\u{9B}", with: "\\x9b").replacing("\u{202E}", with: "\\u202e")
    try person.scratch.write("---\ntitle: \"\(yaml)\"\n---\n", to: "store/todo/a.md")
    let text = try person.expect("memo list --json")
    #expect(text.contains("a\\u009bb\\u202ec 👩‍👩‍👧 é"))
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let tasks = try #require(document["tasks"] as? [[String: Any]])
    #expect(tasks.first?["title"] as? String == title)
  }

  /// A pipe gets the file unchanged, a terminal doesn't.
  @Test(.enabled(if: programPath("script") != nil, "needs a terminal"))
  func aPipeGetsTheFileUnchanged() throws {
    let person = try Person.withStore()
    try person.scratch.write("# A\n\n\u{1B}]0;title\u{7}\n", to: "store/todo/a.md")
    #expect(try person.expect("memo show a --raw").hasSuffix("\u{1B}]0;title\u{7}\n"))
    let shown = try person.expect("script -qec 'memo show a --raw' /dev/null </dev/null")
    #expect(shown.contains("\\u{1B}]0;title\\u{7}"), "\(shown)")
    #expect(!shown.contains("\u{1B}]0"))
  }

  private func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
