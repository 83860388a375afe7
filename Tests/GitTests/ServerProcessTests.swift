import Foundation
import Git
import Synchronization
import TestSupport
import Testing

/// Programs that don't behave; none may keep memo waiting, or stay.
@Suite(.onItsOwnThread) struct ServerProcessTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Clones with a script in place of ssh.
  private func failure(_ script: String, patience: Double = 30) throws -> GitError? {
    try scratch.write("#!/bin/sh\necho $$ >'\(scratch("id"))'\n\(script)\n", to: "ssh")
    var environment = scratch.environment
    environment["GIT_SSH"] = scratch("ssh")
    environment["GIT_SSH_VARIANT"] = "ssh"
    let surroundings = Surroundings(environment: environment, patience: patience)
    let error = #expect(throws: GitError.self) {
      _ = try Repository.clone(
        "host:x", to: scratch("never"), handlers: TransferHandlers(surroundings: surroundings))
    }
    #expect(!scratch.exists("never"))
    let id = try #require(pid_t(scratch.read("id").filter(\.isNumber)))
    #expect(kill(id, 0) == -1, "it is still there, or a zombie")
    return error
  }

  @Test func endsAtOnce() throws {
    let error = try failure("exit 3")
    #expect(error?.message == "ssh ended with exit code 3 and gave no reason")
  }

  @Test func saysNothingForTooLong() throws {
    let error = try failure("printf 0; exec sleep 100", patience: 1)
    #expect(error?.code == .timedOut)
    #expect(error?.message == "nothing was heard for 1 seconds")
  }

  @Test func saysNothingAtAll() throws {
    let error = try failure("exec sleep 100", patience: 0.3)
    #expect(error?.code == .timedOut)
  }

  @Test func isDeafToKindness() throws {
    let error = try failure(
      "trap '' TERM HUP PIPE; printf 0; while :; do sleep 1; done", patience: 1)
    #expect(error?.code == .timedOut)
  }

  @Test func leavesSomethingThatHoldsItsOutputOpen() throws {
    let start = ContinuousClock.now
    let error = try failure("sleep 30 & echo 'Permission denied (publickey).' >&2; exit 255")
    #expect(error?.code == .authentication)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func speaksNonsense() throws {
    #expect(try failure("echo Welcome to the machine") != nil)
    #expect(try failure("head -c 5000000 /dev/zero") != nil)
    #expect(try failure("head -c 5000000 /dev/zero >&2; exit 1") != nil)
  }

  @Test func isNotInstalled() throws {
    var environment = scratch.environment
    environment["PATH"] = scratch.path
    let error = #expect(throws: GitError.self) {
      _ = try Repository.clone(
        "host:x", to: scratch("never"),
        handlers: TransferHandlers(surroundings: Surroundings(environment: environment)))
    }
    #expect(error?.code == .programMissing)
    #expect(error?.message == "there is no program 'ssh'")
  }

  @Test func reachesThePerson() throws {
    var environment = scratch.environment
    environment["GIT_SSH_COMMAND"] = "echo 'touch your key' >&2; exit 255;"
    let seen = Mutex("")
    _ = try? Repository.clone(
      "host:x", to: scratch("never"),
      handlers: TransferHandlers(
        surroundings: Surroundings(
          environment: environment, hear: { words in seen.withLock { $0 += words } })))
    #expect(seen.withLock { $0 } == "touch your key\n")
  }
}
