internal import MemoCLI
internal import TaskFile

/// A request that can't be answered (JSON-RPC 2.0, section 5.1).
struct RPCError: Error {
  var code: Int
  var message: String

  static let notJSON = RPCError(code: -32700, message: "invalid JSON")
  static let tooLong = RPCError(code: -32700, message: "the message is too long")
  static let isBusy = RPCError(code: -32000, message: "too many requests are waiting")

  static func invalidRequest(_ message: String) -> RPCError {
    RPCError(code: -32600, message: message)
  }
  static func unknownMethod(_ name: String) -> RPCError {
    RPCError(code: -32601, message: "there is no method '\(name)'")
  }
  static func invalidParameters(_ message: String) -> RPCError {
    RPCError(code: -32602, message: message)
  }
  static func failed(_ message: String) -> RPCError { RPCError(code: -32603, message: message) }
  static func unknownResource(_ address: String) -> RPCError {
    RPCError(code: -32002, message: "there is no resource '\(address)'")
  }
}

enum Message: Sendable {
  case request(TypedValue, method: String, TypedValue)
  case notification(method: String, TypedValue)
  /// A response, although the server sends no requests.
  case response
  case invalid(TypedValue?, String)

  init(_ value: TypedValue) {
    guard case .map = value else {
      self = .invalid(nil, "a message is an object")
      return
    }
    // The client chooses the id of a request: a number or a text.
    let id =
      switch value["id"] {
      case .number?, .text?: value["id"]
      default: nil as TypedValue?
      }
    guard case .text("2.0")? = value["jsonrpc"] else {
      self = .invalid(id, "'jsonrpc' has to be \"2.0\"")
      return
    }
    guard let method = value["method"] else {
      let isResponse = value["result"] != nil || value["error"] != nil
      self = isResponse ? .response : .invalid(id, "'method' is missing")
      return
    }
    guard case .text(let name) = method else {
      self = .invalid(id, "'method' has to be a string")
      return
    }
    let parameters = value["params"] ?? .map([])
    switch parameters {
    case .map: break
    case .list([]) where value["params"] != nil: break
    default:
      self = .invalid(id, "'params' has to be an object")
      return
    }
    if value["id"] == nil {
      self = .notification(method: name, parameters)
    } else if let id {
      self = .request(id, method: name, parameters)
    } else {
      self = .invalid(nil, "'id' has to be a string or a number")
    }
  }
}

enum Answer {
  static func result(_ id: TypedValue, _ result: JSON) -> JSON {
    ["jsonrpc": .text("2.0"), "id": id, "result": result]
  }

  static func error(_ id: TypedValue?, _ error: RPCError) -> JSON {
    [
      "jsonrpc": .text("2.0"),
      "id": id ?? .null,
      "error": ["code": .number(error.code), "message": .text(error.message)],
    ]
  }
}

/// Splits input that arrives in pieces into lines.
struct LineReader {
  /// The maximum length in bytes; longer lines are skipped.
  let longest: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  init(longest: Int) { self.longest = longest }

  /// - Parameter bytes: More of the input.
  /// - Returns: The lines completed by it, without line breaks; nil for a line that is too long.
  mutating func lines(_ bytes: [UInt8]) -> [[UInt8]?] {
    var lines: [[UInt8]?] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end])
      lines.append(isTooLong ? nil : line)
      (line, isTooLong) = ([], false)
      rest = rest[(end + 1)...]
    }
    add(rest)
    return lines
  }

  /// The bytes after the last line break.
  mutating func last() -> [UInt8] { isTooLong ? [] : line }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    if line.count + bytes.count > longest { isTooLong = true }
    if isTooLong { line = [] } else { line += bytes }
  }
}
