/// Searches bytes for an ASCII string, one block at a time.
public struct ByteSearch: Hashable, Sendable {
  private let wanted: [UInt8]
  /// The bits to set in each byte before the comparison: 0x20 makes a letter lowercase.
  private let masks: [UInt8]

  /// - Parameters:
  ///   - wanted: Nonempty ASCII, in lowercase if case is ignored.
  public init(_ wanted: [UInt8], isCaseSensitive: Bool) {
    self.wanted = wanted
    masks = wanted.map {
      !isCaseSensitive && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? 0x20 : 0
    }
  }

  public var count: Int { wanted.count }

  /// The first match's position, or nil.
  public func first(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let range = range.clamped(to: bytes.indices)
    let last = wanted.count - 1
    guard last >= 0 else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var place = range.lowerBound
      // Compares first and last byte for a whole block; compilers vectorize this loop.
      let (head, tail, headMask, tailMask) = (wanted[0], wanted[last], masks[0], masks[last])
      let size = Self.blockSize
      while place + last + size <= range.upperBound {
        var nearest = UInt8.max
        for index in place..<(place &+ size) {
          let difference =
            ((bytes[index] | headMask) ^ head) | ((bytes[index &+ last] | tailMask) ^ tail)
          nearest = min(nearest, difference)
        }
        if nearest == 0, let found = match(in: bytes, place..<(place + size)) { return found }
        place += size
      }
      return match(in: bytes, place..<max(place, range.upperBound - last))
    }
  }

  private static let blockSize = 32

  /// - Parameter starts: The positions to try; each must have enough bytes after it.
  private func match(in bytes: UnsafeBufferPointer<UInt8>, _ starts: Range<Int>) -> Int? {
    for start in starts {
      var index = 0
      while index < wanted.count, bytes[start + index] | masks[index] == wanted[index] {
        index += 1
      }
      if index == wanted.count { return start }
    }
    return nil
  }

  /// The position, or nil.
  public static func firstBeyondASCII(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let range = range.clamped(to: bytes.indices)
    return bytes.withUnsafeBufferPointer { bytes in
      var place = range.lowerBound
      while place + 2 * blockSize <= range.upperBound {
        var all: UInt8 = 0
        for index in place..<(place &+ 2 &* blockSize) { all |= bytes[index] }
        if all >= 0x80 { break }
        place += 2 * blockSize
      }
      return (place..<range.upperBound).first { bytes[$0] >= 0x80 }
    }
  }
}
