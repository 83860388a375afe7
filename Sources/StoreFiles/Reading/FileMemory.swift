internal import Git
internal import TaskFile

/// What was in the task files when they were read last, and what it meant, with their status at
/// that moment.
///
/// It lies in git's folder, and serves to open only the files that are not as they were: of
/// ten thousand, nearly none. A file counts as unchanged if its size, its times, its place on
/// the disk and its mode are the same, as in git's index. It may be deleted at any time, and
/// one that is cut short, damaged or of another version is no memory at all. Its texts are read
/// only when somebody asks for one.
final class FileMemory: Sendable {
  /// All but the texts.
  private let head: [UInt8]
  /// Sorted by the bytes of their paths.
  private let entries: [Entry]
  private let texts: Texts?
  /// What other words mean in the files: under other ones, nothing is remembered.
  let aliases: FieldAliases?
  /// Where the files themselves are, should a text be lost.
  private let files: WorkTree?

  private struct Entry {
    var path: Range<Int>
    var mark: Mark
    /// A ``TaskItem`` as bytes; empty where the text has to be read to tell.
    var meaning: Range<Int>
    /// Among the texts.
    var text: Range<Int>
    var checksum: UInt64
  }

  private enum Texts {
    case bytes([UInt8], from: Int)
    case file(KeptFile, from: Int)
  }

  /// The version of this very layout.
  private static let heading = Array("memo file memory 2\n".utf8)
  /// The heading, and four words behind it.
  private static let prefixSize = heading.count + 32

  /// Nothing at all.
  init(_ aliases: FieldAliases? = nil) {
    (head, entries, texts, files) = ([], [], nil, nil)
    self.aliases = aliases
  }

  /// - Parameter bytes: As ``encoded(_:before:)`` made them.
  convenience init(_ bytes: [UInt8], _ aliases: FieldAliases? = nil) {
    self.init(
      size: bytes.count,
      head: { $0 <= bytes.count ? Array(bytes[..<$0]) : nil },
      texts: { .bytes(bytes, from: $0) }, files: nil, aliases)
  }

  /// - Parameters:
  ///   - file: Its texts are read from it when they are asked for.
  ///   - files: The store's, which are read where the memory was damaged after it was opened.
  convenience init(_ file: KeptFile, of files: WorkTree, _ aliases: FieldAliases? = nil) {
    self.init(
      size: file.size, head: { file.bytes($0, at: 0) }, texts: { .file(file, from: $0) },
      files: files, aliases)
  }

  private init(
    size: Int, head read: (Int) -> [UInt8]?, texts: (Int) -> Texts, files: WorkTree?,
    _ aliases: FieldAliases?
  ) {
    self.files = files
    self.aliases = aliases
    guard let prefix = Prefix(read(Self.prefixSize) ?? [], Self.version(aliases)),
      prefix.headSize <= UInt64(size), prefix.textsSize == UInt64(size) - prefix.headSize,
      let head = read(Int(prefix.headSize)), head.count > Self.prefixSize,
      Checksum.of(head, in: Self.prefixSize..<head.count) == prefix.checksum,
      let entries = Self.entries(in: head, Int(prefix.textsSize))
    else {
      (self.head, self.entries, self.texts) = ([], [], nil)
      return
    }
    self.head = head
    self.entries = entries
    self.texts = texts(head.count)
  }

  private struct Prefix {
    var headSize: UInt64
    var textsSize: UInt64
    var checksum: UInt64

    init?(_ bytes: [UInt8], _ version: UInt64) {
      var reader = WordReader(bytes)
      guard reader.take(FileMemory.heading), reader.word() == version,
        let headSize = reader.word(), let textsSize = reader.word(), let checksum = reader.word()
      else { return nil }
      (self.headSize, self.textsSize, self.checksum) = (headSize, textsSize, checksum)
    }
  }

  /// Of what texts mean.
  private static func version(_ aliases: FieldAliases?) -> UInt64 {
    TaskItem.encodingVersion ^ (aliases?.fingerprint ?? 0)
  }

  private static func entries(in head: [UInt8], _ textsSize: Int) -> [Entry]? {
    var reader = WordReader(head, from: prefixSize)
    guard let count = reader.word(), count <= head.count else { return nil }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    var place = 0
    for _ in 0..<count {
      guard let mark = Mark(&reader), let path = reader.block(), let meaning = reader.block(),
        let length = reader.word(), length <= UInt64(textsSize - place),
        let checksum = reader.word()
      else { return nil }
      let text = place..<(place + Int(length))
      entries.append(
        Entry(path: path, mark: mark, meaning: meaning, text: text, checksum: checksum))
      place = text.upperBound
    }
    return reader.isAtEnd && place == textsSize ? entries : nil
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
}

extension FileMemory {
  /// Where a file stands here, if it is still as it was.
  ///
  /// - Parameter hint: Where the last one was found; the next one is most likely behind it.
  func index(of path: String, _ status: FileStatus, hint: inout Int) -> Int? {
    guard let index = index(of: path, hint), entries[index].mark == Mark(status) else { return nil }
    hint = index + 1
    return index
  }

