/// Reads Base64 (RFC 4648, 4).
enum Base64 {
  /// The value of each letter; 64 for invalid ones.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    for (index, letter) in letters.enumerated() { values[Int(letter)] = UInt8(index) }
    return values
  }()

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
