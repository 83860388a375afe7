/// Compares the files of one commit after another, as a long history wants it.
///
/// Folders are compared as the bytes that git stores, and the last few are kept: of two
/// folders with ten thousand files that differ in one, one entry is looked at.
public struct TreeComparison {
  private let trees: StoredTrees
  private let folders: [[UInt8]]
  private let budget: TreeBudget

  /// - Parameter folders: Only what is below these is compared; paths from the root. None for
  ///   everything.
  public init(_ repository: Repository, under folders: [String]) throws(GitError) {
    self.folders = folders.map { Array($0.utf8) }
    budget = repository.treeBudget
    trees = try repository.storedTrees()
  }

  /// The files that two root folders don't have alike; renames are not looked for.
  ///
  /// - Parameters:
  ///   - old: A tree, not a commit; nil for no files at all.
  ///   - new: The same.
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
    let after = try new.map { id throws(GitError) in try trees.tree(id, like: before) } ?? .empty
    let differences = StoredTree.differences(before, after)
    try count.add(differences.count, depth: depth)
    for (one, other) in differences {
      guard let entry = one ?? other else { continue }
      let place = try entry.place(below: path)
      guard isWanted(place, isFolder: entry.isFolder) else { continue }
      if entry.isFolder {
        try compare(one?.id, other?.id, place, &changes, &count, depth: depth + 1)
      } else {
        let text = String(decoding: place, as: UTF8.self)
        let (before, after) = (TreeEntry(text, one), TreeEntry(text, other))
        if before != nil || after != nil {
          changes.append(FileChange(path: text, before: before, after: after))
        }
      }
    }
  }

  /// Whether something lies in one of the folders, or leads to one.
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
