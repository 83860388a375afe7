import Foundation

/// A bare repository, and a server for it.
public final class Hub {
  /// The kind of server.
  public enum Way: String, CaseIterable, Sendable {
    case path
    /// `git daemon`.
    case daemon
    /// OpenSSH, with a key and a host alias in the person's configuration.
    case ssh
    /// `git http-backend` behind a web server with TLS and a password.
    case web

    /// The kinds that are installed here.
    public static let installed = allCases.filter { way in
      switch way {
      case .path, .daemon: true
      case .ssh: SSHServer.isInstalled
      case .web: WebServer.isInstalled
      }
    }
    /// The kinds that use the network.
    public static let far = installed.filter { $0 != .path }
  }

  public let scratch: Scratch
  public let way: Way
  /// The address to clone from.
  public let url: String
  /// The relay in front of the server; nil for a path.
  public let relay: Relay?
  /// Additional environment variables of people.
  public let variables: [String: String]
  private let stopServer: () -> Void

  public init(_ scratch: Scratch, _ way: Way) throws {
    self.scratch = scratch
    self.way = way
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
    switch way {
    case .path:
      (relay, url, variables) = (nil, scratch("hub.git"), [:])
      stopServer = {}
    case .daemon:
      let server = try GitDaemon(scratch)
      let relay = try Relay(to: server.port)
      (self.relay, url, variables) = (relay, "git://127.0.0.1:\(relay.port)/hub.git", [:])
      stopServer = server.stop
    case .ssh:
      let server = try SSHServer(scratch)
      let relay = try Relay(to: server.port)
      let config = server.clientConfig(more: "HostKeyAlias [127.0.0.1]:\(server.port)")
        .replacing("Port \(server.port)", with: "Port \(relay.port)")
      try scratch.write(config, to: "ssh/relayed")
      (self.relay, url) = (relay, "hub:\(scratch("hub.git"))")
      variables = server.environment(config: "relayed").filter { $0.key == "GIT_SSH_COMMAND" }
      stopServer = server.stop
    case .web:
      let server = try WebServer(scratch, .init(isEncrypted: true, wantsPassword: true))
      let relay = try Relay(to: server.port)
      try scratch.write(
        "#!/bin/sh\ncase $1 in User*) echo kim;; *) echo 's3 c:ret';; esac\n", to: "ask")
      (self.relay, url) = (relay, "https://127.0.0.1:\(relay.port)/git/hub.git")
      variables = ["GIT_ASKPASS": scratch("ask"), "GIT_SSL_CAINFO": try Authority.file()]
      stopServer = server.stop
    }
  }

  /// The address of another repository on the same server.
  public func url(of name: String) -> String { url.replacing("hub.git", with: name) }

  /// Stops the server.
  public func stop() {
    relay?.stop()
    stopServer()
  }

  /// Breaks the connection after a number of bytes; nil repairs it.
  ///
  /// - Parameter folder: A clone. Where there is no network to break, its settings start a program
  ///   at the other end that breaks.
  public func breakOff(after bytes: Int?, _ fault: Relay.Fault = .reset, of folder: String) throws {
    if let relay { return relay.breakOff(after: bytes, fault) }
    for (name, line) in [
      (
        "uploadpack",
        #"sh -c 'git upload-pack "$0" | { dd bs=1 count=N 2>/dev/null; kill -9 $$; }'"#
      ),
      ("receivepack", #"sh -c 'dd bs=1 count=N 2>/dev/null | git receive-pack "$0"'"#),
    ] {
      guard let bytes else {
        _ = try? scratch.git("config", "--unset", "remote.origin.\(name)", in: folder)
        continue
      }
      try scratch.git(
        "config", "remote.origin.\(name)", line.replacing("N", with: String(bytes)), in: folder)
    }
  }
}
