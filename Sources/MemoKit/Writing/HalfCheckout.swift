internal import Git
internal import TaskFile

extension DoubtfulEdits {
  /// Files that are as another branch has them, as where a checkout was killed and its lock of the
  /// index removed: HEAD and the index are still those of before, and some files are not.
  ///
  /// What people write is in no commit; what they take from another branch with git, is in the
  /// index. So it is enough to look at what git has already, and is not staged.
  /// - Returns: Nil where fewer than two files are so, or they are of no one branch.
  init?(
    halfCheckout found: HandEdits, _ git: StoreGit, _ head: Head, besides confirmed: Set<PathKey>
  ) throws(MemoError) {
    var known: [(change: TaskChange, path: String, blob: ObjectID)] = []
    for step in found.steps where !step.isSettling {
      guard let file = step.onDisk, !confirmed.contains(PathKey(step.change.path)) else { continue }
      let path = git.repositoryPath(file.path)
      let blob = try git.run("look for \(path)") { repository throws(GitError) -> ObjectID? in
        let blob = try ObjectID.blob(repository.blobContent(of: file.bytes, at: path))
        guard try repository.contains(blob), try repository.stagedBlob(at: path) != blob else {
          return nil
        }
        return blob
      }
      if let blob, step.before?.bytes != file.bytes { known.append((step.change, path, blob)) }
    }
    guard known.count > 1 else { return nil }
    let branch = try git.run("look through the branches") {
      (repository) throws(GitError) -> String? in
      for tip in try repository.branchTips() where tip.commit != head.commit {
        var isSame = true
        for file in known where isSame {
          isSame = try repository.entry(at: file.path, in: tip.commit)?.id == file.blob
        }
        if isSame { return tip.name }
      }
      return nil
    }
    guard let branch else { return nil }
    let here = head.name
    self.init(
      "\(known.count) files are as on \(branch) and not as on \(here), as where git was killed "
        + "while it changed from one to the other",
      question: "Record them as changes of \(here)?", known.map(\.change),
      hints: [
        "'memo git checkout -f \(branch)' finishes it, 'memo git checkout -f' takes it back; "
          + "both lose what else was edited and is not recorded",
        "the same command with --yes records the files as they are",
      ])
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
