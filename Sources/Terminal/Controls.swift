/// Invisible characters with effects.
///
/// They control the terminal, change the text direction, or end lines.
extension [UInt8] {
  /// Replaces these characters in UTF-8 text.
  ///
  /// - Parameter replacement: Gets the scalar value and the byte offset; returns nil to keep it.
  public func replacingControls(
    _ replacement: (_ scalar: UInt32, _ place: Int) -> [UInt8]?
  ) -> [UInt8] {
    var result: [UInt8] = []
    // The start of the bytes not copied yet.
    var rest = 0
    var place = 0
    while true {
      // Fast path: most bytes can't start a control character.
      place = withUnsafeBufferPointer { bytes in
        var place = place
        while place < bytes.count, Self.isPlain(bytes[place]) { place += 1 }
        return place
      }
      guard place < count else { break }
      guard let control = control(at: place) else {
        place += 1
        continue
      }
      if let other = replacement(control.scalar, place) {
        result += self[rest..<place]
        result += other
        rest = place + control.length
      }
      place += control.length
    }
    return rest == 0 ? self : result + self[rest...]
  }

  /// Whether no control character starts with this byte.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: false
    default: true
    }
  }

  private func control(at place: Int) -> (scalar: UInt32, length: Int)? {
    let byte = self[place]
    switch byte {
    case 0..<0x20, 0x7F: return (UInt32(byte), 1)
    // C1 controls; the Arabic letter mark.
    case 0xC2, 0xD8:
      guard place + 1 < count else { return nil }
      let next = self[place + 1]
      return byte == 0xC2
        ? ((0x80...0x9F).contains(next) ? (UInt32(next), 2) : nil)
        : (next == 0x9C ? (0x61C, 2) : nil)
    // Direction marks and line ends; the byte order mark, annotations.
    case 0xE2, 0xEF:
      guard place + 2 < count else { return nil }
      let scalar =
        UInt32(byte & 0x0F) << 12 | UInt32(self[place + 1] & 0x3F) << 6
        | UInt32(self[place + 2] & 0x3F)
      switch scalar {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
        return (scalar, 3)
      default: return nil
      }
    default: return nil
    }
  }

  /// Text for a terminal in which only styles and line ends are active.
  ///
  /// A safety net: input from files, commits and programs is already sanitized where it enters a
  /// text.
  var withoutForeignControls: [UInt8] {
    replacingControls { scalar, place in
      switch scalar {
      case 0x0A, 0x09: return nil
      case 0x0D where place + 1 < count && self[place + 1] == 0x0A: return nil
      case 0x1B where isStyle(at: place): return nil
      default: return Array("\\u{\(String(scalar, radix: 16, uppercase: true))}".utf8)
      }
    }
  }

  /// Whether a sequence for colors and styles starts here: `ESC [ 1 ; 31 m`.
  private func isStyle(at place: Int) -> Bool {
    guard place + 1 < count, self[place + 1] == UInt8(ascii: "[") else { return false }
    let end = self[(place + 2)...].firstIndex {
      !(0x30...0x39).contains($0) && $0 != UInt8(ascii: ";")
    }
    return end.map { self[$0] == UInt8(ascii: "m") } ?? false
  }
}
