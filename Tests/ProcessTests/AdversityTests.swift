import Foundation
import TestSupport
import Testing

/// Faults outside of the program: kills, missing permissions, a full disk.
@Suite(.onItsOwnThread) struct AdversityTests {
  private static let rounds = Effort.count(10)

  /// After each kill the next command works, and every reported change is there.
  @Test func aKillLosesNothing() throws {
    let person = try Person.withStore()
    try person.expect("memo add Anchor -m 'must stay'")
    var random = SeededRandom(seed: 7)
    for round in 1...Self.rounds {
      let delay = Double(Int.random(in: 2...60, using: &random)) / 1000
      // memo is killed while it makes a change and commits a hand edit.
      try person.type(
        """
        echo "line \(round)" >> todo/anchor.md
        memo add Task \(round) > ../out 2>&1 & pid=$!
        sleep \(delay); kill -9 $pid; wait $pid
        """)
      let list = try person.type("memo list")
      #expect(list.code == 0, "\(list)")
      let next = try person.type("memo set anchor round=\(round)")
      #expect(next.code == 0, "\(next)")
      #expect(try person.complaints() == "")
    }
    let text = try person.scratch.read("store/todo/anchor.md")
    #expect(text.contains("must stay\n"))
    for round in 1...Self.rounds { #expect(text.contains("line \(round)\n")) }
    #expect(text.contains("round: \(Self.rounds)\n"))
    // No task is doubled or truncated: one commit added each file.
    let files = person.scratch.files("store/todo").count
    #expect(try person.expect("git log --format=%s | grep -c '^add: '") == "\(files)\n")
    #expect(try person.expect("memo check") == "")
  }

  /// A power cut may truncate the tree of the last commit.
  @Test func aTruncatedObjectIsAnError() throws {
    let person = try Person.withStore()
    try person.expect(
      "memo add Tea; git init -q --bare ../hub.git; memo git remote add origin ../hub.git")
    try person.expect("memo sync; git clone -q ../hub.git ../whole")
    let file = try person.expect(
      """
      tree=$(git rev-parse HEAD^{tree}); file=.git/objects/$(echo $tree | sed 's|^..|&/|')
      chmod u+w $file; truncate -s 30 $file; echo $file
      """
    ).dropLast()
    for command in ["status", "log", "add Milk", "undo", "sync", "stats", "check"] {
      let ran = try person.type("timeout -s KILL 60 memo \(command)")
      #expect(ran.code == 1, "\(command): \(ran)")
      #expect(ran.error.contains(": a part of the repository is damaged\n"), "\(command): \(ran)")
      #expect(
        ran.error.hasSuffix(
          "/\(file) && memo git fetch --refetch' brings what a remote has of it\n"),
        "\(command): \(ran)")
    }
    // The command in the hint works.
    try person.expect("rm -f \(file) && memo git fetch --quiet --refetch; memo add Milk; memo sync")
    #expect(try person.expect("memo list | wc -l") == "2\n")
  }

