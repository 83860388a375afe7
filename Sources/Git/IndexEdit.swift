internal import CGit2

/// A new index from an old one, in which the entries of a few paths change.
struct IndexEdit {
  private let old: IndexEntries
  /// By path: the new entry; nil for one that goes.
  private var changes: [(path: [UInt8], entry: git_index_entry?)] = []
  /// Entries of which nobody may believe any more that their files are as they were.
  private var doubtful: Set<Int> = []

  init(_ old: IndexEntries) { self.old = old }

  /// - Parameter entry: Nil for a path that goes; all that a merge has left of it goes, too.
  mutating func set(_ path: String, _ entry: git_index_entry?) {
    changes.append((Array(path.utf8), entry))
  }

  /// The paths of the entries whose files were written in the moment in which the index was, or
  /// later, so that they may have changed unseen; git calls them racily clean.
  ///
  /// - Parameter written: When the old index was written.
  func racy(since written: FileStatus.Time) -> [(index: Int, path: String)] {
    let limit = git_index_time(written)
    return old.starts.indices.filter { old.isWritten($0, since: limit) }
      .map { ($0, String(decoding: old.bytes[old.path($0)], as: UTF8.self)) }
  }

  func id(at index: Int) -> ObjectID { old.entry(index).id }

  /// In the new index, which is written later, they would pass for unchanged.
  mutating func doubt(_ index: Int) { doubtful.insert(index) }

  private typealias Step = (range: Range<Int>, path: [UInt8], entry: git_index_entry?)

  /// What takes the place of which entries, in their order.
  private var steps: [Step] {
    var steps: [Step] = []
    for (path, entry) in changes {
      let range = path.withUnsafeBytes { path in
        let first = old.place(of: path)
        var end = first
        while end < old.starts.count, old.order(of: path, at: end) == 0 { end += 1 }
        return first..<end
      }
      if entry != nil || !range.isEmpty { steps.append((range, path, entry)) }
    }
    steps.sort {
      $0.range.lowerBound == $1.range.lowerBound
        ? $0.path.lexicographicallyPrecedes($1.path) : $0.range.lowerBound < $1.range.lowerBound
    }
    return steps
  }

  /// How many entries come and go where.
  var treeChanges: [IndexTree.Change] {
    steps.map { IndexTree.Change($0.path, more: ($0.entry == nil ? 0 : 1) - $0.range.count) }
  }

  /// The new file.
  ///
  /// - Parameter tree: What is known of the trees that its entries make.
  func bytes(_ tree: IndexTree?) -> [UInt8] {
    let steps = steps
    var entries = ArraySlice(old.bytes)
    for index in doubtful {
      for place in (old.starts[index] + 36)..<(old.starts[index] + 40) { entries[place] = 0 }
    }
    func start(_ index: Int) -> Int { index < old.starts.count ? old.starts[index] : old.end }
    var result: [UInt8] = []
    result.reserveCapacity(old.bytes.count + steps.count * 128 + 4096)
    result += entries[..<12]
    var (done, count) = (12, old.starts.count)
    for step in steps {
      result += entries[done..<start(step.range.lowerBound)]
      if let entry = step.entry {
        Self.append(entry, step.path, to: &result)
        count += 1
      }
      count -= step.range.count
      done = start(step.range.upperBound)
    }
    result += entries[done..<old.end]
    withUnsafeBytes(of: UInt32(count).bigEndian) { result.replaceSubrange(8..<12, with: $0) }
    if let tree { Self.append("TREE".utf8, tree.bytes, to: &result) }
    // What else git keeps beside the entries it makes anew.
    if let resolved = old.content(of: "REUC") { Self.append("REUC".utf8, resolved, to: &result) }
    var hash = SHA1()
    hash.add(result)
    result += hash.end()
    return result
  }

  private static func append(
    _ entry: git_index_entry, _ path: [UInt8], to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    for number in [
      UInt32(bitPattern: entry.ctime.seconds), entry.ctime.nanoseconds,
      UInt32(bitPattern: entry.mtime.seconds), entry.mtime.nanoseconds, entry.dev, entry.ino,
      entry.mode, entry.uid, entry.gid, entry.file_size,
    ] {
      withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
    bytes += ObjectID(entry.id).bytes
    withUnsafeBytes(of: UInt16(min(path.count, 0xFFF)).bigEndian) { bytes += $0 }
    bytes += path
    // One NUL at least.
    repeat { bytes.append(0) } while (bytes.count - start) % 8 != 0
  }
}

extension IndexEdit {
  private static func append(
    _ name: String.UTF8View, _ content: some Collection<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes += name
    withUnsafeBytes(of: UInt32(content.count).bigEndian) { bytes += $0 }
    bytes += content
  }
}
