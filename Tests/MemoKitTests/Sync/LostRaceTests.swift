import MemoKit
import TestSupport
import Testing

/// Syncs in which somebody else pushes first.
@Suite struct LostRaceTests {
  let team: Team
  var ana: Desk { team[0] }

  init() throws { team = try Team(of: 2) }

  /// Lets Ben push during each of Ana's next syncs.
  private func prepare(_ count: Int) throws {
    let (ben, hub) = (team[1], "\(ana.scratch("hub.git"))")
    for number in 1...count {
      ben.memo("add", "Theirs \(number)")
      try ben.scratch.git("push", "--quiet", hub, "main:refs/other/\(number)", in: ben.folder)
    }
    try ana.scratch.write(
      """
      #!/bin/sh
      unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
      n=$(($(cat tries 2> /dev/null || echo 0) + 1))
      [ $n -gt \(count) ] || git update-ref refs/heads/main refs/other/$n || exit 1
      echo $n > tries

      """, to: "hub.git/hooks/pre-receive")
  }

  @Test func lostRacesLeaveOneMerge() throws {
    try prepare(3)
    ana.memo("add", "Ours")
    let report = try ana.store().sync()
    #expect(report.incoming == 3)
    #expect(report.outgoing == 2)
    #expect(report.changes.map(\.title) == ["Theirs 1", "Theirs 2", "Theirs 3"])
    #expect(
      try ana.journal().filter { $0.hasPrefix("merge: ") } == ["merge: origin/main (3 tasks)"])
    #expect(try ana.scratch.read("hub.git/tries") == "4\n")
    #expect(try ana.complaints() == "")
    // The change before the merges is still the latest.
    _ = try ana.store().undo()
    #expect(ana.tasks() == ["todo/theirs-1.md", "todo/theirs-2.md", "todo/theirs-3.md"])
    _ = try ana.store().sync()
    _ = try team[1].store().sync()
    #expect(team[1].tasks() == ana.tasks())
  }

  @Test func savesDuringARaceAreKept() throws {
    try prepare(2)
    ana.memo("add", "Ours")
    // A save during the second attempt.
    try ana.scratch.write(
      try ana.scratch.read("hub.git/hooks/pre-receive")
        + "[ $n -ne 2 ] || echo more >> \(ana.scratch(ana.path("todo/ours.md")))\n",
      to: "hub.git/hooks/pre-receive")
    _ = try ana.store().sync()
    #expect(try ana.read("todo/ours.md").hasSuffix("more\n"))
    // It was committed on the second merge, so the third one is on top of that.
    #expect(try ana.journal().filter { $0.hasPrefix("merge: ") }.count == 2)
    #expect(try ana.complaints() == "")
    _ = try team[1].store().sync()
    #expect(try team[1].read("todo/ours.md") == ana.read("todo/ours.md"))
  }

  @Test func notesAreAddedOnce() throws {
    ana.memo("add", "Milk")
    for desk in [ana, team[1], ana] { _ = try desk.store().sync() }
    team[1].memo("set", "milk", "deadline=2026-12-01")
    try prepare(3)
    ana.memo("set", "milk", "deadline=2026-12-05")
    let report = try ana.store().sync()
    #expect(report.conflicts == 1)
    let text = try ana.read("todo/milk.md")
    #expect(text.split(separator: "\n").filter { $0.contains("[!CONFLICT]") }.count == 1, "\(text)")
    #expect(try ana.complaints() == "")
  }

  @Test func aPersistentLockEndsTheSync() throws {
    ana.memo("add", "Ours")
    try ana.scratch.write("", to: "hub.git/refs/heads/main.lock")
    let store = try ana.store()
    store.lockTimeout = LockTimeout(seconds: 0.5)
    let error = #expect(throws: MemoError.self) { _ = try store.sync() }
    #expect(error?.kind == .remote)
    #expect(error?.message.hasSuffix("refused to push: failed to update ref") == true)
    #expect(error?.details.contains { $0.contains("main.lock': File exists") } == true)
    try ana.scratch.remove("hub.git/refs/heads/main.lock")
    #expect(try ana.store().sync().outgoing == 1)
  }
}
