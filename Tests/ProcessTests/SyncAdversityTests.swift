import Foundation
import TestSupport
import Testing

/// Syncs that are killed, interrupted, run twice, or run while somebody saves.
@Suite(.onItsOwnThread) struct SyncAdversityTests {
  let person: Person

  init() throws {
    var person = try Person()
    try person.type("git init -q --bare --initial-branch=main ../hub.git")
    try person.expect("memo init --remote ../hub.git && memo add Milk && memo sync")
    try person.expect("memo clone ../hub.git ../other")
    // A replacement for ssh that runs the command locally, after a test's script.
    try person.scratch.write(
      "#!/bin/sh\n[ ! -e ../hook ] || . ../hook\nfor last; do :; done\neval \"$last\"\n",
      to: "bin/near-ssh")
    person.environment["GIT_SSH"] = "near-ssh"
    person.environment["GIT_SSH_VARIANT"] = "ssh"
    self.person = person
  }

  private func useSSH() throws {
    try person.expect("git remote set-url origin ssh://near\(person.scratch("hub.git"))")
  }

  @Test func aKillLosesNothing() throws {
    var random = SeededRandom(seed: 11)
    let rounds = Effort.count(6)
    for round in 1...rounds {
      let delay = Double(Int.random(in: 5...90, using: &random)) / 1000
      try person.expect("cd ../other && memo add Theirs \(round) && memo sync")
      try person.type(
        """
        echo "line \(round)" >> todo/milk.md
        memo sync > ../out 2>&1 & pid=$!
        sleep \(delay); kill -9 $pid; wait $pid
        """)
      try person.expect("memo sync")
      #expect(try person.complaints() == "")
    }
    try person.expect("cd ../other && memo sync")
    #expect(try person.expect("diff -r todo ../other/todo && ls todo | wc -l") == "\(rounds + 1)\n")
    let text = try person.scratch.read("other/todo/milk.md")
    for round in 1...rounds { #expect(text.contains("line \(round)\n")) }
    #expect(try person.expect("find .git -name '*.lock'") == "")
  }

  @Test func leftoversOfAKilledSyncAreRemoved() throws {
    let locks =
      "packed-refs.lock config.lock refs/remotes/origin/main.lock objects/tmp_object_git2_5c"
    try person.expect("cd ../other && memo add Eggs && memo sync")
    try person.expect("cd .git && touch \(locks) && echo syncing > memo/sync-lock")
    try person.expect("memo sync && memo list eggs | grep -q Eggs")
    #expect(try person.expect("find .git -name '*.lock' -o -name '*_git2_*'") == "")
    #expect(try person.complaints() == "")
    // memo doesn't remove files of a running git.
    try person.expect("cd ../other && memo add Flour && memo sync")
    try person.expect("touch .git/refs/remotes/origin/main.lock")
    let ran = try person.type("memo sync")
    #expect(ran.code != 0)
    #expect(ran.error.hasPrefix("error: "), "\(ran.error)")
    try person.expect("rm .git/refs/remotes/origin/main.lock && memo sync")
  }

  /// git may still push after memo was killed, and the next sync waits for it.
  @Test func aPushOutlivesItsSync() throws {
    try person.scratch.write(
      """
      #!/bin/sh
      touch ../begun; while [ ! -e ../go ]; do sleep 0.05; done; touch ../ended

      """, to: "hub.git/hooks/pre-receive")
    try person.expect("memo add Eggs")
    try person.expect(
      """
      memo sync > ../out 2>&1 & pid=$!
      while [ ! -e ../begun ]; do sleep 0.05; done; kill -9 $pid; wait $pid || :
      memo sync & sync=$!
      sleep 1; kill -0 $sync; [ ! -e ../ended ]; touch ../go; wait $sync
      """)
    #expect(person.scratch.exists("ended"))
    #expect(try person.expect("git -C ../hub.git log -1 --format=%s main") == "add: Eggs\n")
    #expect(try person.expect("find .git -name '*.lock'") == "")
    #expect(try person.complaints() == "")
  }

  /// A server that moves its branch and reports a failure.
  @Test(.enabled(if: Fault.canBeMade, "needs strace, and to be let trace"))
  func pushesWithDiskErrorsLoseNothing() throws {
    try person.expect("cd ../other && memo add Theirs && memo sync")
    try person.expect("memo add Eggs")
    for point in 1...4 {
      try person.type(
        "strace -f --seccomp-bpf -qq -o /dev/null -e trace=fsync "
          + "-e inject=fsync:error=EIO:when=\(point) memo sync")
      #expect(try person.complaints() == "")
    }
    try person.expect("memo sync && cd ../other && memo sync && diff -r todo ../store/todo")
    #expect(try person.expect("ls todo") == "eggs.md\nmilk.md\ntheirs.md\n")
  }

  @Test(arguments: [("INT", 130), ("HUP", 129)])
  func aSyncCanBeInterrupted(_ signal: String, _ code: Int) throws {
    try useSSH()
    try person.scratch.write("exec sleep 20\n", to: "hook")
    try person.expect("memo add Eggs; echo more >> todo/milk.md")
    let start = ContinuousClock.now
    let ran = try person.type("timeout --preserve-status -s \(signal) 1 memo sync")
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(ran.code == code)
    #expect(
      ran.error == """
        committed: edit Milk
        error: interrupted
          nothing is lost: 2 changes are not pushed yet
        hint: 'memo sync' continues

        """)
    #expect(try person.complaints() == "")
    #expect(try person.expect("find .git -name '*.lock'; cat .git/memo/sync-lock") == "")
    try person.expect("rm ../hook && memo sync")
  }

  @Test func anInterruptedCloneLeavesNothing() throws {
    try person.scratch.write("exec sleep 20\n", to: "hook")
    let ran = try person.type(
      "timeout --preserve-status -s INT 1 memo clone near:\(person.scratch("hub.git")) ../third")
    #expect(ran.code == 130)
    #expect(ran.error == "error: interrupted: there is no clone\n")
    #expect(try person.expect("ls -A .. | grep -e third -e .memo; true") == "")
  }

  @Test func aSaveDuringASyncIsKept() throws {
    try useSSH()
    try person.expect("cd ../other && memo set milk priority=high && memo sync")
    try person.scratch.write("echo saved >> todo/milk.md\n", to: "hook")
    try person.expect("memo add Eggs; memo sync; rm ../hook; memo sync")
    let text = try person.scratch.read("store/todo/milk.md")
    #expect(text.contains("priority: high\n"))
    // Once for the fetch and once for the push.
    #expect(text.components(separatedBy: "saved\n").count == 3, "\(text)")
    try person.expect("cd ../other && memo sync && diff -r todo ../store/todo")
    #expect(try person.complaints() == "")
  }
}
