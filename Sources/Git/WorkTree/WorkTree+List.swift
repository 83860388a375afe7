internal import Platform

extension WorkTree {
  /// A name found below a folder.
  public struct Entry: Hashable, Sendable {
    /// Relative to the work tree's root.
    public var path: String
    public var kind: FileStatus.Kind
    /// False for a name that is no UTF-8; the path shows `U+FFFD` then and leads nowhere.
    public var isUTF8 = true
    /// A folder whose content is not listed, since it lies so deep.
    public var isTooDeep = false
    /// A folder whose content is not listed, since it is another repository.
    public var isRepository = false

    public init(path: String, kind: FileStatus.Kind) { (self.path, self.kind) = (path, kind) }
  }

  /// Everything below a folder, its subfolders' content included, sorted by path.
  ///
  /// What is passed over and what is thrown is as for ``list(_:upTo:into:onHidden:onDotName:)``.
  public func list(
    _ folder: String, upTo depth: Int = .max, onHidden: (String) -> Void = { _ in },
    onDotName: (String) -> Void = { _ in }
  ) throws(FileError) -> [Entry] {
    var found = FolderListing()
    try list(folder, upTo: depth, into: &found, onHidden: onHidden, onDotName: onDotName)
    return found.order.map { found.entry(of: found.items[$0]) }
  }

  /// Adds everything below a folder to what was found, its subfolders' content included.
  ///
  /// Names that start with a dot are passed over, and so is what lies in another repository.
  /// A missing folder has no entries; a symbolic link is an entry and is not followed.
  /// - Parameters:
  ///   - depth: How many folders deep it goes, the first one counted.
  ///   - onHidden: Gets the paths that changes which are at work, or were killed, have given to
  ///     their files.
  ///   - onDotName: Gets the paths of all others whose names start with a dot.
  ///   - known: Gets each folder with its status before it is read; of one whose content is known
  ///     it says the names of the folders in it, and only these are looked into.
  /// - Throws: ``FileError`` when a folder, or anything in it, can't be read to the end: what is
  ///   not listed is not there.
  public func list(
    _ folder: String, upTo depth: Int = .max, into found: inout FolderListing,
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
    _ folder: String, upTo depth: Int, into found: inout FolderListing,
    _ onHidden: (String) -> Void, _ onDotName: (String) -> Void,
    _ known: (String, FileStatus) -> [String]?
  ) throws(FileError) {
    let stream = try stream(of: folder)
    let prefix = Array("\(folder)/".utf8)
    func enter(_ name: String, _ found: inout FolderListing) throws(FileError) {
      let path = "\(folder)/\(name)"
      if try FileStatus.found("\(name)/.git", in: stream.descriptor, as: path) != nil {
        found.changeLast { $0.isRepository = true }
      } else if depth > 1 {
        try listFolder(path, upTo: depth - 1, into: &found, onHidden, onDotName, known)
      } else {
        found.changeLast { $0.isTooDeep = true }
      }
    }
    if let status = FileStatus(descriptor: stream.descriptor), let names = known(folder, status) {
      for name in names {
        name.withCString { found.add(prefix, $0, .folder) }
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
      // Gone since it was listed.
      guard let kind else { continue }
      Self.withName(of: entry) { found.add(prefix, $0, kind) }
      if kind == .folder { try enter(Self.name(of: entry), &found) }
    }
  }

  /// The names in a folder, which is opened anew: no listing depends on an earlier one.
  func stream(of folder: String) throws(FileError) -> FolderStream {
    try inFolder(folder) { (descriptor) throws(FileError) in
      try FolderStream(in: descriptor, folder)
    }
  }

  /// Some file systems don't tell; then only `fstatat` knows.
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

extension FolderListing {
  /// With its path as a text.
  public func entry(of item: Item) -> WorkTree.Entry {
    var entry = WorkTree.Entry(path: path(of: item), kind: item.kind)
    entry.isUTF8 = entry.path.hasBytes(bytes, in: item.path)
    (entry.isTooDeep, entry.isRepository) = (item.isTooDeep, item.isRepository)
    return entry
  }
}
