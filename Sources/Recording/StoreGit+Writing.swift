package import Git
package import StoreFiles
internal import TaskHistory

extension StoreGit {
  /// Waits until nobody else writes to the store.
  func lock(_ patience: Patience) throws(MemoError) -> FileLock {
    do throws(FileError) {
      let lock = try FileLock(
        lockFile, waitingUpTo: patience.seconds,
        quietFor: patience.quiet, onWait: patience.onWait)
      repository.share(["memo", "memo/lock"])
      return lock
    } catch {
      throw error.reason == .busy ? .lockIsHeld(patience.seconds) : MemoError(error)
    }
  }

  /// HEAD, if the repository is in a state in which a commit can be made.
  package func readyHead() throws(MemoError) -> Head {
    let (head, operation, hasConflicts) = try run("read HEAD") { repository throws(GitError) in
      (try repository.head(), repository.operationInProgress, try repository.hasConflicts())
    }
    if let operation {
      throw MemoError(
        .refused, "\(operation) is in progress in this repository",
        hints: ["finish it with git, or '\(operation.wayOut)', and try again"])
    }
    if hasConflicts {
      throw MemoError(
        .refused, "git's index has unmerged files",
        hints: ["'git status' shows them; 'git add' them when they are mended"])
    }
    if case .detached(let commit) = head {
      if WorkTree.status(at: Paths.join(files.path, ".jj")) != nil {
        throw MemoError(
          .refused, "jj keeps HEAD detached in this repository, and memo commits to a branch",
          hints: ["keep tasks in a repository of their own: memo init ~/tasks"])
      }
      throw MemoError(
        .refused, "HEAD is detached at \(commit.short), so a change would belong to no branch",
        hints: ["'git switch main' goes back to a branch, 'git switch -c NAME' makes one here"])
    }
    return head
  }
}

extension Head {
  /// The same branch at another commit.
  func at(_ commit: ObjectID) -> Head {
    switch self {
    case .branch(let name, _), .unborn(let name): .branch(name, commit)
    case .detached: .detached(commit)
    }
  }
}
