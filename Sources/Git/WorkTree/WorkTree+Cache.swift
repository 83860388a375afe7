internal import Platform

extension WorkTree {
  /// Keeps what is found anew where it can't be kept, in place of what was kept before.
  ///
  /// In one step, so that whoever opens it has the one or the other. The disk is not waited for:
  /// what it loses must be told by a checksum. No folder is made for it, and none that belongs to
  /// somebody else alone is written to, whose memo might not be able to replace it.
  /// - Parameter path: Absolute.
  public static func keepCache(_ bytes: [UInt8], at path: String) {
    let (folderPath, name) = split(path)
    guard let folder = Descriptor(folderPath, in: AT_FDCWD, O_RDONLY | O_DIRECTORY),
      let owner = folder.use({ FileStatus(descriptor: $0) }),
      owner.owner == geteuid() || owner.mode & 0o020 != 0
    else { return }
    folder.use { folder in
      let old = name.withCString { FileStatus(name: $0, in: folder) }
      let temporary = hiddenName(writingPrefix, for: name)
      guard let file = Descriptor(temporary, in: folder, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      else { return }
      if let old, old.kind == .regular {
        _ = file.use { fchmod($0, mode_t(old.mode & 0o7777)) }
      }
      if !file.writeAll(bytes) || renameat(folder, temporary, folder, name) != 0 {
        unlinkat(folder, temporary, 0)
      }
    }
  }
}
