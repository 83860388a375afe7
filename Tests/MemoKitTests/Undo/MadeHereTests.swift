import Foundation
import Git
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// git writes the reflog's entry of a commit that it makes with the very signature of the
/// commit, and no entry besides: on that everything rests that is known of a clone's own past.
@Suite struct MadeHereTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    // Each git command has a second of its own.
    try scratch.write(
      """
      #!/bin/sh
      n=$(($(cat "$HOME/clock") + 1)); echo $n > "$HOME/clock"
      GIT_AUTHOR_DATE="@$n +0000" GIT_COMMITTER_DATE="@$n +0000" exec git "$@"
      """, to: "bin/g")
    try scratch.write("1700000000\n", to: "home/clock")
    _ = try shell(
      """
      git init -q -b main a; cd a
      touch one; git add one; g commit -q -m one -m 'Memo-Operation: bbbbbbbbbb init'
      c two; git switch -q -c side main~1; c three; c four; git switch -q main
      """, in: "")
  }

  /// - Returns: What it prints.
  @discardableResult
  private func shell(_ script: String, in folder: String = "a") throws -> String {
    var environment = scratch.environment
    environment["PATH"] = "\(scratch("bin")):\(environment["PATH"] ?? "")"
    environment["GIT_EDITOR"] = "true"
    let names = #"c() { echo $1 > $1; git add $1; g commit -q -m "$1"; }; "#
    let ran = try run(
      "sh", ["-ec", names + script], in: scratch(folder), environment: environment)
    guard ran.code == 0 else { throw GitFailure(message: "\(script): \(ran.error)\(ran.output)") }
    return ran.output
  }

  /// Runs a script and says of each entry that it adds whether it made its commit.
  private func entries(_ script: String) throws -> [Bool] {
    let repository = try Repository.open(at: scratch("a"))
    let old = try repository.reflog("HEAD").count
    try shell(script)
    return try repository.reflog("HEAD").dropLast(old).reversed().map { entry in
      let new = try #require(entry.new)
      let committer = try repository.commit(new).committer
      // Where the end of a rebase only goes back to the branch, nothing moves.
      return entry.old != new && committer == entry.signature
    }
  }

  @Test(arguments: [
    ("c five", [true]), ("c five; echo x >> five; g commit -q -a --amend --no-edit", [true, true]),
    ("g cherry-pick side~1 side", [true, true]), ("g revert --no-edit HEAD", [true]),
    ("git format-patch -q -o p main~1..side; g am -q p/*", [true, true]),
    ("git switch -q side; g rebase -q main", [false, false, true, true, false]),
    ("git switch -q side; g rebase -q --onto main HEAD~1", [false, false, true, false]),
    ("g rebase -q --force-rebase HEAD~1", [false, true, false]),
    (
      "git switch -q side; GIT_SEQUENCE_EDITOR='sed -i.x 2s/pick/squash/' g rebase -q -i HEAD~2",
      [false, false, true, false]
    ),
    (
      "git switch -q side; GIT_SEQUENCE_EDITOR='sed -i.x 2s/pick/reword/' g rebase -q -i -f HEAD~2",
      [false, false, true, true, true, false]
    ),
    ("g merge -q -m M side", [true]),
    ("git switch -q -c old side~2; g merge -q side", [false, false]),
    ("git stash -q -u || true; g reset -q --hard HEAD~1", [false]), ("g switch -q side", [false]),
    (
      "g switch -q -c more side; c six; g switch -q main; g merge -q more -m M",
      [false, true, false, true]
    ),
  ])
  func anEntryIsDatedAsTheCommitThatItMade(script: String, expected: [Bool]) throws {
    var found = try entries(script)
    // Whether git skips what stays as it is, and how it words that, depends on its version.
    if script.contains("-i -f") { (found, _) = (Array(found.suffix(3)), ()) }
    let wanted = script.contains("-i -f") ? Array(expected.suffix(3)) : expected
    #expect(found == wanted, "\(script)")
  }

  /// The time is taken once, before whoever signs is waited for.
  @Test func signingTakesItsTime() throws {
    try scratch.write(
      """
      #!/bin/sh
      cat > /dev/null; sleep 1.1
      echo '[GNUPG:] SIG_CREATED D 1 8 00 1 X' >&2
      printf -- '-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n'
      """, to: "bin/slow")
    #expect(
      try entries("echo x > x; git add x; git -c gpg.program=slow commit -q -S -m slow") == [true])
  }

  /// What another commit is dated as was not made by that entry: only the operation tells.
  @Test func aRebaseThatKeepsDatesIsNotSeen() throws {
    let found = try entries(
      "git switch -q side; g rebase -q --force-rebase --committer-date-is-author-date HEAD~1")
    #expect(!found.contains(true))
  }

  // MARK: What follows from it

  private func made(_ email: String = "nobody@example.org") throws -> [String] {
    let git = try StoreGit(storeRoot: scratch("a"))
    let head = try #require(try git.repository.head().commit)
    let record = try CloneRecord(git, head: head, email: email)
    var subjects: [String] = []
    var told: Set<ObjectID> = []
    for isBefore in [false, true] where !isBefore || !record.starts.isEmpty {
      try git.walk(from: head, hiding: isBefore ? [] : record.starts) { commit throws(MemoError) in
        let isNew = told.insert(commit.id).inserted
        if isNew, try record.has(commit, isBefore: isBefore) { subjects.append(commit.subject) }
        return true
      }
    }
    return subjects.sorted()
  }

  @Test func aPullBringsWhatOthersMade() throws {
    try shell(
      """
      git clone -q ../a ../b; cd ../b; git config user.email other@example.org
      export GIT_COMMITTER_EMAIL=other@example.org; c theirs; cd ../a
      """)
    try shell("g pull -q --ff-only ../b; c mine")
    #expect(try made() == ["mine", "one", "two"])
    // Where the reflog is gone, one's address stands in; and in a clone from the beginning.
    try shell("rm -r .git/logs")
    #expect(try made("kim@example.org") == ["mine", "one", "two"])
    #expect(try made() == [])
  }

  @Test func whatCameFromOnesOtherCloneIsNotMadeHere() throws {
    try shell("git clone -q ../a ../b; cd ../b; c there; c also; cd ../a; g pull -q --ff-only ../b")
    try shell("git switch -q -c again; git switch -q main; g reset -q --hard HEAD~1; c here")
    #expect(try made("kim@example.org") == ["here", "one", "two"])
  }

  @Test func gapsAreForOnesAddress() throws {
    try shell("c wip; echo x >> wip; g commit -q -a --amend -m better; c after")
    #expect(try made() == ["after", "better", "one", "two"])
    try shell("git reflog expire --expire=never --expire-unreachable=now --all")
    #expect(try made() == ["after", "one", "two"])
    #expect(try made("kim@example.org") == ["after", "better", "one", "two"])
  }

  /// Its commits are dated as their authors were.
  @Test func aRebaseMakesNoStrangers() throws {
    try shell(
      """
      git switch -q side; c dated
      g rebase -q --force-rebase --committer-date-is-author-date HEAD~2
      """)
    #expect(try made() == ["dated", "four", "one", "three"])
  }

  /// As long as no commit names its operation.
  @Test func anEarlierVersionWroteTheEntryAMomentLater() throws {
    try shell(
      """
      rm -r .git/logs; git reset -q --soft HEAD; git switch -q --orphan old; c first
      for i in 1 2 3; do
        new=$(git write-tree | xargs -I{} env GIT_COMMITTER_DATE='@1700001000 +0000' \
          git commit-tree {} -p HEAD -m later$i)
        GIT_COMMITTER_DATE="@170000100$i +0000" git update-ref -m x HEAD $new
      done
      """)
    #expect(try made() == ["first", "later1", "later2"])
  }
}
