internal import Git
internal import StoreFiles
internal import TaskFile

/// The store's folder in each commit, since a commit may have moved it.
///
/// It is followed from commits to their parents, beginning with the present folder.
struct StoreFolders {
  private let git: StoreGit
  /// By commit, empty or with a trailing `/`; missing for the present folder.
  private var prefixes: [ObjectID: String] = [:]
  private var known: Set<ObjectID> = []

  init(_ git: StoreGit) { self.git = git }

  /// Nil for the present folder.
  func prefix(in commit: ObjectID) -> String? { prefixes[commit] }

  /// The store's tree in a commit; nil if the commit has no store.
  ///
  /// - Parameter root: The commit's root tree.
  func store(in commit: ObjectID, _ root: ObjectID) throws(MemoError) -> ObjectID? {
    let path = (prefixes[commit] ?? git.prefix).dropLast()
    return try git.run(
      "read the store's folder", git.repository.folder(at: String(path), in: root))
  }

  /// Finds the store's folder in a commit's parents.
  ///
  /// Call this for children before their parents.
  mutating func follow(
    _ commit: Commit, root: (ObjectID) throws(MemoError) -> ObjectID
  ) throws(MemoError) {
    let prefix = prefixes[commit.id] ?? git.prefix
    for parent in commit.parents where known.insert(parent).inserted {
      var found = prefix
      if try !git.isStore(prefix, try root(parent)), try git.isStore(prefix, commit.tree) {
        found = try former(prefix, commit, parent) ?? prefix
      }
      if found != git.prefix { prefixes[parent] = found }
    }
  }

  /// The folder from which a commit moved the store.
  ///
  /// It is the folder from which most files came, if more came than stayed.
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

  private func files(in folder: String, _ commit: Commit) throws(MemoError) -> Int {
    guard try git.isStore(folder, commit.tree) else { return 0 }
    return try git.run("look for the store's folder") { repository throws(GitError) in
      try repository.files(in: commit.id, under: Status.allCases.map { folder + $0.rawValue }).count
    }
  }
}

extension StoreGit {
  /// Whether a commit has the store in a folder.
  ///
  /// - Parameter root: The commit's root tree.
  func isStore(_ prefix: String, _ root: ObjectID) throws(MemoError) -> Bool {
    try run("look for the store's folder") { repository throws(GitError) in
      for name in Status.allCases.map(\.rawValue) + [Paths.parent(of: Store.marker)]
      where try repository.folder(at: prefix + name, in: root) != nil {
        return true
      }
      return false
    }
  }
}

extension Store {
  /// The store's folder in a commit, empty or with a trailing `/`.
  ///
  /// Only if the present folder doesn't have the store there, the history tells from where it moved.
  func folder(_ git: StoreGit, in commit: ObjectID) throws(MemoError) -> String {
    let root = try git.run("read a commit", git.repository.root(of: commit))
    guard try !git.isStore(git.prefix, root), let history = try history(git) else {
      return git.prefix
    }
    return try history.commit(commit)?.prefix ?? git.prefix
  }
}
