import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Histories that people make with plain git.
@Suite struct GitHistoryTests {
  /// All sync until nothing is new, and then have the same tasks with all lines.
  private func settle(_ desks: [Desk], keeping words: [String]) throws {
    for _ in 0..<2 {
      for desk in desks {
        desk.wait(seconds: 60)
        _ = try desk.store().sync()
      }
    }
    #expect(Set(try desks.map { try $0.head() }).count == 1)
    for desk in desks {
      #expect(try desk.complaints() == "")
      #expect(try desk.store().read().problems == [])
      let text = try desk.tasks().map { try desk.read($0) }.joined()
      for word in words {
        #expect(text.ranges(of: word).count == 1, "\(word) in \(text)")
      }
      #expect(!text.contains("<<<<<<<"))
    }
  }

  private func people(_ count: Int) throws -> [Desk] {
    let team = try Team(of: count)
    team[0].memo("add", "Milk", "-m", "Two litres.")
    team[0].memo("add", "Eggs", "-m", "Ten.")
    team[0].memo("add", "Bread", "-m", "Rye.")
    for desk in team.desks { desk.memo("sync") }
    return team.desks
  }

  /// Tasks that were committed without memo get an id and one status in the first sync.
  @Test func incomingTasksAreRepaired() throws {
    let desks = try people(2)
    let (ana, ben) = (desks[0], desks[1])
    try ana.shell(
      """
      git mv todo/milk.md done/milk.md; echo Tea > todo/tea.md; git add -A
      git commit -qm 'Without memo'; git push -q
      """)
    ben.memo("set", "eggs", "priority=low")
    #expect(ben.memo("sync").status == .done)
    #expect(try ben.store().read().problems == [])
    #expect(try ben.read("done/milk.md").contains("status: done\n"))
    #expect(ben.memo("sync").output == "Up to date with origin/main.\n")
  }

  /// An undo may leave problems for `memo check`, which a sync fixes before pushing.
  @Test func undoneChangesAreRepairedBeforeAPush() throws {
    let desks = try people(2)
    let (ana, ben) = (desks[0], desks[1])
    try ana.shell("cp todo/milk.md todo/m.md; git add -A; git commit -qm Copy")
    ana.memo("check", "--fix")
    ana.memo("undo")
    #expect(try ana.store().read().problems != [])
    for desk in [ana, ben] {
      #expect(desk.memo("sync").status == .done)
      #expect(try desk.store().read().problems == [])
    }
    #expect(try ben.read("todo/milk.md") == ana.read("todo/milk.md"))
  }

  /// Both merge the other's branch with different options, and continue.
  @Test(arguments: ["", "-X ours", "-X theirs", "-s ours"]) func crissCrossMergesWork(_ how: String)
    throws
  {
    let desks = try people(2)
    let (ana, ben) = (desks[0], desks[1])
    try ana.shell("echo 'From Ana.' >> todo/eggs.md; sed -i 's/Two/Three/' todo/milk.md")
    try ben.shell("echo 'From Ben.' >> todo/bread.md; sed -i 's/Two/Four/' todo/milk.md")
    for (desk, name) in [(ana, "a"), (ben, "b")] {
      try desk.shell(
        "git commit -qam 'First of \(name)'; git push -q origin HEAD:refs/heads/\(name)")
    }
    // Ana merges as git and memo do, Ben with his option.
    try ana.shell("git fetch -q; git merge -q --no-edit origin/b")
    try ben.shell("git fetch -q; git merge -q --no-edit \(how) origin/a")
    // Text that `-s ours` discarded is gone on purpose.
    try ana.shell("echo 'Ana again.' >> todo/milk.md; git commit -qam 'Second of a'")
    try ben.shell("echo 'Ben again.' >> todo/milk.md; git commit -qam 'Second of b'")
    let kept = how == "-s ours" ? [] : ["From Ana.", "From Ben."]
    try settle(desks, keeping: kept + ["Ana again.", "Ben again."])
  }

  /// A merge that keeps one of two values doesn't count as a change of the other.
  @Test func aDiscardedValueIsNoChange() throws {
    let desks = try people(3)
    let (ana, ben, cho) = (desks[0], desks[1], desks[2])
    ana.memo("set", "milk", "fat=2")
    ben.wait(seconds: 60)
    ben.memo("set", "milk", "fat=3")
    try ben.shell("git push -q origin HEAD:refs/heads/ben")
    try ana.shell("git fetch -q; git merge -q -s ours --no-edit origin/ben; git push -q")
    #expect(ana.memo("blame", "milk").output.contains("Ana"))
    cho.wait(seconds: 600)
    cho.memo("set", "milk", "fat=4")
    #expect(cho.memo("sync").status == .attention)
    #expect(
      cho.memo("log", "milk", "-n", "1").output.contains("fat 4 (Cho) over 2 (Ana), newer"),
      "\(cho.memo("log", "milk", "-n", "1"))")
    #expect(try cho.read("todo/milk.md").contains("> [!CONFLICT] fat: 2 — Ana, "))
    try settle(desks, keeping: ["> [!CONFLICT] fat: 2 — Ana, "])
  }

  /// git's own merge of such a history, which also merges the bases with the driver.
  @Test func gitMergesCrissCrossHistories() throws {
    let desks = try people(2)
    let (ana, ben) = (desks[0], desks[1])
    ana.memo("set", "milk", "deadline=2026-12-05", "+ana")
    ben.wait(seconds: 60)
    ben.memo("set", "milk", "deadline=2026-12-09", "+ben")
    for desk in desks { try desk.shell("git push -q origin HEAD:refs/heads/\(desk.folder)") }
    for (desk, other) in [(ana, "ben"), (ben, "ana")] {
      try desk.shell("git fetch -q; git merge -q --no-edit origin/\(other)")
    }
    ana.memo("set", "milk", "priority=high", "estimate=2h")
    ben.memo("set", "milk", "priority=low", "+again")
    try ana.shell("git push -q origin HEAD:main")
    try ben.shell("git fetch -q")
    let clone = try ben.copy("clone")
    try clone.shell("git merge -q --no-edit origin/main")
    _ = try ben.store().sync()
    #expect(try clone.contents() == ben.contents())
    try settle(desks, keeping: ["> [!CONFLICT] deadline: 2026-12-09", "[!CONFLICT] priority: "])
  }

  /// Three branches are merged in one commit, while all three continue.
  @Test func octopusMergesWork() throws {
    let desks = try people(3)
    let names = ["eggs", "milk", "bread"]
    for (desk, name) in zip(desks, names) {
      try desk.shell(
        "echo 'From \(desk.folder).' >> todo/\(name).md; git commit -qam 'First of \(desk.folder)'; "
          + "git push -q origin HEAD:refs/heads/\(desk.folder)")
    }
    try desks[0].shell("git fetch -q; git merge -q --no-edit origin/ben origin/cho")
    #expect(
      try desks[0].scratch.git("show", "-s", "--format=%p", in: "ana").split(separator: " ").count
        == 3)
    // Now all change one task without knowing of the others.
    for desk in desks {
      try desk.shell("echo '\(desk.folder) again.' >> todo/milk.md; git commit -qam 'Second'")
    }
    try settle(
      desks,
      keeping: desks.map { "From \($0.folder)." } + desks.map { "\($0.folder) again." })
  }
}
