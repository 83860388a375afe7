internal import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

struct NewStoreFolder {
  /// The folder, with links resolved.
  let root: String
  /// The created folders, the outermost first.
  private let made: [String]

  init(_ path: String) throws(MemoError) {
    let missing = WorkTree.missingFolders(path)
    try MemoError.rethrowing(WorkTree.createFolder(path))
    let root = WorkTree.resolved(path) ?? path
    let folders = Status.allCases.map { Paths.join(root, $0.rawValue) }
    made = missing + folders.filter { WorkTree.status(at: $0) == nil }
    self.root = root
  }

  /// Creates a repository, unless the folder is in one.
  ///
  /// It is completed under a hidden name, with remote and merge driver, and then renamed. The
  /// remains of a killed attempt are removed.
  ///
  /// - Returns: Whether one was created.
  /// - Throws: ``MemoError``. No repository exists then.
  func makeRepository(
    remoteURL: String?, environment: Environment, _ isInterrupted: () -> Bool
  ) throws(MemoError) -> Bool {
    if try isInRepository() {
      if WorkTree.status(at: hidden) != nil {
        // If another process uses the folder, it stays.
        try? Staging(hidden, for: root).remove(isInVain: false)
      }
      return false
    }
    // A hidden repository inside another one would confuse git.
    if let bare = Repository.bareFolder(around: root) { throw .bare(bare) }
    // The remains of an interrupted git command can't be used.
    if WorkTree.status(at: Paths.join(root, ".git")) != nil { throw .halfMade(root) }
    try check(isInterrupted)
    let staging = try Staging(hidden, for: root, waitingUpTo: 10)
    do throws(MemoError) {
      let isNew = try !isInRepository()
      if isNew {
        try fill(staging.content, remoteURL: remoteURL, environment: environment)
        try check(isInterrupted)
        try MemoError.rethrowing(
          WorkTree.move(Paths.join(staging.content, ".git"), to: Paths.join(root, ".git")))
      }
      staging.remove(isInVain: false)
      return isNew
    } catch {
      staging.remove(isInVain: false)
      throw error
    }
  }

  /// Removes everything that was created in vain, but not files that somebody added meanwhile.
  ///
  /// - Parameter madeRepository: Whether the repository was created for the store.
  func leave(madeRepository: Bool) {
    if madeRepository { removeRepository() }
    WorkTree.removeEmptyFolders(made)
  }

  /// Removes the repository if it has no commit.
  ///
  /// It is renamed first and checked again, so that nobody can commit to it meanwhile.
  private func removeRepository() {
    let place = Paths.join(root, ".git")
    // If another process is creating a repository there, this empty one stays.
    guard isEmpty(root), let staging = try? Staging(hidden, for: root) else { return }
    let aside = Paths.join(staging.content, ".git")
    // If it can't be renamed, it stays.
    if (try? WorkTree.createFolder(staging.content)) != nil,
      (try? WorkTree.move(place, to: aside)) != nil,
      !isEmpty(staging.content)
    {
      // If it can't be renamed back, it is not removed.
      guard (try? WorkTree.move(aside, to: place)) != nil else { return }
    }
    staging.remove(isInVain: false)
  }

  private func isEmpty(_ folder: String) -> Bool {
    // An unreadable repository may have a commit.
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

  private func check(_ isInterrupted: () -> Bool) throws(MemoError) {
    if isInterrupted() { throw MemoError(.interrupted, "interrupted: there is no store") }
  }
}

extension WriteSession {
  /// Makes the first commit of a store, or adds files that an older store lacks.
  ///
  /// - Parameter settings: The marker file, unless the user has written one.
  /// - Returns: Whether the marker file and the attributes of the merge driver are new.
  mutating func commitBirth(
    _ settings: [UInt8]
  ) throws(MemoError) -> (isNew: Bool, isNewDriver: Bool) {
    let marker = try markerEdit(settings)
    let attributes = try attributesEdit()
    let files = [marker, attributes].compactMap { $0 }
    if !files.isEmpty {
      let what = marker == nil ? "merge driver" : Paths.name(of: store.root)
      try commit([], as: .initialize, subject: "init: \(what)", and: files)
    }
    return (marker != nil, attributes != nil)
  }

