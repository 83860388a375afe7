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

  /// Waits until all writes to a file system are on the disk.
  ///
  /// Linux before 5.8 reports failed writes only for single files.
  ///
  /// - Parameter descriptor: Any file on it, opened before the writes. Earlier failures are not
  ///   reported.
  /// - Returns: Nil without a system call for that; otherwise 0, or -1 with `errno` set.
  package static func synchronizeFileSystem(_ descriptor: Int32) -> Int32? {
    #if canImport(Darwin)
    nil
    #else
    memo_syncfs(descriptor)
    #endif
  }

  /// The mode bit of a folder that gives its group to new files; 0 if every folder does.
  package static var passesGroupOn: UInt32 {
    #if canImport(Darwin)
    0
    #else
    0o2000
    #endif
  }

  /// Whether other machines may change a folder without a notification here.
  package static func isShared(_ folder: String) -> Bool {
    #if canImport(Darwin)
    var status = statfs()
    return statfs(folder, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) == 0
    #else
    // The numbers in linux/magic.h of NFS, SMB, CIFS, AFS (two), Ceph, 9P, VirtualBox, OCFS2, and
    // FUSE, which may be any of sshfs, rclone, virtiofs and the like; then GFS2, Lustre, and BeeGFS.
    [
      0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x5346_414F, 0x6B41_4653, 0x00C3_6400, 0x0102_1997,
      0x786F_4256, 0x7461_636F, 0x6573_5546, 0x0116_1970, 0x0BD0_0BD0, 0x1983_0326,
    ].contains(memo_file_system(folder))
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
