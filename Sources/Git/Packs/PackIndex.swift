/// The second file of a pack, which tells where in it each object is.
struct PackIndex {
  struct Entry {
    var id: ObjectID
    /// Where it begins in the pack.
    var offset: UInt64
    var checkSum: UInt32
  }

  /// In the second version of git's format.
  ///
  /// - Parameters:
  ///   - entries: Each id once.
  ///   - checkSum: The pack's.
  static func bytes(of entries: [Entry], packCheckSum: [UInt8]) -> [UInt8] {
    let sorted = entries.sorted { $0.id < $1.id }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sorted.count * 28 + 1100)
    bytes += [0xFF] + Array("tOc".utf8)
    append(UInt32(2), to: &bytes)
    var next = 0
    for first in 0..<256 {
      while next < sorted.count, sorted[next].id.words.high >> 56 == first { next += 1 }
      append(UInt32(next), to: &bytes)
    }
    for entry in sorted { bytes += entry.id.bytes }
    for entry in sorted { append(entry.checkSum, to: &bytes) }
    var large: [UInt64] = []
    for entry in sorted {
      if entry.offset < Self.large {
        append(UInt32(entry.offset), to: &bytes)
      } else {
        append(UInt32(Self.large) | UInt32(large.count), to: &bytes)
        large.append(entry.offset)
      }
    }
    for offset in large { append(offset, to: &bytes) }
    bytes += packCheckSum
    var hash = SHA1()
    hash.add(bytes)
    return bytes + hash.end()
  }

  /// From here on, offsets stand in a table of their own.
  private static let large: UInt64 = 1 << 31

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
