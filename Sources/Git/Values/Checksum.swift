/// A checksum against disk errors and truncated writes of memo's own files.
///
/// It gives no protection against deliberate changes.
public enum Checksum {
  /// The same on every machine.
  public static func of(_ bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    bytes.withUnsafeBytes { of(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Of the text's bytes.
  public static func of(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  public static func of(_ words: [UInt64]) -> UInt64 { words.withUnsafeBytes { of($0) } }

  private static func of(_ part: UnsafeRawBufferPointer) -> UInt64 {
    var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    var place = 0
    // Four independent lanes let the processor work in parallel.
    while place + 32 <= part.count {
      lanes.0 = mixed(lanes.0, word(part, place))
      lanes.1 = mixed(lanes.1, word(part, place + 8))
      lanes.2 = mixed(lanes.2, word(part, place + 16))
      lanes.3 = mixed(lanes.3, word(part, place + 24))
      place += 32
    }
    while place + 8 <= part.count {
      lanes.0 = mixed(lanes.0, word(part, place))
      place += 8
    }
    while place < part.count {
      lanes.1 = mixed(lanes.1, UInt64(part[place]))
      place += 1
    }
    return [lanes.1, lanes.2, lanes.3].reduce(mixed(lanes.0, UInt64(part.count)), mixed)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Invertible, so that a single changed word always changes the result.
  private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ (mixed >> 32)
  }
}

extension [UInt8] {
  /// Little-endian; the eight bytes must exist.
  @inlinable public func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place <= count - 8, "no eight bytes are there")
    return UInt64(
      littleEndian: withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      })
  }
}
