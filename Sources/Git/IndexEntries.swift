internal import CGit2
internal import Platform

/// The entries of git's index as they stand in its file, one behind another, sorted by path.
///
/// libgit2 makes an object of each and reads them all before it tells anything: of ten thousand,
/// that takes longer than to list the files. Here only what is asked for is looked at.
struct IndexEntries {
  let bytes: [UInt8]
  /// Where each begins.
  let starts: [Int]
  /// Where they end, and the extensions begin.
  let end: Int
  /// Whether a merge left several versions of one.
  let hasConflicts: Bool

  /// The hash of all that comes before it.
  static let hashSize = 20
  /// The bits of an entry's flags that say which version it is, in a merge.
  private static let stages = 0x3000

  /// - Returns: Nil for what is left to libgit2: an index that shares entries with another, leaves
  ///   out whole folders or cuts paths short, and one that is broken.
  init?(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBytes { raw -> (starts: [Int], end: Int, hasConflicts: Bool)? in
      let last = raw.count - Self.hashSize
      guard last >= 12, raw.starts(with: "DIRC".utf8) else { return nil }
      func number(_ place: Int) -> Int {
        Int(UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      }
      guard (2...3).contains(number(4)), number(8) <= raw.count / 64 else { return nil }
      var starts: [Int] = []
      starts.reserveCapacity(number(8))
      var (place, hasConflicts) = (12, false)
      for _ in 0..<number(8) {
        guard place + 64 <= last else { return nil }
        let flags = Int(raw[place + 60]) << 8 | Int(raw[place + 61])
        if flags & Self.stages != 0 { hasConflicts = true }
        let head = flags & 0x4000 == 0 ? 62 : 64
        var length = flags & 0xFFF
        if length == 0xFFF {
          while place + head + length < last, raw[place + head + length] != 0 { length += 1 }
        }
        let next = place + (head + length + 8) & ~7
        guard next <= last, raw[place + head + length] == 0 else { return nil }
        starts.append(place)
        place = next
      }
      let end = place
      // Those that don't begin with a capital letter have to be understood.
      while place < last {
        guard place + 8 <= last, (0x41...0x5A).contains(raw[place]) else { return nil }
        place += 8 + number(place + 4)
      }
      return place == last ? (starts, end, hasConflicts) : nil
    }
    guard let found else { return nil }
    self.bytes = bytes
    (starts, end, hasConflicts) = found
  }

  /// One of them.
  struct Entry {
    fileprivate let entries: IndexEntries
    fileprivate let start: Int

    private func number(_ offset: Int) -> UInt32 {
      entries.bytes.withUnsafeBytes {
        UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self))
      }
    }
    private var flags: UInt16 { UInt16(truncatingIfNeeded: number(58)) }
    var changed: git_index_time { time(0) }
    var modified: git_index_time { time(8) }
    var inode: UInt32 { number(20) }
    var mode: UInt32 { number(24) }
    var size: UInt32 { number(36) }
    var id: ObjectID { ObjectID(bytes: entries.bytes[(start + 40)..<(start + 60)]) }
    /// Not 0 where a merge left several versions.
    var stage: Int { Int(flags >> 12) & 3 }
    /// Whether a sparse checkout leaves it out.
    var isLeftOut: Bool { flags & 0x4000 != 0 && entries.bytes[start + 62] & 0x40 != 0 }
    /// Whether only its path is noted yet, as by `git add -N`.
    var isIntended: Bool { flags & 0x4000 != 0 && entries.bytes[start + 62] & 0x20 != 0 }
    /// Whether git has seen a file with this content here.
    var hasStatus: Bool { modified.seconds != 0 || changed.seconds != 0 || inode != 0 }

