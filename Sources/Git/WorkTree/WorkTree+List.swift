internal import Platform

extension WorkTree {
  /// An entry of a folder listing.
  public struct Entry: Hashable, Sendable {
    /// Relative to the work tree's root.
    public var path: String
    public var kind: FileStatus.Kind
    /// False for a name that isn't UTF-8; `path` then contains `U+FFFD` and can't be opened.
    public var isUTF8 = true
    /// A folder that isn't listed, because of the depth limit or a name that git reserves.
    public var isUnlisted = false
    /// A folder that isn't listed, because it is another repository.
    public var isRepository = false

    public init(path: String, kind: FileStatus.Kind) { (self.path, self.kind) = (path, kind) }

    /// - Parameter folder: The path of its folder, with a slash.
    fileprivate init(
      _ entry: UnsafeMutablePointer<dirent>, in folder: String, _ kind: FileStatus.Kind
    ) {
      let name = WorkTree.withName(of: entry) { String(validatingCString: $0) }
      self.init(path: folder + (name ?? WorkTree.name(of: entry)), kind: kind)
      isUTF8 = name != nil
    }
  }

  /// Lists everything below a folder, recursively, sorted by path.
  ///
  /// See ``list(_:upTo:into:onHidden:onDotName:known:)`` for omissions and errors.
  public func list(
    _ folder: String, upTo depth: Int = .max, onHidden: (String) -> Void = { _ in },
    onDotName: (String) -> Void = { _ in }
  ) throws(FileError) -> [Entry] {
    var found: [Entry] = []
    try list(folder, upTo: depth, into: &found, onHidden: onHidden, onDotName: onDotName)
    return found.sorted { $0.path.precedes(path: $1.path) }
  }

  /// Adds everything below a folder to a listing, recursively, in the system's order.
  ///
  /// Skips names with a leading dot, and the content of other repositories. A missing folder has no
  /// entries. A symbolic link is an entry and is not followed.
  /// - Parameters:
  ///   - depth: The limit on folder levels, including the first.
  ///   - onHidden: Gets the paths of hidden files of running or killed changes.
  ///   - onDotName: Gets the paths of all other names with a leading dot.
  ///   - known: Gets each folder with its status before it is read. If the folder's content is
  ///     known, returns the names of its subfolders; only these are then visited.
  /// - Throws: ``FileError`` if any folder can't be read completely, because a file missing from
  ///   the listing counts as deleted.
  public func list(
    _ folder: String, upTo depth: Int = .max, into found: inout [Entry],
    onHidden: (String) -> Void = { _ in }, onDotName: (String) -> Void = { _ in },
    known: (String, FileStatus) -> [String]? = { _, _ in nil }
  ) throws(FileError) {
    switch try status(of: folder)?.kind {
    case .folder: try listFolder(folder, upTo: depth, into: &found, onHidden, onDotName, known)
    case .symbolicLink: throw FileError("list", folder, .symbolicLink)
    case .regular, .other: throw FileError("list", folder, .system(ENOTDIR))
    case nil: return
    }
  }

  private func listFolder(
    _ folder: String, upTo depth: Int, into found: inout [Entry],
    _ onHidden: (String) -> Void, _ onDotName: (String) -> Void,
    _ known: (String, FileStatus) -> [String]?
  ) throws(FileError) {
    let stream = try stream(of: folder)
    let prefix = "\(folder)/"
    func enter(_ name: String, _ found: inout [Entry]) throws(FileError) {
      let path = "\(folder)/\(name)"
      if try FileStatus.found("\(name)/.git", in: stream.descriptor, as: path) != nil {
        found[found.count - 1].isRepository = true
      } else if depth > 1, Substring(name).isCheckoutName {
        try listFolder(path, upTo: depth - 1, into: &found, onHidden, onDotName, known)
      } else {
        found[found.count - 1].isUnlisted = true
      }
    }
    if let status = FileStatus(descriptor: stream.descriptor), let names = known(folder, status) {
      for name in names {
        found.append(Entry(path: prefix + name, kind: .folder))
        try enter(name, &found)
      }
      return
    }
    while let entry = try stream.next() {
      guard entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) else {
        let name = Self.name(of: entry)
        if name.hasPrefix(Self.hiddenPrefix) {
          onHidden("\(folder)/\(name)")
        } else if name != ".", name != ".." {
          onDotName("\(folder)/\(name)")
        }
        continue
      }
      var kind = Self.kind(entry.pointee.d_type)
      if kind == nil {
        let name = Self.name(of: entry)
        kind = try FileStatus.found(name, in: stream.descriptor, as: "\(folder)/\(name)")?.kind
      }
      // The entry was deleted during the listing.
      guard let kind else { continue }
      found.append(Entry(entry, in: prefix, kind))
      if kind == .folder { try enter(Self.name(of: entry), &found) }
    }
  }

  /// Independent of other listings.
  func stream(of folder: String) throws(FileError) -> FolderStream {
    try inFolder(folder) { (descriptor) throws(FileError) in
      try FolderStream(in: descriptor, folder)
    }
  }

  /// Nil where only `fstatat` reports the type.
  private static func kind(_ type: UInt8) -> FileStatus.Kind? {
    switch Int32(type) {
    case Int32(DT_REG): .regular
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .symbolicLink
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }
}

struct FolderStream: ~Copyable {
  private let raw: FolderPointer
  private let path: String

  /// Opens the folder again: duplicated descriptors would share their read position.
  ///
  /// - Parameters:
  ///   - folder: The open folder, which stays open.
  ///   - path: The caller's name for the folder, for errors.
  init(in folder: Int32, _ path: String) throws(FileError) {
    let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let raw = fdopendir(descriptor) else {
      let error = FileError.last("list", path)
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    self.raw = raw
    self.path = path
  }

  init(_ path: String) throws(FileError) {
    guard let raw = opendir(path) else { throw .last("list", path) }
    self.raw = raw
    self.path = path
  }

  /// Valid during the stream's lifetime.
  var descriptor: Int32 { dirfd(raw) }

  /// The next entry, including `.` and `..`; nil at the end.
  ///
  /// - Throws: ``FileError`` on a read error. `readdir` returns NULL for end and error; only
  ///   `errno` distinguishes them, and an unlisted file would count as deleted.
  borrowing func next() throws(FileError) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    if let entry = readdir(raw) { return entry }
    guard errno == 0 else { throw .last("list", path) }
    return nil
  }

  /// The names of all other entries, without `.` and `..`.
  borrowing func names() throws(FileError) -> [String] {
    var names: [String] = []
    while let entry = try next() {
      let name = WorkTree.name(of: entry)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  deinit { closedir(raw) }
}
