internal import Platform

extension WorkTree {
  /// A name found below a folder.
  public struct Entry: Hashable, Sendable {
    /// Relative to the work tree's root.
    public var path: String
    public var kind: FileStatus.Kind
    /// False for a name that is no UTF-8; the path shows `U+FFFD` then and leads nowhere.
    public var isUTF8 = true
    /// A folder whose content is not listed, since it lies so deep, or has a name of git's own.
    public var isUnlisted = false
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
      } else if depth > 1, Substring(name).isCheckoutName {
        try listFolder(path, upTo: depth - 1, into: &found, onHidden, onDotName, known)
      } else {
        found.changeLast { $0.isUnlisted = true }
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
    (entry.isUnlisted, entry.isRepository) = (item.isUnlisted, item.isRepository)
    return entry
  }
}

/// What was found below folders, in the order in which the system tells it.
///
/// The paths are one block of bytes: of thousands, nearly none has to become a text.
public struct FolderListing: Sendable {
  /// The paths, each with a zero byte behind it.
  public private(set) var bytes: [UInt8] = []
  public private(set) var items: [Item] = []

  public init() {}

  /// Something that was found.
  public struct Item: Hashable, Sendable {
    /// Where its path is among the bytes, without the zero.
    public var path: Range<Int> { Int(start)..<Int(start + count) }
    private var start: UInt32
    private var count: UInt32
    /// The length of the path before the name, in bytes.
    public var nameOffset: UInt32
    public var kind: FileStatus.Kind
    /// A folder whose content is not listed, since it lies so deep.
    public var isUnlisted = false
    /// A folder whose content is not listed, since it is another repository.
    public var isRepository = false

    init(_ path: Range<Int>, nameOffset: Int, _ kind: FileStatus.Kind) {
      start = UInt32(truncatingIfNeeded: path.lowerBound)
      count = UInt32(truncatingIfNeeded: path.count)
      self.nameOffset = UInt32(truncatingIfNeeded: nameOffset)
      self.kind = kind
    }
  }

  /// An item's path; what is no UTF-8 in it is `U+FFFD`.
  public func path(of item: Item) -> String { String(decoding: bytes[item.path], as: UTF8.self) }

  /// The path of the folder that an item is in.
  public func folder(of item: Item) -> String {
    let end = item.path.lowerBound + max(Int(item.nameOffset) - 1, 0)
    return String(decoding: bytes[item.path.lowerBound..<end], as: UTF8.self)
  }
}

extension FolderListing {
  /// - Parameters:
  ///   - prefix: The folder's path, with a slash.
  ///   - name: With a zero behind it.
  mutating func add(_ prefix: [UInt8], _ name: UnsafePointer<CChar>, _ kind: FileStatus.Kind) {
    let start = bytes.count
    bytes += prefix
    bytes += UnsafeRawBufferPointer(start: name, count: strlen(name) + 1)
    items.append(Item(start..<bytes.count - 1, nameOffset: prefix.count, kind))
  }

  mutating func changeLast(_ change: (inout Item) -> Void) { change(&items[items.count - 1]) }

  /// The items' places in the order of the bytes of their paths.
  public var order: [Int] {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      return items.withUnsafeBufferPointer { items in
        items.indices.sorted {
          strcmp(
            (base + items[$0].path.lowerBound).assumingMemoryBound(to: CChar.self),
            (base + items[$1].path.lowerBound).assumingMemoryBound(to: CChar.self)) < 0
        }
      }
    }
  }
}

/// The names in an open folder, one after the other.
struct FolderStream: ~Copyable {
  private let raw: FolderPointer
  private let path: String

  /// Opens the folder anew: a duplicated descriptor would share its place in the list with every
  /// other listing of the folder.
  ///
  /// - Parameters:
  ///   - folder: The open folder, which stays its owner's.
  ///   - path: What the caller calls it, for errors.
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

  /// - Throws: ``FileError``, also when there is no such folder.
  init(_ path: String) throws(FileError) {
    guard let raw = opendir(path) else { throw .last("list", path) }
    self.raw = raw
    self.path = path
  }

  /// The open folder, as long as the stream lives.
  var descriptor: Int32 { dirfd(raw) }

  /// The next entry, its own folder and the one above included; nil at the end.
  ///
  /// - Throws: ``FileError`` when it can't be read to the end. But for `errno`, `readdir` says the
  ///   same of both, and what is not listed would be taken for deleted.
  borrowing func next() throws(FileError) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    if let entry = readdir(raw) { return entry }
    guard errno == 0 else { throw .last("list", path) }
    return nil
  }

  deinit { closedir(raw) }
}
