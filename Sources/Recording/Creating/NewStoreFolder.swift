internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The folder in which a store begins, and what had to be made for it.
struct NewStoreFolder {
  /// The folder, links resolved.
  let root: String
  /// The folders that are made, the outermost first: the store's, and those of the statuses.
  private let made: [String]

  /// Makes the folder if it is missing.
  init(_ path: String) throws(MemoError) {
    let missing = WorkTree.missingFolders(path)
    try MemoError.rethrowing(WorkTree.createFolder(path))
    let root = WorkTree.resolved(path) ?? path
    let folders = Status.allCases.map { Paths.join(root, $0.rawValue) }
    made = missing + folders.filter { WorkTree.status(at: $0) == nil }
    self.root = root
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

  /// Removes what was made in vain; whatever somebody has put there meanwhile stays.
  ///
  /// - Parameter madeRepository: Whether the repository was made for the store.
  func leave(madeRepository: Bool) {
    if madeRepository { removeRepository() }
    WorkTree.removeEmptyFolders(made)
  }

  /// Removes the repository, where nothing was committed there.
  ///
  /// It is taken from its place in one step, as it came, and looked at once more: nobody can begin
  /// anything in it any more.
  private func removeRepository() {
    let place = Paths.join(root, ".git")
    // While somebody makes one there, this one stays: an empty one harms nobody.
    guard isEmpty(root), let staging = try? Staging(hidden, for: root) else { return }
    let aside = Paths.join(staging.content, ".git")
    // What can't be moved stays where it is, with all that is in it.
    if (try? WorkTree.createFolder(staging.content)) != nil,
      (try? WorkTree.move(place, to: aside)) != nil,
      !isEmpty(staging.content)
    {
      // Where it can't go back it is left there, and not removed.
      guard (try? WorkTree.move(aside, to: place)) != nil else { return }
    }
    staging.remove(isInVain: false)
  }

  /// Whether the repository in a folder has neither a commit nor a branch.
  private func isEmpty(_ folder: String) -> Bool {
    // One that can't be read may have something.
    guard let repository = try? Repository.open(at: folder), let head = try? repository.head(),
      let tips = try? repository.branchTips()
    else { return false }
    return head.commit == nil && tips.isEmpty
  }

  private var hidden: String { Paths.join(root, ".memo-init") }

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

/// What the beginning of a store found and did.
struct StoreCreation {
  /// Whether there was no store.
  var isNew: Bool
  var setsUpMerging: Bool
  var hasNewRemote = false
  var adopted: [TaskChange] = []
  /// What people did to tasks, which was recorded before.
  var recorded: [TaskChange] = []
  var notices: [String] = []
}

extension WriteSession {
  /// Makes the commit with which a store begins, or adds what an older one lacks.
  ///
  /// - Parameter folder: Another program's, of which tasks are to be taken in.
  mutating func commitBirth(from folder: String? = nil) throws(MemoError) -> StoreCreation {
    let marker = try markerEdit()
    let attributes = try attributesEdit()
    let files = [marker, attributes].compactMap { $0 }
    if marker != nil { try noteAdoption(folder) }
    if !files.isEmpty {
      let what = marker == nil ? "merge driver" : Paths.name(of: store.root)
      try commit(files: files, as: .initialize, message: "init: \(what)\n")
    }
    return StoreCreation(isNew: marker != nil, setsUpMerging: attributes != nil)
  }

  /// Whether a commit has the file that marks the folder as a store.
  func isBegun() throws(MemoError) -> Bool {
    try recorded(git.repositoryPath(Store.marker)) != nil
  }

  /// The file that marks the folder as a store; nil when a commit has it.
  private mutating func markerEdit() throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(Store.marker)
    let onDisk = try git.content(of: path)
    guard let recorded = try recorded(path) else {
      let text =
        onDisk ?? store.recording.birthText ?? Array(StoreSettings.initialText.utf8)
      return FileEdit(path: path, before: onDisk, after: text)
    }
    // Somebody deleted the file: it comes back as it was.
    if onDisk == nil {
      try git.apply(FileEdit(path: path, before: nil, after: try git.workTreeContent(recorded)))
      notices.append("\(Store.marker) was missing, and is there again")
    }
    return nil
  }

  /// The lines that let git merge tasks with memo, behind what is there; nil when they are
  /// there, somebody wants it otherwise, or the file has changes of somebody's own.
  private mutating func attributesEdit() throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(MergeSetup.attributesFile)
    let name = MergeSetup.attributesFile
    let kind = try git.status(of: path)?.kind
    guard kind == nil || kind == .regular else {
      notices.append("\(name) is no regular file, so git merges tasks as mere text")
      return nil
    }
    let recorded = try recorded(path)
    if kind == nil, let recorded {
      try git.apply(FileEdit(path: path, before: nil, after: try git.workTreeContent(recorded)))
      notices.append("\(name) was missing, and is there again")
    }
    let onDisk = try git.content(of: path)
    let said = try git.mergeAttribute()
    let staged = try git.run("read the index", git.repository.stagedBlob(at: path))
    let stagedText = try staged.map { blob throws(MemoError) in
      try git.run("read the index", git.repository.blob(blob))
    }
    guard let text = MergeSetup.attributes(onDisk, staged: stagedText, said: said) else {
      if let said, said != "memo" {
        notices.append("\(name) says merge=\(said) of tasks, so git merges them that way")
      }
      // It says what it should, and no commit has it: no other clone would know.
      if said == "memo", recorded == nil, staged == nil, let onDisk {
        return FileEdit(path: path, before: onDisk, after: onDisk)
      }
      return nil
    }
    let edit = FileEdit(path: path, before: onDisk, after: text)
    guard try git.workTreeContent(recorded) == onDisk, staged == recorded?.id else {
      try git.apply(edit)
      notices.append(
        "\(name) has changes of your own; memo's lines are behind them now, commit them with git")
      return nil
    }
    return edit
  }

  /// What the last commit has at a path of the repository.
  func recorded(_ path: String) throws(MemoError) -> TreeEntry? {
    let head = head
    return try git.run(
      "read HEAD",
      head.commit.flatMap { commit throws(GitError) in
        try git.repository.entry(at: path, in: commit)
      })
  }
}
