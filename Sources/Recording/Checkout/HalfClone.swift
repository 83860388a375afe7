internal import Git
internal import StoreFiles

extension StoreGit {
  /// Refuses to begin a store in a clone that has no branch: one that was killed, or whose remote
  /// names a branch as its HEAD that isn't there.
  ///
  /// What would be begun there has nothing in common with what the remote has, and could never
  /// be synced with it. A clone of an empty remote has no objects; where somebody begins anew,
  /// there is no remote, or another branch, or something is staged.
  func checkNotHalfCloned() throws(MemoError) {
    let isHalf = try run("look for a branch") { repository throws(GitError) in
      guard try repository.head().commit == nil, try repository.branches().isEmpty else {
        return false
      }
      let remotes = try repository.remotes()
      if remotes.isEmpty { return false }
      for remote in remotes where try !repository.branches(ofRemote: remote).isEmpty {
        return true
      }
      // Where memo has a folder of its own, an init that was killed had written the objects.
      return try repository.hasObjects && WorkTree.status(at: indexFile) == nil
        && WorkTree.status(at: "\(repository.commonDirectory)/memo") == nil
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

  /// Whether there is no index at all, though one is wanted: then nothing was ever checked out
  /// to its end.
  func isWithoutIndex() throws(MemoError) -> Bool {
    do throws(FileError) {
      guard try WorkTree.knownStatus(at: indexFile) == nil else { return false }
    } catch {
      throw MemoError(error)
    }
    // Which files a sparse checkout is to have, only git knows.
    return try run("read the configuration", repository.bool("core.sparseCheckout") != true)
  }

  private var indexFile: String { "\(repository.gitDirectory)/index" }

  /// Whether a file is what a checkout that was killed had written of an entry by then.
  func isCutShort(_ entry: TreeEntry) throws(MemoError) -> Bool {
    guard let found = try content(of: entry.path),
      let whole = try workTreeContent(entry)
    else { return false }
    return found.count < whole.count && whole.starts(with: found)
  }
}

extension MemoError {
  /// For a folder with a `.git` that is no repository.
  static func halfMade(_ folder: String) -> MemoError {
    MemoError(
      .refused,
      "\(folder)/.git is there, and no git repository: what made it was killed, or it is damaged",
      hints: ["if there is nothing in it that you want, remove it, and try again"])
  }
}
