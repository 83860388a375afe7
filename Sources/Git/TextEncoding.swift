internal import Platform

/// Converts text encodings other than UTF-8, with the system's `iconv`.
public enum TextEncoding {
  /// Whether an encoding name, as in `i18n.commitEncoding`, means UTF-8.
  public static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8"].contains(name.lowercased())
  }

  /// Converts bytes from one encoding to another.
  ///
  /// - Returns: Nil for an encoding that the system doesn't know, or a character that `target`
  ///   lacks.
  public static func converted(
    _ bytes: [UInt8], from source: String, to target: String
  ) -> [UInt8]? {
    let converter = iconv_open(target, source)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // In the encodings that git supports, one byte becomes at most six.
    var output = [CChar](repeating: 0, count: bytes.count * 6 + 16)
    let (size, capacity) = (input.count, output.count)
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (fromLeft, toLeft) = (size, capacity)
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != -1, fromLeft == 0,
          iconv(converter, nil, nil, &to, &toLeft) != -1
        else { return nil }
        return toLeft
      }
    }
    return left.map { output.prefix(capacity - $0).map { UInt8(bitPattern: $0) } }
  }
}
