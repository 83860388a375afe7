package import MemoKit

/// An HTTP response as a value.
package struct WebResponse: Hashable, Sendable {
  package var status: Int
  package var headers: [WebRequest.Header]
  package var body: [UInt8]

  package init(_ status: Int, _ headers: [WebRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// - Parameter type: The content type.
  package init(_ type: String, _ body: [UInt8] = [], _ status: Int = 200) {
    self.init(status, [.init("Content-Type", type)], body: body)
  }

  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  package static func page(_ html: HTML, _ status: Int = 200) -> WebResponse {
    WebResponse("text/html; charset=utf-8", Array(html.text.utf8), status)
  }

  package static func plain(_ text: String, _ status: Int = 200) -> WebResponse {
    WebResponse("text/plain; charset=utf-8", Array((text + "\n").utf8), status)
  }

  /// The head of a stream of all changes from now on.
  static let eventStream = WebResponse("text/event-stream")

  package var isEventStream: Bool { header("Content-Type") == "text/event-stream" }

  /// The reason why the store can't be read.
  package static func failed(_ error: MemoError) -> WebResponse {
    let lines = ["error: \(error.message)"] + error.hints.map { "hint: \($0)" }
    return .plain(lines.joined(separator: "\n"), 500)
  }

  /// Redirects to another page, with `GET`.
  package static func redirect(_ address: String) -> WebResponse {
    WebResponse(303, [.init("Location", address)])
  }

  /// Adds the headers of every response.
  ///
  /// - Parameter isAsset: Whether the address changes with the content, so that browsers may cache
  ///   it.
  package mutating func protect(isAsset: Bool) {
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
      + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
      + "frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'"
    headers += [
      // A response without this header comes from a proxy whose server is unreachable.
      .init("X-Memo", "web"),
      .init("Content-Security-Policy", policy),
      .init("X-Content-Type-Options", "nosniff"),
      // With `no-referrer`, a form without a script would have the origin `null` (Fetch, 3.2).
      .init("Referrer-Policy", "same-origin"),
      .init("Cross-Origin-Opener-Policy", "same-origin"),
      .init("Cross-Origin-Resource-Policy", "same-origin"),
      .init("Cache-Control", isAsset ? "private, max-age=31536000, immutable" : "no-store"),
    ]
  }
}
