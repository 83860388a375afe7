internal import Platform

extension WorkTree {
  /// Puts a file in place of what is there, in one step; only its owner may read it.
  ///
  /// - Parameter path: Absolute; its folder is there.
  /// - Throws: ``FileError``; what was there is then as it was.
  public static func writePrivate(_ bytes: [UInt8], to path: String) throws(FileError) {
    let (folderPath, name) = split(path)
    guard let folder = Descriptor(folderPath, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw FileError("write", path, .system(errno))
    }
    let code = folder.use { folder -> Int32 in
      let temporary = hiddenName(writingPrefix, for: name)
      guard
        let file = Descriptor(
          temporary, in: folder, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      else { return errno }
      guard file.writeAll(bytes), renameat(folder, temporary, folder, name) == 0 else {
        let code = errno
        unlinkat(folder, temporary, 0)
        return code
      }
      return 0
    }
    if code != 0 { throw FileError("write", path, .system(code)) }
  }
}
