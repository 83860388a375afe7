internal import Platform

/// The disk space of loose objects (one file each) and packs (objects stored as differences).
extension Repository {
  /// An estimate of the disk space of loose objects, in bytes.
  ///
  /// Samples one object folder in sixteen: object ids are uniformly distributed, so all folders
  /// have similar sizes.
  public var looseBytes: Int64 {
    var bytes: Int64 = 0
    for number in stride(from: 7, to: 256, by: Self.sample) {
      let name = String(number >> 4, radix: 16) + String(number & 15, radix: 16)
      bytes += Self.bytes(in: "\(commonDirectory)/objects/\(name)") { _ in true }
    }
    return bytes * Int64(Self.sample)
  }

  /// In bytes.
  public var packedBytes: Int64 {
    Self.bytes(in: "\(commonDirectory)/objects/pack") { $0.hasSuffix(".pack") }
  }

  private static let sample = 16
  /// The disk space of a small file, in bytes.
  private static let block: Int64 = 4096

  /// Unreadable files count as 0: memo then doesn't pack them.
  private static func bytes(in folder: String, where isCounted: (String) -> Bool) -> Int64 {
    (WorkTree.names(in: folder) ?? []).filter(isCounted).reduce(0) {
      $0 + max(WorkTree.status(at: "\(folder)/\($1)")?.size ?? 0, block)
    }
  }
}
