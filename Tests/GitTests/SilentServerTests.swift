import Foundation
import Git
import TestSupport
import Testing

#if os(Linux)
import Glibc
#endif

/// Network servers that accept a connection and then send nothing, or too little.
@Suite(.onItsOwnThread) struct SilentServerTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(arguments: ["git", "http", "https", "ssh"])
  func aSilentServerTimesOut(_ scheme: String) throws {
    let listener = try Listener()
    var talk = Talk(scratch, "\(scheme)://127.0.0.1:\(listener.port)/x")
    talk.environment.longestSilence = 0.5
    let start = ContinuousClock.now
    #expect(talk.failure()?.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test(arguments: ["git", "http", "https", "ssh"])
  func aSilentServerCanBeInterrupted(_ scheme: String) throws {
    let listener = try Listener()
    var talk = Talk(scratch, "\(scheme)://127.0.0.1:\(listener.port)/x")
    let start = ContinuousClock.now
    talk.environment.isInterrupted = { ContinuousClock.now - start > .milliseconds(300) }
    #expect(talk.failure()?.code == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  #if os(Linux)
  /// The resolver would wait for half a minute.
  @Test(
    .enabled(if: MuteNameServer.shared != nil, "only root can have a name server of its own"),
    arguments: ["git", "https", "ssh"])
  func aNameServerThatIsMuteIsGivenUp(_ scheme: String) throws {
    let server = try #require(MuteNameServer.shared)
    try scratch.write(
      "nameserver \(MuteNameServer.address)\noptions timeout:30\n", to: "resolv.conf")
    let git = try #require(programPath("git"))
    try scratch.write(
      """
      #!/bin/sh
      exec unshare -m sh -c 'mount --bind "$0" /etc/resolv.conf && exec "$@"' \
        \(scratch("resolv.conf")) \(git) "$@"

      """, to: "bin/git")
    let path = try #require(scratch.environment["PATH"])
    var talk = Talk(
      scratch, "\(scheme)://hub.example.org/x", ["PATH": "\(scratch("bin")):\(path)"])
    talk.environment.longestSilence = 0.5
    let start = ContinuousClock.now
    #expect(talk.failure()?.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(server.wasAsked)
  }
  #endif
}

#if os(Linux)
/// A name server that reads no question.
private final class MuteNameServer: Sendable {
  static let address = "127.53.53.53"
  /// Nil if `resolv.conf` can't be replaced for one program, or the port is not free.
  static let shared: MuteNameServer? = {
    let probe = Process()
    probe.executableURL = URL(filePath: "/bin/sh")
    probe.arguments = ["-c", "unshare -m mount --bind /etc/hosts /etc/resolv.conf 2>/dev/null"]
    guard getuid() == 0, (try? probe.run()) != nil else { return nil }
    probe.waitUntilExit()
    return probe.terminationStatus == 0 ? try? MuteNameServer() : nil
  }()

  private let socket: Int32

  private init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(53).bigEndian
    address.sin_addr.s_addr = inet_addr(Self.address)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound else { throw GitFailure(message: "port 53 is not free") }
  }

  deinit { close(socket) }

  /// Whether a question came.
  var wasAsked: Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) > 0
  }
}
#endif
