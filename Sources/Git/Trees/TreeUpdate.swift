internal import CGit2

/// Changes of a tree, folder by folder, in the bytes that git stores.
///
/// libgit2 makes an object of each entry of a folder that changes, and sorts them: of ten thousand
/// files, that takes longer than all the rest of writing a folder.
struct TreeUpdate {
  private let trees: StoredTrees
  private var root = Folder()

  fileprivate struct Folder {
    /// Nil for what goes.
    var files: [[UInt8]: StoredTree.Entry?] = [:]
    var folders: [[UInt8]: Folder] = [:]
  }

  /// - Returns: Nil where libgit2 has to look at the names: which of them would harm somebody is
  ///   its business.
  init?(_ edits: [TreeEdit], _ trees: StoredTrees) {
    self.trees = trees
    for edit in edits {
      let path =
        switch edit {
        case .put(let path, _, _), .remove(let path): path
        }
      let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { Array($0) }
      guard names.allSatisfy(Self.isPlain) else { return nil }
      var entry: StoredTree.Entry?
      if case .put(_, let id, let mode) = edit {
        entry = StoredTree.Entry(mode: UInt32(mode.rawValue), name: names[names.count - 1], id: id)
        guard entry?.isFolder == false else { return nil }
      }
      root.put(entry, names[...])
    }
  }

  /// Whether a name is none of those by which somebody gets at what is git's own, on any system.
  private static func isPlain(_ name: [UInt8]) -> Bool {
    guard var first = name.first, !name.contains(0) else { return false }
    // `.memo` begins unlike `.git`; what begins with `.g` is libgit2's to look at.
    if first == UInt8(ascii: "."), let next = name.dropFirst().first {
      guard next | 0x20 != UInt8(ascii: "g"), next < 0x80 else { return false }
      first = next
    }
    // Some file systems don't see some characters: those begin with one of two bytes.
    let isLetter = (0x61...0x7A).contains(first | 0x20) || (0x30...0x39).contains(first)
    guard isLetter || first >= 0x80 && first != 0xE2 && first != 0xEF else { return false }
    return !name.prefix(4).map { $0 | 0x20 }.elementsEqual("git~".utf8.map { $0 | 0x20 })
  }

  /// Writes the folders that change.
  ///
  /// - Parameter tree: What they are changes of.
  /// - Returns: The new tree; nil where it isn't possible so, and libgit2 knows why.
  func write(basedOn tree: ObjectID) throws(GitError) -> ObjectID? {
    switch try write(root, basedOn: tree) {
    case .written(let id): id
    case .empty: try trees.write([])
    case .impossible: nil
    }
  }

  private enum Result { case written(ObjectID), empty, impossible }

  private func write(_ folder: Folder, basedOn id: ObjectID?) throws(GitError) -> Result {
    let old = try id.map { id throws(GitError) in try trees.tree(id) } ?? .empty
    var changes = folder.files
    for (name, entry) in folder.files where entry != nil {
      // All that is in the folder has to go, so something of it does.
      if old.entry(name, isFolder: true) != nil, folder.folders[name] == nil { return .impossible }
    }
    for (name, inner) in folder.folders {
      if old.entry(name, isFolder: false) != nil, changes[name] != .some(nil) {
        return .impossible
      }
      switch try write(inner, basedOn: old.entry(name, isFolder: true)?.id) {
      case .written(let id):
        // A file and a folder of one name.
        if case .some(.some) = changes[name] { return .impossible }
        changes[name] = StoredTree.Entry(mode: 0o040000, name: name, id: id)
      case .empty: if changes[name] == nil { changes[name] = .some(nil) }
      case .impossible: return .impossible
      }
    }
    let bytes = old.replacing(changes)
    if bytes.isEmpty { return .empty }
    if let id, bytes == old.bytes { return .written(id) }
    return .written(try trees.write(bytes, like: old))
  }
}

extension TreeUpdate.Folder {
  fileprivate mutating func put(_ entry: StoredTree.Entry?, _ names: ArraySlice<[UInt8]>) {
    guard let name = names.first else { return }
    if names.count == 1 {
      files[name] = .some(entry)
    } else {
      folders[name, default: TreeUpdate.Folder()].put(entry, names.dropFirst())
    }
  }
}
