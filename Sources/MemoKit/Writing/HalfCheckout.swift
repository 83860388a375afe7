internal import Git
internal import TaskFile

extension DoubtfulEdits {
  /// Files that are as another branch has them, as where a checkout was killed and its lock removed:
  /// of the index, when HEAD and the index are still those of before, or of HEAD, when only that
  /// is.
  ///
  /// What people write is in no commit. What they take from another branch with git is in the
  /// index, but not all of it at once.
  /// - Returns: Nil where fewer than two files are so, or they are of no one branch.
  init?(
    halfCheckout found: HandEdits, _ git: StoreGit, _ head: Head, besides confirmed: Set<PathKey>
  ) throws(MemoError) {
    let steps = found.steps.filter {
      !$0.isSettling && !confirmed.contains(PathKey($0.change.path))
    }
    guard !steps.isEmpty else { return nil }
    let known = try git.knownAndUnstaged(steps)
    var branch: String?
    var changes = known.map(\.change)
    if try git.isStaged(steps, head) {
      changes = steps.map(\.change)
      branch = try git.run("look through the branches") { (repository) throws(GitError) in
        guard let tree = try repository.indexTree() else { return nil }
        return try repository.branch(besides: head.commit) { commit throws(GitError) in
          try repository.commit(commit).tree == tree
        }
      }
    }
    if branch == nil, known.count > 1 {
      changes = known.map(\.change)
      branch = try git.run("look through the branches") { (repository) throws(GitError) in
        try repository.branch(besides: head.commit) { commit throws(GitError) in
          for file in known where try repository.entry(at: file.path, in: commit)?.id != file.blob {
            return false
          }
          return true
        }
      }
    }
    if branch == nil {
      let gone = steps.filter { step in step.before.map { !$0.isAt(step.onDisk?.path) } ?? false }
      changes = gone.map(\.change)
      branch = try git.branch(
        lacking: gone.compactMap { $0.before?.path }.map(git.repositoryPath), head)
    }
    guard let branch else { return nil }
    let (here, count) = (head.name, changes.count)
    self.init(
      "\(count == 1 ? "1 file is" : "\(count) files are") as on \(branch) and not as on \(here), "
        + "as where git was killed while it changed from one to the other",
      question: "Record what differs as changes of \(here)?", changes,
      hints: [
        "'memo git checkout -f \(branch)' finishes it, 'memo git checkout -f' takes it back; "
          + "both lose what else was edited and is not recorded",
        "the same command with --yes records the files as they are",
      ])
  }
}

/// A hand edit whose text git has, though nobody has staged it.
private struct KnownFile {
  var change: TaskChange
  /// Relative to the repository.
  var path: String
  var blob: ObjectID
}

extension StoreGit {
  fileprivate func knownAndUnstaged(_ steps: [HandEdits.Step]) throws(MemoError) -> [KnownFile] {
    var known: [KnownFile] = []
    for step in steps {
      guard let file = step.onDisk, step.before?.bytes != file.bytes else { continue }
      let path = repositoryPath(file.path)
      let blob = try run("look for \(path)") { repository throws(GitError) -> ObjectID? in
        let blob = try ObjectID.blob(repository.blobContent(of: file.bytes, at: path))
        guard try repository.contains(blob), try repository.stagedBlob(at: path) != blob else {
          return nil
        }
        return blob
      }
      if let blob { known.append(KnownFile(change: step.change, path: path, blob: blob)) }
    }
    return known
  }

  /// The branch to which a checkout was on its way when it had only removed files, three or more.
  ///
  /// git removes what the other branch lacks before it writes anything, in the order of paths, and
  /// each file that it writes anew a moment before that. A branch that HEAD has in its history
  /// lacks what was added since, which is what people delete.
  fileprivate func branch(lacking gone: [String], _ head: Head) throws(MemoError) -> String? {
    guard gone.count > 2, let here = head.commit else { return nil }
    let folders = taskFolders
    return try run("look through the branches") { (repository) throws(GitError) in
      try repository.branch(besides: here) { commit throws(GitError) in
        let changes = try repository.changedFiles(from: here, to: commit, under: folders)
          .filter { $0.before != nil && StoredTask.isTaskName($0.path) }
        let removed = changes.filter { $0.after == nil }.map(\.path)
        let rewritten = Set(changes.filter { $0.after != nil }.map { PathKey($0.path) })
        let begun = Set(gone.map(PathKey.init)).subtracting(rewritten)
        guard begun.count > 2, gone.count - begun.count < 2,
          Set(removed.prefix(begun.count).map(PathKey.init)) == begun
        else { return false }
        return try !repository.isAncestor(commit, of: here)
      }
    }
  }

  /// Whether the index differs from HEAD in one of the files that people changed.
  fileprivate func isStaged(_ steps: [HandEdits.Step], _ head: Head) throws(MemoError) -> Bool {
    guard let commit = head.commit else { return false }
    for path in steps.compactMap({ ($0.before ?? $0.onDisk)?.path }).map(repositoryPath) {
      let isStaged = try run("read the index") { repository throws(GitError) in
        try repository.stagedBlob(at: path) != repository.entry(at: path, in: commit)?.id
      }
      if isStaged { return true }
    }
    return false
  }
}

extension Repository {
  /// The first of the branches and tags for which something is true.
  fileprivate func branch(
    besides head: ObjectID?, where isMeant: (ObjectID) throws(GitError) -> Bool
  ) throws(GitError) -> String? {
    for tip in try branchTips() where tip.commit != head {
      if try isMeant(tip.commit) { return tip.name }
    }
    return nil
  }
}

extension Head {
  /// As a person calls it.
  var name: String {
    switch self {
    case .branch(let name, _), .unborn(let name): name
    case .detached(let commit): commit.short
    }
  }
}
