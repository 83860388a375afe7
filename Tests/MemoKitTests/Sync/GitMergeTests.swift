import Foundation
import MemoKit
import TestSupport
import Testing

/// git's own merges, rebases and cherry-picks with memo's merge driver.
@Suite struct GitMergeTests {
  /// Commands that combine both histories, each in a clone of Ben's after a fetch.
  static let ways = [
    "git merge -q --no-edit origin/main", "git rebase -q origin/main",
    "git rebase -q --apply origin/main",
  ]

  @Test(arguments: OfflineChangesTests.cases) func gitMergesLikeASync(
    _ train: OfflineChangesTests.Case
  )
    throws
  {
    let team = try train.team()
    let (ana, ben) = (team[0], team[1])
    ana.memo("sync")
    _ = try ben.store().recordHandEdits()
    try ben.shell("git fetch -q")
    let ways = Self.ways.enumerated().filter { number, _ in
      Effort.tries(train.words.count, number, oneIn: 2)
    }
    for (number, way) in ways {
      let clone = try ben.copy("clone\(number)")
      let ran = try clone.tryShell(way)
      guard train.isBeyondGit else {
        #expect(ran.code == 0, "\(way): \(ran)")
        continue
      }
      #expect(ran.code == 1, "\(way): \(ran)")
      // Both versions are there for the person who fixes it.
      let text = try clone.shell(
        "cat todo/* doing/* done/* 2> ../out || true; git ls-files -u | cut -d' ' -f2 | git cat-file --batch"
      )
      for word in train.words where !word.contains("CONFLICT") {
        #expect(text.contains(word), "\(way): \(word)")
      }
      try clone.shell("\(way.split(separator: " ").prefix(2).joined(separator: " ")) --abort")
      #expect(try clone.tree() == ben.tree())
      #expect(try clone.complaints() == "")
    }
    guard !train.isBeyondGit else { return }
    ben.memo("sync")
    let tree = try ben.tree()
    for (number, way) in ways {
      let clone = Desk(ben.scratch, "clone\(number)")
      #expect(try clone.tree() == tree, "\(way)")
      #expect(try clone.complaints() == "")
    }
  }

