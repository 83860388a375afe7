internal import Platform

/// A pack while it is written, in a file that nobody looks into yet.
struct PackFile: ~Copyable {
  private let folder: String
  private let temporary: String
  private let file: Descriptor
  private var hash = SHA1()
  private var size: UInt64 = 0
  private var entries: [PackIndex.Entry] = []

  private init(folder: String, temporary: String, file: consuming Descriptor) {
    self.folder = folder
    self.temporary = temporary
    self.file = file
  }

  /// - Parameter count: How many objects it will have.
  static func begin(in folder: String, count: Int) throws(GitError) -> PackFile {
    removeAbandoned(in: folder)
    let temporary = "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))"
    guard let file = create(temporary) else { throw .system("write", temporary) }
    var pack = PackFile(folder: folder, temporary: temporary, file: file)
    var header = Array("PACK".utf8)
    for number in [UInt32(2), UInt32(count)] {
      withUnsafeBytes(of: number.bigEndian) { header += $0 }
    }
    try pack.write(header)
    return pack
  }

  /// What git's own unfinished packs are called, and it puts away after weeks.
  private static let prefix = "tmp_pack_memo"

  /// Makes a file that is locked as long as it is open, by which all others know that somebody is
  /// at work on it.
  private static func create(_ path: String) -> Descriptor? {
    while true {
      guard let file = Descriptor(path, in: AT_FDCWD, O_WRONLY | O_CREAT | O_EXCL, mode: 0o444)
      else { return nil }
      // A file system without locks has nobody who could take it for abandoned.
      let isLocked = file.use { flock($0, LOCK_EX) } == 0
      // In the moment before, somebody may have taken it for that.
      if !isLocked || WorkTree.status(at: path) != nil { return file }
    }
  }

  /// Removes what writers have left that were killed, which may be as large as all tasks.
  private static func removeAbandoned(in folder: String) {
    for name in WorkTree.names(in: folder) ?? [] where name.hasPrefix(prefix) {
      let path = "\(folder)/\(name)"
      // What can't be looked at or removed is in nobody's way.
      guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        file.use({ flock($0, LOCK_EX | LOCK_NB) }) == 0
      else { continue }
      unlink(path)
    }
  }

  /// Adds objects that stand one behind another in `part`.
  mutating func add(_ part: PackPart) throws(GitError) {
    for entry in part.entries {
      var entry = entry
      entry.offset += size
      entries.append(entry)
    }
    try write(part.bytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws(GitError) {
    guard file.writeAll(bytes) else {
      let error = GitError.system("write", temporary)
      unlink(temporary)
      throw error
    }
    hash.add(bytes)
    size += UInt64(bytes.count)
  }

  /// Gives it its name, as soon as all of it is on the disk; the index comes last, since by that
  /// git finds it.
  consuming func finish() throws(GitError) {
    let checkSum = hash.end()
    let name = "\(folder)/pack-\(ObjectID(bytes: checkSum[...]).hex)"
    // Not with the ending of one: who lists the folder meanwhile takes it for none.
    let index = "\(temporary)-index"
    defer { for path in [temporary, index] { unlink(path) } }
    guard file.writeAll(checkSum), file.synchronize(),
      let indexFile = Self.create(index),
      indexFile.writeAll(PackIndex.bytes(of: entries, packCheckSum: checkSum)),
      indexFile.synchronize(), rename(temporary, "\(name).pack") == 0,
      rename(index, "\(name).idx") == 0
    else { throw .system("write", name) }
    // Not every file system can say when it has the names.
    _ = Descriptor(folder, in: AT_FDCWD, O_RDONLY | O_DIRECTORY)?.synchronize()
  }
}

/// Objects as they stand in a pack.
struct PackPart: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Counted from the beginning of ``bytes``.
  private(set) var entries: [PackIndex.Entry] = []

  /// - Parameters:
  ///   - base: What the content is told by, where the two are alike; also in this pack.
  /// - Returns: False when it can't be compressed.
  mutating func add(
    _ content: [UInt8], _ id: ObjectID, base: (content: [UInt8], id: ObjectID)?,
    _ deflater: inout Deflater
  ) -> Bool {
    let start = bytes.count
    let isDone: Bool
    if let base, let delta = Delta(of: content, from: base.content) {
      begin(.delta, size: delta.bytes.count)
      bytes += base.id.bytes
      isDone = deflater.append(delta.bytes, to: &bytes)
    } else {
      begin(.blob, size: content.count)
      isDone = deflater.append(content, to: &bytes)
    }
    entries.append(
      PackIndex.Entry(id: id, offset: UInt64(start), checkSum: checkSum(bytes[start...])))
    return isDone
  }

  private enum Kind: Int {
    case blob = 3
    /// By the name of its base.
    case delta = 7
  }

  private mutating func begin(_ kind: Kind, size: Int) {
    var byte = kind.rawValue << 4 | size & 0x0F
    var rest = size >> 4
    while rest > 0 {
      bytes.append(UInt8(byte | 0x80))
      byte = rest & 0x7F
      rest >>= 7
    }
    bytes.append(UInt8(byte))
  }
}

extension GitError {
  fileprivate static func system(_ operation: StaticString, _ path: String) -> GitError {
    GitError(
      code: .generic, operation: operation, message: "\(path): \(String(cString: strerror(errno)))")
  }
}
