internal import Platform

extension WorkTree {
  /// Keeps what is found anew where it can't be kept, in place of what was kept before.
  ///
  /// In one step, so that whoever opens it has the one or the other. The disk is not waited for:
  /// what it loses must be told by a checksum. A folder for it is made in one that is there, and
  /// may be used by the same people; none that belongs to somebody else alone is written to, whose
  /// memo might not be able to replace it.
  /// - Parameter path: Absolute.
  public static func keepCache(_ bytes: [UInt8], at path: String) {
    let (folderPath, name) = split(path)
    guard let folder = cacheFolder(folderPath) else { return }
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

  /// The folder of a cache, made where it is missing; nil where it isn't the user's to write to.
  private static func cacheFolder(_ path: String) -> Descriptor? {
    if status(at: path) == nil {
      let (outer, name) = split(path)
      guard let folder = ownFolder(outer) else { return nil }
      folder.use { folder in
        // What others may do in the one around it, they may do in it, whatever the umask says.
        guard let mode = FileStatus(descriptor: folder).map({ mode_t($0.mode & 0o7777) }),
          mkdirat(folder, name, mode) == 0
        else { return }
        fchmodat(folder, name, mode, 0)
      }
    }
    return ownFolder(path)
  }

  /// A folder; nil where it belongs to somebody else alone.
  private static func ownFolder(_ path: String) -> Descriptor? {
    guard let folder = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY),
      let status = folder.use({ FileStatus(descriptor: $0) }),
      status.owner == geteuid() || status.mode & 0o020 != 0
    else { return nil }
    return folder
  }
}
