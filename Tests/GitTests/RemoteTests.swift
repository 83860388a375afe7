import Foundation
import Git
import TestSupport
import Testing

@Suite(.onItsOwnThread) struct RemoteTests {
  let scratch: Scratch
  let talk: Talk
  let here: Repository

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
    talk = Talk(scratch, scratch("hub.git"))
    here = try talk.clone("here")
  }

  private func config(_ key: String, _ value: String, in folder: String = "here") throws {
    try scratch.git("config", "--add", key, value, in: folder)
  }

  @Test func theFetchSettingsDecideWhatIsTracked() throws {
    let there = try talk.clone("there")
    for branch in ["side", "x"] { #expect(try talk.push(here, to: branch) == .accepted) }
    try scratch.git("-C", "hub.git", "tag", "v1", "main")
    try scratch.git("-C", "there", "update-ref", "-d", "refs/remotes/origin/main")
    try scratch.git("-C", "there", "symbolic-ref", "-d", "refs/remotes/origin/HEAD")
    try scratch.git("-C", "there", "config", "--unset-all", "remote.origin.fetch")
    for (key, value) in [
      ("fetch", "+refs/heads/main:refs/elsewhere/main"), ("fetch", "+refs/heads/si*:refs/seen/*"),
      ("tagOpt", "--no-tags"),
    ] { try config("remote.origin.\(key)", value, in: "there") }
    func noted() throws -> String {
      try scratch.git("-C", "there", "for-each-ref", "--format=%(refname)")
    }
    let own = "refs/elsewhere/main\nrefs/heads/main\n"
    try there.fetch("origin", talk.environment)
    #expect(try noted() == own + "refs/seen/de")
    try scratch.git("-C", "hub.git", "branch", "-D", "side")
    try scratch.git("-C", "there", "config", "remote.origin.tagOpt", "--tags")
    try there.fetch("origin", talk.environment)
    #expect(try noted() == own + "refs/tags/v1")
    try Talk.commit(there, "two")
    #expect(try talk.push(there) == .accepted)
    #expect(try there.commitID(of: "refs/elsewhere/main") == there.head().commit)
    #expect(try there.commitID(of: "refs/remotes/origin/main") == nil)
    #expect(!scratch.exists("there/.git/FETCH_HEAD"))
  }

  @Test func aMissingRemoteIsAnError() throws {
    let error = #expect(throws: GitError.self) { try here.fetch("upstream", talk.environment) }
    #expect(error?.code == .notFound)
    #expect(error?.message == "there is no remote 'upstream'")
  }

  /// memo notes what it pushed, even if somebody moves the branch meanwhile.
  @Test func aRacingPushIsTrackedAsItWasSent() throws {
    let old = try #require(try here.head().commit)
    try Talk.commit(here, "two")
    let sent = try #require(try here.head().commit)
    try scratch.write(
      "#!/bin/sh\nunset GIT_DIR GIT_QUARANTINE_PATH\n"
        + "exec git -C '\(scratch("here"))' update-ref refs/heads/main \(old.hex)\n",
      to: "hub.git/hooks/update")
    #expect(try talk.push(here) == .accepted)
    #expect(try here.head().commit == old)
    #expect(try scratch.git("-C", "hub.git", "rev-parse", "main") == sent.hex)
    #expect(try here.commitID(of: "refs/remotes/origin/main") == sent)
  }

  /// A push that arrived is no failure, even if the connection then breaks.
  @Test(arguments: ["kill -9 $PPID", "sleep 30"]) func aPushThatArrivedIsNoFailure(
    _ end: String
  ) throws {
    try Talk.commit(here, "two")
    try scratch.write("#!/bin/sh\n\(end)\n", to: "hub.git/hooks/post-receive")
    var talk = talk
    talk.environment.longestSilence = 2
    #expect(try talk.push(here) == .accepted)
    #expect(try scratch.git("rev-parse", "main", in: "hub.git") == here.head().commit?.hex)
  }

  /// A locked branch looks like one that a rule protects.
  @Test func aLockedBranchIsRefused() throws {
    try Talk.commit(here, "two")
    try scratch.write("", to: "hub.git/refs/heads/main.lock")
    guard case .refused(_, let said) = try talk.push(here) else {
      Issue.record("it was not refused")
      return
    }
    #expect(said.contains { $0.contains("main.lock': File exists") })
    try scratch.remove("hub.git/refs/heads/main.lock")
    #expect(try talk.push(here) == .accepted)
  }

  /// A hook that moves the branch and refuses the push.
  @Test func aRefusalAfterARaceIsARace() throws {
    let there = try talk.clone("there")
    try Talk.commit(there, "theirs")
    #expect(try talk.push(there, to: "other") == .accepted)
    try Talk.commit(here, "ours")
    try scratch.write(
      "#!/bin/sh\nunset GIT_QUARANTINE_PATH\ngit update-ref refs/heads/main refs/heads/other\n",
      to: "hub.git/hooks/pre-receive")
    guard case .raced = try talk.push(here) else {
      Issue.record("nobody was quicker")
      return
    }
  }

  @Test func aPasswordAtTheEndOfALongLineIsHidden() throws {
    try Talk.commit(here, "two")
    let line = String(repeating: "B", count: 474) + " https://bob:SECRET@evil.example/x"
    try scratch.write(
      "#!/bin/sh\necho '\(line)'\nexit 1\n", to: "hub.git/hooks/pre-receive")
    guard case .refused(_, let said) = try talk.push(here) else {
      Issue.record("it was not refused")
      return
    }
    #expect(said.contains { $0.contains("BBB") } && !said.contains { $0.contains("SEC") })
  }

  /// memo runs the `pre-push` hook, as `git push` does.
  @Test func thePrePushHookRuns() throws {
    try Talk.commit(here, "two")
    try scratch.write("#!/bin/sh\necho not today\nexit 1\n", to: "here/.git/hooks/pre-push")
    let error = #expect(throws: GitError.self) { _ = try talk.push(here) }
    #expect(error?.code == .remote)
    #expect(error?.message == "not today")
    #expect(try scratch.git("log", "--format=%s", "main", in: "hub.git") == "one")
  }

  @Test func aPushGoesToAllPushURLs() throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "b.git")
    try config("remote.origin.url", scratch("b.git"))
    try Talk.commit(here, "two")
    #expect(try talk.push(here) == .accepted)
    for hub in ["hub.git", "b.git"] {
      #expect(try scratch.git("log", "--format=%s", in: hub) == "two\none")
    }
    #expect(try here.remote(named: "origin").pushCount == 2)
  }

  @Test func includedSettingsCount() throws {
    try scratch.write("[url \"\(scratch.path)/\"]\n  insteadOf = here:\n", to: "included")
    try config("includeIf.gitdir:**/here/.path", scratch("included"))
    try scratch.git("config", "remote.origin.url", "here:hub.git", in: "here")
    try Talk.commit(here, "two")
    #expect(try talk.push(here) == .accepted)
    #expect(try scratch.git("log", "--format=%s", in: "hub.git") == "two\none")
  }

  /// Settings of `git -c` in the environment count; the place of another repository doesn't.
  @Test func environmentSettingsCount() throws {
    var talk = talk
    talk.environment.environment.merge([
      "GIT_DIR": scratch("seed/.git"), "GIT_CONFIG_COUNT": "1",
      "GIT_CONFIG_KEY_0": "url.\(scratch.path)/.insteadOf", "GIT_CONFIG_VALUE_0": "there:",
    ]) { $1 }
    try scratch.git("config", "remote.origin.url", "there:hub.git", in: "here")
    try scratch.git("update-ref", "-d", "refs/remotes/origin/main", in: "here")
    try here.fetch("origin", talk.environment)
    #expect(try here.commitID(of: "refs/remotes/origin/main") == here.head().commit)
  }

  @Test func aPartialCloneFetchesNewObjects() throws {
    try scratch.git("config", "uploadpack.allowFilter", "true", in: "hub.git")
    try scratch.git(
      "clone", "--quiet", "--filter=blob:none", "file://\(scratch("hub.git"))", "part")
    try Talk.commit(here, "two")
    #expect(try talk.push(here) == .accepted)
    let part = try Repository.open(at: scratch("part"))
    try part.fetch("origin", talk.environment)
    let entry = try part.entry(at: "a", in: #require(try here.head().commit))
    #expect(try part.blob(#require(entry).id, atMost: 100) == Array("two".utf8))
  }

  @Test func fetchesCanBeCancelled() throws {
    var talk = talk
    talk.environment.isInterrupted = { true }
    #expect(talk.failure()?.code == .cancelled)
  }

  @Test func withoutGitThereIsAnError() throws {
    var talk = talk
    talk.environment.environment["PATH"] = scratch.path
    #expect(talk.failure()?.code == .programMissing)
  }

  @Test func aFailedCloneLeavesNothing() throws {
    #expect(Talk(scratch, scratch("nothing.git")).failure()?.code == .remote)
    try scratch.write("mine", to: "full/x")
    let error = #expect(throws: GitError.self) { _ = try talk.clone("full") }
    #expect(error?.code == .remote)
    #expect(try scratch.read("full/x") == "mine")
  }
}

@Suite(.onItsOwnThread) struct DaemonTests {
  @Test func everythingWithADaemon() throws {
    let scratch = try Scratch()
    try Talk.makeHub(scratch)
    let daemon = try GitDaemon(scratch)
    defer { daemon.stop() }
    try Talk(scratch, "git://127.0.0.1:\(daemon.port)/hub.git").everything()
  }
}
