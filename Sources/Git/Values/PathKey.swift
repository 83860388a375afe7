/// A path by which something is found: the same path only where the bytes are the same.
///
/// To Swift two texts are equal when they look alike, `ä` as one letter and as `a` with two
/// dots; to git, and to most disks, these are two files.
public struct PathKey: Hashable, Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  public static func == (a: PathKey, b: PathKey) -> Bool { a.path.isSamePath(as: b.path) }

  public func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether another path has the very same bytes.
  public func isSamePath(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }

  /// Whether a path comes before another one by its bytes, the same on every machine.
  public func precedes(path other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
