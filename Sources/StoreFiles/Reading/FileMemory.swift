internal import Git
internal import TaskFile

/// What was in the task files when they were read last, with their status at that moment.
///
/// It lies in git's folder, and serves to open only the files that are not as they were: of
/// ten thousand, nearly none. A file counts as unchanged if its size, its times, its place on
/// the disk and its mode are the same, as in git's index. It may be deleted at any time, and
/// one that is cut short or of another version is no memory at all.
struct FileMemory: Sendable {
  private let bytes: [UInt8]
  /// Sorted by the bytes of their paths.
  private var entries: [Entry] = []

  private struct Entry {
    var path: Range<Int>
    var mark: Mark
    var content: Range<Int>
  }

  /// The version of this very layout.
  private static let heading = Array("memo file memory 1\n".utf8)

  /// Nothing at all.
  init() { bytes = [] }

  /// - Parameter bytes: As ``encoded(_:before:)`` made them.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var reader = WordReader(bytes)
    guard reader.take(Self.heading), let count = reader.word(), count <= bytes.count else { return }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let mark = Mark(&reader), let path = reader.block(), let content = reader.block()
      else { return }
      entries.append(Entry(path: path, mark: mark, content: content))
    }
    guard reader.isAtEnd else { return }
    self.entries = entries
  }

  var isEmpty: Bool { entries.isEmpty }

  /// A file's content, if the file is still as it was.
  ///
  /// - Parameter hint: Where the last one was found; the next one is most likely behind it.
  func content(of path: String, _ status: FileStatus, hint: inout Int) -> [UInt8]? {
    guard let index = index(of: path, hint), entries[index].mark == Mark(status) else { return nil }
    hint = index + 1
    return Array(bytes[entries[index].content])
  }

  private func index(of path: String, _ hint: Int) -> Int? {
    if hint < entries.count, path.utf8.elementsEqual(bytes[entries[hint].path]) { return hint }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes[entries[middle].path].lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isFound = low < entries.count && path.utf8.elementsEqual(bytes[entries[low].path])
    return isFound ? low : nil
  }
}

extension FileMemory {
  /// - Parameter moment: Files that were changed later than two seconds before are left out:
  ///   they may change again without a sign, since clocks of file systems tick slowly.
  static func encoded(_ tasks: [StoredTask], before moment: FileStatus.Time) -> [UInt8] {
    let kept = tasks.compactMap { task -> (path: [UInt8], mark: Mark, content: [UInt8])? in
      guard let status = task.file,
        max(status.modified.seconds, status.changed.seconds)
          < moment.seconds - 2
      else { return nil }
      return (Array(task.path.utf8), Mark(status), task.document.bytes)
    }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var bytes = heading
    bytes.reserveCapacity(kept.reduce(100) { $0 + $1.path.count + $1.content.count + 64 })
    bytes.append(word: UInt64(kept.count))
    for (path, mark, content) in kept {
      mark.append(to: &bytes)
      bytes.append(block: path)
      bytes.append(block: content)
    }
    return bytes
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
