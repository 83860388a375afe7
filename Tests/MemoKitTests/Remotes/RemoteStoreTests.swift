import Foundation
import MemoKit
import TestSupport
import Testing

/// Stores on servers, and what is said when that fails.
@Suite(
  .onItsOwnThread,
  .enabled(
    if: SSHServer.isInstalled && WebServer.isInstalled, "sshd, lighttpd or openssl is missing"))
struct RemoteStoreTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
  }

  private func environment(_ variables: [String: String]) -> Environment {
    var environment = Desk(scratch, "desk").environment
    environment.variables.merge(variables) { $1 }
    return environment
  }

  private let quiet = SyncProgress()

  /// A store with one task that is not sent yet.
  private func store(_ url: String, _ environment: Environment) throws -> Store {
    _ = try Store.create(scratch("here"), remoteURL: url, environment: environment)
    let store = try Store.open(scratch("here"), environment: environment)
    _ = try store.add(NewTask(title: "Buy milk"))
    return store
  }

  private func failure(_ store: Store) -> MemoError? {
    #expect(throws: MemoError.self) { _ = try store.sync(quiet) }
  }

  @Test func overSSH() throws {
    let server = try SSHServer(scratch)
    let environment = environment(server.environment())
    let url = "hub:\(scratch("hub.git"))"
    #expect(try store(url, environment).sync(quiet).outgoing > 0)
    let clone = try Store.clone(url, to: "there", in: scratch.path, environment: environment, quiet)
    #expect(clone.taskCount == 1)
  }

  @Test func whatSSHSaysIsToldWithTheNextStep() throws {
    let server = try SSHServer(scratch)
    try scratch.write(server.clientConfig(key: "stranger"), to: "ssh/wrong")
    try scratch.write(server.clientConfig(knownHosts: "nobody"), to: "ssh/unknown")
    let url = "hub:\(scratch("hub.git"))"
    let wrong = failure(try store(url, environment(server.environment(config: "wrong"))))
    #expect(wrong?.kind == .remote)
    #expect(wrong?.message == "\(url) doesn't let us in by ssh")
    #expect(wrong?.details.first?.contains("Permission denied (publickey)") == true)
    #expect(wrong?.details.last?.hasPrefix("nothing is lost") == true)
    let here = scratch("here")
    let unknown = failure(
      try Store.open(here, environment: environment(server.environment(config: "unknown"))))
    #expect(unknown?.message == "\(url) can't prove who it is by ssh")
    #expect(unknown?.hints == ["connect once with 'ssh hub' and compare the fingerprint"])
    server.stop()
    let gone = failure(try Store.open(here, environment: environment(server.environment())))
    #expect(gone?.message.contains("Connection refused") == true)
    #expect(gone?.hints.first == "'ssh -v hub' shows how far it gets")
    var without = environment(["PATH": scratch.path])
    without.variables["GIT_SSH_COMMAND"] = nil
    #expect(
      failure(try Store.open(here, environment: without))?.message
        == "can't fetch from origin (\(url)): there is no program 'ssh'")
  }

  @Test func theAgentThatHasTheKeyIsGone() throws {
    let server = try SSHServer(scratch)
    try scratch.write(server.clientConfig(key: nil), to: "ssh/agent")
    var environment = environment(server.environment(config: "agent"))
    environment.variables["SSH_AUTH_SOCK"] = scratch("nothing")
    let url = "hub:\(scratch("hub.git"))"
    let error = failure(try store(url, environment))
    #expect(error?.message == "\(url) doesn't let us in by ssh")
    #expect(
      error?.hints
        == [
          "'ssh-add -l' shows the keys that are offered; the server must know one of them",
          "'ssh -v hub' shows what is tried",
        ])
  }

  @Test func aHooksWordsComeWithTheRefusal() throws {
    let store = try store(scratch("hub.git"), environment([:]))
    try scratch.write("#!/bin/sh\necho only on Mondays\nexit 1\n", to: "hub.git/hooks/pre-receive")
    let error = failure(store)
    #expect(
      error?.message == "\(scratch("hub.git")) refused to push: pre-receive hook declined")
    #expect(error?.details.first == "only on Mondays")
  }

  @Test func aForkOfAHubThatOneMayNotWrite() throws {
    let environment = environment([:])
    _ = try store(scratch("hub.git"), environment).sync(quiet)
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "fork.git")
    try scratch.git("remote", "add", "mine", scratch("fork.git"), in: "here")
    try scratch.git("config", "remote.pushDefault", "mine", in: "here")
    let store = try Store.open(scratch("here"), environment: environment)
    _ = try store.add(NewTask(title: "Buy eggs"))
    #expect(try store.sync(quiet).outgoing > 0)
    let ours = try scratch.git("rev-parse", "main", in: "here")
    #expect(try scratch.git("rev-parse", "main", in: "fork.git") == ours)
    #expect(try scratch.git("rev-parse", "main", in: "hub.git") != ours)
    #expect(try store.sync(quiet).outgoing == 0)
  }
}
