#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif
internal import CGit2

/// The steps of a replacement: each is one system call that happens wholly or not at all.
extension WorkTree {
  enum RenameRule {
    /// Fails when the new name is taken.
    case ifFree
    /// The two names change places.
    case exchange
  }

  /// Renames within one folder.
  static func rename(
    _ old: String, to new: String, in folder: Int32, _ rule: RenameRule, _ path: String
  ) throws(FileError) {
    #if canImport(Darwin)
    let flags = UInt32(rule == .ifFree ? RENAME_EXCL : RENAME_SWAP)
    let status = renameatx_np(folder, old, folder, new, flags)
    #else
    let flags = rule == .ifFree ? MEMO_RENAME_NOREPLACE : MEMO_RENAME_EXCHANGE
    let status = memo_renameat2(folder, old, folder, new, flags)
    #endif
    guard status != 0 else { return }
    // Some network and FUSE file systems know neither rule.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .last("write", path) }
    if rule == .ifFree, FileStatus(name: new, in: folder) != nil {
      throw FileError("write", path, .system(EEXIST))
    }
    guard renameat(folder, old, folder, new) == 0 else { throw .last("write", path) }
  }

  /// Puts a finished temporary file in place of a file that still holds `expected`.
  ///
  /// Throws with the target as it was, and the temporary file in place for the caller to
  /// remove, when something else came out.
  static func swap(
    _ temporary: String, with name: String, in folder: Int32, expecting expected: [UInt8],
    _ path: String
  ) throws(FileError) {
    // Asked before as well: where names can't change places, this is all there is.
    guard try read(name, in: folder, path).bytes == expected else {
      throw FileError("write", path, .changed)
    }
    try rename(temporary, to: name, in: folder, .exchange, path)
    guard let out = try? read(temporary, in: folder, path) else { return }
    guard out.bytes == expected else {
      try rename(temporary, to: name, in: folder, .exchange, path)
      throw FileError("write", path, .changed)
    }
  }

  /// Gives a file that was taken aside its name back.
  ///
  /// Should somebody have saved a new file under that name, both stay.
  static func putBack(
    _ aside: String, as name: String, in folder: Int32, _ path: String
  ) throws(FileError) {
    do {
      try rename(aside, to: name, in: folder, .ifFree, path)
    } catch {
      guard error.isTaken else { throw error }
      let stem = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
      try rename(aside, to: "\(stem)-saved.md", in: folder, .ifFree, path)
    }
  }

  /// Writes a new file beside the target and waits until the disk has it.
  ///
  /// - Parameters:
  ///   - mode: The mode of the file it will replace, which it takes over.
  ///   - isExecutable: Whether it may be run; nil keeps what `mode` says.
  static func writeTemporary(
    _ bytes: [UInt8], keeping mode: UInt32?, isExecutable: Bool?, in folder: Int32,
    _ path: String
  ) throws(FileError) -> String {
    let name = temporaryName()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    guard let file = Descriptor(name, in: folder, flags),
      let made = file.use({ FileStatus(descriptor: $0) })
    else { throw .last("write", path) }
    var permissions = (mode ?? made.mode) & 0o7777
    // Whoever may read it may run it, as git does.
    if isExecutable == true { permissions |= (permissions & 0o444) >> 2 }
    if isExecutable == false { permissions &= ~0o111 }
    _ = file.use { fchmod($0, mode_t(permissions)) }
    guard file.writeAll(bytes), file.use({ fsync($0) }) == 0 else {
      let error = FileError.last("write", path)
      unlinkat(folder, name, 0)
      throw error
    }
    return name
  }

  static func temporaryName() -> String {
    temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
