internal import CGit2

/// The SHA-1 id of a git object.
public struct ObjectID: Hashable, Sendable {
  // Stored inline without heap allocation: large trees contain thousands of ids.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid.id) { Self(raw: $0) }
  }

  /// - Parameter hex: 40 hexadecimal digits.
  public init?(hex: String) {
    // Without libgit2, which need not be loaded to read memo's own files.
    var (high, middle, low): (UInt64, UInt64, UInt32) = (0, 0, 0)
    guard hex.utf8.count == 40 else { return nil }
    for (place, byte) in hex.utf8.enumerated() {
      guard let digit = Self.digit(byte) else { return nil }
      switch place {
      case ..<16: high = high << 4 | UInt64(digit)
      case ..<32: middle = middle << 4 | UInt64(digit)
      default: low = low << 4 | UInt32(digit)
      }
    }
    (self.high, self.middle, self.low) = (high, middle, low)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// - Parameter bytes: 20 bytes.
  public init(bytes: ArraySlice<UInt8>) {
    self = bytes.withUnsafeBytes { Self(raw: $0) }
  }

  private init(raw bytes: UnsafeRawBufferPointer) {
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// The id as three numbers, for a compact file.
  public var words: (high: UInt64, middle: UInt64, low: UInt32) { (high, middle, low) }

  public init(words: (high: UInt64, middle: UInt64, low: UInt32)) {
    (high, middle, low) = words
  }

  var raw: git_oid {
    var raw = git_oid()
    withUnsafeMutableBytes(of: &raw.id) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return raw
  }

  public var bytes: [UInt8] {
    var raw = raw
    return withUnsafeBytes(of: &raw.id) { Array($0) }
  }

  /// 40 lowercase hexadecimal digits.
  public var hex: String {
    var raw = raw
    return String(unsafeUninitializedCapacity: 40) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        _ = git_oid_fmt(chars.baseAddress, &raw)
      }
      return 40
    }
  }

  /// The first seven digits.
  public var short: String { String(hex.prefix(7)) }

  /// The id that these bytes have as a blob; stores nothing.
  public static func blob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    Runtime.started
    var raw = git_oid()
    try check(
      "git_odb_hash",
      bytes.withUnsafeBytes { git_odb_hash(&raw, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) })
    return ObjectID(raw)
  }
}

extension ObjectID: Comparable {
  public static func < (a: ObjectID, b: ObjectID) -> Bool {
    (a.high, a.middle, a.low) < (b.high, b.middle, b.low)
  }
}

extension ObjectID: CustomStringConvertible {
  public var description: String { hex }
}
