internal import Platform

/// The SHA-1 of some bytes, for the checksum of an index file.
///
/// libgit2 computes object ids; it also detects collision attacks.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  private let asksProcessor: Bool

  private static let block = 64

  /// - Parameter asksProcessor: Whether to use the processor's SHA-1 instructions.
  /// - Returns: 20 bytes.
  static func hash(of bytes: [UInt8], asksProcessor: Bool = true) -> [UInt8] {
    var hash = SHA1(asksProcessor: asksProcessor)
    let end = bytes.count / block * block
    bytes.withUnsafeBytes { hash.take(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    var rest = bytes[end...] + [0x80]
    while rest.count % block != block - 8 { rest.append(0) }
    rest += Self.bytes(of: UInt64(bytes.count) * 8)
    rest.withUnsafeBytes { hash.take($0) }
    let state = hash.state
    return [state.0, state.1, state.2, state.3, state.4].flatMap(Self.bytes)
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private mutating func take(_ blocks: UnsafeRawBufferPointer) {
    if asksProcessor, System.sha1(&state, blocks) { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for start in stride(from: 0, to: blocks.count, by: Self.block) {
        for index in 0..<16 {
          words[index] = UInt32(
            bigEndian: blocks.loadUnaligned(
              fromByteOffset: start + index * 4, as: UInt32.self))
        }
        take(words)
      }
    }
  }

  /// Processes one block by FIPS 180-4.
  ///
  /// - Parameter words: The block's 16 words, with room for 80.
  private mutating func take(_ words: UnsafeMutableBufferPointer<UInt32>) {
    for index in 16..<80 {
      words[index] = Self.rotate(
        words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
    }
    var (a, b, c, d, e) = state
    func rounds(
      _ range: Range<Int>, _ constant: UInt32, _ mix: (UInt32, UInt32, UInt32) -> UInt32
    ) {
      for index in range {
        let next = Self.rotate(a, by: 5) &+ mix(b, c, d) &+ e &+ constant &+ words[index]
        (a, b, c, d, e) = (next, a, Self.rotate(b, by: 30), c, d)
      }
    }
    rounds(0..<20, 0x5A82_7999) { ($0 & $1) | (~$0 & $2) }
    rounds(20..<40, 0x6ED9_EBA1) { $0 ^ $1 ^ $2 }
    rounds(40..<60, 0x8F1B_BCDC) { ($0 & $1) | ($0 & $2) | ($1 & $2) }
    rounds(60..<80, 0xCA62_C1D6) { $0 ^ $1 ^ $2 }
    state.0 &+= a
    state.1 &+= b
    state.2 &+= c
    state.3 &+= d
    state.4 &+= e
  }

  private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
