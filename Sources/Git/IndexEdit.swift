internal import CGit2
internal import Platform

/// Builds a new index from an old one by changing the entries of a few paths.
struct IndexEdit {
  private let old: IndexEntries
  /// The new entry of each path; nil to remove the entry.
  private var changes: [(path: [UInt8], entry: git_index_entry?)] = []
  /// Entries whose recorded status must not count as proof that the file is unchanged.
  private var doubtful: Set<Int> = []

  init(_ old: IndexEntries) { self.old = old }

  /// - Parameter entry: Nil to remove all entries of the path, including merge stages.
  mutating func set(_ path: String, _ entry: git_index_entry?) {
    changes.append((Array(path.utf8), entry))
  }

  /// The entries whose files may have changed unnoticed: modified when the index was written, or
  /// later.
  ///
  /// git calls them racily clean.
  /// - Parameter written: When the old index was written.
  func racy(since written: FileStatus.Time) -> [(index: Int, path: String)] {
    let limit = git_index_time(written)
    return old.starts.indices.filter { old.isWritten($0, since: limit) }
      .map { ($0, String(decoding: old.bytes[old.path($0)], as: UTF8.self)) }
  }

  func id(at index: Int) -> ObjectID { old.entry(index).id }

  /// Clears an entry's recorded size, so that git compares the content.
  ///
  /// With the new index's later time, a racily clean entry would otherwise count as unchanged.
  mutating func doubt(_ index: Int) { doubtful.insert(index) }

  /// The new index file, without extensions.
  ///
  /// git makes cached trees and the like again. It loses conflicts that `git checkout --merge` could
  /// bring back after they were resolved.
  func bytes() -> [UInt8] {
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
    return result + SHA1.hash(of: result)
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
    repeat { bytes.append(0) } while (bytes.count - start) % 8 != 0
  }
}

extension Repository {
  /// Makes the index entries of these paths match a commit.
  ///
  /// All other entries stay, so the user's staged changes stay staged. If the work tree has the
  /// commit's file, the entry gets its status, and git doesn't need to read the file again.
  /// - Throws: ``GitError``, as ``lockIndex()`` does if this process doesn't hold the lock yet.
  public func refreshIndex(
    _ paths: [String], to commit: ObjectID
  ) throws(GitError) {
    guard !paths.isEmpty else { return }
    let changed = Set(paths.map(PathKey.init))
    let committed = try CommitFiles(self, commit)
    var tree: [PathKey: TreeEntry] = [:]
    for key in changed { tree[key] = try committed.file(at: key.path) }
    try lockIndex()
    defer { unlockIndex() }
    // Attribute files may be among the changed files.
    keptFolders = [:]
    guard let workTree else { return }
    let place = "\(gitDirectory)/index"
    let files = try GitError.rethrowing("open", WorkTree(workTree))
    let entries = try indexEntries() ?? IndexEntries()
    var edit = IndexEdit(entries)
    // Like git: a file replaces the files of a folder at its path, and vice versa.
    let inTheWay = tree.keys.reduce(into: Set<PathKey>()) { found, key in
      found.formUnion(entries.pathsInTheWay(of: key.path))
    }.subtracting(changed)
    for key in inTheWay { edit.set(key.path, nil) }
    let racy = WorkTree.status(at: place).map { edit.racy(since: $0.modified) } ?? []
    for key in changed {
      edit.set(
        key.path,
        try tree[key].map { entry throws(GitError) in try indexEntry(for: entry, files) })
    }
    for (index, path) in racy {
      // git compares the content of unreadable or filtered files itself.
      guard let bytes = try? files.read(path).bytes, try !isFiltered(path),
        try blobID(of: bytes, at: path) == edit.id(at: index)
      else {
        edit.doubt(index)
        continue
      }
    }
    do throws(FileError) {
      try WorkTree.write(edit.bytes(), to: place, isSynchronized: Runtime.isDurable)
    } catch {
      throw GitError(code: .generic, operation: "write", message: error.description)
    }
    git_repository_set_index(pointer, nil)
  }

  private func indexEntry(
    for entry: TreeEntry, _ files: WorkTree
  ) throws(GitError) -> git_index_entry {
    var raw = git_index_entry()
    raw.id = entry.id.raw
    raw.mode = UInt32(entry.mode.rawValue)
    // Filtered content can only be compared by git, unreadable content not at all. Without times in
    // the entry, git compares the content.
    guard try !isFiltered(entry.path), let found = try? files.read(entry.path),
      try blobID(of: found.bytes, at: entry.path) == entry.id
    else { return raw }
    let status = found.status
    raw.ctime = git_index_time(status.changed)
    raw.mtime = git_index_time(status.modified)
    raw.dev = UInt32(truncatingIfNeeded: status.device)
    raw.ino = UInt32(truncatingIfNeeded: status.inode)
    raw.uid = status.owner
    raw.gid = status.group
    raw.file_size = UInt32(truncatingIfNeeded: status.size)
    return raw
  }
}

extension git_index_time {
  init(_ time: FileStatus.Time) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.seconds), nanoseconds: time.nanoseconds)
  }
}
