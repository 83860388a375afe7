internal import HTTPTypes
internal import HummingbirdCore
internal import MemoWeb
internal import NIOCore

extension WebServer {
  /// The largest form of an authorized browser.
  ///
  /// It has the text with up to three bytes for each, the text before the edit, and earlier input.
  private static let mostBytes = 16 * Site.mostText
  /// The largest form of an unauthorized client, which sends only a code.
  private static let mostOfAStranger = 1 << 10
  /// The size of a response's pieces; a client that takes one is reading.
  private static let piece = 32 << 10

  /// The largest body to read, in bytes; nil if the head alone decides the response.
  func mostBytes(of request: WebRequest) -> Int? {
    guard request.method == "POST", let gate = withService(\.gate),
      gate.refusal(of: request) == nil
    else { return nil }
    if visitor(gate.digest(of: request)) != nil { return Self.mostBytes }
    return request.path == "/enter" ? Self.mostOfAStranger : nil
  }

  /// The client closed the connection before the whole form was sent.
  private struct Incomplete: Error {}

  /// - Returns: Nil for a body that is too large.
  static func body(of request: HummingbirdCore.Request, _ most: Int) async throws -> [UInt8]? {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard length ?? 0 <= most else { return nil }
    do {
      let bytes = try await request.body.collect(upTo: most)
      guard bytes.readableBytes == length ?? bytes.readableBytes else { throw Incomplete() }
      return Array(bytes.readableBytesView)
    } catch is NIOTooManyBytesError {
      return nil
    }
  }

  static func head(_ response: WebResponse) -> HTTPResponse {
    var fields = HTTPFields()
    for header in response.headers {
      if let name = HTTPField.Name(header.name) {
        fields.append(HTTPField(name: name, value: header.value))
      }
    }
    return HTTPResponse(status: .init(code: response.status), headerFields: fields)
  }

  static func write(
    _ response: WebResponse, isHead: Bool, _ writer: consuming ResponseWriter
  ) async throws {
    var head = head(response)
    head.headerFields[.contentLength] = String(response.body.count)
    guard !isHead, !response.body.isEmpty else {
      head.headerFields[.contentEncoding] = BrowserChannel.noBody
      return try await writer.writeResponse(head)
    }
    let pieces = stride(from: 0, to: response.body.count, by: piece).map { start in
      ByteBuffer(bytes: response.body[start...].prefix(piece))
    }
    try await writer.write(response: head, body: ResponseBody(contentsOf: pieces))
  }
}

extension WebRequest {
  init(_ head: HTTPRequest) {
    let headers =
      head.headerFields.map { Header($0.name.rawName, $0.value) }
      + (head.authority.map { [Header("host", $0)] } ?? [])
    self.init(head.method.rawValue, head.path ?? "/", headers: headers)
  }
}
