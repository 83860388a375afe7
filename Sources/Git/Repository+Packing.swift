internal import Platform

/// How much of a repository lies in files of its own, an object in each, and how much in packs,
/// where one version of a folder is told by what differs from another.
extension Repository {
  /// What loose objects take on the disk, in bytes: guessed, by a look at one folder in sixteen.
  ///
  /// Names of objects are as if thrown with dice, so that all folders are much alike.
  public var looseBytes: Int64 {
    var bytes: Int64 = 0
    for number in stride(from: 7, to: 256, by: Self.sample) {
      let name = String(number >> 4, radix: 16) + String(number & 15, radix: 16)
      bytes += Self.bytes(in: "\(commonDirectory)/objects/\(name)") { _ in true }
    }
    return bytes * Int64(Self.sample)
  }

  /// What packs take on the disk, in bytes.
  public var packedBytes: Int64 {
    Self.bytes(in: packFolder, where: Self.isPack)
  }

  /// When the newest pack was written; nil where there is none.
  public var newestPack: FileStatus.Time? {
    (WorkTree.names(in: packFolder) ?? []).filter(Self.isPack)
      .compactMap { WorkTree.status(at: "\(packFolder)/\($0)")?.modified }
      .max { ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds) }
  }

  private var packFolder: String { "\(commonDirectory)/objects/pack" }
  private static func isPack(_ name: String) -> Bool { name.hasSuffix(".pack") }

  private static let sample = 16
  /// A small file takes this much, too.
  private static let block: Int64 = 4096

  /// What can't be looked at counts as nothing: then it isn't packed.
  private static func bytes(in folder: String, where isCounted: (String) -> Bool) -> Int64 {
    (WorkTree.names(in: folder) ?? []).filter(isCounted).reduce(0) {
      $0 + max(WorkTree.status(at: "\(folder)/\($1)")?.size ?? 0, block)
    }
  }
}
