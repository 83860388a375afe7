/// What stands behind a backslash in TOML and JSON.
enum Escape {
  /// - Parameters:
  ///   - byte: Right behind the backslash.
  ///   - index: Behind that byte; moved behind the digits.
  /// - Returns: Nil for what is no such sign.
  static func scalar(
    _ byte: UInt8, _ bytes: [UInt8], _ index: inout Int, _ end: Int
  ) -> Unicode.Scalar? {
    switch byte {
    case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "e"): return "\u{1B}"
    case UInt8(ascii: "u"):
      guard let unit = number(4, bytes, &index, end) else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      // The first half of what UTF-16 needs two for.
      guard index + 1 < end, bytes[index] == .backslash, bytes[index + 1] == UInt8(ascii: "u")
      else { return nil }
      index += 2
      guard let low = number(4, bytes, &index, end), (0xDC00..<0xE000).contains(low) else {
        return nil
      }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    case UInt8(ascii: "U"): return number(8, bytes, &index, end).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  private static func number(
    _ digits: Int, _ bytes: [UInt8], _ index: inout Int, _ end: Int
  ) -> UInt32? {
    guard index + digits <= end else { return nil }
    defer { index += digits }
    return UInt32(String(decoding: bytes[index..<(index + digits)], as: UTF8.self), radix: 16)
  }
}
