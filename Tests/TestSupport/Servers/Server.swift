import Foundation
import Synchronization

/// A program that a test starts, and that ends with the test.
public final class Background {
  private let process = Process()
  private let leash = Pipe()
  private let log: String

  /// - Parameters:
  ///   - log: The file for its output.
  public init(
    _ command: [String], log: String, environment: [String: String], isReady: () -> Bool
  ) throws {
    self.log = log
    // The shell also ends the program if the tests are killed.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", #""$@" & id=$!; read -r line; kill $id 2>/dev/null; wait $id"#, "sh"] + command
    process.environment = environment
    _ = fcntl(leash.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = leash
    try Data().write(to: URL(filePath: log))
    let file = FileHandle(forWritingAtPath: log) ?? .nullDevice
    process.standardOutput = file
    process.standardError = file
    try withNoSignalBlocked { try process.run() }
    let start = ContinuousClock.now
    var ready = isReady()
    while !ready, process.isRunning, ContinuousClock.now - start < .seconds(20) {
      usleep(10_000)
      ready = isReady()
    }
    guard ready else {
      stop()
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw GitFailure(message: "\(command) did not start: \(text)")
    }
  }

  deinit { stop() }

  public func stop() {
    try? leash.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// A server on a free port of this machine.
public final class Server {
  let port: Int
  private let program: Background

  /// - Parameter command: The words to start, from the port.
  init(
    log: String, environment: [String: String], _ command: (Int) throws -> [String]
  ) throws {
    var port = try Self.freePort()
    func start() throws -> Background {
      try Background(try command(port), log: log, environment: environment) {
        Self.isListening(port)
      }
    }
    do {
      program = try start()
    } catch {
      // Another process may have taken the port meanwhile.
      port = try Self.freePort()
      program = try start()
    }
    self.port = port
  }

  /// When this returns, the port is free.
  func stop() {
    program.stop()
    // A child of sshd has the port open, too, from its fork until it closes inherited files.
    let start = ContinuousClock.now
    while Self.isListening(port), ContinuousClock.now - start < .seconds(20) { usleep(10_000) }
  }

  /// The next port to try.
  ///
  /// It is below the ports that the system gives to clients, so none takes it before the server.
  private static let nextPort = Mutex(10_240 + Int(getpid()) * 97 % 20_000)

  /// A free port, another one at each call.
  public static func freePort() throws -> Int {
    for _ in 0..<1_000 {
      let port = nextPort.withLock { next in
        next = next < 32_000 ? next + 1 : 10_240
        return next
      }
      guard let (socket, _) = try? bound(to: port) else { continue }
      close(socket)
      return port
    }
    throw GitFailure(message: "no port is free")
  }

  /// A socket bound to a port; 0 is any free one.
  static func bound(to port: Int = 0) throws -> (socket: Int32, port: Int) {
    let socket = socket(AF_INET, streamType, 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = Self.address(port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard found else {
      close(socket)
      throw GitFailure(message: "no port is free")
    }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A listening socket.
  public static func listener(on port: Int) throws -> Int32 {
    let (socket, _) = try bound(to: port)
    guard listen(socket, 64) == 0 else {
      close(socket)
      throw GitFailure(message: "nothing can listen on \(port)")
    }
    return socket
  }

  public static func isListening(_ port: Int) -> Bool {
    guard let socket = connected(to: port) else { return false }
    close(socket)
    return true
  }

  /// A connection to a local port; nil if it is refused.
  public static func connected(to port: Int) -> Int32? {
    let socket = socket(AF_INET, streamType, 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = Self.address(port)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if !isConnected { close(socket) }
    return isConnected ? socket : nil
  }

  #if canImport(Glibc)
  private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
  private static let streamType = SOCK_STREAM
  #endif

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }
}

/// A port that accepts connections and never sends anything.
public final class Listener {
  public let port: Int
  private let socket: Int32

  public init() throws {
    (socket, port) = try Server.bound()
    guard listen(socket, 10) == 0 else { throw GitFailure(message: "can't listen") }
  }

  deinit { close(socket) }
}

/// The path of a program, also in folders of servers that aren't in everybody's `PATH`.
///
/// - Parameter path: The `PATH`, by default this process's.
public func programPath(_ name: String, in path: String? = nil) -> String? {
  let path = path ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
  let folders = path.split(separator: ":").map(String.init)
  return (folders + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/opt/homebrew/bin"])
    .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
