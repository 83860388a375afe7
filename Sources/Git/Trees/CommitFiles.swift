internal import CGit2

/// The files of one commit, for a few lookups among many files.
///
/// Reads a folder only when a lookup needs it. Finding one file among ten thousand takes a few
/// comparisons.
public struct CommitFiles {
  private let trees: StoredTrees
  private let root: ObjectID
  private let commit: ObjectID
  private let budget: TreeBudget

  public init(_ repository: Repository, _ commit: ObjectID) throws(GitError) {
    trees = try repository.storedTrees()
    root = try repository.root(of: commit)
    self.commit = commit
    budget = repository.treeBudget
  }

  /// - Parameter path: Relative to the root; compared by its bytes.
  /// - Returns: Nil if there is no file, or only a folder.
  public func file(at path: String) throws(GitError) -> TreeEntry? {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let name = names.last, let folder = try trees.folder(names.dropLast(), in: root)
    else { return nil }
    return TreeEntry(path, try trees.tree(folder).entry(Array(name), isFolder: false))
  }

  /// In git's order; empty if the folder doesn't exist.
  public func files(below path: String) throws(GitError) -> [TreeEntry] {
    try files(below: [path])
  }

  /// Folder by folder, each in git's order.
  func files(below folders: [String]) throws(GitError) -> [TreeEntry] {
    var found: [TreeEntry] = []
    var count = TreeCount(budget)
    do throws(GitError) {
      for path in folders {
        guard let folder = try folder(at: path) else { continue }
        try collect(folder, Array(path.utf8), &found, &count, depth: 1)
      }
    } catch {
      throw error.named(commit)
    }
    return found
  }

  /// Visits all files below a folder, recursively, in the byte order of their paths.
  ///
  /// Creates a `TreeEntry` only when `body` asks for it.
  /// - Parameter body: Also gets submodules, which have no entry.
  func walk(
    below path: String,
    _ body: (TreePlace, @autoclosure () -> TreeEntry?) throws(GitError) -> Void
  ) throws(GitError) {
    guard let folder = try folder(at: path) else { return }
    var count = TreeCount(budget)
    do throws(GitError) {
      try walk(folder, Array(path.utf8), &count, depth: 1, body)
    } catch {
      throw error.named(commit)
    }
  }

  private func walk(
    _ folder: ObjectID, _ parent: [UInt8], _ count: inout TreeCount, depth: Int,
    _ body: (TreePlace, @autoclosure () -> TreeEntry?) throws(GitError) -> Void
  ) throws(GitError) {
    let tree = try trees.tree(folder)
    try count.add(tree.count, depth: depth)
    for index in 0..<tree.count {
      guard let place = tree.place(index, below: parent) else { continue }
      if place.isFolder {
        let entry = place.entry
        try walk(entry.id, try entry.place(below: parent), &count, depth: depth + 1, body)
        continue
      }
      guard place.isName else { throw .brokenTree(place.entry.name, in: path(parent)) }
      let file = {
        TreeEntry(
          String(decoding: parent + [UInt8(ascii: "/")] + place.entry.name, as: UTF8.self),
          place.entry)
      }
      try body(place, file())
    }
  }

  private func path(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func collect(
    _ folder: ObjectID, _ parent: [UInt8], _ found: inout [TreeEntry],
    _ count: inout TreeCount, depth: Int
  ) throws(GitError) {
    let entries = try trees.tree(folder).entries
    try count.add(entries.count, depth: depth)
    for entry in entries {
      let place = try entry.place(below: parent)
      if entry.isFolder {
        try collect(entry.id, place, &found, &count, depth: depth + 1)
      } else if let file = TreeEntry(String(decoding: place, as: UTF8.self), entry) {
        found.append(file)
      }
    }
  }

  /// Nil if the folder doesn't exist.
  func folder(at path: String) throws(GitError) -> ObjectID? {
    try trees.folder(at: path, in: root)
  }
}
