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

extension String {
  public func isSamePath(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let compared = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other -> Bool in
        guard let a = one.baseAddress, let b = other.baseAddress else { return true }
        return memcmp(a, b, one.count) == 0
      }
    }
    return (compared ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  public func shares(utf8 count: Int, with other: String) -> Bool {
    guard utf8.count >= count, other.utf8.count >= count else { return false }
    let compared = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other -> Bool in
        guard count > 0, let a = one.baseAddress, let b = other.baseAddress else { return true }
        return memcmp(a, b, count) == 0
      }
    }
    return (compared ?? nil) ?? utf8.prefix(count).elementsEqual(other.utf8.prefix(count))
  }

  public func ends(inUTF8 end: String) -> Bool {
    let count = end.utf8.count
    guard utf8.count >= count else { return false }
    let compared = utf8.withContiguousStorageIfAvailable { one in
      end.utf8.withContiguousStorageIfAvailable { end -> Bool in
        guard count > 0, let a = one.baseAddress, let b = end.baseAddress else { return true }
        return memcmp(a + one.count - count, b, count) == 0
      }
    }
    return (compared ?? nil) ?? utf8.suffix(count).elementsEqual(end.utf8)
  }

  /// Whether a path sorts before another by bytes, as on every machine.
  public func precedes(path other: String) -> Bool {
    let compared = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other -> Bool in
        guard let a = one.baseAddress, let b = other.baseAddress else {
          return one.count < other.count
        }
        let order = memcmp(a, b, min(one.count, other.count))
        return order == 0 ? one.count < other.count : order < 0
      }
    }
    return (compared ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  public func hasBytes(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    guard utf8.count == range.count else { return false }
    let compared = utf8.withContiguousStorageIfAvailable { text in
      bytes.withUnsafeBytes { bytes in
        guard let a = text.baseAddress, let b = bytes.baseAddress else { return text.isEmpty }
        return memcmp(a, b + range.lowerBound, range.count) == 0
      }
    }
    return compared ?? utf8.elementsEqual(bytes[range])
  }
}

extension [UInt8] {
  public func hasBytes(of other: [UInt8], _ range: Range<Int>, at place: Int) -> Bool {
    guard place >= 0, place <= count, range.count <= count - place, range.lowerBound >= 0,
      range.upperBound <= other.count
    else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard let a = bytes.baseAddress, let b = other.baseAddress else { return range.isEmpty }
        return memcmp(a + place, b + range.lowerBound, range.count) == 0
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
