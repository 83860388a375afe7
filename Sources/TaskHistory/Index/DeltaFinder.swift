package import Git
package import StoreFiles
package import TaskFile

/// Finds the tasks that a commit changed by comparing its files with those of its parents.
///
/// It ignores commit messages, which may be wrong, edited or copied by a rebase.
package final class DeltaFinder {
  let git: StoreGit
  private let comparison: TreeComparison
  /// Facts about blobs, cached, since most blobs occur in two comparisons.
  private var facts: [ObjectID: FileState.Facts] = [:]
  private var roots: [ObjectID: ObjectID] = [:]
  /// The store's folder in each commit, empty or with a trailing `/`; missing for the present folder.
  private var prefixes: [ObjectID: String] = [:]
  private var followed: Set<ObjectID> = []
  private let isOther: Bool

  /// - Parameter folder: Another program's folder with Markdown files, relative to the store; may be
  ///   hidden. Nil for the store's tasks.
  package init(_ git: StoreGit, ofOther folder: String? = nil) throws(MemoError) {
    self.git = git
    isOther = folder != nil
    let watched = folder.map { [$0] } ?? Status.allCases.map(\.rawValue)
    comparison = try git.run(
      "open the history", TreeComparison(git.repository, under: watched))
  }

  private func isTask(_ path: String) -> Bool {
    isOther
      ? StoredTask.isTaskName(Paths.name(of: path))
      : StoredTask.isTaskName(path) && StoredTask.folderStatus(of: path) != nil
  }

  package typealias Pair = FilePair<FileState>
  typealias States = (befores: [FileState], afters: [FileState])

  /// The changes that a commit made itself.
  ///
  /// For a merge, these are the files that differ from all parents, and those with a recorded
  /// decision. At the cut of a shallow history, all tasks are additions.
  package func deltas(of commit: Commit) throws(MemoError) -> [TaskDelta] {
    roots[commit.id] = commit.tree
    guard commit.parents.count > 1 else {
      var parent: ObjectID?
      if let id = commit.parents.first { parent = try tree(of: id) }
      return try pairs(from: parent, to: tree(of: commit.id)).map {
        TaskDelta(befores: [$0.before], after: $0.after)
      }
    }
    return try mergeDeltas(of: commit)
  }

  /// The files that differ from all parents, and those with a recorded ``MergeDecision``.
  ///
  /// Files are paired as between any commit and its parent.
  private func mergeDeltas(of commit: Commit) throws(MemoError) -> [TaskDelta] {
    let tree = try tree(of: commit.id)
    // By parent and differing file of the merge: the parent's file; nil if it has none.
    var differences: [[FileState: FileState?]] = []
    // Several parents may have a task that the merge lacks.
    var gone: [String: [FileState?]] = [:]
    for (side, parent) in commit.parents.enumerated() {
      var difference: [FileState: FileState?] = [:]
      // Several files of a parent may have one id.
      var counts: [String: Int] = [:]
      for pair in try pairs(from: self.tree(of: parent), to: tree) {
        if let after = pair.after {
          difference[after] = .some(pair.before)
        } else if let before = pair.before {
          let none: [FileState?] = commit.parents.map { _ in nil }
          let key = before.id?.text ?? before.path
          gone["\(key) \(counts[key, default: 0])", default: none][side] = before
          counts[key, default: 0] += 1
        }
      }
      differences.append(difference)
    }
    let deltas =
      Set(differences.flatMap(\.keys)).map { after in
        TaskDelta(befores: differences.map { $0[after] ?? after }, after: after)
      } + gone.values.map { TaskDelta(befores: $0, after: nil) }
    let decided = MergeDecision.lines(in: Trailers(commit.message))
    return deltas.filter { delta in
      delta.isOwn || delta.states.contains { $0.id.map { decided[$0.text] != nil } ?? false }
    }
  }

  private func pairs(from old: ObjectID?, to new: ObjectID?) throws(MemoError) -> [Pair] {
    try pairs(try states(from: old, to: new), in: new)
  }

  /// In the order of paths, deletions last.
  ///
  /// - Parameters:
  ///   - changes: Differing task files of two commits, in the store's present folder.
  ///   - new: The later commit.
  package func pairs(_ changes: [FileChange], in new: ObjectID) throws(MemoError) -> [Pair] {
    func inStore(_ entry: TreeEntry?) -> TreeEntry? {
      entry.flatMap { entry in
        git.storePath(entry.path).map { TreeEntry(path: $0, id: entry.id, mode: entry.mode) }
      }
    }
    let inside = changes.map {
      FileChange(path: $0.path, before: inStore($0.before), after: inStore($0.after))
    }
    return try pairs(try states(inside), in: tree(of: new)).sorted { a, b in
      let isDeletion = (a.after == nil, b.after == nil)
      guard isDeletion.0 == isDeletion.1 else { return isDeletion.1 }
      let paths = [a.after ?? a.before, b.after ?? b.before].map { $0?.path ?? "" }
      return paths[0].precedes(path: paths[1])
    }
  }

  private func pairs(_ states: States, in new: ObjectID?) throws(MemoError) -> [Pair] {
    let unchanged = try unchangedIDs(states.befores, states.afters, in: new)
    return Pairing(before: states.befores, after: states.afters, unchangedIDs: unchanged).pairs
  }

  /// The differing files of two trees; all files without the first one.
  func states(from old: ObjectID?, to new: ObjectID?) throws(MemoError) -> States {
    let changes = try git.run("compare two commits", comparison.changes(from: old, to: new))
    return try states(changes.filter { isTask($0.path) })
  }

  /// The store's tree in a commit; nil if the commit has no store.
  func tree(of commit: ObjectID) throws(MemoError) -> ObjectID? {
    let path = (prefixes[commit] ?? git.prefix).dropLast()
    let root = try root(of: commit)
    return try git.run(
      "read the store's folder", git.repository.folder(at: String(path), in: root))
  }

  private func root(of commit: ObjectID) throws(MemoError) -> ObjectID {
    if let root = roots[commit] { return root }
    return try git.commit(commit).tree
  }

  private func states(_ changes: [FileChange]) throws(MemoError) -> States {
    var (befores, afters): ([FileState], [FileState]) = ([], [])
    for change in changes {
      if let state = try state(change.before) { befores.append(state) }
      if let state = try state(change.after) { afters.append(state) }
    }
    return (befores, afters)
  }

  /// The old and new ids of paths at which one id replaced another.
  ///
  /// If an unchanged file has the old id, this file was a copy that got a new id.
  package static func replaced(
    _ befores: [some PairedFile], _ afters: [some PairedFile]
  ) -> Set<TaskID> {
    let old = Dictionary(
      befores.map { (PathKey($0.path), $0.id) }, uniquingKeysWith: { first, _ in first })
    let (idsBefore, idsAfter) = (Set(befores.compactMap(\.id)), Set(afters.compactMap(\.id)))
    var found: Set<TaskID> = []
    for state in afters {
      if let id = state.id, let former = old[PathKey(state.path)] ?? nil, former != id,
        !idsAfter.contains(former), !idsBefore.contains(id)
      {
        found.formUnion([id, former])
      }
    }
    return found
  }

  /// The ids from ``replaced(_:_:)`` that unchanged files have.
  private func unchangedIDs(
    _ befores: [FileState], _ afters: [FileState], in tree: ObjectID?
  ) throws(MemoError) -> Set<TaskID> {
    let wanted = Self.replaced(befores, afters)
    // Reading every file takes long, so return early in the usual case.
    guard !wanted.isEmpty else { return [] }
    let changed = Set(afters.map { PathKey($0.path) })
    let all = try states(from: nil, to: tree).afters
    return wanted.intersection(
      all.filter { !changed.contains(PathKey($0.path)) }.compactMap(\.id))
  }

  private func state(_ entry: TreeEntry?) throws(MemoError) -> FileState? {
    guard let entry, entry.mode.isFile else { return nil }
    let path = entry.path
    if let known = facts[entry.id] {
      return FileState(path: path, blob: entry.id, mode: entry.mode, known)
    }
    let found = try git.facts(of: entry.id, at: path)
    if facts.count > Self.mostFacts { facts = [:] }
    facts[entry.id] = found
    return FileState(path: path, blob: entry.id, mode: entry.mode, found)
  }

  private static let mostFacts = 100_000

  // MARK: - The store's folder, since a commit may have moved it

  /// The store's folder in a commit, empty or with a trailing `/`; nil for the present folder.
  func prefix(in commit: ObjectID) -> String? { prefixes[commit] }

  /// Finds the store's folder in a commit's parents.
  ///
  /// Call this for children before their parents.
  package func follow(_ commit: Commit) throws(MemoError) {
    roots[commit.id] = commit.tree
    let prefix = prefixes[commit.id] ?? git.prefix
    for parent in commit.parents where followed.insert(parent).inserted {
      var found = prefix
      if try !git.isStore(prefix, root(of: parent)), try git.isStore(prefix, commit.tree) {
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
  /// The duplicate ids in a commit among files that changed since another commit, with all paths.
  ///
  /// - Parameter isKnown: Whether an unchanged file may have an id.
  package func doubles(
    in new: ObjectID, since old: ObjectID?, _ isKnown: (TaskID) -> Bool
  ) throws(MemoError) -> [TaskID: [String]] {
    let finder = try DeltaFinder(self)
    let before = try old.flatMap { commit throws(MemoError) in try finder.tree(of: commit) }
    let states = try finder.states(from: before, to: finder.tree(of: new))
    let former = Set(states.befores.compactMap(\.id))
    var seen: Set<TaskID> = []
    let wanted = Set(
      states.afters.compactMap(\.id).filter { id in
        !seen.insert(id).inserted || !former.contains(id) && isKnown(id)
      })
    // Reading every file takes long, so return early in the usual case.
    guard !wanted.isEmpty else { return [:] }
    var paths: [TaskID: [String]] = [:]
    for state in try finder.states(from: nil, to: finder.tree(of: new)).afters {
      if let id = state.id, wanted.contains(id) { paths[id, default: []].append(state.path) }
    }
    return paths.filter { $0.value.count > 1 }
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
