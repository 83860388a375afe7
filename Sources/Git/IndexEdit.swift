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
  /// - Parameters:
  ///   - written: When the old index was written.
  ///   - most: Nil is returned where there are more.
  func racy(since written: FileStatus.Time, most: Int) -> [(index: Int, path: String)]? {
    var found: [(Int, String)] = []
    let limit = git_index_time(written)
    for index in old.starts.indices {
      let entry = old.entry(index)
      let time = entry.modified
      guard (time.seconds, time.nanoseconds) >= (limit.seconds, limit.nanoseconds), entry.size != 0,
        entry.stage == 0
      else { continue }
      if found.count == most { return nil }
      found.append((index, String(decoding: old.bytes[old.path(index)], as: UTF8.self)))
    }
    return found
  }

  func id(at index: Int) -> ObjectID { old.entry(index).id }

  /// In the new index, which is written later, they would pass for unchanged.
  mutating func doubt(_ index: Int) { doubtful.insert(index) }

  /// The new file.
  var bytes: [UInt8] {
    var steps: [(range: Range<Int>, path: [UInt8], entry: git_index_entry?)] = []
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
    var entries = ArraySlice(old.bytes)
    for index in doubtful {
      for place in (old.starts[index] + 36)..<(old.starts[index] + 40) { entries[place] = 0 }
    }
    func start(_ index: Int) -> Int { index < old.starts.count ? old.starts[index] : old.end }
    var result: [UInt8] = []
    result.reserveCapacity(old.bytes.count + steps.count * 128)
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
    result += extensions(without: steps.map(\.path))
    var hash = SHA1()
    hash.add(result)
    return result + hash.end()
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
  /// What git keeps beside the entries, as far as it holds still; what is left out it makes anew.
  private func extensions(without paths: [[UInt8]]) -> [UInt8] {
    var kept: [UInt8] = []
    var place = old.end
    while place + 8 <= old.bytes.count - IndexEntries.hashSize {
      let name = old.bytes[place..<(place + 4)]
      let size = old.bytes[(place + 4)..<(place + 8)].reduce(0) { $0 << 8 | Int($1) }
      let content = old.bytes[(place + 8)..<(place + 8 + size)]
      if name.elementsEqual("TREE".utf8) {
        if let trees = CachedTrees(content, besides: paths) {
          Self.append(name, trees.bytes, to: &kept)
        }
      } else if name.elementsEqual("REUC".utf8) {
        Self.append(name, Array(content), to: &kept)
      }
      place += 8 + size
    }
    return kept
  }

  private static func append(
    _ name: ArraySlice<UInt8>, _ content: [UInt8], to bytes: inout [UInt8]
  ) {
    bytes += name
    withUnsafeBytes(of: UInt32(content.count).bigEndian) { bytes += $0 }
    bytes += content
  }
}

/// The trees that git notes in the index, so that it need not make them again: each folder's name,
/// how many entries it has and how many folders, and the tree's name; where something in it has
/// changed, -1 and no name.
private struct CachedTrees {
  private(set) var bytes: [UInt8] = []
  private var rest: ArraySlice<UInt8>
  private let changed: Set<[UInt8]>

  /// - Parameter paths: Those whose entries change.
  /// - Returns: Nil for what is broken.
  init?(_ content: ArraySlice<UInt8>, besides paths: [[UInt8]]) {
    var changed: Set<[UInt8]> = [[]]
    for path in paths {
      for (place, byte) in path.enumerated() where byte == UInt8(ascii: "/") {
        changed.insert(Array(path[..<place]))
      }
    }
    self.changed = changed
    rest = content
    guard take(below: nil, depth: 0), rest.isEmpty else { return nil }
  }

  private mutating func take(below parent: [UInt8]?, depth: Int) -> Bool {
    guard depth < 1000, let zero = rest.firstIndex(of: 0) else { return false }
    let name = rest[..<zero]
    rest = rest[(zero + 1)...]
    guard let line = rest.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let words = rest[..<line].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    rest = rest[(line + 1)...]
    guard words.count == 2, let count = words[0], let folders = words[1], folders >= 0 else {
      return false
    }
    let path = parent.map { ($0.isEmpty ? [] : $0 + [UInt8(ascii: "/")]) + name } ?? []
    let id = count < 0 ? [] : rest.prefix(20)
    rest = rest.dropFirst(id.count)
    guard count < 0 || id.count == 20 else { return false }
    let isValid = count >= 0 && !changed.contains(path)
    bytes += name
    bytes.append(0)
    bytes += "\(isValid ? count : -1) \(folders)\n".utf8
    if isValid { bytes += id }
    for _ in 0..<folders {
      guard take(below: path, depth: depth + 1) else { return false }
    }
    return true
  }
}
