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
    Talk(scratch, url, server.environment(config: config))
  }

  private func write(_ config: String, as name: String) throws {
    try scratch.write(config, to: "ssh/\(name)")
  }

  /// The message of a clone that fails.
  private func failure(_ talk: Talk) -> String {
    let error = talk.failure()
    #expect(error?.code == .remote)
    return error.map { ([$0.message] + $0.details).joined(separator: "\n") } ?? ""
  }

  @Test func anAliasFromTheConfigurationWorks() throws {
    try talk("hub:\(scratch("hub.git"))").everything()
  }

  @Test func aURLWithUserAndPortWorks() throws {
    try write(
      server.clientConfig().replacing("Host hub far", with: "Host nothing")
        + "IdentityFile \(scratch("ssh/key"))\n", as: "plain")
    try talk(
      "ssh://\(NSUserName())@127.0.0.1:\(server.port)\(scratch("hub.git"))", config: "plain"
    ).everything()
  }

  @Test func aKeyInAnAgentWorks() throws {
    try write(server.clientConfig(key: nil), as: "agent")
    #expect(
      failure(talk("hub:\(scratch("hub.git"))", config: "agent")).contains("Permission denied"))
    let agent = try SSHAgent(scratch, holding: "key")
    var talk = talk("hub:\(scratch("hub.git"))", config: "agent")
    talk.environment.environment["SSH_AUTH_SOCK"] = agent.socket
    #expect(try talk.clone("there").head().commit != nil)
    withExtendedLifetime(agent) {}
  }

  @Test func aProxyJumpWorks() throws {
    try write(
      server.clientConfig() + "Host behind\n  HostName 127.0.0.1\n  Port \(server.port)\n"
        + "  User \(NSUserName())\n  IdentityFile \(scratch("ssh/key"))\n  ProxyJump far\n",
      as: "jump")
    // ProxyJump starts another ssh with the same -F.
    #expect(
      try talk("behind:\(scratch("hub.git"))", config: "jump").clone("there").head().commit != nil)
  }

  @Test func anUnknownServerIsNotTrusted() throws {
    try write(server.clientConfig(knownHosts: "nobody"), as: "unknown")
    let error = failure(talk("hub:\(scratch("hub.git"))", config: "unknown"))
    #expect(error.contains("host key is known for"))
  }

  @Test func aServerWithAnotherKeyIsNotTrusted() throws {
    try SSHServer.makeKey(scratch, "other")
    let key = try scratch.read("ssh/other.pub").split(separator: " ").prefix(2)
    try scratch.write(
      "[127.0.0.1]:\(server.port) \(key.joined(separator: " "))\n", to: "ssh/changed")
    try write(server.clientConfig(knownHosts: "changed"), as: "changed-config")
    let error = failure(talk("hub:\(scratch("hub.git"))", config: "changed-config"))
    #expect(error.contains("Host key verification failed"))
  }

  @Test func anUnknownKeyIsRefused() throws {
    try write(server.clientConfig(key: "stranger"), as: "wrong")
    let error = failure(talk("hub:\(scratch("hub.git"))", config: "wrong"))
    #expect(error.contains("Permission denied (publickey)"))
  }

  @Test func aMissingRepositoryIsAnError() throws {
    let error = failure(talk("hub:\(scratch("nothing.git"))"))
    #expect(error.contains("does not appear to be a git repository"))
  }

  @Test func anUnreachableServerIsAnError() throws {
    server.stop()
    let error = failure(talk("hub:\(scratch("hub.git"))"))
    #expect(error.contains("Connection refused"))
    let unknown = failure(talk("no-such-host.invalid:x"))
    #expect(unknown.contains("resolve hostname"))
  }

  @Test func pathsAreQuotedForTheRemoteShell() throws {
    let name = "it's a $(touch x) ! hub"
    try scratch.move("hub.git", name)
    #expect(try talk("hub:\(scratch(name))").clone("there").head().commit != nil)
  }
}
