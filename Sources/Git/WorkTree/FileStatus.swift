internal import Platform

/// The status of a file from `stat`.
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case regular, folder, symbolicLink, other }

  public struct Time: Hashable, Sendable {
    /// Seconds since 1970, in UTC.
    public var seconds: Int64
    public var nanoseconds: UInt32

    public init(seconds: Int64, nanoseconds: UInt32) {
      (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    public static let distantPast = Time(seconds: 0, nanoseconds: 0)
  }

  public var kind: Kind
  /// The type and permission bits, `st_mode`.
  public var mode: UInt32
  /// In bytes.
  public var size: Int64
  public var modified: Time
  /// When the content or the attributes last changed.
  public var changed: Time
  public var inode: UInt64
  public var device: UInt64
  public var owner: UInt32
  public var group: UInt32

  public init(
    kind: Kind, mode: UInt32, size: Int64, modified: Time, changed: Time, inode: UInt64,
    device: UInt64, owner: UInt32, group: UInt32
  ) {
    (self.kind, self.mode, self.size) = (kind, mode, size)
    (self.modified, self.changed) = (modified, changed)
    (self.inode, self.device, self.owner, self.group) = (inode, device, owner, group)
  }
}

extension FileStatus {
  init(_ raw: stat) {
    kind =
      switch mode_t(raw.st_mode) & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .other
      }
    mode = UInt32(raw.st_mode)
    size = Int64(raw.st_size)
    modified = Time(raw.modified)
    changed = Time(raw.changed)
    inode = UInt64(raw.st_ino)
    device = UInt64(truncatingIfNeeded: raw.st_dev)
    owner = raw.st_uid
    group = raw.st_gid
  }

  init?(descriptor: Int32) {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { return nil }
    self.init(raw)
  }

  /// The status of a name in an open folder; doesn't follow a symbolic link.
  ///
  /// Nil also on an error, so nil doesn't prove that the file is missing; use ``found(_:in:as:)``
  /// for that.
  init?(name: UnsafePointer<CChar>, in folder: Int32) {
    var raw = stat()
    guard fstatat(folder, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(raw)
  }

  /// The status of an absolute path, following symbolic links; nil also on an error.
  init?(following path: UnsafePointer<CChar>) {
    var raw = stat()
    guard fstatat(AT_FDCWD, path, &raw, 0) == 0 else { return nil }
    self.init(raw)
  }

  /// The status of a name in an open folder; nil if it certainly doesn't exist.
  ///
  /// - Parameter path: The caller's name for the file, for the error.
  /// - Throws: ``FileError`` when the system can't tell.
  static func found(
    _ name: String, in folder: Int32, as path: String
  ) throws(FileError) -> FileStatus? {
    var raw = stat()
    while fstatat(folder, name, &raw, AT_SYMLINK_NOFOLLOW) != 0 {
      let error = FileError.last("look at", path)
      if error.isMissing { return nil }
      guard error.reason == .system(EINTR) else { throw error }
    }
    return FileStatus(raw)
  }
}

extension FileStatus.Time {
  /// The system's clock, which also sets file times.
  public static var now: FileStatus.Time {
    var raw = timespec()
    clock_gettime(CLOCK_REALTIME, &raw)
    return FileStatus.Time(raw)
  }

  init(_ raw: timespec) {
    seconds = Int64(raw.tv_sec)
    nanoseconds = UInt32(truncatingIfNeeded: raw.tv_nsec)
  }
}
