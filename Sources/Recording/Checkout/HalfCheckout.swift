internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension UnconfirmedEdits {
  /// Files that match another branch, but neither HEAD nor the index.
  ///
  /// A killed checkout whose lock was removed leaves them. One that had only deleted files is not
  /// noticed. A user's new text is in no commit, and files that a user takes from another branch
  /// with git are in the index.
  ///
  /// - Returns: Nil for one file, and for files that match no single branch.
  init?(
    halfCheckout found: RecordingPlan, _ git: StoreGit, _ head: Head,
    besides confirmed: Set<PathKey>
  ) throws(MemoError) {
    let steps = found.tasks.filter {
      !$0.isNormalization && !confirmed.contains(PathKey($0.change.path))
    }
    guard let here = head.commit, !steps.isEmpty else { return nil }
    let known = try git.knownAndUnstaged(steps)
    guard known.count > 1 else { return nil }
    let match = try git.run("look through the branches") { repository throws(GitError) -> String? in
      for tip in try repository.branchTips() where tip.commit != here {
        if try repository.has(known.map(\.file), in: tip.commit, since: here) { return tip.name }
      }
      return nil
    }
    guard let branch = match else { return nil }
    self.init(
      sentence: "\(known.count) files are as on \(branch) and not as on \(head.name), "
        + "as where git was killed while it changed from one to the other",
      question: "Commit what differs as changes of \(head.name)?",
      changes: known.map(\.change),
      hints: [
        "'memo git checkout -f \(branch)' finishes it, 'memo git checkout -f' takes it back; "
          + "both lose other edits that are not committed",
        "the same command with --yes commits the files unchanged",
      ])
  }
}

extension StoreGit {
  /// The hand edits whose texts are in git's objects, but not staged, with their files.
  fileprivate func knownAndUnstaged(
    _ steps: [TaskEdit]
  ) throws(MemoError) -> [(change: TaskChange, file: TreeEntry)] {
    try run("look for files of other branches") { repository throws(GitError) in
      var edits: [(change: TaskChange, file: TreeEntry)] = []
      for step in steps {
        guard let file = step.onDisk, step.before?.bytes != file.bytes else { continue }
        let path = repositoryPath(file.path)
        let blob = try repository.blobID(of: file.bytes, at: path)
        edits.append((step.change, TreeEntry(path: path, id: blob, mode: file.mode)))
      }
      let there = try repository.contained(among: edits.map(\.file.id))
      edits.removeAll { !there.contains($0.file.id) }
      var known: [(change: TaskChange, file: TreeEntry)] = []
      for (change, file) in edits where try repository.stagedBlob(at: file.path) != file.id {
        // After `git reset`, the index has files that were never here.
        if try repository.wasHere(file.path) == true { known.append((change, file)) }
      }
      return known
    }
  }
}

extension Repository {
  /// Whether a commit has all these files, and the files that it lacks are gone.
  ///
  /// A checkout removes those first.
  fileprivate func has(
    _ files: [TreeEntry], in commit: ObjectID, since here: ObjectID
  ) throws(GitError) -> Bool {
    for file in files where try entry(at: file.path, in: commit)?.id != file.id { return false }
    guard let root = workTree else { return false }
    for change in try changedFiles(from: here, to: commit) where change.after == nil {
      if WorkTree.status(at: "\(root)/\(change.path)")?.kind == .regular { return false }
    }
    return true
  }
}

extension Head {
  /// The name for messages: the branch, or the short commit.
  var name: String { branchName ?? commit?.short ?? "" }
}

extension StoreGit {
  /// Refuses to create a store in a clone without a branch.
  ///
  /// The clone was killed, or the remote's HEAD names an absent branch. A new store could never be
  /// synced with the remote, since it would share no history.
  func checkNotHalfCloned() throws(MemoError) {
    let isHalf = try run("look for a branch") { repository throws(GitError) in
      guard try repository.head().commit == nil, try repository.branches().isEmpty else {
        return false
      }
      for remote in try repository.remotes()
      where try !repository.branches(ofRemote: remote).isEmpty { return true }
      return false
    }
    guard isHalf else { return }
    let root = files.path
    throw MemoError(
      .refused,
      "\(root) is a clone without a branch",
      details: [
        "it was killed before it was whole, or the remote's HEAD names a branch that isn't there"
      ],
      hints: [
        "'memo clone URL ANOTHER-FOLDER' makes a whole one",
        "'git branch --remotes' lists the branches that came, and 'git switch BRANCH' gets one; "
          + "then 'memo init' again",
        "'git remote remove origin' is for a store that has nothing to do with it",
      ])
  }

  /// Refuses a clone without an index, as after `git clone -n` or a killed clone.
  ///
  /// Its files may be absent or cut short, and nothing shows which.
  func checkIsCheckedOut() throws(MemoError) {
    guard try isWithoutIndex() else { return }
    throw MemoError(
      .refused, "the last commit was never checked out here",
      hints: ["'memo git checkout' does it, and with -f it replaces files that are in the way"])
  }

  /// Whether the index is missing, so that no checkout was ever completed.
  func isWithoutIndex() throws(MemoError) -> Bool {
    do throws(FileError) {
      guard try WorkTree.knownStatus(at: indexFile) == nil else { return false }
    } catch {
      throw MemoError(error)
    }
    // Only git knows which files a sparse checkout leaves out.
    return try run("read the configuration", repository.bool("core.sparseCheckout") != true)
  }

  private var indexFile: String { "\(repository.gitDirectory)/index" }
}

extension MemoError {
  /// The error for a folder whose `.git` is no repository.
  static func halfMade(_ folder: String) -> MemoError {
    MemoError(
      .refused,
      "\(folder)/.git is not a git repository: its creation was interrupted, or it is damaged",
      hints: ["if there is nothing in it that you want, remove it, and try again"])
  }
}
