/// The files of one commit, for a few lookups among many files.
///
/// Reads a folder only when a lookup needs it. Finding one file among ten thousand takes a few
/// comparisons.
struct CommitFiles {
  private let trees: StoredTrees
  private let root: ObjectID
  private let commit: ObjectID
  private let budget: TreeBudget

  init(_ repository: Repository, _ commit: ObjectID) throws(GitError) {
    trees = try repository.storedTrees()
    root = try repository.root(of: commit)
    self.commit = commit
    budget = repository.treeBudget
  }

  /// - Parameter path: Relative to the root; compared by its bytes.
  /// - Returns: Nil if there is no file, or only a folder.
  func file(at path: String) throws(GitError) -> TreeEntry? {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let name = names.last, let folder = try trees.folder(names.dropLast(), in: root)
    else { return nil }
    return try trees.tree(folder).entry(Array(name), isFolder: false)?.file(at: path)
  }

  /// Folder by folder, each in git's order; none for a folder that doesn't exist.
  func files(below folders: [String]) throws(GitError) -> [TreeEntry] {
    var found: [TreeEntry] = []
    for path in folders {
      try walk(below: path) { place in
        if let file = place.file { found.append(file) }
      }
    }
    return found
  }

  /// Visits all files below a folder, recursively, in the byte order of their paths.
  ///
  /// - Parameter body: Also gets submodules.
  func walk(below path: String, _ body: (TreePlace) throws(GitError) -> Void) throws(GitError) {
    guard let folder = try trees.folder(at: path, in: root) else { return }
    var count = TreeCount(budget)
    do throws(GitError) {
      try walk(folder, Array(path.utf8), &count, depth: 1, body)
    } catch {
      throw error.named(commit)
    }
  }

  private func walk(
    _ folder: ObjectID, _ parent: [UInt8], _ count: inout TreeCount, depth: Int,
    _ body: (TreePlace) throws(GitError) -> Void
  ) throws(GitError) {
    let tree = try trees.tree(folder)
    try count.add(tree.count, depth: depth)
    for index in 0..<tree.count {
      guard let place = tree.place(index, below: parent) else { continue }
      try place.checkName()
      if place.isFolder {
        try walk(place.id, place.path, &count, depth: depth + 1, body)
      } else {
        try body(place)
      }
    }
  }
}
