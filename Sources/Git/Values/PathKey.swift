internal import Platform

/// A path as a dictionary key, compared by its bytes.
///
/// Swift strings are equal if they look the same, like `ä` and `a` with a combining mark. To git
/// and most file systems, these are two files.
public struct PathKey: Hashable, Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  public static func == (a: PathKey, b: PathKey) -> Bool { a.path.isSamePath(as: b.path) }

  public func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The folders above it, from the top.
  var parents: [PathKey] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
      .map { PathKey(String(path[..<$0])) }
  }
}

extension UnsafeRawBufferPointer {
  /// Negative if these bytes sort before others, 0 if they are equal.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    if let a = baseAddress, let b = other.baseAddress {
      let order = Int(memcmp(a, b, Swift.min(count, other.count)))
      if order != 0 { return order }
    }
    return count - other.count
  }

  /// Some of the bytes, counted from 0.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }
}

extension String {
  /// Lends the bytes of two texts.
  fileprivate func withBytes<Value>(
    and other: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Value
  ) -> Value {
    let value = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other in
        body(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other))
      }
    }
    if let value = value ?? nil { return value }
    // macOS has texts whose bytes aren't in one block.
    return Array(utf8).withUnsafeBytes { one in
      Array(other.utf8).withUnsafeBytes { body(one, $0) }
    }
  }

  public func isSamePath(as other: String) -> Bool {
    utf8.count == other.utf8.count && withBytes(and: other) { $0.order(to: $1) == 0 }
  }

  public func shares(utf8 count: Int, with other: String) -> Bool {
    guard utf8.count >= count, other.utf8.count >= count else { return false }
    return withBytes(and: other) { $0.part(0..<count).order(to: $1.part(0..<count)) == 0 }
  }

  public func ends(inUTF8 end: String) -> Bool {
    guard utf8.count >= end.utf8.count else { return false }
    return withBytes(and: end) { $0.part($0.count - $1.count..<$0.count).order(to: $1) == 0 }
  }

  /// Whether a path sorts before another by bytes, as on every machine.
  public func precedes(path other: String) -> Bool {
    withBytes(and: other) { $0.order(to: $1) < 0 }
  }

  public func hasBytes(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    guard utf8.count == range.count, range.lowerBound >= 0, range.upperBound <= bytes.count
    else { return false }
    return bytes.withUnsafeBytes { bytes in
      utf8.withContiguousStorageIfAvailable {
        UnsafeRawBufferPointer($0).order(to: bytes.part(range)) == 0
      }
    } ?? utf8.elementsEqual(bytes[range])
  }
}

extension [UInt8] {
  public func hasBytes(of other: [UInt8], _ range: Range<Int>, at place: Int) -> Bool {
    guard place >= 0, place <= count, range.count <= count - place, range.lowerBound >= 0,
      range.upperBound <= other.count
    else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes {
        bytes.part(place..<place + range.count).order(to: $0.part(range)) == 0
      }
    }
  }
}

extension String {
  /// Whether git would check out a file at this path, on any file system.
  ///
  /// git refuses paths with an empty part, `.`, `..` or `.git`, which lead out of the work tree or
  /// into the repository. It also refuses names that a file system may treat as `.git`: in other
  /// case, with characters that HFS+ ignores, or NTFS short names. A tree from someone else may
  /// contain any of them.
  public var isCheckoutPath: Bool {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { Substring($0).isCheckoutName }
  }
}

extension Substring {
  /// Whether git checks out a path with this part.
  var isCheckoutName: Bool {
    if isEmpty || self == "." || self == ".." || utf8.contains(0) { return false }
    return !isDotGitOnNTFS && (utf8.allSatisfy { $0 < 0x80 } || !isDotGitOnHFS)
  }

  /// `.git` or `git~1`, with suffixes that NTFS ignores: dots, spaces, a stream's name, or a path.
  private var isDotGitOnNTFS: Bool {
    let bytes = Array(utf8)
    guard let name = [".git", "git~1"].first(where: { lowercased().utf8.starts(with: $0.utf8) })
    else { return false }
    for byte in bytes[name.utf8.count...] {
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":") { return true }
      if byte != UInt8(ascii: ".") && byte != UInt8(ascii: " ") { return false }
    }
    return true
  }

  private var isDotGitOnHFS: Bool {
    var seen = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isIgnoredByHFS { seen.append(scalar) }
    return String(seen).lowercased() == ".git"
  }
}

extension Unicode.Scalar {
  fileprivate var isIgnoredByHFS: Bool {
    switch value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
