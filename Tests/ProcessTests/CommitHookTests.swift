import Foundation
import TestSupport
import Testing

/// git's hooks with memo at a shell.
@Suite(.onItsOwnThread) struct CommitHookTests {
  private func hook(_ name: String, _ script: String, of person: Person) throws {
    let path = "\(person.folder)/.git/hooks/\(name)"
    try person.scratch.write("#!/bin/sh\n\(script)\n", to: path)
  }

  /// A hook refuses commits whose subject or index contains a word.
  ///
  /// A command and the hand edits before it are committed together, or not at all.
  @Test(arguments: [
    ("pre-commit", "exit 1"),
    // The second of the two commits.
    ("commit-msg", "! grep -q 'add: Other' \"$1\""),
    // The command's own commit.
    ("commit-msg", "! grep -q 'add: x' \"$1\""),
  ])
  func aRefusedCommandRecordsNothing(_ name: String, _ script: String) throws {
    let person = try Person.withStore()
    try hook(name, script, of: person)
    try person.scratch.write("Hand\n", to: "store/todo/hand.md")
    try person.scratch.write("Other\n", to: "store/todo/other.md")
    let ran = try person.type("memo add x")
    #expect(ran.code == 1 && ran.output == "")
    #expect(!ran.error.contains("committed"), "\(ran.error)")
    #expect(try person.expect("git log --format=%s") == "init: store\n")
    #expect(try person.expect("cat todo/*.md") == "Hand\nOther\n")
    try person.expect("rm .git/hooks/\(name); memo add y")
    #expect(
      try person.expect("git log --format=%s --reverse")
        == "init: store\nadd: Hand\nadd: Other\nadd: y\n")
    #expect(try person.complaints() == "")
  }

  /// With a lock, a missing key or a branch that can't be moved, no commit is made.
  @Test(arguments: [
    "git config commit.gpgSign true; git config gpg.program /bin/false",
    "mkdir -p .git/refs/heads/main.lock",
  ])
  func aCommandThatFailsReportsNothing(_ obstacle: String) throws {
    let person = try Person.withStore()
    try person.expect(obstacle)
    try person.scratch.write("Hand\n", to: "store/todo/hand.md")
    for option in ["", "--json"] {
      let ran = try person.type("memo add x \(option)")
      #expect(ran.code != 0 && ran.output == "")
      #expect(!ran.error.contains("committed"), "\(ran.error)")
    }
    #expect(try person.expect("git log --format=%s") == "init: store\n")
  }

  /// git's variables for a project's hooks don't concern the store.
  @Test(arguments: ["git commit -qam code", "git -c a.b=c commit -qm code"])
  func aProjectsHookDoesNotAffectTheStore(_ commit: String) throws {
    for folder in ["project", "worktree"] {
      var person = try Person.withStore()
      try hook("pre-commit", "git diff --cached --name-only >> ../seen", of: person)
      try hook("post-commit", "git log -1 --format=%s >> ../seen; env >> ../seen", of: person)
      try person.scratch.write("#!/bin/sh\nenv > ../said\n", to: "bin/memo-said")
      let store = person.scratch("store")
      try person.expect(
        """
        git init -q ../project; cd ../project; echo 1 > code; git add code; git commit -qm begin
        git worktree add -q ../worktree
        """)
      try person.scratch.write(
        """
        #!/bin/sh
        set -e
        memo -C \(store) git add -A
        memo -C \(store) add From a hook
        memo -C \(store) said
        cd \(store) && memo git status --short
        """, to: "project/.git/hooks/pre-commit")
      person.folder = folder
      try person.expect("echo 2 > code; echo new > new; git add .; mkdir -p ../store/other")
      try person.scratch.write("text\n", to: "store/other/file")
      try person.expect(commit)
      #expect(try person.expect("git show --name-only --format=") == "code\nnew\n")
      #expect(try person.expect("git status --porcelain") == "")
      person.folder = "store"
      #expect(try person.expect("git log --format=%s") == "add: From a hook\ninit: store\n")
      #expect(try person.expect("git status --porcelain") == "A  other/file\n")
      let seen = try person.scratch.read("seen")
      #expect(seen.hasPrefix("todo/from-a-hook.md\nadd: From a hook\n"))
      for text in [seen, try person.scratch.read("said")] {
        #expect(!text.contains(person.scratch(folder)), "\(text)")
        #expect(!text.contains("GIT_CONFIG_PARAMETERS"), "\(text)")
      }
    }
  }

  /// The store's lock is free when the hook runs.
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

  /// A background process of a hook has its output open, and may write to it.
  @Test(arguments: ["yes &", "(while sleep 0.1; do echo; done) &"])
  func aHooksBackgroundProcessIsNotWaitedFor(_ script: String) throws {
    let person = try Person.withStore()
    try hook("post-commit", script, of: person)
    try person.expect("timeout 20 memo add x")
  }

  /// A parent may ignore SIGCHLD; memo still gets exit codes.
  @Test func aRefusalCountsWithSIGCHLDIgnored() throws {
    let person = try Person.withStore()
    try hook("pre-commit", "exit 1", of: person)
    let ran = try person.type("trap '' CHLD; exec memo add x")
    #expect(ran.code == 1 && ran.output == "", "\(ran.error)")
  }

  @Test func aHookThatAsksGetsNoAnswer() throws {
    let person = try Person.withStore()
    try hook("pre-commit", "read answer && exit 1; exit 0", of: person)
    #expect(try person.type("echo yes | memo add Buy milk").code == 0)
  }
}
