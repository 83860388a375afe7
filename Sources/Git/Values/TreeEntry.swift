internal import CGit2

public enum FileMode: UInt16, Hashable, Sendable {
  case regular = 0o100644
  case executable = 0o100755
  case symbolicLink = 0o120000
  case submodule = 0o160000

  /// Nil for a folder.
  ///
  /// Trees of old repositories have regular files with other permissions.
  init?(raw: UInt32) {
    switch raw & 0o170000 {
    case 0o100000: self = FileMode(permissions: raw)
    case 0o120000: self = .symbolicLink
    case 0o160000: self = .submodule
    default: return nil
    }
  }

  init(permissions: UInt32) { self = permissions & 0o100 == 0 ? .regular : .executable }

  /// False for links and submodules.
  public var isFile: Bool { self == .regular || self == .executable }

  var raw: git_filemode_t { git_filemode_t(UInt32(rawValue)) }
}

/// A file in a commit.
public struct TreeEntry: Hashable, Sendable {
  /// Relative to the repository's root.
  public var path: String
  public var id: ObjectID
  public var mode: FileMode

  public init(path: String, id: ObjectID, mode: FileMode) {
    self.path = path
    self.id = id
    self.mode = mode
  }

  public static func == (a: TreeEntry, b: TreeEntry) -> Bool {
    a.id == b.id && a.mode == b.mode && a.path.isSamePath(as: b.path)
  }
}

/// A file that differs between two commits, or a change to make.
public struct FileChange: Hashable, Sendable {
  public var path: String
  /// Nil if the file doesn't exist; optional when writing a tree.
  public var before: TreeEntry?
  /// Nil if the file is removed.
  public var after: TreeEntry?

  public init(path: String, before: TreeEntry? = nil, after: TreeEntry? = nil) {
    self.path = path
    self.before = before
    self.after = after
  }

  public static func put(path: String, id: ObjectID, mode: FileMode) -> FileChange {
    FileChange(path: path, after: TreeEntry(path: path, id: id, mode: mode))
  }

  public static func remove(path: String) -> FileChange { FileChange(path: path) }
}
