internal import CGit2
internal import Platform

/// The entries of git's index in their file format, sorted by path.
///
/// libgit2 parses every entry into an object first: with ten thousand entries, that takes longer
/// than listing the files. This type parses only the entries asked for.
struct IndexEntries {
  let bytes: [UInt8]
  /// The offset of each entry.
  let starts: [Int]
  /// The end of the entries, where the extensions begin.
  let end: Int
  let hasConflicts: Bool

  /// In bytes.
  static let hashSize = 20
  /// The bits of an entry's flags that hold its merge stage.
  private static let stages = 0x3000

  /// An empty index.
  init() {
    let hash = [UInt8](repeating: 0, count: Self.hashSize)
    bytes = Array("DIRC".utf8) + [0, 0, 0, 2, 0, 0, 0, 0] + hash
    (starts, end, hasConflicts) = ([], 12, false)
  }

  /// - Throws: ``GitError`` with code `splitIndex` for an index that shares entries with another
  ///   file, `sparseIndex` for one with entries for whole folders, and `damagedIndex`.
  init(_ file: [UInt8]) throws(GitError) {
    let isShortened = file.count > 8 && file[7] == 4
    guard let bytes = isShortened ? Self.withWholePaths(file) : file,
      let found = Self.places(in: bytes)
    else { throw .index(.damagedIndex, "is damaged") }
    self.bytes = bytes
    (starts, end, hasConflicts) = found
    // An extension is mandatory unless its name begins with a capital letter.
    for part in parts where !(0x41...0x5A).contains(part.name[part.name.startIndex]) {
      switch String(decoding: part.name, as: UTF8.self) {
      case "link": throw .index(.splitIndex, "is split into two files, which memo can't read")
      case "sdir": throw .index(.sparseIndex, "is a sparse one, which memo can't read")
      default: throw .index(.damagedIndex, "is damaged")
      }
    }
  }

