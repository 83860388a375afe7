/// The id of a task: ten letters that never change and are never used again.
///
/// It has no vowels, so it never contains a word or a YAML keyword.
public struct TaskID: Hashable, Sendable {
  public static let alphabet = Array("bcdfghjkmnpqrstvwxz".utf8)
  public static let length = 10

  /// The alphabet as bits, the lowest for `a`.
  ///
  /// It is a literal, since each access would check a lazily computed constant.
  private static let letters: UInt32 = 0b10111011111011011011101110

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) && letters & (1 << UInt32(byte - 0x61)) != 0
  }

  /// The letters as bytes, the first one highest, so that comparison is alphabetical.
  private let high: UInt64
  private let low: UInt16

  /// - Returns: Nil for anything but ten letters of the alphabet.
  public init?(_ text: String) {
    self.init(utf8: text.utf8)
  }

  init?(utf8 bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    // One pass, since thousands of ids are read.
    var (high, low): (UInt64, UInt16) = (0, 0)
    var index = 0
    for byte in bytes {
      guard Self.isLetter(byte) else { return nil }
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt16(byte) }
      index += 1
    }
    (self.high, self.low) = (high, low)
  }

  /// A random id, one of about 6 · 10¹².
  public static func random(using generator: inout some RandomNumberGenerator) -> TaskID {
    var high: UInt64 = 0
    var low: UInt16 = 0
    for index in 0..<length {
      let letter = alphabet[Int.random(in: alphabet.indices, using: &generator)]
      if index < 8 { high = high << 8 | UInt64(letter) } else { low = low << 8 | UInt16(letter) }
    }
    return TaskID(high: high, low: low)
  }

  /// An id computed from a text, equal in all clones.
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

  /// The first letters, at most the whole id.
  public func prefix(_ count: Int) -> String {
    let count = Swift.min(Swift.max(count, 0), Self.length)
    return String(decoding: (0..<count).map(letter), as: UTF8.self)
  }

  /// One of the ``length`` letters, as ASCII.
  private func letter(at index: Int) -> UInt8 {
    guard index < 8 else { return UInt8(truncatingIfNeeded: low >> UInt16(72 - 8 * index)) }
    return UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
  }

  public func commonPrefixLength(with other: TaskID) -> Int {
    let difference = high ^ other.high
    if difference != 0 { return difference.leadingZeroBitCount / 8 }
    return 8 + (low ^ other.low).leadingZeroBitCount / 8
  }
}

extension TaskID {
  /// The beginning of an id, as typed.
  public struct Prefix: Sendable {
    fileprivate let letters: [UInt8]

    /// - Returns: Nil if no id begins like this, and for an empty text.
    public init?(_ text: String) {
      letters = Array(text.utf8)
      guard (1...TaskID.length).contains(letters.count), letters.allSatisfy(TaskID.isLetter) else {
        return nil
      }
    }
  }

  public func hasPrefix(_ prefix: Prefix) -> Bool {
    prefix.letters.indices.allSatisfy { letter(at: $0) == prefix.letters[$0] }
  }
}

extension [TaskID] {
  /// The number of letters that distinguish each id from all others.
  ///
  /// - Parameter wanted: The ids to answer for, perhaps with others; nil for all.
  public func shortestPrefixes(of wanted: [TaskID]? = nil) -> [TaskID: Int] {
    // Comparing a few ids with all is faster than sorting thousands.
    if let wanted, wanted.count <= 20 {
      return Dictionary(wanted.map { ($0, shortestPrefix(of: $0)) }) { first, _ in first }
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

  public var repeated: Set<TaskID> {
    var seen = Set<TaskID>(minimumCapacity: count)
    return Set(filter { !seen.insert($0).inserted })
  }

  private func shortestPrefix(of id: TaskID) -> Int {
    var shared = 0
    for other in self where other != id {
      shared = Swift.max(shared, id.commonPrefixLength(with: other))
    }
    return Swift.min(shared + 1, TaskID.length)
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
