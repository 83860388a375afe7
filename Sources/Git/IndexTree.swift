/// A folder's tree as git notes it in the index, so that it need not make it again: the folder's name,
/// how many entries and how many folders it has, and the tree's name; where something in it has
/// changed, -1 and no name.
struct IndexTree: Equatable {
  /// What a folder's entries make.
  struct Known: Equatable {
    /// How many entries lie below the folder, however deep.
    var count: Int
    var id: ObjectID
  }

  /// In the folder around it; none for the root.
  var name: [UInt8]
  /// Nil where nobody knows.
  var known: Known?
  var folders: [IndexTree] = []

  init(name: [UInt8] = [], known: Known? = nil) { (self.name, self.known) = (name, known) }

  /// The root's.
  ///
  /// - Returns: Nil for what is broken.
  init?(_ content: ArraySlice<UInt8>) {
    var rest = content
    self.init(&rest, depth: 0)
    guard rest.isEmpty else { return nil }
  }

  private init?(_ rest: inout ArraySlice<UInt8>, depth: Int) {
    guard depth < 1000, let zero = rest.firstIndex(of: 0),
      let line = rest[zero...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let words = rest[(zero + 1)..<line]
      .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard words.count == 2, let count = words[0], let inner = words[1], inner >= 0 else {
      return nil
    }
    name = Array(rest[..<zero])
    rest = rest[(line + 1)...]
    if count >= 0 {
      guard rest.count >= 20 else { return nil }
      known = Known(count: count, id: ObjectID(bytes: rest.prefix(20)))
      rest = rest.dropFirst(20)
    }
    for _ in 0..<inner {
      guard let folder = IndexTree(&rest, depth: depth + 1) else { return nil }
      folders.append(folder)
    }
  }

  /// As it stands in the index.
  var bytes: [UInt8] {
    let head = name + [0] + "\(known?.count ?? -1) \(folders.count)\n".utf8
    return folders.reduce(into: head + (known?.id.bytes ?? [])) { $0 += $1.bytes }
  }

  /// One of its folders, however deep.
  func folder(at path: String) -> IndexTree? {
    path.utf8.split(separator: UInt8(ascii: "/")).reduce(self) { folder, name in
      folder?.folders.first { $0.name.elementsEqual(name) }
    }
  }

  /// How deep folders lie in it, itself being the first.
  var depth: Int { 1 + (folders.map(\.depth).max() ?? 0) }
  /// How many folders lie in it, however deep.
  var folderCount: Int { folders.reduce(folders.count) { $0 + $1.folderCount } }
}

extension IndexTree {
  /// What becomes of some entries of a folder.
  struct Change {
    /// The names of the folders that lead to it, and its own.
    var path: ArraySlice<[UInt8]>
    /// How many more entries there are then.
    var more: Int

    init(_ path: [UInt8], more: Int) {
      self.path =
        path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { Array($0) }[...]
      self.more = more
    }
  }

  /// Notes that entries of the root have changed.
  ///
  /// Of the root itself nothing is noted: what is tells that a git has written it which is about to
  /// move HEAD (``Repository/pauseForHead(at:)``).
  /// - Parameter next: The tree that a folder of a path has now, if what it had was this one, or
  ///   nothing; nil where nobody knows.
  mutating func change(_ changes: [Change], to next: (String, ObjectID?) -> ObjectID?) {
    known = nil
    _ = changeFolders(changes, in: "", to: next)
  }

  /// - Parameter isNew: Whether nothing lay there before.
  private mutating func change(
    _ changes: [Change], at path: String, isNew: Bool = false,
    to next: (String, ObjectID?) -> ObjectID?
  ) {
    let nothing = Known(count: 0, id: ObjectID(words: (0, 0, 0)))
    let former = known
    if isNew { known = nothing }
    let areFoldersKnown = changeFolders(changes, in: "\(path)/", to: next)
    known = known.flatMap { known in
      guard areFoldersKnown else { return nil }
      let count = changes.reduce(known.count) { $0 + $1.more }
      if count == 0 { return nothing }
      return next(path, former?.id).map { Known(count: count, id: $0) }
    }
  }

