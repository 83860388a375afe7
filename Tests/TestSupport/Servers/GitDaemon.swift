import Foundation

/// `git daemon` on a free port of this machine, serving a scratch folder.
public final class GitDaemon {
  public let port: Int
  private let server: Server

  public init(_ scratch: Scratch) throws {
    // `git daemon` would not pass a signal on.
    let program = "\(try scratch.git("--exec-path"))/git-daemon"
    server = try Server(log: scratch("daemon.log"), environment: scratch.environment) { port in
      [
        program, "--reuseaddr", "--export-all", "--enable=receive-pack", "--listen=127.0.0.1",
        "--port=\(port)", "--base-path=\(scratch.path)", scratch.path,
      ]
    }
    port = server.port
  }

  public func stop() { server.stop() }
}
