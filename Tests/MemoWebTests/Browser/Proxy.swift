import Foundation
import TestSupport

/// A proxy like one with TLS: if the server is away, it answers itself.
final class Proxy: Sendable {
  let port: Int
  private let target: Int
  private let socket: Int32

  init(before target: Int) throws {
    port = try Server.freePort()
    self.target = target
    socket = try Server.listener(on: port)
    let (socket, port) = (socket, port)
    Thread.detachNewThread {
      while case let client = accept(socket, nil, nil), client >= 0 {
        Thread.detachNewThread { Self.serve(client, port, target) }
      }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func serve(_ client: Int32, _ port: Int, _ target: Int) {
    defer { close(client) }
    guard let request = read(client) else { return }
    guard let server = Server.connected(to: target) else {
      let page = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>"
      send(
        Array(
          """
          HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\n\
          Content-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n\(page)
          """.utf8), to: client)
      return
    }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while let bytes = read(server) { send(bytes, to: client) }
      shutdown(client, Int32(SHUT_RDWR))
      done.signal()
    }
    var next: [UInt8]? = request
    while let bytes = next {
      // The server expects its own name; both ports have the same number of digits.
      let text = String(decoding: bytes, as: UTF8.self)
      send(Array(text.replacing("localhost:\(port)", with: "localhost:\(target)").utf8), to: server)
      next = read(client)
    }
    shutdown(server, Int32(SHUT_RDWR))
    done.wait()
    close(server)
  }

  private static func read(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  private static func send(_ bytes: [UInt8], to socket: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