  @Test(.enabled(if: isRoot, "needs to become another user"))
  func anotherUsersRepositoryIsNotTrusted() throws {
    let person = try Person.withStore()
    try person.expect("memo add Buy milk; chmod -R a+rX \(person.scratch.path)")
    let other = "setpriv --reuid=12345 --regid=12345 --clear-groups env HOME=/nonexistent"
    let ran = try person.type("\(other) memo add Tea")
    #expect(ran.code == 1)
    #expect(
      ran.error.contains("safe.directory \(person.scratch("store"))\n"), "\(ran.error)")
    let made = try person.type("\(other) memo init")
    #expect(made.error.contains("safe.directory \(person.scratch("store"))\n"), "\(made.error)")
    #expect(try person.type("\(other) memo list").output.hasSuffix("  Buy milk\n"))
    #expect(try person.complaints() == "")
  }

  /// In any file that git reads, and with git's rules.
  @Test(.enabled(if: isRoot, "needs to become another user"))
  func safeDirectoriesOfGitAreTrusted() throws {
    let person = try Person.withStore()
    try person.expect("mkdir sub; chown -R 12345 . ; chmod -R a+rX ..")
    let store = person.scratch("store")
    func trusts(_ values: String..., variable: String = "GIT_CONFIG_GLOBAL") throws -> Bool {
      let lines = values.map { "\tdirectory = \($0)\n" }.joined()
      try person.scratch.write("[safe]\n\(lines)", to: "settings")
      let file = "\(variable)=\(person.scratch("settings"))"
      let (git, memo) = (
        try person.type("\(file) git log -1 --format=%s"), try person.type("\(file) memo log")
      )
      #expect((git.code == 0) == (memo.code == 0), "\(values): \(git) \(memo)")
      #expect(memo.code == 0 || memo.error.contains("safe.directory"), "\(memo)")
      return memo.code == 0
    }
    #expect(try !trusts())
    #expect(try trusts(store) && trusts("*"))
    #expect(try trusts(store, variable: "GIT_CONFIG_NOSYSTEM=0 GIT_CONFIG_SYSTEM"))
    #expect(try !trusts(person.scratch.path) && !trusts("\(store)/sub") && !trusts(store, "\"\""))
    #expect(try trusts("\"\"", store) && trusts("/nonexistent", store))
    #expect(try !trusts("../store"))
    try person.expect("mv ../store ../home/s")
    var moved = person
    moved.folder = "home/s"
    #expect(try moved.type("memo log").code == 1)
    try person.scratch.write("[safe]\n\tdirectory = ~/s\n", to: "settings")
    let file = "GIT_CONFIG_GLOBAL=\(person.scratch("settings"))"
    #expect(try moved.expect("\(file) memo log && \(file) git log") != "")
  }

  @Test(.enabled(if: isRoot, "needs to become another user"))
  func aReadOnlyFolderStaysUnchanged() throws {
    let person = try Person.withStore()
    let scratch = person.scratch.path
    try person.expect("memo add Buy milk; chown -R 12345 \(scratch); chmod a-w todo")
    let user = "setpriv --reuid=12345 --regid=12345 --clear-groups env HOME=\(scratch)/home"
    for command in ["memo add Tea", "memo start buy-milk", "memo set buy-milk step=1"] {
      let ran = try person.type("\(user) \(command)")
      #expect(ran.code == 1)
      #expect(ran.error.hasPrefix("error: can't "), "\(ran.error)")
      #expect(ran.error.contains("Permission denied"), "\(ran.error)")
    }
    try person.expect("chmod u+w todo")
    #expect(try person.expect("\(user) git status --porcelain") == "")
    try person.expect("\(user) memo start buy-milk")
    #expect(try person.expect("\(user) git status --porcelain") == "")
  }

  @Test(.enabled(if: canMount, "needs to mount a small disk"))
  func aFullDiskLosesNothing() throws {
    let person = try Person()
    try person.expect("mkdir ../disk && mount -t tmpfs -o size=600k tmpfs ../disk")
    defer { _ = try? person.type("umount -l ../disk") }
    var small = person
    small.folder = "disk"
    try small.expect("memo init && memo add Anchor -m words")
    let before = try small.expect("git rev-parse HEAD; cat todo/anchor.md")
    var ran = Ran(output: "", error: "", code: 0)
    var added = 0
    while ran.code == 0, added < 60 {
      ran = try small.type(
        "memo add Filler \(added) -m \"$(head -c 15000 /dev/zero | tr '\\0' x)\"")
      added += 1
    }
    #expect(ran.code == 1)
    #expect(ran.error.contains("No space left"), "\(ran.error)")
    #expect(try small.type("memo list").code == 0)
    #expect(before.contains("words"))
    #expect(try small.expect("cat todo/anchor.md").contains("words"))
    // With free space again, the next command finds everything and works.
    try small.expect("mount -o remount,size=4m ../disk; memo add After")
    #expect(try small.complaints() == "")
    #expect(try small.expect("memo list | wc -l | tr -d ' '") == "\(added + 1)\n")
  }

  @Test(.enabled(if: canMount, "needs to mount a small disk"))
  func aDiskThatFillsUpLosesNothing() throws {
    let person = try Person()
    try person.expect("mkdir ../disk && mount -t tmpfs -o size=2m tmpfs ../disk")
    defer { _ = try? person.type("umount -l ../disk") }
    var small = person
    small.folder = "disk"
    try small.expect("memo init store")
    small.folder = "disk/store"
    // Ids never begin with a vowel, so these names can't mean one.
    for name in ["a", "e", "i"] { try small.expect("memo add \(name) -m word-\(name)") }
    var failures = 0
    for pages in stride(from: 0, to: 16, by: Effort.isWhole ? 1 : 2) {
      // The number of free pages on the disk.
      try small.type("head -c 3m /dev/zero > ../filler")
      try small.expect("truncate -s -\(pages * 4096) ../filler")
      let ran = try small.type("memo done a e i")
      if ran.code != 0 { failures += 1 }
      // A change that was only partly written damages nothing.
      #expect(ran.code == 0 || ran.error.contains("No space left"), "\(pages): \(ran)")
      let titles = try small.expect("memo list --all --format '{title}'")
      #expect(titles.split(separator: "\n").sorted() == ["a", "e", "i"], "\(pages): \(ran)")
      try small.expect("rm ../filler")
      let next = try small.expect("memo set a round=\(pages)")
      #expect(!next.contains("committed"), "\(pages): \(ran)\(next)")
      #expect(try small.expect("cat todo/* done/* | grep -c word-") == "3\n")
      #expect(try small.complaints() == "")
      try small.expect("memo reopen a e i; ls todo/a.md todo/e.md todo/i.md")
    }
    #expect(failures > 2)
  }

  private static let isRoot = getuid() == 0

  private static let canMount: Bool = {
    let line = "d=$(mktemp -d); mount -t tmpfs tmpfs $d && umount $d; r=$?; rmdir $d; exit $r"
    let ran = try? run(
      "/bin/sh", ["-c", line], in: "/", environment: ProcessInfo.processInfo.environment)
    return isRoot && ran?.code == 0
  }()
}
