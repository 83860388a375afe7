import Foundation

/// OpenSSH's server in a scratch folder, for one person with a key.
public final class SSHServer {
  public let scratch: Scratch
  public let port: Int
  private let server: Server

  public static let isInstalled =
    programPath("sshd") != nil && programPath("ssh-keygen") != nil && programPath("ssh") != nil

  public init(_ scratch: Scratch) throws {
    self.scratch = scratch
    try FileManager.default.createDirectory(
      atPath: scratch("ssh"), withIntermediateDirectories: true)
    // As root, sshd needs this empty folder.
    if getuid() == 0 { mkdir("/run/sshd", 0o755) }
    for name in ["host", "key", "stranger"] { try Self.makeKey(scratch, name) }
    try scratch.copy("ssh/key.pub", "ssh/authorized")
    try scratch.write(
      """
      HostKey \(scratch("ssh/host"))
      PidFile none
      UsePAM no
      StrictModes no
      PermitRootLogin yes
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      AllowTcpForwarding yes
      MaxStartups 100
      AuthorizedKeysFile \(scratch("ssh/authorized"))
      SetEnv GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

      """, to: "ssh/sshd_config")
    server = try Server(log: scratch("ssh/log"), environment: scratch.environment) { port in
      [
        programPath("sshd") ?? "sshd", "-D", "-e", "-f", scratch("ssh/sshd_config"),
        "-o", "ListenAddress=127.0.0.1:\(port)",
      ]
    }
    port = server.port
    let hostKey = try scratch.read("ssh/host.pub").split(separator: " ").prefix(2)
    try scratch.write(
      "[127.0.0.1]:\(port) \(hostKey.joined(separator: " "))\n", to: "ssh/known_hosts")
    try scratch.write(clientConfig(), to: "ssh/config")
  }

  public static func makeKey(_ scratch: Scratch, _ name: String) throws {
    let ran = try run(
      "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", scratch("ssh/\(name)")],
      in: scratch.path, environment: scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }

  /// An `~/.ssh/config` with the alias `hub` for the server.
  public func clientConfig(
    key: String? = "key", knownHosts: String = "known_hosts", more: String = ""
  ) -> String {
    """
    Host hub far
      HostName 127.0.0.1
      Port \(port)
      User \(NSUserName())
      \(key.map { "IdentityFile \(scratch("ssh/\($0)"))\n  IdentitiesOnly yes" } ?? "IdentityFile none")
      \(more)
    Host *
      UserKnownHostsFile \(scratch("ssh/\(knownHosts)"))
      GlobalKnownHostsFile /dev/null
      StrictHostKeyChecking yes

    """
  }

  /// Environment variables for ssh with the configuration of this name.
  public func environment(config: String = "config") -> [String: String] {
    var environment = scratch.environment
    environment["GIT_SSH_COMMAND"] = "ssh -F '\(scratch("ssh/\(config)"))'"
    return environment
  }

  public func stop() { server.stop() }
}

/// An ssh agent with one key.
public final class SSHAgent {
  public let socket: String
  private let program: Background

  public init(_ scratch: Scratch, holding key: String) throws {
    // The path of a socket must be short.
    let socket = "/tmp/memo-agent-\(UUID().uuidString.prefix(8))"
    self.socket = socket
    var environment = scratch.environment
    program = try Background(
      ["ssh-agent", "-D", "-a", socket], log: scratch("ssh/agent.log"), environment: environment
    ) { FileManager.default.fileExists(atPath: socket) }
    environment["SSH_AUTH_SOCK"] = socket
    let ran = try run(
      "ssh-add", ["-q", scratch("ssh/\(key)")], in: scratch.path, environment: environment)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }

  deinit {
    program.stop()
    try? FileManager.default.removeItem(atPath: socket)
  }
}
