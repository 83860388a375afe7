internal import CPlatform

#if canImport(Darwin)
/// An open folder, for `readdir`.
package typealias FolderPointer = UnsafeMutablePointer<DIR>
#else
/// An open folder, for `readdir`.
package typealias FolderPointer = OpaquePointer
#endif

/// Files.
extension System {
  /// A condition that a rename is to hold to.
  package enum RenameRule {
    /// Fails when the new name is taken.
    case ifFree
    /// The two names change places.
    case exchange
  }

  /// Renames from one open folder to another, or within one.
  ///
  /// - Returns: Zero, or -1 with `errno` set; some file systems know neither rule.
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

  /// Waits until the disk has all that was written to a file system, if a call does that and
  /// tells of what could not be written.
  ///
  /// - Parameter descriptor: Of something on it, opened before that was written: of failures
  ///   before, nothing is told.
  /// - Returns: Nil where there is no such call; else zero, or -1 with `errno` set.
  package static func synchronizeFileSystem(_ descriptor: Int32) -> Int32? {
    #if canImport(Darwin)
    nil
    #else
    syncTellsOfFailures ? memo_syncfs(descriptor) : nil
    #endif
  }

  #if !canImport(Darwin)
  /// Since Linux 5.8; before, what could not be written was told to fsync alone.
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

  /// What a folder's mode has so that what is made in it belongs to its group.
  ///
  /// Nothing where it always does.
  package static var passesGroupOn: UInt32 {
    #if canImport(Darwin)
    0
    #else
    0o2000
    #endif
  }

  /// The file that tells what is mounted where; nil where a call does.
  package static var mountTable: String? {
    #if canImport(Darwin)
    nil
    #else
    "/proc/self/mountinfo"
    #endif
  }

  /// The kind of file system that a folder is on, if it is another machine's and a call tells.
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
