internal import Platform

/// A git tree in its raw form: sorted entries, each `mode name\0` and a binary object id.
struct StoredTree: Sendable {
  let bytes: [UInt8]
  /// The offset of each entry.
  let starts: [Int]

  static let empty = StoredTree([])

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = bytes.withUnsafeBytes { raw in
      var starts: [Int] = []
      var next = 0
      // After a name's end, 20 bytes of an object id follow. A damaged entry ends the tree.
      while next < raw.count, let base = raw.baseAddress,
        let zero = memchr(base + next, 0, raw.count - next)
      {
        let end = UnsafeRawPointer(zero) - base + 21
        guard end <= raw.count else { break }
        starts.append(next)
        next = end
      }
      return starts
    }
  }
}

/// An entry of a tree as a position in the tree's bytes, for comparisons without allocation.
struct TreePlace {
  fileprivate let bytes: [UInt8]
  fileprivate let parent: [UInt8]
  fileprivate let name: Range<Int>
  let mode: UInt32

  var isFolder: Bool { mode & 0o170000 == 0o040000 }
  var id: ObjectID { ObjectID(bytes: bytes[(name.upperBound + 1)..<(name.upperBound + 21)]) }
  /// git's sort key: a folder's name sorts as if it ended with a slash.
  var key: [UInt8] { Array(bytes[name]) + (isFolder ? [UInt8(ascii: "/")] : []) }
  var path: [UInt8] { (parent.isEmpty ? [] : parent + [UInt8(ascii: "/")]) + bytes[name] }

  /// Nil for a folder.
  var file: TreeEntry? { file(at: String(decoding: path, as: UTF8.self)) }

  /// - Parameter path: The path, if the caller has it.
  func file(at path: String) -> TreeEntry? {
    FileMode(raw: mode).map { TreeEntry(path: path, id: id, mode: $0) }
  }

  /// - Throws: ``GitError`` for an empty name, or one with a slash, which would lead to another
  ///   path.
  func checkName() throws(GitError) {
    guard name.isEmpty || bytes[name].contains(UInt8(ascii: "/")) else { return }
    throw GitError(
      code: .generic, operation: "git_odb_read",
      message: "the folder '\(String(decoding: parent, as: UTF8.self))' of a commit has an entry '"
        + "\(String(decoding: bytes[name], as: UTF8.self))', which is not a name")
  }

  /// Compares a path with this file's path by bytes: negative if the path sorts first, 0 if equal.
  func order(of path: String) -> Int {
    var path = path
    return path.withUTF8 { path in
      bytes.withUnsafeBytes { bytes in
        parent.withUnsafeBytes { parent in
          let path = UnsafeRawBufferPointer(path)
          let length = parent.count
          guard length > 0 else { return path.order(to: bytes.part(name)) }
          let order = path.part(0..<min(length, path.count)).order(to: parent)
          if order != 0 { return order }
          guard path.count > length else { return -1 }
          let next = Int(path[length]) - Int(UInt8(ascii: "/"))
          return next != 0
            ? next : path.part(length + 1..<path.count).order(to: bytes.part(name))
        }
      }
    }
  }

  func isObject(_ id: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes {
      id.order(to: $0.part(name.upperBound + 1..<name.upperBound + 21)) == 0
    }
  }
}

extension StoredTree {
  var count: Int { starts.count }

  /// - Parameter parent: The path of the folder.
  /// - Returns: Nil for a damaged entry.
  func place(_ index: Int, below parent: [UInt8] = []) -> TreePlace? {
    let range = range(index)
    let (start, end) = (range.lowerBound, range.upperBound)
    guard end - start >= 23 else { return nil }
    var (space, mode) = (start, UInt32(0))
    while space < end, bytes[space] != UInt8(ascii: " ") {
      mode = mode << 3 | UInt32(bytes[space] & 7)
      space += 1
    }
    guard space + 22 <= end else { return nil }
    return TreePlace(bytes: bytes, parent: parent, name: (space + 1)..<(end - 21), mode: mode)
  }
}

extension StoredTree {
  func entry(_ name: [UInt8], isFolder: Bool) -> TreePlace? {
    let key = isFolder ? name + [UInt8(ascii: "/")] : name
    let index = place(of: key)
    guard index < starts.count, let entry = place(index), entry.key == key else { return nil }
    return entry
  }

  /// The first entry whose key is not less than the given key.
  func place(of key: [UInt8]) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether an entry's key is less than a given key; compares without allocation.
  func isBefore(_ index: Int, _ key: [UInt8]) -> Bool {
    let start = starts[index]
    return bytes.withUnsafeBytes { bytes in
      var name = start
      while name < bytes.count, bytes[name] != UInt8(ascii: " ") { name += 1 }
      // Only a folder's mode begins with 4, or 0 in old trees.
      let isFolder = bytes[start] == UInt8(ascii: "4") || bytes[start] == UInt8(ascii: "0")
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      name += 1
      guard name + 21 <= end else { return false }
      let length = end - 21 - name
      let shared = min(length, key.count)
      let order = key.withUnsafeBytes { key -> Int32 in
        guard shared > 0, let a = bytes.baseAddress, let b = key.baseAddress else { return 0 }
        return memcmp(a + name, b, shared)
      }
      if order != 0 { return order < 0 }
      if length >= key.count { return false }
      return !isFolder || key[length] > UInt8(ascii: "/")
        || key[length] == UInt8(ascii: "/") && length + 1 < key.count
    }
  }
}

extension StoredTree {
  /// The entries that differ between two sorted trees.
  ///
  /// - Returns: Pairs by name; a file and a folder of the same name are different entries.
  static func differences(
    _ old: StoredTree, _ new: StoredTree, below parent: [UInt8]
  ) -> [(old: TreePlace?, new: TreePlace?)] {
    var found: [(old: TreePlace?, new: TreePlace?)] = []
    var added: [(old: TreePlace?, new: TreePlace?)] = []
    var (one, other) = (0, 0)
    while one < old.count || other < new.count {
      if one < old.count, other < new.count, old.hasEntry(one, as: new, other) {
        (one, other) = (one + 1, other + 1)
        continue
      }
      // Nil at the end, and for a damaged entry.
      let before = one < old.count ? old.place(one, below: parent) : nil
      let after = other < new.count ? new.place(other, below: parent) : nil
      let isOld =
        other == new.count || one < old.count && after.map { old.isBefore(one, $0.key) } ?? false
      let isNew = one == old.count || !isOld && before.map { new.isBefore(other, $0.key) } ?? false
      if isOld {
        if before != nil { found.append((before, nil)) }
        one += 1
      } else if isNew {
        if after != nil { added.append((nil, after)) }
        other += 1
      } else {
        if before?.id != after?.id || before?.mode != after?.mode { found.append((before, after)) }
        (one, other) = (one + 1, other + 1)
      }
    }
    return found + added
  }

  /// Compares the bytes of two entries without allocation.
  private func hasEntry(_ index: Int, as other: StoredTree, _ otherIndex: Int) -> Bool {
    let (mine, theirs) = (range(index), other.range(otherIndex))
    guard mine.count == theirs.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      other.bytes.withUnsafeBytes { bytes.part(mine).order(to: $0.part(theirs)) == 0 }
    }
  }

  private func range(_ index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)
  }
}
