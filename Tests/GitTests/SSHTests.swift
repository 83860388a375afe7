import Foundation
import Git
import TestSupport
import Testing

@Suite(
  .onItsOwnThread,
  .enabled(if: SSHServer.isInstalled, "OpenSSH's server and client are not installed"))
struct SSHTests {
  let scratch: Scratch
  let server: SSHServer

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
    server = try SSHServer(scratch)
  }

  private func talk(_ url: String, config: String = "config") -> Talk {
    Talk(
      scratch: scratch, url: url,
      handlers: TransferHandlers(
        surroundings: Surroundings(environment: server.environment(config: config), patience: 20)))
  }

  private func write(_ config: String, as name: String) throws {
    try scratch.write(config, to: "ssh/\(name)")
  }

  /// The error of a clone that fails; nothing is left of it.
  private func failure(_ talk: Talk) -> GitError? {
    let error = #expect(throws: GitError.self) { _ = try talk.clone("never") }
    #expect(!scratch.exists("never"))
    return error
  }

  @Test func anAliasOfTheUsersConfiguration() throws {
    try talk("hub:\(scratch("hub.git"))").everything()
  }

  @Test func aURLWithUserAndPort() throws {
    try write(
      server.clientConfig().replacing("Host hub far", with: "Host nothing")
        + "IdentityFile \(scratch("ssh/key"))\n", as: "plain")
    try talk(
      "ssh://\(NSUserName())@127.0.0.1:\(server.port)\(scratch("hub.git"))", config: "plain"
    ).everything()
  }

  @Test func anAgentHoldsTheKey() throws {
    try write(server.clientConfig(key: nil), as: "agent")
    #expect(failure(talk("hub:\(scratch("hub.git"))", config: "agent"))?.code == .authentication)
    let agent = try SSHAgent(scratch, holding: "key")
    var talk = talk("hub:\(scratch("hub.git"))", config: "agent")
    talk.handlers.surroundings.environment["SSH_AUTH_SOCK"] = agent.socket
    #expect(try talk.clone("there").head().commit != nil)
    withExtendedLifetime(agent) {}
  }

  @Test func throughAnotherMachine() throws {
    try write(
      server.clientConfig() + "Host behind\n  HostName 127.0.0.1\n  Port \(server.port)\n"
        + "  User \(NSUserName())\n  IdentityFile \(scratch("ssh/key"))\n  ProxyJump far\n",
      as: "jump")
    // ProxyJump starts a further ssh, with the same -F.
    #expect(
      try talk("behind:\(scratch("hub.git"))", config: "jump").clone("there").head().commit != nil)
  }

  @Test func anUnknownServerIsNotTrusted() throws {
    try write(server.clientConfig(knownHosts: "nobody"), as: "unknown")
    let error = failure(talk("hub:\(scratch("hub.git"))", config: "unknown"))
    #expect(error?.code == .certificate)
    #expect(error?.message == "ssh doesn't know the server's key")
    #expect(error?.details.contains { $0.contains("host key is known for") } == true)
  }

  @Test func aServerWithAnotherKeyIsNotTrusted() throws {
    try SSHServer.makeKey(scratch, "other")
    let key = try scratch.read("ssh/other.pub").split(separator: " ").prefix(2)
    try scratch.write(
      "[127.0.0.1]:\(server.port) \(key.joined(separator: " "))\n", to: "ssh/changed")
    try write(server.clientConfig(knownHosts: "changed"), as: "changed-config")
    let error = failure(talk("hub:\(scratch("hub.git"))", config: "changed-config"))
    #expect(error?.code == .certificate)
    #expect(error?.message.contains("not the one that ssh knows") == true)
  }

  @Test func aKeyThatTheServerDoesNotKnow() throws {
    try write(server.clientConfig(key: "stranger"), as: "wrong")
    let error = failure(talk("hub:\(scratch("hub.git"))", config: "wrong"))
    #expect(error?.code == .authentication)
    #expect(error?.message.contains("Permission denied (publickey)") == true)
  }

  @Test func noRepositoryThere() throws {
    let error = failure(talk("hub:\(scratch("nothing.git"))"))
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("does not appear to be a git repository") == true)
  }

  @Test func nobodyAnswers() throws {
    server.stop()
    let error = failure(talk("hub:\(scratch("hub.git"))"))
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("Connection refused") == true)
    let unknown = failure(talk("no-such-host.invalid:x"))
    #expect(unknown?.code == .unreachable)
    #expect(unknown?.message.contains("resolve hostname") == true)
  }

  @Test func pathsAreQuotedForTheShellOverThere() throws {
    let name = "it's a $(touch x) ! hub"
    try scratch.move("hub.git", name)
    #expect(try talk("hub:\(scratch(name))").clone("there").head().commit != nil)
  }
}
