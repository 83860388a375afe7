internal import Platform

/// Looks at the indexes of packs before libgit2 follows them.
///
/// libgit2 reads wherever an index says that an object begins. Where a damaged index names a place
/// behind the end of its pack, the process crashes. The other damages are errors of libgit2.
enum PackIndexes {
  /// - Parameter objects: A folder with loose objects and a folder `pack`.
  static func check(in objects: String) throws(GitError) {
    let folder = "\(objects)/pack"
    for name in WorkTree.names(in: folder) ?? [] where name.hasSuffix(".idx") {
      let path = "\(folder)/\(name)"
      // What can't be read is libgit2's to report.
      guard let pack = FileStatus(following: "\(folder)/\(name.dropLast(4)).pack"),
        let file = Descriptor(path, in: AT_FDCWD, O_RDONLY)
      else { continue }
      guard file.use({ isInside(pack.size, index: $0) }) else {
        var error = GitError(
          code: .damagedObject, operation: "open a pack", message: "\(path) is damaged",
          details: [path])
        error.area = .objects
        throw error
      }
    }
  }

  /// Whether all objects of an index begin before their pack's end.
  ///
  /// Reads the offsets of `gitformat-pack`, version 2. Those with the highest bit are in another
  /// table, for packs of more than 2 GB, and libgit2 compares them with that table's length.
  private static func isInside(_ size: Int64, index: Int32) -> Bool {
    guard let header = bytes(index, 1032, at: 0), header.starts(with: [0xFF, 0x74, 0x4F, 0x63])
    else { return true }
    let count = Int(number(header, at: 1028))
    guard let offsets = bytes(index, 4 * count, at: 1032 + 24 * count) else { return true }
    return stride(from: 0, to: offsets.count, by: 4).allSatisfy {
      let offset = number(offsets, at: $0)
      return offset & 0x8000_0000 != 0 || Int64(offset) < size
    }
  }

  private static func bytes(_ file: Int32, _ count: Int, at offset: Int) -> [UInt8]? {
    // Such a file is no index; libgit2 says so.
    guard let status = FileStatus(descriptor: file), Int64(offset + count) <= status.size else {
      return nil
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
    }
    return bytes.count == count ? bytes : nil
  }

  private static func number(_ bytes: [UInt8], at index: Int) -> UInt32 {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
