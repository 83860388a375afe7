internal import Platform

/// Validates pack indexes before libgit2 uses them.
///
/// libgit2 follows each object offset in an index without a check. An offset beyond the end of the
/// pack crashes the process. libgit2 reports other damage as an error.
enum PackIndexes {
  /// - Parameter objects: A folder with loose objects and a folder `pack`.
  static func check(in objects: String) throws(GitError) {
    let folder = "\(objects)/pack"
    for name in WorkTree.names(in: folder) ?? [] where name.hasSuffix(".idx") {
      let path = "\(folder)/\(name)"
      // libgit2 reports an unreadable file.
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

  /// Whether all object offsets in an index are within the pack.
  ///
  /// Reads the offsets of `gitformat-pack`, version 2. Offsets with the highest bit refer to a
  /// second table, for packs over 2 GB; libgit2 checks those against the table's length.
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
    // Too short for an index; libgit2 reports that.
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
