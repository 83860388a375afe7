import Foundation
import Git
import TestSupport
import Testing

private let kim = Signature(
  name: "Kim", email: "kim@example.org", seconds: 1_700_000_000, offsetMinutes: 0)

@Suite(.onItsOwnThread) struct RemoteTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
  }

  private func commit(_ repository: Repository, _ text: String) throws {
    let head = try repository.head().commit
    let blob = try repository.writeBlob(Array(text.utf8))
    let id = try repository.writeCommit(
      tree: try repository.writeTree(basedOn: head, [.put(path: "a", id: blob, mode: .regular)]),
      parents: head.map { [$0] } ?? [], message: text, author: kim, committer: kim)
    try repository.move("refs/heads/main", to: id, from: head, message: "x", by: kim)
  }

  private func clone(_ name: String) throws -> Repository {
    let repository = try Repository.create(at: scratch(name))
    try repository.addRemote("origin", url: scratch("hub.git"))
    return repository
  }

  private let branch = ["refs/heads/main:refs/heads/main"]

  @Test func pushesFetchesAndClones() throws {
    let here = try clone("here")
    try commit(here, "one")
    var phases: Set<TransferProgress.Phase> = []
    try here.push(
      "origin", refspecs: branch,
      handlers: TransferHandlers(progress: {
        phases.insert($0.phase)
        return true
      }))
    let there = try Repository.clone("file://\(scratch("hub.git"))", to: scratch("deep/there"))
    #expect(try there.head() == here.head())
    #expect(try scratch.read("deep/there/a") == "one")
    #expect(try there.upstream(ofBranch: "main")?.remoteReference == "refs/heads/main")
    try commit(here, "two")
    try here.push("origin", refspecs: branch)
    try there.fetch("origin")
    #expect(try there.commitID(of: "refs/remotes/origin/main") == here.head().commit)
    #expect(
      try there.aheadBehind(#require(there.head().commit), #require(here.head().commit)) == (0, 1))
  }

  /// libgit2 is given an address and no name, so all that the settings say of it is ours to tell.
  @Test func whatIsFetchedAndNotedIsSaidByTheSettings() throws {
    let (here, there) = (try clone("here"), try clone("there"))
    try commit(here, "one")
    try here.push(
      "origin",
      refspecs: branch + ["refs/heads/main:refs/heads/side", "refs/heads/main:refs/heads/x"])
    try scratch.git("-C", "hub.git", "tag", "v1", "main")
    for (key, value) in [
      ("fetch", "+refs/heads/main:refs/elsewhere/main"), ("fetch", "+refs/heads/si*:refs/seen/*"),
      ("tagOpt", "--no-tags"),
    ] { try scratch.git("-C", "there", "config", "--add", "remote.origin.\(key)", value) }
    try scratch.git(
      "-C", "there", "config", "--unset-all", "--fixed-value", "remote.origin.fetch",
      "+refs/heads/*:refs/remotes/origin/*")
    func noted() throws -> String {
      try scratch.git("-C", "there", "for-each-ref", "--format=%(refname)")
    }
    try there.fetch("origin")
    #expect(try noted() == "refs/elsewhere/main\nrefs/seen/de")
    try scratch.git("-C", "hub.git", "branch", "-D", "side")
    try scratch.git("-C", "there", "config", "remote.origin.tagOpt", "--tags")
    try there.fetch("origin")
    #expect(try noted() == "refs/elsewhere/main\nrefs/tags/v1")
    try scratch.git("-C", "there", "reset", "--quiet", "--hard", "refs/elsewhere/main")
    try commit(there, "two")
    try there.push("origin", refspecs: branch)
    #expect(try there.commitID(of: "refs/elsewhere/main") == there.head().commit)
    #expect(try there.commitID(of: "refs/remotes/origin/main") == nil)
  }

  @Test func aRemoteThatNobodyNamedIsMissed() throws {
    let here = try clone("here")
    let error = #expect(throws: GitError.self) { try here.fetch("upstream") }
    #expect(error?.code == .notFound)
    #expect(error?.message == "there is no remote 'upstream'")
  }

  /// What went there is what is noted, wherever somebody else has moved the branch meanwhile.
  @Test func aBranchThatMovesWhileItIsPushedIsNotedAsItWasSent() throws {
    let here = try clone("here")
    try commit(here, "one")
    let sent = try #require(try here.head().commit)
    try commit(here, "two")
    let later = try #require(try here.head().commit)
    try scratch.git("update-ref", "refs/heads/main", sent.hex, in: "here")
    try scratch.write(
      "#!/bin/sh\nunset GIT_DIR GIT_QUARANTINE_PATH\n"
        + "exec git -C '\(scratch("here"))' update-ref refs/heads/main \(later.hex)\n",
      to: "hub.git/hooks/update")
    let daemon = try GitDaemon(scratch)
    defer { daemon.stop() }
    try here.addRemote("daemon", url: "git://127.0.0.1:\(daemon.port)/hub.git")
    try here.push("daemon", refspecs: branch)
    #expect(try here.head().commit == later)
    #expect(try scratch.git("-C", "hub.git", "rev-parse", "main") == sent.hex)
    #expect(try here.commitID(of: "refs/remotes/daemon/main") == sent)
  }

  @Test func aSlowerPusherIsToldSo() throws {
    let (here, there) = (try clone("here"), try clone("there"))
    try commit(here, "one")
    try commit(there, "other")
    try here.push("origin", refspecs: branch)
    let error = #expect(throws: GitError.self) { try there.push("origin", refspecs: branch) }
    #expect(error?.code == .notFastForward)
  }

  @Test func aRefusedReferenceIsAnError() throws {
    let here = try clone("here")
    try commit(here, "one")
    try scratch.write("#!/bin/sh\necho no entry >&2\nexit 1\n", to: "hub.git/hooks/update")
    // Hooks run where a server is: over a protocol, not a path.
    let daemon = try GitDaemon(scratch)
    defer { daemon.stop() }
    try here.addRemote("daemon", url: "git://127.0.0.1:\(daemon.port)/hub.git")
    let error = #expect(throws: GitError.self) { try here.push("daemon", refspecs: branch) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("hook declined") == true)
  }

  @Test func talksToADaemon() throws {
    let here = try clone("here")
    try commit(here, "one")
    let daemon = try GitDaemon(scratch)
    defer { daemon.stop() }
    try here.addRemote("daemon", url: "git://127.0.0.1:\(daemon.port)/hub.git")
    try here.push("daemon", refspecs: branch)
    let there = try Repository.clone(
      "git://127.0.0.1:\(daemon.port)/hub.git", to: scratch("there"))
    #expect(try there.head() == here.head())
  }

  @Test func cancelling() throws {
    let here = try clone("here")
    try commit(here, "one")
    try here.push("origin", refspecs: branch)
    let error = #expect(throws: GitError.self) {
      _ = try Repository.clone(
        "file://\(scratch("hub.git"))", to: scratch("there"),
        handlers: TransferHandlers(progress: { _ in false }))
    }
    #expect(error?.code == .cancelled)
    #expect(!scratch.exists("there"))
  }

  @Test func aFailedCloneLeavesNothingAndTakesNothing() throws {
    #expect(throws: GitError.self) {
      _ = try Repository.clone(scratch("nothing.git"), to: scratch("there"))
    }
    #expect(!scratch.exists("there"))
    try scratch.write("mine", to: "full/x")
    let error = #expect(throws: GitError.self) {
      _ = try Repository.clone(scratch("hub.git"), to: scratch("full"))
    }
    #expect(error?.code == .exists)
    #expect(try scratch.read("full/x") == "mine")
  }
}

@Suite(.onItsOwnThread) struct DaemonTests {
  @Test func everythingWithADaemon() throws {
    let scratch = try Scratch()
    try Talk.makeHub(scratch)
    let daemon = try GitDaemon(scratch)
    defer { daemon.stop() }
    try Talk(
      scratch: scratch, url: "git://127.0.0.1:\(daemon.port)/hub.git",
      handlers: TransferHandlers()
    ).everything()
  }
}