  /// The new marker file; nil if a commit has it.
  private mutating func markerEdit(_ settings: [UInt8]) throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(Store.marker)
    let onDisk = try git.content(of: path)
    guard let recorded = try recorded(path) else {
      return FileEdit(path: path, before: onDisk, after: onDisk ?? settings)
    }
    // Somebody deleted the file, so it is restored.
    if onDisk == nil {
      try git.apply(FileEdit(path: path, before: nil, after: try git.workTreeContent(recorded)))
      notices.append("\(Store.marker) was missing, and is there again")
    }
    return nil
  }

  /// The attributes with those for the merge driver added.
  ///
  /// Nil if none are missing, somebody wants others, or the file has uncommitted changes.
  private mutating func attributesEdit() throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(MergeSetup.attributesFile)
    let name = MergeSetup.attributesFile
    let kind = try git.status(of: path)?.kind
    guard kind == nil || kind == .regular else {
      notices.append("\(name) is no regular file, so git merges tasks as plain text")
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
      // It is correct, but uncommitted, so other clones would lack it.
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

  /// The file at a path of the repository in the last commit.
  func recorded(_ path: String) throws(MemoError) -> TreeEntry? {
    let head = head
    return try git.run(
      "read HEAD",
      head.commit.flatMap { commit throws(GitError) in
        try git.repository.entry(at: path, in: commit)
      })
  }
}

/// A hidden folder in which something is created until it is complete.
///
/// Its name shows the purpose, so that the next attempt finds the remains of a killed one. A lock
/// in it shows whether an attempt is running.
package struct Staging: ~Copyable {
  /// Absolute.
  let folder: String
  private let lock: FileLock
  /// The created parent folders, the outermost first.
  private let made: [String]

  /// The path of the unfinished content; nothing is there yet.
  package var content: String { Paths.join(folder, "making") }
  /// The path of the complete content.
  package var ready: String { Paths.join(folder, "ready") }
  /// The lock, for a child process that may outlive this one.
  package var lockDescriptor: Int32 { lock.descriptor }
  package var isReady: Bool { WorkTree.status(at: ready) != nil }

  /// Takes the folder, and removes the remains of a killed attempt.
  ///
  /// - Parameter what: The name of the content, for errors.
  /// - Throws: ``MemoError`` of kind `busy` if another process is creating it.
  package init(
    _ folder: String, for what: String, waitingUpTo seconds: Double = 0
  ) throws(MemoError) {
    let made = WorkTree.missingFolders(Paths.parent(of: folder))
    lock = try Self.take(folder, for: what, seconds, made)
    self.folder = folder
    self.made = made
  }

  private static func take(
    _ folder: String, for what: String, _ seconds: Double, _ made: [String]
  ) throws(MemoError) -> FileLock {
    do throws(FileError) {
      try WorkTree.createFolder(Paths.parent(of: folder))
      let lock = try FileLock(Paths.join(folder, "lock"), waitingUpTo: seconds)
      try WorkTree.removeTree(Paths.join(folder, "making"))
      return lock
    } catch {
      WorkTree.removeEmptyFolders(made)
      guard error.reason == .busy else { throw MemoError(error) }
      throw MemoError(.busy, "another memo is creating \(what)", hints: ["wait until it has ended"])
    }
  }

  package func finish() throws(MemoError) {
    try MemoError.rethrowing(WorkTree.move(content, to: ready))
  }

  /// Removes the folder with its content.
  ///
  /// - Parameter isInVain: Whether to remove the created parent folders, too.
  package consuming func remove(isInVain: Bool) {
    // The next attempt removes the rest.
    try? WorkTree.removeTree(content)
    try? WorkTree.removeTree(ready)
    for name in ["lock", "lock.queue"] { try? WorkTree.removeFile(Paths.join(folder, name)) }
    try? WorkTree.removeFolder(folder)
    if isInVain { WorkTree.removeEmptyFolders(made) }
  }
}
