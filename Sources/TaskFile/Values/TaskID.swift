/// A task's name for good: ten letters, given once, never changed or reused.
///
/// There are no vowels among the letters, so that no word and no YAML keyword can appear.
public struct TaskID: Hashable, Sendable {
  /// The letters an id is made of.
  public static let alphabet = Array("bcdfghjkmnpqrstvwxz".utf8)
  /// How many letters an id has.
  public static let length = 10

  private static let letters = alphabet.reduce(UInt32(0)) { $0 | 1 << UInt32($1 - 0x61) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) && letters & (1 << UInt32(byte - 0x61)) != 0
  }

  /// One byte a letter, the first in the highest: compares as the text does.
  private let high: UInt64
  private let low: UInt16

  /// - Returns: Nil for anything but ten letters of the alphabet.
  public init?(_ text: String) {
    self.init(utf8: text.utf8)
  }

  init?(utf8 bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    // Asked of thousands: one walk.
    var (high, low): (UInt64, UInt16) = (0, 0)
    var index = 0
    for byte in bytes {
      guard Self.isLetter(byte) else { return nil }
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt16(byte) }
      index += 1
    }
    (self.high, self.low) = (high, low)
  }

  /// A new id; about 6 · 10¹² are possible.
  public static func random(using generator: inout some RandomNumberGenerator) -> TaskID {
    var high: UInt64 = 0
    var low: UInt16 = 0
    for index in 0..<length {
      let letter = alphabet[Int.random(in: alphabet.indices, using: &generator)]
      if index < 8 { high = high << 8 | UInt64(letter) } else { low = low << 8 | UInt16(letter) }
    }
    return TaskID(high: high, low: low)
  }

  /// An id that follows from a text, so that everybody who needs one for it finds the same.
  public static func derived(from bytes: [UInt8]) -> TaskID {
    // FNV-1a of 64 bits, then SplitMix64.
    var generator = Derivation(
      state: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    return random(using: &generator)
  }

  private struct Derivation: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private init(high: UInt64, low: UInt16) {
    self.high = high
    self.low = low
  }

  public var text: String { prefix(Self.length) }

  /// The first letters of its text.
  ///
  /// - Parameter count: All, where it is more.
  public func prefix(_ count: Int) -> String {
    // Asked of thousands: without an array of bytes in between.
    var text = ""
    for index in 0..<min(max(count, 0), Self.length) {
      let byte =
        index < 8
        ? UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
        : UInt8(truncatingIfNeeded: low >> UInt16(72 - 8 * index))
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  /// How many letters at the beginning are the same.
  public func commonPrefixLength(with other: TaskID) -> Int {
    let difference = high ^ other.high
    if difference != 0 { return difference.leadingZeroBitCount / 8 }
    return 8 + (low ^ other.low).leadingZeroBitCount / 8
  }
}

extension [TaskID] {
  /// How many letters of each id tell it from all others of them.
  ///
  /// - Parameter wanted: The only ones that are asked for; nil for all.
  public func shortestPrefixes(of wanted: [TaskID]? = nil) -> [TaskID: Int] {
    // To look at all for each of a few is quicker than to sort them.
    if let wanted, wanted.count < 50 {
      return Dictionary(
        wanted.map { id in
          let shared = reduce(0) { $1 == id ? $0 : Swift.max($0, id.commonPrefixLength(with: $1)) }
          return (id, Swift.min(shared + 1, TaskID.length))
        }, uniquingKeysWith: { first, _ in first })
    }
    let ids = sorted()
    var lengths = [TaskID: Int](minimumCapacity: ids.count)
    var shared = 0
    for (index, id) in ids.enumerated() {
      let next = index + 1 < ids.count && ids[index + 1] != id ? ids[index + 1] : nil
      let sharedWithNext = next.map { id.commonPrefixLength(with: $0) } ?? 0
      lengths[id] = Swift.min(Swift.max(shared, sharedWithNext) + 1, TaskID.length)
      if next != nil || index + 1 == ids.count { shared = sharedWithNext }
    }
    return lengths
  }
}

extension TaskID: Comparable {
  public static func < (a: TaskID, b: TaskID) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}

extension TaskID: CustomStringConvertible {
  public var description: String { text }
}