    private func time(_ offset: Int) -> git_index_time {
      git_index_time(
        seconds: Int32(bitPattern: number(offset)), nanoseconds: number(offset + 4))
    }
  }

  func entry(_ index: Int) -> Entry { Entry(entries: self, start: starts[index]) }

  /// Where the path of one of them stands.
  func path(_ index: Int) -> Range<Int> {
    let start = starts[index]
    let flags = Int(bytes[start + 60]) << 8 | Int(bytes[start + 61])
    let first = start + (flags & 0x4000 == 0 ? 62 : 64)
    var end = first + flags & 0xFFF
    if flags & 0xFFF == 0xFFF { while bytes[end] != 0 { end += 1 } }
    return first..<end
  }

  /// Less than 0 where a path comes before an entry's, 0 for the same.
  func order(of path: UnsafeRawBufferPointer, at index: Int) -> Int {
    let range = self.path(index)
    return bytes.withUnsafeBytes { raw in
      let count = min(path.count, range.count)
      if count > 0, let a = path.baseAddress, let b = raw.baseAddress {
        let order = Int(memcmp(a, b + range.lowerBound, count))
        if order != 0 { return order }
      }
      return path.count - range.count
    }
  }

  /// The first entry that a path doesn't come behind.
  func place(of path: UnsafeRawBufferPointer) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if order(of: path, at: middle) > 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The entry of a path that no merge has left open.
  ///
  /// - Parameter hint: Where it most likely is, as paths are asked for in order.
  func entry(of path: String, hint: inout Int) -> Entry? {
    index(of: path, hint: &hint).map(entry)
  }

  private func index(of path: String, hint: inout Int) -> Int? {
    var path = path
    let index = path.withUTF8 { path in
      let path = UnsafeRawBufferPointer(path)
      if hint < starts.count, order(of: path, at: hint) == 0 { return hint }
      let index = place(of: path)
      return index < starts.count && order(of: path, at: index) == 0 ? index : -1
    }
    guard index >= 0, entry(index).stage == 0 else { return nil }
    hint = index + 1
    return index
  }

  /// Whether a file has the status, the content and the mode by which the index knows it; asked of
  /// all files, so that nothing is made of what is compared.
  func has(_ file: WorkTreeFile, as before: TreePlace, hint: inout Int) -> Bool {
    guard let index = index(of: file.path, hint: &hint),
      hasStatus(file.status, mode: before.mode, at: index)
    else { return false }
    let start = starts[index]
    return bytes.withUnsafeBytes {
      before.isObject(UnsafeRawBufferPointer(rebasing: $0[(start + 40)..<(start + 60)]))
    }
  }

  /// Whether a file has the status by which the index knows one of a mode.
  func hasStatus(_ status: FileStatus, mode: UInt32? = nil, at index: Int) -> Bool {
    let start = starts[index]
    return bytes.withUnsafeBytes { raw in
      func number(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self))
      }
      return number(8) == UInt32(truncatingIfNeeded: status.modified.seconds)
        && number(12) == status.modified.nanoseconds
        && number(0) == UInt32(truncatingIfNeeded: status.changed.seconds)
        && number(4) == status.changed.nanoseconds
        && number(20) == UInt32(truncatingIfNeeded: status.inode)
        && number(36) == UInt32(truncatingIfNeeded: status.size)
        && number(24) == UInt32(status.gitMode.rawValue) && mode ?? number(24) == number(24)
    }
  }

  /// The paths of files that stand where a path has a folder, or in a folder where it would stand.
  func pathsInTheWay(of path: String) -> Set<PathKey> {
    var found: Set<PathKey> = []
    for (place, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") {
      let folder = Array(path.utf8.prefix(place))
      let index = folder.withUnsafeBytes { self.place(of: $0) }
      // Also what a merge has left open.
      if index < starts.count, bytes[self.path(index)].elementsEqual(folder) {
        found.insert(PathKey(String(decoding: folder, as: UTF8.self)))
      }
    }
    for index in range(below: Array(path.utf8)) {
      found.insert(PathKey(String(decoding: bytes[self.path(index)], as: UTF8.self)))
    }
    return found
  }
}

extension IndexEntries {
  /// What stands in one of the parts that git keeps beside the entries.
  func content(of name: String) -> ArraySlice<UInt8>? {
    var place = end
    while place + 8 <= bytes.count - Self.hashSize {
      let size = bytes[(place + 4)..<(place + 8)].reduce(0) { $0 << 8 | Int($1) }
      if bytes[place..<(place + 4)].elementsEqual(name.utf8) {
        return bytes[(place + 8)..<(place + 8 + size)]
      }
      place += 8 + size
    }
    return nil
  }

  /// What is noted of the trees that the entries make.
  var tree: IndexTree? { content(of: "TREE").flatMap { IndexTree($0) } }

  /// The entries below a folder, however deep.
  func range(below folder: [UInt8]) -> Range<Int> {
    // The character behind the slash.
    let (first, end) = (folder + [UInt8(ascii: "/")], folder + [UInt8(ascii: "/") + 1])
    return first.withUnsafeBytes(place)..<end.withUnsafeBytes(place)
  }

  /// Whether one of them is a file as a commit has it, and no merge has left it open.
  func isFile(_ index: Int, at place: TreePlace) -> Bool {
    let entry = entry(index)
    return entry.stage == 0 && !entry.isIntended && entry.mode == place.mode
      && place.isObject(entry.id.raw)
      && place.order(of: String(decoding: bytes[path(index)], as: UTF8.self)) == 0
  }

  /// Whether the file of one of them was written in a moment or later; nothing can have changed in
  /// an empty one, nor where a merge has left several.
  func isWritten(_ index: Int, since moment: git_index_time) -> Bool {
    let start = starts[index]
    return bytes.withUnsafeBytes { raw in
      func number(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self))
      }
      let seconds = Int32(bitPattern: number(8))
      return (seconds, number(12)) >= (moment.seconds, moment.nanoseconds) && number(36) != 0
        && Int(raw[start + 60]) << 8 & Self.stages == 0
    }
  }
}

extension Repository {
  /// The index as it was read when it was last asked for.
  func lastIndexEntries() throws(GitError) -> IndexEntries? {
    if let knownIndex { return knownIndex.entries }
    return try indexEntries()
  }

  /// The index as it is on the disk now; nil where only libgit2 understands it, and where there is
  /// none.
  func indexEntries() throws(GitError) -> IndexEntries? {
    let path = "\(gitDirectory)/index"
    guard let status = WorkTree.status(at: path) else { return nil }
    if let known = knownIndex, known.status == status { return known.entries }
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try WorkTree.knownContent(at: path)
    } catch {
      throw GitError(code: .generic, operation: "read", message: error.description)
    }
    let entries = bytes.flatMap { IndexEntries($0) }
    // Replaced meanwhile: the next one reads it again.
    if WorkTree.status(at: path) == status { knownIndex = (status, entries) }
    return entries
  }
}
