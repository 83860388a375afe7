internal import Git
internal import TaskFile

/// The files of a merge's result, while it is decided who gets which path.
struct MergedTree {
  private let git: StoreGit
  private var files: [PathKey: TreeEntry]
  /// Who wants which path, in no order.
  private var claims: [(path: String, entry: TreeEntry, order: String)] = []

  /// - Parameter base: The files that both sides began with.
  init(_ base: [PathKey: TreeEntry], _ git: StoreGit) {
    files = base
    self.git = git
  }

  /// Takes out what a side changed; what it is now is claimed.
  mutating func free(_ before: TreeEntry?) {
    if let before { files[PathKey(before.path)] = nil }
  }

  mutating func claim(_ entry: TreeEntry) throws(MemoError) {
    claims.append((entry.path, entry, try git.idText(of: entry)))
  }

  /// What has to be put on top of a side's files to arrive at the result.
  ///
  /// Where two tasks want one name, the one whose id sorts first keeps it, whoever merges.
  func edits(from ours: [PathKey: TreeEntry]) throws(MemoError) -> [TreeMerge.MergedFile] {
    var files = files
    var homeless: [(path: String, entry: TreeEntry, order: String)] = []
    let sorted = claims.sorted { a, b in
      (a.path, a.order, a.entry.id.hex) < (b.path, b.order, b.entry.id.hex)
    }
    for claim in sorted {
      if let holder = files[PathKey(claim.path)] {
        if holder != claim.entry { homeless.append(claim) }
      } else {
        files[PathKey(claim.path)] = claim.entry
      }
    }
    for claim in homeless {
      let path = Store.freePath(claim.path) { files[PathKey($0)] != nil }
      files[PathKey(path)] = TreeEntry(path: path, id: claim.entry.id, mode: claim.entry.mode)
    }
    try checkFolders(files)
    return Set(files.keys).union(ours.keys).sorted { $0.path.precedes(path: $1.path) }
      .compactMap { key in
        files[key] == ours[key]
          ? nil : TreeMerge.MergedFile(path: key.path, ours: ours[key], result: files[key])
      }
  }

  /// A file on one side where the other has a folder of that name.
  private func checkFolders(_ files: [PathKey: TreeEntry]) throws(MemoError) {
    for key in files.keys {
      var folder = Paths.parent(of: key.path)
      while !folder.isEmpty {
        guard files[PathKey(folder)] == nil else {
          throw MemoError(
            .refused, "one side has a file \(folder), the other a folder of that name",
            hints: ["rename one of the two, and try again"])
        }
        folder = Paths.parent(of: folder)
      }
    }
  }
}
