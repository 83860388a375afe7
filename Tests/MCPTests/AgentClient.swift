import Foundation
import MCP
import MemoCLI
import TestSupport

/// A client that sends messages to a server in this process through two pipes, from one thread.
final class AgentClient: @unchecked Sendable {
  private let (toServer, fromServer) = (Pipe(), Pipe())
  private let thread: Thread
  private let ended = DispatchSemaphore(value: 0)
  private var rest = Data()

  init(_ desk: Desk, readOnly: Bool = false, filter: [String] = []) {
    var request = AgentRequest()
    (request.isReadOnly, request.filter) = (readOnly, filter)
    let (input, output, ended) = (
      toServer.fileHandleForReading, fromServer.fileHandleForWriting, ended
    )
    let server = AgentServer(request, in: desk.context) { output.write(Data($0.utf8)) }
    thread = Thread {
      server.run { [UInt8](input.availableData) }
      try? output.close()
      ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  func send(_ line: String) { toServer.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

  /// The server's next line; nil at its end.
  func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Data(rest[(end + 1)...])
        return line
      }
      let more = fromServer.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest += more
    }
  }

  /// The server's answers to a line, in order.
  func answers(to line: String) -> [String] {
    send(line)
    send(#"{"jsonrpc":"2.0","id":"mark","method":"mark"}"#)
    var lines: [String] = []
    while let line = self.line(), !line.contains(#""id": "mark""#) { lines.append(line) }
    return lines
  }

  func initialize(_ name: String = "bot") {
    _ = answers(
      to: """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
        "capabilities":{},"clientInfo":{"name":"\(name)","version":"1.2"}}}
        """)
    send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
  }

  /// The result of a tool call.
  func call(_ tool: String, _ arguments: String = "{}") -> String {
    answers(
      to: """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\(tool)",\
        "arguments":\(arguments)}}
        """
    ).joined(separator: "\n")
  }

  /// Closes the input.
  ///
  /// - Returns: The rest of the server's output.
  func end() -> [String] {
    try? toServer.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    ended.wait()
    return lines
  }
}