  /// - Returns: Nil if damaged.
  private static func places(
    in bytes: [UInt8]
  ) -> (starts: [Int], end: Int, hasConflicts: Bool)? {
    bytes.withUnsafeBytes { raw in
      let last = raw.count - hashSize
      guard last >= 12, raw.starts(with: "DIRC".utf8) else { return nil }
      let count = Int(raw.number(at: 8))
      guard (2...3).contains(raw.number(at: 4)), count <= raw.count / 64 else { return nil }
      var starts: [Int] = []
      starts.reserveCapacity(count)
      var (place, hasConflicts) = (12, false)
      for _ in 0..<count {
        guard place + 64 <= last else { return nil }
        let flags = Int(raw[place + 60]) << 8 | Int(raw[place + 61])
        if flags & stages != 0 { hasConflicts = true }
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
      while place < last {
        guard place + 8 <= last else { return nil }
        place += 8 + Int(raw.number(at: place + 4))
      }
      return place == last ? (starts, end, hasConflicts) : nil
    }
  }

  /// Converts an index of version 4, which shortens paths by a shared prefix, to version 3.
  ///
  /// - Returns: Nil for a damaged index.
  private static func withWholePaths(_ bytes: [UInt8]) -> [UInt8]? {
    let last = bytes.count - hashSize
    guard last >= 12 else { return nil }
    let count = bytes.withUnsafeBytes { $0.number(at: 8) }
    var result = Array(bytes[..<12])
    result[7] = 3
    var (place, path) = (12, ArraySlice<UInt8>())
    for _ in 0..<count {
      guard place + 64 <= last else { return nil }
      let head = bytes[place + 60] & 0x40 == 0 ? 62 : 64
      // The number of bytes to drop from the previous path, as a variable-length integer.
      var next = place + head
      var dropped = Int(bytes[next] & 0x7F)
      while bytes[next] & 0x80 != 0 {
        next += 1
        guard next < last, dropped < path.count else { return nil }
        dropped = (dropped + 1) << 7 | Int(bytes[next] & 0x7F)
      }
      guard dropped <= path.count, let end = bytes[(next + 1)..<last].firstIndex(of: 0) else {
        return nil
      }
      path = path.dropLast(dropped) + bytes[(next + 1)..<end]
      let start = result.count
      result += bytes[place..<(place + head)]
      result += path
      repeat { result.append(0) } while (result.count - start) % 8 != 0
      place = end + 1
    }
    return result + bytes[place...]
  }

  struct Entry {
    fileprivate let entries: IndexEntries
    fileprivate let start: Int

    private func number(_ offset: Int) -> UInt32 {
      entries.bytes.withUnsafeBytes { $0.number(at: start + offset) }
    }
    private var flags: UInt16 { UInt16(truncatingIfNeeded: number(58)) }
    var mode: UInt32 { number(24) }
    var id: ObjectID { ObjectID(bytes: entries.bytes[(start + 40)..<(start + 60)]) }
    /// Nonzero after an unresolved merge of this path.
    var stage: Int { Int(flags >> 12) & 3 }
    /// Whether a sparse checkout excludes the file (git's skip-worktree bit).
    var isLeftOut: Bool { flags & 0x4000 != 0 && entries.bytes[start + 62] & 0x40 != 0 }
    /// Whether git has seen a file with this content in the work tree.
    var hasStatus: Bool {
      // The times in seconds, and the inode.
      [0, 8, 20].contains { number($0) != 0 }
    }
  }

  func entry(_ index: Int) -> Entry { Entry(entries: self, start: starts[index]) }

  func path(_ index: Int) -> Range<Int> {
    let start = starts[index]
    let flags = Int(bytes[start + 60]) << 8 | Int(bytes[start + 61])
    let first = start + (flags & 0x4000 == 0 ? 62 : 64)
    var end = first + flags & 0xFFF
    if flags & 0xFFF == 0xFFF { while bytes[end] != 0 { end += 1 } }
    return first..<end
  }

  /// Negative if a path sorts before an entry's path, 0 if equal.
  func order(of path: UnsafeRawBufferPointer, at index: Int) -> Int {
    let range = self.path(index)
    return bytes.withUnsafeBytes { path.order(to: $0.part(range)) }
  }

  func place(of path: UnsafeRawBufferPointer) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if order(of: path, at: middle) > 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The entry of a path; nil after an unresolved merge of this path.
  ///
  /// - Parameter hint: The most likely entry; callers look paths up in order.
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

  /// Whether a file has the status, content and mode recorded in the index.
  ///
  /// Runs for every file, so it doesn't allocate.
  func has(_ file: WorkTreeFile, as before: TreePlace, hint: inout Int) -> Bool {
    guard let index = index(of: file.path, hint: &hint),
      hasStatus(file.status, mode: before.mode, at: index)
    else { return false }
    let start = starts[index]
    return bytes.withUnsafeBytes {
      before.isObject($0.part(start + 40..<start + 60))
    }
  }

  /// Whether a file has the status of an entry with this mode.
  private func hasStatus(_ status: FileStatus, mode: UInt32, at index: Int) -> Bool {
    let start = starts[index]
    return bytes.withUnsafeBytes { raw in
      raw.number(at: start + 8) == UInt32(truncatingIfNeeded: status.modified.seconds)
        && raw.number(at: start + 12) == status.modified.nanoseconds
        && raw.number(at: start) == UInt32(truncatingIfNeeded: status.changed.seconds)
        && raw.number(at: start + 4) == status.changed.nanoseconds
        && raw.number(at: start + 20) == UInt32(truncatingIfNeeded: status.inode)
        && raw.number(at: start + 36) == UInt32(truncatingIfNeeded: status.size)
        && raw.number(at: start + 24) == UInt32(status.gitMode.rawValue)
        && raw.number(at: start + 24) == mode
    }
  }

  /// The paths of entries in conflict with a path: files below it, or a file in place of one of its
  /// folders.
  func pathsInTheWay(of path: String) -> Set<PathKey> {
    var found: Set<PathKey> = []
    for (place, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") {
      let folder = Array(path.utf8.prefix(place))
      let index = folder.withUnsafeBytes { self.place(of: $0) }
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
  /// The extensions after the entries, each with its four-letter name.
  private var parts: [(name: ArraySlice<UInt8>, content: Range<Int>)] {
    var found: [(name: ArraySlice<UInt8>, content: Range<Int>)] = []
    var place = end
    while place + 8 <= bytes.count - Self.hashSize {
      let size = Int(bytes.withUnsafeBytes { $0.number(at: place + 4) })
      found.append((bytes[place..<(place + 4)], (place + 8)..<(place + 8 + size)))
      place += 8 + size
    }
    return found
  }

  /// The cached tree of all entries (extension `TREE`); nil if something was staged since.
  ///
  /// The root comes first: an empty path, the counts of entries and of subtrees, and the tree's id.
  var tree: ObjectID? {
    guard let part = parts.first(where: { $0.name.elementsEqual("TREE".utf8) }),
      case let noted = bytes[part.content], noted.first == 0,
      noted.dropFirst().first != UInt8(ascii: "-"),
      let end = noted.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let name = noted[(end + 1)...].prefix(20)
    return name.count == 20 ? ObjectID(bytes: name) : nil
  }

  /// All entries below a folder, recursively.
  func range(below folder: [UInt8]) -> Range<Int> {
    let (first, end) = (folder + [UInt8(ascii: "/")], folder + [UInt8(ascii: "/") + 1])
    return first.withUnsafeBytes(place)..<end.withUnsafeBytes(place)
  }

  /// Whether an entry's file was modified at or after a moment.
  ///
  /// False for an empty file, which can't have changed unnoticed, and for a path in conflict.
  func isWritten(_ index: Int, since moment: git_index_time) -> Bool {
    let start = starts[index]
    return bytes.withUnsafeBytes { raw in
      let seconds = Int32(bitPattern: raw.number(at: start + 8))
      return (seconds, raw.number(at: start + 12)) >= (moment.seconds, moment.nanoseconds)
        && raw.number(at: start + 36) != 0
        && Int(raw[start + 60]) << 8 & Self.stages == 0
    }
  }
}

extension UnsafeRawBufferPointer {
  /// A big-endian number of 32 bits.
  fileprivate func number(at place: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }
}

extension GitError {
  fileprivate static func index(_ code: Code, _ what: String) -> GitError {
    GitError(code: code, operation: "read", message: "git's index of this repository \(what)")
  }
}

extension Repository {
  private var indexFile: String { "\(gitDirectory)/index" }

  /// The index on disk; nil if there is none.
  ///
  /// - Throws: ``GitError`` for an index that memo can't read.
  func indexEntries() throws(GitError) -> IndexEntries? {
    let path = indexFile
    guard let status = WorkTree.status(at: path) else { return nil }
    if let known = knownIndex, known.status == status { return known.entries }
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try WorkTree.knownContent(at: path)
    } catch {
      throw GitError(code: .generic, operation: "read", message: error.description)
    }
    guard let bytes else { return nil }
    let entries: IndexEntries
    do throws(GitError) {
      entries = try IndexEntries(bytes)
    } catch {
      var error = error
      if error.code == .damagedIndex { error.details = [path] }
      throw error
    }
    // The file was replaced during the read: don't cache it.
    if WorkTree.status(at: path) == status { knownIndex = (status, entries) }
    return entries
  }

  /// The entry of a path in the index as last read.
  private func indexEntry(at path: String) throws(GitError) -> IndexEntries.Entry? {
    // Not with `??`: its right-hand side loses the typed error.
    var entries = knownIndex?.entries
    if entries == nil { entries = try indexEntries() }
    var hint = 0
    return entries?.entry(of: path, hint: &hint)
  }

  public func hasConflicts() throws(GitError) -> Bool {
    try indexEntries()?.hasConflicts ?? false
  }

  public func stagedBlob(at path: String) throws(GitError) -> ObjectID? {
    try indexEntry(at: path)?.id
  }

  public func isTracked(_ path: String) throws(GitError) -> Bool {
    try indexEntry(at: path) != nil
  }

  /// Whether git has seen the indexed content in the work tree; nil for an untracked path.
  public func wasHere(_ path: String) throws(GitError) -> Bool? {
    try indexEntry(at: path)?.hasStatus
  }

  public func isSparse(_ path: String) throws(GitError) -> Bool {
    var hint = 0
    return try indexEntries()?.entry(of: path, hint: &hint)?.isLeftOut ?? false
  }

  /// The entries of some paths in a separate index file.
  public func entries(
    at paths: [String], inIndexFile file: String
  ) throws(GitError) -> [TreeEntry?] {
    let entries = try IndexEntries(WorkTree.content(at: file) ?? [])
    var hint = 0
    return paths.map { path in
      guard let entry = entries.entry(of: path, hint: &hint), let mode = FileMode(raw: entry.mode)
      else { return nil }
      return TreeEntry(path: path, id: entry.id, mode: mode)
    }
  }

  /// The seconds until HEAD follows a git command's changes to index and files; 0 if it has.
  ///
  /// Commands like `checkout`, `reset --hard` and fast-forwards release `index.lock` a moment
  /// before they move HEAD. They write a whole tree into the index, unlike `git add` and `git rm`.
  /// So a command is still running if an index younger than two seconds has a cached tree other
  /// than HEAD's.
  /// - Parameter head: The commit of HEAD.
  public func pauseForHead(at head: ObjectID?) throws(GitError) -> Double {
    if isHeadLocked { return Self.longestStep }
    guard let written = WorkTree.status(at: indexFile)?.modified else { return 0 }
    let age = FileStatus.Time.now.seconds(since: written)
    guard age < Self.longestStep, age > -Self.longestStep else { return 0 }
    guard let tree = try indexEntries()?.tree,
      try tree != head.map({ (head) throws(GitError) in try commit(head).tree })
    else { return 0 }
    return Self.longestStep - max(age, 0)
  }

  /// Whether git is moving HEAD, or was killed while doing so.
  ///
  /// memo never takes this lock: it moves the branch that HEAD points to.
  public var isHeadLocked: Bool { WorkTree.status(at: "\(gitDirectory)/HEAD.lock") != nil }

  /// In seconds; longer than any git command takes between writing the index and moving HEAD.
  private static let longestStep = 2.0
}

extension FileStatus.Time {
  fileprivate func seconds(since earlier: FileStatus.Time) -> Double {
    Double(seconds - earlier.seconds)
      + (Double(nanoseconds) - Double(earlier.nanoseconds)) / 1_000_000_000
  }
}
