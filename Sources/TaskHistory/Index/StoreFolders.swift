package import Git
package import StoreFiles
internal import TaskFile

/// Where in the repository the store was in each commit: its folder may have been moved as a whole.
///
/// It is followed from a commit to its parents, from where it is now.
struct StoreFolders {
  private let git: StoreGit
  /// By commit, "" or with a `/` behind; where none stands the store is where it is now.
  private var prefixes: [ObjectID: String] = [:]
  /// The parents that were looked at.
  private var known: Set<ObjectID> = []

  init(_ git: StoreGit) { self.git = git }

  /// Where the store was before a commit and in it, "" or with a `/` behind.
  struct Change {
    var before: String
    var after: String
  }

  /// What a commit that was followed did to the store's place; nil where it was where it is now.
  func change(by commit: Commit) -> Change? {
    let before = commit.parents.first.flatMap { prefixes[$0] }
    let after = prefixes[commit.id]
    guard before != nil || after != nil else { return nil }
    return Change(before: before ?? git.prefix, after: after ?? git.prefix)
  }

  /// Nil for where it is now.
  func prefix(in commit: ObjectID) -> String? { prefixes[commit] }

  /// The folder of the store in a commit; nil where there was none.
  ///
  /// - Parameter root: The commit's root folder.
  func store(in commit: ObjectID, _ root: ObjectID) throws(MemoError) -> ObjectID? {
    let path = (prefixes[commit] ?? git.prefix).dropLast()
    return try git.run(
      "read the store's folder", git.repository.folder(at: String(path), in: root))
  }

  /// Finds out where the store was in a commit's parents.
  ///
  /// To be called for children before their parents.
  mutating func follow(
    _ commit: Commit, root: (ObjectID) throws(MemoError) -> ObjectID
  ) throws(MemoError) {
    let prefix = prefixes[commit.id] ?? git.prefix
    for parent in commit.parents where known.insert(parent).inserted {
      var found = prefix
      if try !isStore(prefix, try root(parent)), try isStore(prefix, commit.tree) {
        found = try former(prefix, commit, parent) ?? prefix
      }
      if found != git.prefix { prefixes[parent] = found }
    }
  }

  private func isStore(_ prefix: String, _ root: ObjectID) throws(MemoError) -> Bool {
    try git.run("look for the store's folder") { repository throws(GitError) in
      for name in Status.allCases.map(\.rawValue) + [Paths.parent(of: Store.marker)]
      where try repository.folder(at: prefix + name, in: root) != nil {
        return true
      }
      return false
    }
  }

  /// Where the store's files were before a commit that moved them: the folder from which most came,
  /// if more came than stayed there.
  private func former(
    _ prefix: String, _ commit: Commit, _ parent: ObjectID
  ) throws(MemoError) -> String? {
    let changes = try git.run(
      "compare two commits",
      git.repository.changedFiles(from: parent, to: commit.id, under: []))
    var names: [ObjectID: [String]] = [:]
    for change in changes {
      guard change.before == nil, let after = change.after, change.path.hasPrefix(prefix) else {
        continue
      }
      names[after.id, default: []].append(String(change.path.dropFirst(prefix.count)))
    }
    var counts: [String: Int] = [:]
    for change in changes where change.after == nil {
      for name in change.before.flatMap({ names[$0.id] }) ?? [] where change.path.hasSuffix(name) {
        let folder = String(change.path.dropLast(name.count))
        if folder.isEmpty || folder.hasSuffix("/") { counts[folder, default: 0] += 1 }
      }
    }
    for (folder, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
    where try count > files(in: folder, commit) {
      return folder
    }
    return nil
  }

  /// How many files a commit has in the folders of tasks there.
  private func files(in folder: String, _ commit: Commit) throws(MemoError) -> Int {
    guard try isStore(folder, commit.tree) else { return 0 }
    return try git.run("look for the store's folder") { repository throws(GitError) in
      try repository.files(in: commit.id, under: Status.allCases.map { folder + $0.rawValue }).count
    }
  }
}

extension StoreGit {
  /// Where the store is in a commit that has moved it since an earlier one, which has it where it
  /// is here, "" or with a `/` behind; nil where it was not moved as a whole.
  package func folderOfStore(
    in commit: ObjectID, since base: ObjectID
  ) throws(MemoError) -> String? {
    let changes = try run(
      "compare two commits", repository.changedFiles(from: base, to: commit, under: []))
    for change in changes where change.before == nil && change.path.hasSuffix(Store.marker) {
      let folder = String(change.path.dropLast(Store.marker.count))
      guard folder.isEmpty || folder.hasSuffix("/") else { continue }
      var folders = StoreFolders(at(folder))
      try walk(from: commit, hiding: [base]) { commit throws(MemoError) in
        try folders.follow(commit) { parent throws(MemoError) in try self.commit(parent).tree }
        return true
      }
      if folders.prefix(in: base) == prefix { return folder }
    }
    return nil
  }
}
