internal import CPlatform

#if canImport(Darwin)
/// An open folder, for `readdir`.
package typealias FolderPointer = UnsafeMutablePointer<DIR>
#else
/// An open folder, for `readdir`.
package typealias FolderPointer = OpaquePointer
#endif

extension System {
  /// A condition for a rename.
  package enum RenameRule {
    /// Fails if the new name exists.
    case ifFree
    /// Exchanges the two files.
    case exchange
  }

  /// Renames a file within an open folder, or from one to another.
  ///
  /// - Returns: 0, or -1 with `errno` set. Some file systems support neither rule.
  package static func rename(
    _ old: String, in oldFolder: Int32, to new: String, in newFolder: Int32, _ rule: RenameRule
  ) -> Int32 {
    #if canImport(Darwin)
    renameatx_np(
      oldFolder, old, newFolder, new, UInt32(rule == .ifFree ? RENAME_EXCL : RENAME_SWAP))
    #else
    memo_rename(
      oldFolder, old, newFolder, new,
      rule == .ifFree ? MEMO_RENAME_NOREPLACE : MEMO_RENAME_EXCHANGE)
    #endif
  }

  /// Waits until all writes to a file system are on the disk, if the system can report failed
  /// writes.
  ///
  /// - Parameter descriptor: Any file on it, opened before the writes. Earlier failures are not
  ///   reported.
  /// - Returns: Nil without a system call for that; otherwise 0, or -1 with `errno` set.
  package static func synchronizeFileSystem(_ descriptor: Int32) -> Int32? {
    #if canImport(Darwin)
    nil
    #else
    syncTellsOfFailures ? memo_syncfs(descriptor) : nil
    #endif
  }

  #if !canImport(Darwin)
  /// Whether `syncfs` reports failed writes: since Linux 5.8, before only `fsync` did.
  private static let syncTellsOfFailures: Bool = {
    var names = utsname()
    guard uname(&names) == 0 else { return false }
    let release = withUnsafeBytes(of: names.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 8)
  }()
  #endif

  /// The mode bit of a folder that gives its group to new files; 0 if every folder does.
  package static var passesGroupOn: UInt32 {
    #if canImport(Darwin)
    0
    #else
    0o2000
    #endif
  }

  /// The file that lists mounts; nil if the system has a call for that.
  package static var mountTable: String? {
    #if canImport(Darwin)
    nil
    #else
    "/proc/self/mountinfo"
    #endif
  }

  /// The type of a folder's file system, if a system call says that it is not local; otherwise nil.
  package static func networkKind(of folder: String) -> String? {
    #if canImport(Darwin)
    var status = statfs()
    guard statfs(folder, &status) == 0, status.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
    return withUnsafeBytes(of: status.f_fstypename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    #else
    nil
    #endif
  }
}

extension stat {
  /// When the content was last written.
  package var modified: timespec {
    #if canImport(Darwin)
    st_mtimespec
    #else
    st_mtim
    #endif
  }

  /// When the content or the attributes last changed.
  package var changed: timespec {
    #if canImport(Darwin)
    st_ctimespec
    #else
    st_ctim
    #endif
  }
}
