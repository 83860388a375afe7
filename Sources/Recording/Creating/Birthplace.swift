internal import Git
internal import StoreFiles

/// The folder in which a store begins, and what had to be made for it.
struct Birthplace {
  /// The folder, links resolved.
  let root: String
  /// The folders that had to be made, the outermost first.
  private let made: [String]

  /// Makes the folder if it is missing.
  init(_ path: String) throws(MemoError) {
    made = WorkTree.missingFolders(path)
    try MemoError.rethrowing(WorkTree.createFolder(path))
    root = WorkTree.resolved(path) ?? path
  }

  /// Makes a repository, unless the folder is in one.
  ///
  /// It is made whole under a hidden name, with its remote and its merge driver, and then gets
  /// its place in one step. What one that was killed left goes with the next try.
  /// - Returns: Whether one had to be made.
  /// - Throws: ``MemoError``; then there is none.
  func makeRepository(
    remoteURL: String?, environment: Environment, _ isInterrupted: () -> Bool
  ) throws(MemoError) -> Bool {
    let hidden = Paths.join(root, ".memo-init")
    if try isInRepository() {
      if WorkTree.status(at: hidden) != nil {
        // While somebody is at work there it stays.
        try? Staging(hidden, for: root).remove(isInVain: false)
      }
      return false
    }
    // One in it would be in the way of git, and of what is stored there.
    if let bare = Repository.bareFolder(around: root) { throw .bare(bare) }
    // What git was at there, and didn't finish, is nothing to build upon.
    if WorkTree.status(at: Paths.join(root, ".git")) != nil { throw .halfMade(root) }
    try check(isInterrupted)
    let staging = try Staging(hidden, for: root, waitingUpTo: 10)
    do throws(MemoError) {
      // Somebody may have been quicker.
      let isNew = try !isInRepository()
      if isNew {
        try fill(staging.content, remoteURL: remoteURL, environment: environment)
        try check(isInterrupted)
        try move(Paths.join(staging.content, ".git"), to: Paths.join(root, ".git"))
      }
      staging.remove(isInVain: false)
      return isNew
    } catch {
      staging.remove(isInVain: false)
      throw error
    }
  }

  /// Removes the folders that were made in vain.
  func leave() { WorkTree.removeEmptyFolders(made) }

  private func isInRepository() throws(MemoError) -> Bool {
    try MemoError.rethrowing(
      doing: "look for a git repository around \(root)", Repository.discover(from: root) != nil)
  }

  private func fill(_ folder: String, remoteURL: String?, environment: Environment)
    throws(MemoError)
  {
    try MemoError.rethrowing(WorkTree.createFolder(folder))
    let files = try MemoError.rethrowing(WorkTree(folder))
    let repository = try MemoError.rethrowing(
      doing: "make a git repository in \(root)", Repository.create(at: folder))
    let git = StoreGit(repository, files, prefix: "")
    _ = try Signatures(git, environment)
    if let remoteURL { _ = try git.addOrigin(remoteURL) }
    _ = try git.setUpDriver()
  }

  private func move(_ old: String, to new: String) throws(MemoError) {
    try MemoError.rethrowing(WorkTree.move(old, to: new))
  }

  private func check(_ isInterrupted: () -> Bool) throws(MemoError) {
    if isInterrupted() { throw MemoError(.interrupted, "interrupted: there is no store") }
  }
}
