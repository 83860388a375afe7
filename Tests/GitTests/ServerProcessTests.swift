import Foundation
import Git
import Synchronization
import TestSupport
import Testing

/// Misbehaving server programs neither block memo nor stay behind.
@Suite(.onItsOwnThread) struct ServerProcessTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Clones with a script in place of ssh.
  private func failure(_ script: String, longestSilence: Double = 30) throws -> GitError? {
    try scratch.write("#!/bin/sh\necho $$ >'\(scratch("id"))'\n\(script)\n", to: "ssh")
    var talk = Talk(scratch, "host:x", ["GIT_SSH": scratch("ssh"), "GIT_SSH_VARIANT": "ssh"])
    talk.environment.longestSilence = longestSilence
    let start = ContinuousClock.now
    let error = talk.failure()
    #expect(ContinuousClock.now - start < .seconds(20))
    let id = try #require(pid_t(scratch.read("id").filter(\.isNumber)))
    // The process that adopts orphans may need a moment.
    while kill(id, 0) == 0, ContinuousClock.now - start < .seconds(25) { usleep(10_000) }
    #expect(kill(id, 0) == -1, "it is still there")
    return error
  }

  @Test func aProgramThatExitsIsAnError() throws { #expect(try failure("exit 3")?.code == .remote) }

  @Test func aProgramThatFallsSilentTimesOut() throws {
    let error = try failure("printf 0; exec sleep 100", longestSilence: 1)
    #expect(error?.code == .timedOut)
    #expect(error?.message == "it did not answer for 1 seconds")
  }

  /// Only counts that grow are progress.
  @Test(arguments: ["yes >&2", "yes 'Receiving objects:  50% (1/2)' >&2", "yes | tr -d '\\n' >&2"])
  func outputWithoutProgressTimesOut(_ script: String) throws {
    let error = try failure(script, longestSilence: 0.3)
    #expect(error?.code == .timedOut)
    #expect((error?.details.count ?? 0) <= 10)
    #expect(error?.details.contains { $0.utf8.count > 500 } == false)
  }

  @Test func aNoisyProgramCanBeInterrupted() throws {
    var talk = Talk(scratch, "host:x", ["GIT_SSH_COMMAND": "yes >&2;"])
    let start = ContinuousClock.now
    talk.environment.isInterrupted = { ContinuousClock.now - start > .milliseconds(300) }
    #expect(talk.failure()?.code == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func aSilentProgramTimesOut() throws {
    let error = try failure("exec sleep 100", longestSilence: 0.3)
    #expect(error?.code == .timedOut)
  }

  @Test func aProgramThatIgnoresSIGTERMIsKilled() throws {
    let error = try failure(
      "trap '' TERM HUP PIPE; printf 0; while :; do sleep 1; done", longestSilence: 1)
    #expect(error?.code == .timedOut)
  }

  @Test func aChildThatKeepsTheOutputOpenTimesOut() throws {
    // git waits for the process that has its output open.
    let error = try failure(
      "sleep 30 & echo 'Permission denied (publickey).' >&2; exit 255", longestSilence: 2)
    #expect(error?.code == .timedOut)
    #expect(error?.details == ["Permission denied (publickey)."])
  }

  @Test func nonsenseIsAnError() throws {
    #expect(try failure("echo Welcome to the machine") != nil)
    #expect(try failure("head -c 5000000 /dev/zero") != nil)
    #expect(try failure("head -c 5000000 /dev/zero >&2; exit 1") != nil)
  }

  /// A prompt is shown once, when no more output comes.
  @Test func promptsReachTheUser() throws {
    let seen = Mutex("")
    var talk = Talk(
      scratch, "host:x", ["GIT_SSH_COMMAND": "echo 'touch your key' >&2; sleep 1; exit 255;"])
    talk.environment.onMessage = { words in seen.withLock { $0 += words } }
    #expect(talk.failure()?.message == "touch your key")
    #expect(seen.withLock { $0 } == "touch your key\n")
  }
}
