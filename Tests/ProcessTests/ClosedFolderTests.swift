import Foundation
import TestSupport
import Testing

/// Changes that can't be written are neither lost nor reported as done.
@Suite(.onItsOwnThread, .enabled(if: LimitedPerson.isThere, "needs to become another user"))
struct ClosedFolderTests {
  private let person: LimitedPerson

  init() throws {
    person = try LimitedPerson()
    try person.type("memo init; memo add Beta -m 'first line'")
  }

  private func journal() throws -> String { try person.type("git log --format=%s").output }

  /// The task moved to a read-only folder while it was in an editor.
  @Test func anEditorsTextIsKept() throws {
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

  /// An editor may save a file that nobody can read.
  @Test func unreadableFilesAreNotDeleted() throws {
    try person.scratch.write("echo mine >>\"$1\"; chmod 000 \"$1\"\n", to: "editor")
    let ran = try person.type("EDITOR='sh ../editor' memo edit beta")
    #expect(ran.code != 0 && ran.error.hasPrefix("error: can't read "), "\(ran)")
    try person.type("chmod 644 todo/beta.md")
    #expect(try person.type("cat todo/beta.md").output.hasSuffix("mine\n"))
  }

  /// An image beside a task that only another user can read.
  @Test func unreadableFilesAreReported() throws {
    try person.type(
      "memo add Trip --in trip; echo map >todo/trip/map.png; chmod 000 todo/trip/map.png")
    let notice = "todo/trip/map.png is not committed: can't read todo/trip/map.png"
    #expect(try person.type("memo status").error.contains(notice))
    let ran = try person.type("memo add Bags")
    #expect(ran.code == 0 && ran.error.contains(notice), "\(ran)")
    #expect(try person.type("chmod 644 todo/trip/map.png; memo add Socks").code == 0)
    #expect(try person.type("git ls-files todo/trip").output.contains("todo/trip/map.png\n"))
  }

  /// Of several tasks, the writable ones are changed and the others reported.
  @Test func writableTasksAreChanged() throws {
    try person.type(
      "memo add Alpha; memo add Rho --in ro; echo '# New' > todo/ro/new.md; chmod 555 todo/ro")
    let reason = "can't be written: Permission denied"
    let ran = try person.type("memo set --yes todo -- +x")
    #expect(ran.code == 4 && ran.output.contains("Alpha  +tag x\n"), "\(ran)")
    #expect(
      ran.error == """
        committed: add New
        note: can't write todo/ro/new.md: Permission denied; todo/ro/new.md is committed unchanged
        todo/ro/rho.md: error: \(reason)
        todo/ro/new.md: error: \(reason)
        2 of 4 tasks left as they were; --strict changes all or none

        """, "\(ran)")
    let before = try journal()
    let all = try person.type("memo done --strict alpha rho")
    #expect(all.code == 1 && all.error.hasPrefix("error: can't write todo/ro/rho.md: "), "\(all)")
    #expect(try person.type("memo done rho new").error.contains("none of these 2 tasks can be"))
    #expect(try journal() == before)
    let done = try person.type("memo done alpha rho")
    #expect(done.code == 4 && done.error.hasPrefix("todo/ro/rho.md: error: \(reason)\n"), "\(done)")
    let check = try person.type("memo check")
    #expect(check.code == 4 && check.output.hasPrefix("todo/ro/new.md: error: the task has no id"))
    #expect(check.output.contains("hint: can't write todo/ro/new.md: Permission denied; "))
    try person.type("chmod 755 todo/ro")
    #expect(try person.type("memo done rho new").code == 0)
    #expect(try person.type("memo check").code == 0)
  }

  @Test func unwritableFilesAreReportedAndOthersAdopted() throws {
    try person.type("cd; mkdir -p new/todo/ro new/notes/ro; cd new; git init -q")
    try person.type(
      "cd ~/new; for f in todo/a todo/ro/r notes/n notes/ro/o; do echo '# T' > $f.md; done")
    let ran = try person.type("cd ~/new; chmod 555 todo/ro notes/ro; memo init --from notes")
    #expect(ran.code == 0 && ran.output.contains("Adopted 3 tasks"), "\(ran)")
    for note in [
      "note: todo/ro/r.md: can't be written, so it stays unchanged: Permission denied\n",
      "note: notes/ro/o.md: stays there: can't write it: Permission denied\n",
    ] { #expect(ran.error.contains(note), "\(ran)") }
    #expect(
      try person.type("cd ~/new; git ls-files '*.md'").output
        == "todo/a.md\ntodo/n.md\ntodo/ro/r.md\n")
    #expect(try person.type("cd ~/new; memo add Own; memo done own").code == 0)
    let again = try person.type("cd ~/new; chmod 755 todo/ro; memo init")
    #expect(again.output.contains("Adopted 1 task"), "\(again)")
  }

  @Test func tasksThatCanNotBeRestoredAreNotDeleted() throws {
    let before = try journal()
    let ran = try person.type("rm todo/beta.md; chmod 555 todo; memo restore --missing")
    #expect(ran.code != 0, "\(ran)")
    #expect(try journal() == before)
    #expect(try person.type("chmod 755 todo; memo restore --missing").code == 0)
    #expect(try person.type("cat todo/beta.md").output.contains("first line"))
    #expect(try journal() == before)
  }

  /// Finishing a repeating task fails if the next one can't be added.
  @Test func aRepeatingTaskIsNotDoneWithoutTheNext() throws {
    try person.type(
      "for t in Tea Water; do memo add $t due:2026-11-27 every:week; memo start $t; done")
    try person.type("memo start beta; chmod 555 todo")
    let before = try journal()
    let reason = "error: can't write todo/tea-2.md: Permission denied\n"
    for command in ["memo done tea", "memo done tea beta"] {
      let ran = try person.type(command)
      #expect(ran.code == 1 && ran.error.hasPrefix(reason), "\(ran)")
    }
    // Also if its text was changed to done.
    try person.type("sed -i 's/^status: doing/status: done/' doing/water.md")
    let hand = try person.type("memo set tea priority=high")
    #expect(hand.code == 1 && hand.error.contains("can't write todo/water-2.md"), "\(hand)")
    #expect(try journal() == before)
    try person.type("chmod 755 todo")
    let open = try person.type("memo done tea")
    #expect(open.code == 0 && open.output.contains("next → todo/tea-2.md"), "\(open)")
    #expect(
      try person.type("ls todo doing done").output
        == "doing:\nbeta.md\n\ndone:\ntea.md\nwater.md\n\ntodo:\ntea-2.md\nwater-2.md\n")
    #expect(try person.type("git status --porcelain; memo check").output == "")
  }
}
