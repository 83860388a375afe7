internal import CZlib
internal import MemoWeb

/// Makes answers smaller for who can read them so (RFC 9110, 8.4.1.3).
enum Gzip {
  /// What is smaller fits into one packet anyway.
  private static let least = 1200

  /// The answer as its asker can take it, and nothing where that gains nothing.
  ///
  /// - Parameter isAsset: Whether it is kept by the browser, so that it is worth some time.
  static func compress(_ response: inout WebResponse, for request: WebRequest, isAsset: Bool) {
    guard response.body.count >= least, accepts(request), !hasBytesOfItsOwn(response),
      let body = compressed(response.body, level: isAsset ? 9 : 1),
      body.count < response.body.count
    else { return }
    response.body = body
    response.headers.append(.init("Content-Encoding", "gzip"))
    response.headers.append(.init("Vary", "Accept-Encoding"))
  }

  /// `gzip;q=0` says no (RFC 9110, 12.4.2).
  private static func accepts(_ request: WebRequest) -> Bool {
    (request.header("accept-encoding") ?? "").split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      return parts.first == "gzip"
        && !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }

  /// Pictures are compressed already.
  private static func hasBytesOfItsOwn(_ response: WebResponse) -> Bool {
    let type = response.header("Content-Type") ?? ""
    return type.hasPrefix("image/") && !type.contains("svg")
  }

  private static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    var stream = z_stream()
    guard memo_gzip_init(&stream, level) == Z_OK, let length = UInt32(exactly: bytes.count) else {
      return nil
    }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    var isDone = false
    let result = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      bytes.withUnsafeBufferPointer { bytes in
        // zlib only reads from there.
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = length
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(clamping: room)
        isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = room - Int(stream.avail_out)
    }
    return isDone ? result : nil
  }
}
