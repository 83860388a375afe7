import Foundation
import MemoKit
import TestSupport
import Testing

private func isInstalled(_ program: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
  }
}

/// Commits signed with the user's keys, checked by `git verify-commit`.
@Suite(.onItsOwnThread) struct SigningTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  /// The commits since the start without a good signature.
  private func unsigned() throws -> String {
    try bench.shell(
      """
      for c in $(git rev-list \(bench.start)..HEAD); do
        git verify-commit $c 2> /dev/null || git log -1 --format=%s $c
      done
      """)
  }

  /// Adds a task, and records two hand edits first.
  private func work(_ title: String = "Dates") throws {
    bench.desk.wait(seconds: 60)
    try bench.desk.write("# By hand\n", to: "todo/\(title.lowercased())-by-hand.md")
    try bench.desk.write("# As well\n", to: "todo/\(title.lowercased())-as-well.md")
    _ = try bench.store().add(NewTask(title: title))
  }

  private func expectNoCommit(_ body: () throws -> Void) throws -> MemoError? {
    let before = try bench.shell("git rev-parse HEAD; git status --porcelain")
    let error = #expect(throws: MemoError.self) { try body() }
    #expect(try bench.shell("git rev-parse HEAD; git status --porcelain") == before)
    #expect(error?.kind == .refused)
    return error
  }

  @Test(.enabled(if: isInstalled("gpg"))) func gpgSigns() throws {
    // A separate agent starts with the key, below HOME, and ends with the test.
    try bench.shell(
      """
      mkdir -m 700 -p ~/.gnupg
      gpg --batch --quiet --passphrase '' --quick-gen-key 'Kim <kim@example.org>' ed25519 sign never
      git config commit.gpgSign true
      """)
    defer { _ = try? bench.shell("gpgconf --kill all") }
    // Without a configured key, gpg uses the committer's.
    try work()
    #expect(try bench.journal().count == 3)
    #expect(try unsigned() == "")
    #expect(try bench.complaints() == "")
    try bench.shell("git config user.signingKey nobody@example.org")
    let error = try expectNoCommit { _ = try bench.store().add(NewTask(title: "Figs")) }
    #expect(error?.message == "can't sign the commit")
    #expect(error?.details.isEmpty == false)
    #expect(error?.details.contains { $0.contains("[GNUPG:]") } == false)
    #expect(!bench.desk.exists("todo/figs.md"))
    try bench.shell("git config user.signingKey kim@example.org; git config gpg.program ~/my-gpg")
    let missing = try expectNoCommit { _ = try bench.store().add(NewTask(title: "Figs")) }
    #expect(missing?.details.contains { $0.contains(bench.desk.scratch("home/my-gpg")) } == true)
    try bench.shell(
      "printf '#!/bin/sh\\necho >> ~/used; exec gpg \"$@\"' > ~/my-gpg; chmod +x ~/my-gpg")
    try work("Figs")
    #expect(try bench.desk.scratch.read("home/used") == "\n\n\n")
    #expect(try unsigned() == "")
    try bench.shell("git config commit.gpgSign false")
    try work("Plums")
    #expect(try unsigned() == "add: Plums\nadd: By hand\nadd: As well\n")
  }

  private func makeSSHKey() throws {
    try bench.shell(
      """
      mkdir -p ~
      ssh-keygen -q -t ed25519 -N '' -C kim -f ~/key
      echo "kim@example.org $(cat ~/key.pub)" > ~/signers
      git config gpg.format ssh
      git config gpg.ssh.allowedSignersFile ~/signers
      git config commit.gpgSign true
      """)
  }

  @Test(.enabled(if: isInstalled("ssh-keygen"))) func anSSHKeyFileSigns() throws {
    try makeSSHKey()
    let none = try expectNoCommit { _ = try bench.store().add(NewTask(title: "Figs")) }
    #expect(none?.details.contains { $0.contains("user.signingkey") } == true)
    for (title, key) in [("One", "'~/key.pub'"), ("Two", "\"$HOME/key\"")] {
      try bench.shell("git config user.signingKey \(key)")
      try work(title)
    }
    #expect(try bench.journal().count == 6)
    #expect(try unsigned() == "")
    try bench.shell("git config user.signingKey '~/nothing'")
    let error = try expectNoCommit { _ = try bench.store().add(NewTask(title: "Figs")) }
    #expect(error?.message == "can't sign the commit")
    #expect(error?.details.contains { $0.contains("nothing") } == true)
  }

  @Test(.enabled(if: isInstalled("ssh-agent"))) func anAgentSignsForALiteralKey() throws {
    try makeSSHKey()
    // The agent stays, and must not keep files open that a test waits for.
    let started = try bench.shell(
      """
      perl -e 'use POSIX; POSIX::close($_) for 3..1023; exec @ARGV' ssh-agent -a ~/agent
      SSH_AUTH_SOCK=~/agent ssh-add -q ~/key
      rm ~/key
      """)
    let id = try #require(started.firstMatch(of: /SSH_AGENT_PID=([0-9]+)/)?.1)
    defer { _ = try? bench.shell("kill \(id)") }
    var environment = bench.desk.environment
    func add(_ title: String) throws {
      _ = try Store.open(bench.desk.scratch("kim"), environment: environment).add(
        NewTask(title: title))
    }
    try bench.shell("git config user.signingKey \"key::$(cat ~/key.pub)\"")
    let error = try expectNoCommit { try add("Without the agent") }
    #expect(error?.message == "can't sign the commit")
    environment.variables["SSH_AUTH_SOCK"] = bench.desk.scratch("home/agent")
    try add("Written out")
    try bench.shell("git config user.signingKey \"$(cat ~/key.pub)\"")
    try add("Without a prefix")
    try bench.shell(
      "git config --unset user.signingKey; git config gpg.ssh.defaultKeyCommand 'ssh-add -L'")
    try add("By command")
    #expect(try bench.journal().count == 3)
    #expect(try unsigned() == "")
  }

  @Test(.enabled(if: isInstalled("ssh-keygen"))) func mergesAreSigned() throws {
    let team = try Team(of: 2)
    _ = try team[0].store().add(NewTask(title: "Ana's"))
    _ = try team[0].store().sync()
    let seen = try run(
      "/bin/sh",
      [
        "-ec",
        """
        mkdir -p ~
        ssh-keygen -q -t ed25519 -N '' -f ~/key
        echo "ben@example.org $(cat ~/key.pub)" > ~/signers
        git config gpg.format ssh
        git config gpg.ssh.allowedSignersFile ~/signers
        git config user.signingKey ~/key
        git config commit.gpgSign true
        """,
      ], in: team.scratch("ben"), environment: team[1].environment.variables)
    try #require(seen.code == 0, "\(seen.error)")
    _ = try team[1].store().add(NewTask(title: "Ben's"))
    _ = try team[1].store().sync()
    try team.scratch.git("verify-commit", "HEAD", "HEAD^1", in: "ben")
    #expect(try team[1].journal().first == "merge: origin/main (1 task)")
    #expect(try team[1].complaints() == "")
  }

  @Test func anUnknownFormatIsAnError() throws {
    try bench.shell("git config commit.gpgSign true; git config gpg.format pgp5")
    let error = try expectNoCommit { _ = try bench.store().add(NewTask(title: "Figs")) }
    #expect(error?.details.contains { $0.contains("pgp5") } == true)
  }
}
