import Foundation
import Synchronization

/// A relay between a client and a server of this machine, which can break the connection.
///
/// It passes bytes on in both directions, and breaks where a test says so.
public final class Relay: Sendable {
  /// What happens at the break.
  public enum Fault: Sendable {
    /// Resets all connections at once.
    case reset
    /// Closes all connections, as if both ends had finished.
    case close
    /// Keeps the connections, and passes nothing on.
    case silence
  }

  public let port: Int
  let target: Int
  let isTunnel: Bool
  private let socket: Int32
  private let state = Mutex(State())

  private struct State {
    var left: Int?
    var fault = Fault.reset
    var passed = 0
    var requests: [String] = []
    var isStopped = false
  }

  /// - Parameters:
  ///   Keeps the script, the faults and the remote for debugging. target: The server's port.
  ///     writes that down and goes to the target.
  public init(to target: Int, isTunnel: Bool = false) throws {
    (socket, port) = try Server.bound()
    self.target = target
    self.isTunnel = isTunnel
    guard listen(socket, 50) == 0 else { throw GitFailure(message: "can't listen") }
    let socket = socket
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(socket, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard let self else {
          close(client)
          return
        }
        Thread.detachNewThread { RelayedConnection(self, client).run() }
      }
    }
  }

  deinit { stop() }

  /// Accepts no more connections.
  public func stop() {
    // Closes it also for the thread that accepts connections.
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  /// Breaks after a number of bytes in both directions together, counted from now; nil for never.
  public func breakOff(after bytes: Int?, _ fault: Fault = .reset) {
    state.withLock { state in
      state.left = bytes
      state.fault = fault
      state.passed = 0
    }
  }

  /// The bytes that passed since the last `breakOff`.
  public var passed: Int { state.withLock { $0.passed } }
  /// The first lines of the requests to the proxy.
  public var requests: [String] { state.withLock { $0.requests } }

  func note(request: String) { state.withLock { $0.requests.append(request) } }

  /// How many of these bytes may pass, and the fault if that isn't all.
  func allow(_ count: Int) -> (count: Int, fault: Fault?) {
    state.withLock { state in
      let allowed = min(count, state.left ?? count)
      state.left = state.left.map { $0 - allowed }
      state.passed += allowed
      return (allowed, allowed < count ? state.fault : nil)
    }
  }
}

/// One connection through a ``Relay``.
private final class RelayedConnection {
  private let relay: Relay
  private let client: Int32
  private var server: Int32 = -1

  init(_ relay: Relay, _ client: Int32) {
    self.relay = relay
    self.client = client
  }

  func run() {
    prepare(client)
    defer {
      close(client)
      if server >= 0 { close(server) }
    }
    guard !relay.isTunnel || takeRequest(), let made = Server.connected(to: relay.target) else {
      return
    }
    server = made
    prepare(server)
    var isOpen = [true, true]
    while isOpen.contains(true) {
      var polls = [
        pollfd(fd: isOpen[0] ? client : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen[1] ? server : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polls, 2, 60_000) > 0 else { return }
      for index in 0..<2 where polls[index].revents != 0 {
        let ends = index == 0 ? (client, server) : (server, client)
        guard let goesOn = pass(from: ends.0, to: ends.1) else { return }
        if !goesOn {
          isOpen[index] = false
          shutdown(ends.1, Int32(SHUT_WR))
        }
      }
    }
  }

  /// Passes on the available bytes.
  ///
  /// - Returns: Whether there may be more in this direction; nil if the connection is over.
  private func pass(from: Int32, to: Int32) -> Bool? {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = recv(from, &bytes, bytes.count, 0)
    guard count > 0 else { return count == 0 ? false : nil }
    let (allowed, fault) = relay.allow(count)
    var sent = 0
    while sent < allowed {
      let part = bytes[sent..<allowed].withUnsafeBytes { send(to, $0.baseAddress, $0.count, flags) }
      guard part > 0 else { return nil }
      sent += part
    }
    switch fault {
    case nil: return true
    case .close: return nil
    case .silence:
      // Until the client closes the connection.
      while recv(client, &bytes, bytes.count, 0) > 0 {}
      return nil
    case .reset:
      var now = linger(l_onoff: 1, l_linger: 0)
      for socket in [client, server] {
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
      }
      return nil
    }
  }

  private func takeRequest() -> Bool {
    var request: [UInt8] = []
    var byte: UInt8 = 0
    while !request.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)), request.count < 8192 {
      guard recv(client, &byte, 1, 0) == 1 else { return false }
      request.append(byte)
    }
    relay.note(
      request: String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self))
    let answer = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    return send(client, answer, answer.count, flags) == answer.count
  }
}

/// Sends small pieces at once, and turns off the signal for writes to a closed connection.
private func prepare(_ socket: Int32) {
  var yes: Int32 = 1
  let size = socklen_t(MemoryLayout<Int32>.size)
  setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
  #if !canImport(Glibc)
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
  #endif
}

#if canImport(Glibc)
private let flags = Int32(MSG_NOSIGNAL)
#else
private let flags: Int32 = 0
#endif