  /// In a merge and a rebase the newer value wins; other commands apply their commit's value.
  struct Way: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var script: String
    /// The deadline at the end, and the author of the value in the note.
    var deadline: String
    var note: String?
    init(_ script: String, _ deadline: String, note: String?) {
      testDescription = script
      self.script = script
      self.deadline = deadline
      self.note = note
    }
  }

  static let bens = "2026-12-09 — Ben, 2026-11-20 15:07"

  /// Ben's deadline, the 9th, is older than Ana's, the 5th.
  static let whoIsNewer = [
    Way("git switch -q ben; git merge -q --no-edit ana", "2026-12-05", note: bens),
    Way("git switch -q ana; git merge -q --no-edit ben", "2026-12-05", note: bens),
    Way("git switch -q ben; git rebase -q ana", "2026-12-05", note: bens),
    Way("git switch -q ana; git rebase -q ben", "2026-12-05", note: bens),
    Way("git switch -q ana; git rebase -q --apply ben", "2026-12-05", note: bens),
    // In another work tree, with git's files in another place.
    Way(
      "git switch -q main; git worktree add -q ../tree ana; cd ../tree; git rebase -q ben; cp todo/milk.md ../ana/todo",
      "2026-12-05", note: bens),
    Way(
      "git switch -q ana; git cherry-pick ben", "2026-12-09", note: "2026-12-05 — unknown, "),
    Way(
      "git switch -q ana; sed -i s/12-05/12-06/ todo/milk.md; git commit -qam more; "
        + "sed -i s/12-06/12-07/ todo/milk.md; git commit -qam most; git revert --no-edit HEAD~",
      "2026-12-05", note: "2026-12-07 — unknown, "),
    Way(
      "git switch -q main; sed -i 's/^id/deadline: 2026-12-01\\n&/' todo/milk.md; "
        + "git stash -q; git switch -q ana; git stash pop",
      "2026-12-01", note: "2026-12-05 — unknown, "),
    Way(
      "git switch -q main; sed -i 's/^id/deadline: 2026-12-01\\n&/' todo/milk.md; "
        + "git switch -q -m ben", "2026-12-01", note: "2026-12-09 — unknown, "),
  ]

  /// A sample with one of each kind.
  private static let some = [0, 2, 5, 6, 7, 8, 9].map { whoIsNewer[$0] }

  @Test(arguments: Effort.isWhole ? whoIsNewer : some) func theNewerValueWins(_ way: Way) throws {
    let scratch = try Scratch()
    let ana = Desk(scratch, "ana", name: "Ana")
    _ = try Store.create(scratch("ana"), environment: ana.environment)
    ana.memo("add", "Milk", "-m", "Two litres.")
    try ana.shell("git switch -qc ben")
    try ana.shell(
      """
      export GIT_AUTHOR_NAME=Ben GIT_COMMITTER_NAME=Ben
      sed -i 's/^id/priority: low\\n&/' todo/milk.md
      GIT_AUTHOR_DATE='2026-11-20 15:06 +0000' GIT_COMMITTER_DATE='2026-11-20 15:06 +0000' git commit -qam low
      sed -i 's/^id/deadline: 2026-12-09\\n&/' todo/milk.md
      GIT_AUTHOR_DATE='2026-11-20 15:07 +0000' GIT_COMMITTER_DATE='2026-11-20 15:07 +0000' git commit -qam '9th'
      git switch -q main; git switch -qc ana
      sed -i 's/^id/deadline: 2026-12-05\\n&/' todo/milk.md
      GIT_AUTHOR_DATE='2026-11-20 15:17 +0000' GIT_COMMITTER_DATE='2026-11-20 15:17 +0000' git commit -qam '5th'
      """)
    let ran = try ana.tryShell("set -e; \(way.script)")
    #expect(ran.code == 0, "\(ran)")
    let lines = try ana.read("todo/milk.md").split(separator: "\n").map(String.init)
    let deadline = lines.first { $0.hasPrefix("deadline: ") }?.dropFirst(10)
    #expect(deadline.map(String.init) ?? "none" == way.deadline, "\(lines)")
    let notes = lines.filter { $0.hasPrefix("> [!CONFLICT] ") }
    #expect(notes.count == (way.note == nil ? 0 : 1), "\(lines)")
    #expect(notes.first?.hasPrefix("> [!CONFLICT] deadline: \(way.note ?? "")") ?? true, "\(lines)")
  }

  /// If memo is not in PATH, git merges lines and leaves conflict markers.
  @Test func withoutMemoGitMergesLines() throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo("add", "Milk", "-m", "Two litres.")
    ana.memo("sync")
    ben.memo("sync")
    ana.memo("set", "milk", "title=Oat milk")
    ben.memo("set", "milk", "title=Soy milk")
    ana.memo("sync")
    let path = team.scratch.environment["PATH"] ?? ""
    let ran = try ben.tryShell("PATH='\(path)' git pull -q --no-rebase")
    #expect(ran.code == 1, "\(ran)")
    let text = try ben.read("todo/milk.md")
    #expect(
      text.contains(
        "<<<<<<< HEAD\ntitle: Soy milk\n=======\ntitle: Oat milk\n>>>>>>> theirs\n"), "\(text)")
  }
}

extension Desk {
  /// Runs a script a minute later.
  func tryShell(_ script: String) throws -> Ran {
    wait(seconds: 60)
    var variables = environment.variables
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_DATE"] = "\(environment.now()) +0000"
    }
    return try run("/bin/sh", ["-c", script], in: scratch(folder), environment: variables)
  }

  @discardableResult
  func shell(_ script: String) throws -> String {
    let ran = try tryShell("set -e; \(script)")
    guard ran.code == 0 else { throw GitFailure(message: "\(script): \(ran.error)\(ran.output)") }
    return ran.output
  }

  /// A copy of the clone in another folder.
  func copy(_ folder: String) throws -> Desk {
    try scratch.copy(self.folder, folder)
    let copy = Desk(scratch, folder, name: environment.variables["GIT_AUTHOR_NAME"] ?? "Kim")
    copy.setClock(environment.now())
    return copy
  }

  /// The id of the last commit's tree.
  func tree() throws -> String { try scratch.git("rev-parse", "HEAD^{tree}", in: folder) }
}
