internal import Git

/// A cache of folder listings, in git's folder, so that memo lists only changed folders.
///
/// Every addition, removal and rename changes a folder's times. The cache belongs to a
/// ``TaskFileCache``. Users can delete it at any time; a damaged one is ignored.
struct FolderListingCache: Sendable {
  /// The ``TaskFileCache/checksum`` of the cache of files.
  let files: UInt64
  private(set) var folders: PathMap<Folder>

  /// One folder without its subfolders' contents.
  struct Folder: Hashable, Sendable {
    var path: String
    /// The columns of ``TaskFileCache/Row/mark(_:)``.
    var mark: [UInt64]
    var folders: [String] = []
    /// Files that are not in the cache of files.
    var others: [Other] = []

    struct Other: Hashable, Sendable {
      var path: String
      var kind: FileStatus.Kind
    }

    init(_ path: String, _ status: FileStatus) {
      (self.path, mark) = (path, TaskFileCache.Row.mark(status))
    }

    func isSame(_ status: FileStatus) -> Bool { TaskFileCache.Row.isMark(mark, 0, of: status) }
  }

  init(files: UInt64, _ folders: some Sequence<Folder>) {
    self.files = files
    self.folders = PathMap(folders) { $0.path }
  }
}

extension FolderListingCache {
  /// The format: `memo folders 2`, then zeros.
  private static let layout = Array("memo folders 2\0\0".utf8)
  private static let kinds: [FileStatus.Kind] = [.regular, .symbolicLink, .other]

  var encoded: [UInt8] {
    var bytes = Self.layout
    bytes.append(word: files)
    let folders = folders.sorted.map(\.value)
    bytes.append(word: UInt64(folders.count))
    for folder in folders {
      bytes.append(block: folder.path.utf8)
      for word in folder.mark { bytes.append(word: word) }
      bytes.append(word: UInt64(folder.folders.count))
      for name in folder.folders { bytes.append(block: name.utf8) }
      bytes.append(word: UInt64(folder.others.count))
      for other in folder.others {
        bytes.append(word: UInt64(Self.kinds.firstIndex(of: other.kind) ?? 0))
        bytes.append(block: other.path.utf8)
      }
    }
    bytes.append(word: Checksum.of(bytes, in: bytes.indices))
    return bytes
  }

  /// - Returns: Nil for a damaged cache or another format version.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.layout.count + 8,
      bytes.word(at: bytes.count - 8) == Checksum.of(bytes, in: 0..<bytes.count - 8)
    else { return nil }
    var reader = WordReader(bytes)
    guard reader.take(Self.layout), let files = reader.word(), let count = reader.word()
    else { return nil }
    var folders: [Folder] = []
    for _ in 0..<count {
      guard let folder = Folder(&reader, kinds: Self.kinds) else { return nil }
      folders.append(folder)
    }
    self.init(files: files, folders)
  }
}

extension FolderListingCache.Folder {
  fileprivate init?(_ reader: inout WordReader, kinds: [FileStatus.Kind]) {
    guard let path = reader.block() else { return nil }
    self.path = reader.text(path)
    mark = []
    for _ in 0..<TaskFileCache.Row.markSize {
      guard let word = reader.word() else { return nil }
      mark.append(word)
    }
    guard let names = reader.word() else { return nil }
    for _ in 0..<names {
      guard let name = reader.block() else { return nil }
      folders.append(reader.text(name))
    }
    guard let count = reader.word() else { return nil }
    for _ in 0..<count {
      guard let kind = reader.word(), kind < UInt64(kinds.count), let path = reader.block()
      else { return nil }
      others.append(Other(path: reader.text(path), kind: kinds[Int(kind)]))
    }
  }
}

/// Reads memo's binary files: little-endian 64-bit numbers, and blocks of bytes.
struct WordReader {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  mutating func take(_ expected: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: expected) else { return false }
    position += expected.count
    return true
  }

  mutating func word() -> UInt64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes.word(at: position)
  }

  /// A number, then as many bytes.
  mutating func block() -> Range<Int>? {
    guard let count = word(), count <= UInt64(bytes.count - position) else { return nil }
    defer { position += Int(count) }
    return position..<(position + Int(count))
  }
}

extension [UInt8] {
  mutating func append(word: UInt64) {
    for index in 0..<8 { append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
  }

  /// A number, then as many bytes.
  mutating func append(block: some Collection<UInt8>) {
    append(word: UInt64(block.count))
    self += block
  }
}