  private func index(of path: String, _ hint: Int) -> Int? {
    if hint < entries.count, path.hasBytes(head, in: entries[hint].path) { return hint }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if head[entries[middle].path].lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isFound = low < entries.count && path.hasBytes(head, in: entries[low].path)
    return isFound ? low : nil
  }

  /// What lists sort by, of a file; nil where its text has to be read to tell.
  func glance(at index: Int) -> TaskGlance? {
    let meaning = entries[index].meaning
    return meaning.isEmpty ? nil : TaskGlance(encodedIn: head, meaning)
  }

  /// What a file means; nil where its text has to be read to tell.
  func item(at index: Int) -> TaskItem? {
    let meaning = entries[index].meaning
    return meaning.isEmpty ? nil : TaskItem(encodedIn: head, meaning)
  }

  /// A file's text.
  func text(at index: Int) -> [UInt8] {
    if let text = keptText(at: index) { return text }
    // Damaged since it was opened; that the file is gone by now as well, its next reading tells.
    let path = String(decoding: head[entries[index].path], as: UTF8.self)
    return (try? files?.read(path).bytes) ?? []
  }

  /// Nil where it is damaged.
  private func keptText(at index: Int) -> [UInt8]? {
    let range = entries[index].text
    let bytes: [UInt8]?
    switch texts {
    case .bytes(let all, let start):
      bytes = Array(all[(start + range.lowerBound)..<(start + range.upperBound)])
    case .file(let file, let start): bytes = file.bytes(range.count, at: start + range.lowerBound)
    case nil: bytes = nil
    }
    return bytes.flatMap {
      Checksum.of($0, in: $0.indices) == entries[index].checksum ? $0 : nil
    }
  }
}

extension FileMemory {
  /// - Parameter moment: Files that were changed later than two seconds before are left out:
  ///   they may change again without a sign, since clocks of file systems tick slowly.
  static func encoded(
    _ tasks: [StoredTask], before moment: FileStatus.Time, _ aliases: FieldAliases? = nil
  ) -> [UInt8] {
    let kept = tasks.compactMap { task -> (task: StoredTask, mark: Mark)? in
      guard let status = task.file,
        max(status.modified.seconds, status.changed.seconds)
          < moment.seconds - 2
      else { return nil }
      return (task, Mark(status))
    }.sorted { $0.task.path.precedes(path: $1.task.path) }
    var entries: [UInt8] = []
    var texts: [UInt8] = []
    entries.append(word: UInt64(kept.count))
    for (task, mark) in kept {
      let text = task.document.bytes
      mark.append(to: &entries)
      entries.append(block: task.path.utf8)
      entries.append(block: task.item.encoded ?? [])
      entries.append(word: UInt64(text.count))
      entries.append(word: Checksum.of(text, in: text.indices))
      texts += text
    }
    var bytes = heading
    bytes.append(word: version(aliases))
    bytes.append(word: UInt64(prefixSize + entries.count))
    bytes.append(word: UInt64(texts.count))
    bytes.append(word: Checksum.of(entries, in: entries.indices))
    return bytes + entries + texts
  }
}

/// What must be the same for a file to be the same.
private struct Mark: Hashable {
  var size: UInt64
  var modified: UInt64
  var changed: UInt64
  var inode: UInt64
  var device: UInt64
  var mode: UInt64

  init(_ status: FileStatus) {
    size = UInt64(bitPattern: status.size)
    modified = Self.nanoseconds(status.modified)
    changed = Self.nanoseconds(status.changed)
    inode = status.inode
    device = status.device
    mode = UInt64(status.mode)
  }

  init?(_ reader: inout WordReader) {
    guard let size = reader.word(), let modified = reader.word(), let changed = reader.word(),
      let inode = reader.word(), let device = reader.word(), let mode = reader.word()
    else { return nil }
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.device = device
    self.mode = mode
  }

  /// Since 1970, wrapping round: only ever compared.
  private static func nanoseconds(_ time: FileStatus.Time) -> UInt64 {
    UInt64(bitPattern: time.seconds) &* 1_000_000_000 &+ UInt64(time.nanoseconds)
  }

  func append(to bytes: inout [UInt8]) {
    for word in [size, modified, changed, inode, device, mode] { bytes.append(word: word) }
  }
}