  /// - Returns: Whether all of them are known that have changed.
  private mutating func changeFolders(
    _ changes: [Change], in path: String, to next: (String, ObjectID?) -> ObjectID?
  ) -> Bool {
    let inside = Dictionary(grouping: changes.filter { $0.path.count > 1 }) { $0.path.first ?? [] }
    guard !inside.isEmpty else { return true }
    let places = Dictionary(
      folders.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var (areKnown, gone) = (true, Set<Int>())
    for (name, changes) in inside {
      let changes = changes.map { change in
        var change = change
        change.path = change.path.dropFirst()
        return change
      }
      let index = places[name]
      // What else is in a folder that is not noted only that tells in which it lies.
      guard index != nil || known != nil else {
        areKnown = false
        continue
      }
      var folder = index.map { folders[$0] } ?? IndexTree(name: name)
      folder.change(
        changes, at: path + String(decoding: name, as: UTF8.self), isNew: index == nil, to: next)
      if folder.known?.count == 0 {
        if let index { gone.insert(index) }
        continue
      }
      if let index { folders[index] = folder } else { folders.append(folder) }
      areKnown = areKnown && folder.known != nil
    }
    if !gone.isEmpty {
      folders = folders.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    }
    return areKnown
  }
}

extension IndexTree {
  /// Looks which folders have the very entries that a tree has.
  ///
  /// - Parameters:
  ///   - range: The entries of the folder.
  ///   - path: Where it lies.
  init(
    _ name: [UInt8], of entries: IndexEntries, _ range: Range<Int>, at path: [UInt8],
    as id: ObjectID, _ trees: StoredTrees, depth: Int = 0
  ) throws(GitError) {
    self.init(name: name)
    let tree = try trees.tree(id)
    var (next, isSame) = (range.lowerBound, depth < 1000)
    for index in 0..<tree.count where depth < 1000 {
      guard let found = tree.place(index, below: path), found.isName else { return }
      guard found.isFolder else {
        isSame = isSame && next < range.upperBound && entries.isFile(next, at: found)
        next += 1
        continue
      }
      let inner = found.entry
      let place = (path.isEmpty ? [] : path + [UInt8(ascii: "/")]) + inner.name
      let inside = entries.range(below: place)
      guard !inside.isEmpty else {
        isSame = false
        continue
      }
      let folder = try IndexTree(
        inner.name, of: entries, inside, at: place, as: inner.id, trees, depth: depth + 1)
      folders.append(folder)
      isSame = isSame && folder.known != nil && inside.lowerBound == next
      next = inside.upperBound
    }
    if isSame, next == range.upperBound { known = Known(count: range.count, id: id) }
  }

  /// Finds out what can be known of the folders in which entries are about to change, or, where
  /// nothing is known yet, of all.
  ///
  /// - Parameter root: What has what the index most likely has.
  mutating func prove(
    by entries: IndexEntries, _ changes: [Change], as root: ObjectID, _ trees: StoredTrees
  ) throws(GitError) {
    let isNew = folders.allSatisfy { $0.known == nil }
    let asked = Set(changes.filter { $0.path.count > 1 }.compactMap(\.path.first))
    for entry in try trees.tree(root).entries where entry.isFolder {
      let noted = folders.firstIndex { $0.name == entry.name }
      let isAsked = isNew || asked.contains(entry.name)
      guard isAsked, noted.map({ folders[$0].known == nil }) ?? true else { continue }
      if let noted { folders.remove(at: noted) }
      let inside = entries.range(below: entry.name)
      guard !inside.isEmpty else { continue }
      folders.append(
        try IndexTree(entry.name, of: entries, inside, at: entry.name, as: entry.id, trees))
    }
  }
}
