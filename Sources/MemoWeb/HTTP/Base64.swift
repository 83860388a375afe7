/// Base64 (RFC 4648, 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each letter; 64 for invalid ones.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (index, letter) in letters.enumerated() { values[Int(letter)] = UInt8(index) }
    return values
  }()

  static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let number = (0..<3).reduce(0 as UInt32) { number, index in
        number << 8 | (index < part.count ? UInt32(part[start + index]) : 0)
      }
      for index in 0..<4 {
        result.append(
          index <= part.count
            ? letters[Int(number >> (18 - 6 * UInt32(index)) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// - Returns: Nil for invalid text.
  static func decoded(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }
    guard text.utf8.count % 4 == 0, text.utf8.count - digits.count < 3 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(digits.count / 4 * 3)
    var number: UInt32 = 0
    var bits: UInt32 = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      number = number << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: number >> bits))
      }
    }
    return result
  }
}
