import Foundation
import TestSupport

/// A raw connection to a local server.
final class Wire {
  private let socket: Int32

  /// - Parameter readsLittle: Whether the receive buffer holds only a few bytes.
  init(to port: Int, seconds: Int = 20, readsLittle: Bool = false) throws {
    guard let socket = Server.connected(to: port) else {
      throw GitFailure(message: "nobody listens on \(port)")
    }
    self.socket = socket
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    guard readsLittle else { return }
    var size: Int32 = 4096
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(socket) }

  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Sends a text repeatedly until the server stops reading.
  func fill(with text: String) {
    let bytes = Array(text.utf8)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    for _ in 0..<1000 {
      let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count < bytes.count { return }
    }
  }

  /// The next bytes; empty at the end or after a timeout.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = bytes.withUnsafeMutableBytes { Foundation.read(socket, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Reads until the text satisfies a condition, or ends.
  func read(until isEnough: (String) -> Bool) -> String {
    var bytes: [UInt8] = []
    while true {
      let more = read()
      bytes += more
      let text = String(decoding: bytes, as: UTF8.self)
      if more.isEmpty || isEnough(text) { return text }
    }
  }

  /// Reads an answer by its length.
  func readAnswer() -> (status: Int, head: String, body: String) {
    let text = read { text in
      guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
      let head = text[..<end.lowerBound].lowercased()
      guard let length = head.firstMatch(of: #/content-length: *(\d+)/#), let count = Int(length.1)
      else { return true }
      return text[end.upperBound...].utf8.count >= count
    }
    let parts = text.components(separatedBy: "\r\n\r\n")
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return (status, parts[0], parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  static func ask(
    _ port: Int, _ method: String, _ target: String, _ headers: [String] = [], body: String = ""
  ) throws -> (status: Int, head: String, body: String) {
    let wire = try Wire(to: port, seconds: 60)
    let length = method == "POST" ? ["Content-Length: \(body.utf8.count)"] : []
    let lines = ["\(method) \(target) HTTP/1.1"] + headers + length + ["Connection: close", "", ""]
    wire.send(lines.joined(separator: "\r\n") + body)
    return wire.readAnswer()
  }
}
