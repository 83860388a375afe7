/// Compares the trees of many commits in turn, for a long history.
///
/// Compares folders as git's raw bytes, and caches recent ones.
public struct TreeComparison {
  private let trees: StoredTrees
  private let folders: [[UInt8]]
  private let budget: TreeBudget

  /// - Parameter folders: Paths from the root; compares only files below them. Empty for all.
  public init(_ repository: Repository, under folders: [String]) throws(GitError) {
    self.folders = folders.map { Array($0.utf8) }
    budget = repository.treeBudget
    trees = try repository.storedTrees()
  }

  /// The files that differ between two trees, without rename detection.
  ///
  /// - Parameters:
  ///   - old: A tree, not a commit; nil for no files.
  ///   - new: As `old`.
  public func changes(from old: ObjectID?, to new: ObjectID?) throws(GitError) -> [FileChange] {
    var changes: [FileChange] = []
    var count = TreeCount(budget)
    try compare(old, new, [], &changes, &count, depth: 1)
    return changes
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, _ path: [UInt8], _ changes: inout [FileChange],
    _ count: inout TreeCount, depth: Int
  ) throws(GitError) {
    guard old != new else { return }
    let before = try old.map { id throws(GitError) in try trees.tree(id) } ?? .empty
    let after = try new.map { id throws(GitError) in try trees.tree(id) } ?? .empty
    let differences = StoredTree.differences(before, after, below: path)
    try count.add(differences.count, depth: depth)
    for (one, other) in differences {
      guard let entry = one ?? other else { continue }
      try entry.checkName()
      let place = entry.path
      guard isWanted(place, isFolder: entry.isFolder) else { continue }
      if entry.isFolder {
        try compare(one?.id, other?.id, place, &changes, &count, depth: depth + 1)
      } else {
        let text = String(decoding: place, as: UTF8.self)
        let (before, after) = (one?.file(at: text), other?.file(at: text))
        if before != nil || after != nil {
          changes.append(FileChange(path: text, before: before, after: after))
        }
      }
    }
  }

  /// Whether a path is in one of the folders, or leads to one.
  private func isWanted(_ path: [UInt8], isFolder: Bool) -> Bool {
    folders.isEmpty
      || folders.contains { folder in
        path.count > folder.count
          ? path.starts(with: folder) && path[folder.count] == UInt8(ascii: "/")
          : isFolder
            && (path == folder
              || folder.starts(with: path) && folder[path.count] == UInt8(ascii: "/"))
      }
  }
}
