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
    fileprivate var mark: [UInt64]
    /// Subfolders, and files that are not in the cache of files.
    var others: [WorkTree.Entry] = []

    init(_ path: String, _ status: FileStatus) {
      (self.path, mark) = (path, TaskFileCache.Row.mark(status))
    }

    func isSame(_ status: FileStatus) -> Bool { mark == TaskFileCache.Row.mark(status) }

    /// The names of the subfolders.
    var folders: [String] {
      others.filter { $0.kind == .folder }.map { Paths.name(of: $0.path) }
    }
  }

  init(files: UInt64, _ folders: some Sequence<Folder>) {
    self.files = files
    self.folders = PathMap(folders) { $0.path }
  }
}

extension FolderListingCache {
  private static let layout = "memo folders 3"
  private static let kinds: [FileStatus.Kind] = [.regular, .folder, .symbolicLink, .other]

  /// Texts that end with NUL, and a checksum.
  ///
  /// The first two are the format and ``files``. Each folder is a slash, its mark and its path, and
  /// precedes its entries: the number of the kind and the path.
  var encoded: [UInt8] {
    var texts = [Self.layout, "\(files)"]
    for folder in folders.sorted.map(\.value) {
      texts.append("/" + (folder.mark.map { "\($0)" } + [folder.path]).joined(separator: " "))
      texts += folder.others.map { "\(Self.kinds.firstIndex(of: $0.kind) ?? 0)\($0.path)" }
    }
    var bytes = Array(texts.map { "\($0)\0" }.joined().utf8)
    bytes.append(word: Checksum.of(bytes, in: bytes.indices))
    return bytes
  }

  /// - Returns: Nil for a damaged cache or another format version.
  init?(_ bytes: [UInt8]) {
    let end = bytes.count - 8
    guard end > 0, bytes.word(at: end) == Checksum.of(bytes, in: 0..<end) else { return nil }
    let texts = bytes[..<end].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard texts.count > 1, texts[0] == Self.layout, let files = UInt64(texts[1]) else { return nil }
    var folders: [Folder] = []
    for text in texts.dropFirst(2) {
      if text.hasPrefix("/") {
        guard let folder = Folder(text.dropFirst()) else { return nil }
        folders.append(folder)
      } else if let kind = text.first?.wholeNumberValue, !folders.isEmpty {
        let entry = WorkTree.Entry(path: String(text.dropFirst()), kind: Self.kinds[kind])
        folders[folders.count - 1].others.append(entry)
      }
    }
    self.init(files: files, folders)
  }
}

extension FolderListingCache.Folder {
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: " ", maxSplits: TaskFileCache.Row.markSize)
    mark = parts.compactMap { UInt64($0) }
    guard mark.count == TaskFileCache.Row.markSize, let path = parts.last else { return nil }
    self.path = String(path)
  }
}

extension [UInt8] {
  /// Little-endian.
  mutating func append(word: UInt64) {
    for index in 0..<8 { append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
  }
}
