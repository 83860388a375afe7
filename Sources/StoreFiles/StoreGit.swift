package import Git
package import TaskFile

/// The repository around a store, and how paths of the one are named in the other.
package struct StoreGit {
  package let repository: Repository
  /// The repository's work tree.
  package let files: WorkTree
  /// "" when the store is the repository's root, else the store's path in it with a `/` behind.
  package let prefix: String
  /// What other words mean in the store's files; nil for none.
  package var aliases: FieldAliases?

  /// - Throws: ``MemoError`` of kind `noStore` when there is no repository to work with.
  package init(storeRoot: String) throws(MemoError) {
    let found: Repository?
    do throws(GitError) {
      found = try Repository.discover(from: storeRoot)
    } catch {
      var failure = MemoError(error, doing: "open the repository of \(storeRoot)")
      failure.hints = failure.hints.map { $0.replacing("PATH", with: "'\(storeRoot)'") }
      throw failure
    }
    guard let found else {
      if let bare = Repository.bareFolder(around: storeRoot) { throw .bare(bare) }
      throw MemoError(
        .noStore, "\(storeRoot) is not in a git repository, so nothing can be committed",
        hints: ["'memo init \(storeRoot.quotedForShell)' makes one around the tasks that are there"]
      )
    }
    guard !found.isBare, let workTree = found.workTree.flatMap(WorkTree.resolved),
      let inside = Paths.relative(storeRoot, to: workTree),
      // Inside of `.git`.
      inside.isEmpty || inside.isCheckoutPath
    else { throw .bare(storeRoot) }
    found.treeBudget = .ofStores
    self.repository = found
    let prefix = inside.isEmpty ? "" : inside + "/"
    // The columns of a board are there also when they are empty.
    files = try MemoError.rethrowing(
      WorkTree(workTree, lasting: Set(Status.allCases.map { prefix + $0.rawValue })))
    self.prefix = prefix
  }

  package init(_ repository: Repository, _ files: WorkTree, prefix: String) {
    repository.treeBudget = .ofStores
    self.repository = repository
    self.files = files
    self.prefix = prefix
  }

  /// The same repository with the store in another folder, where it was once.
  package func at(_ prefix: String) -> StoreGit {
    var moved = StoreGit(repository, files, prefix: prefix)
    moved.aliases = aliases
    return moved
  }

  /// A task's text as the store means it.
  package func document(_ bytes: [UInt8]) -> TaskDocument { TaskDocument(bytes, aliases) }

  /// The folders that hold tasks, as the repository names them.
  package var taskFolders: [String] { Status.allCases.map { prefix + $0.rawValue } }

  /// A path of the store as the repository names it.
  package func repositoryPath(_ storePath: String) -> String {
    prefix.isEmpty ? storePath : prefix + storePath
  }

  /// A path of the repository as the store names it; nil for one outside.
  package func storePath(_ repositoryPath: String) -> String? {
    repositoryPath.hasPrefix(prefix) ? String(repositoryPath.dropFirst(prefix.count)) : nil
  }

  /// What HEAD is, and where.
  package func head() throws(MemoError) -> Head { try run("read HEAD", repository.head()) }

  /// Puts the errors of one call to git into words.
  ///
  /// - Parameter what: What memo was about to do, as in "read the history".
  package func run<Value>(
    _ what: String, _ call: @autoclosure () throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    do throws(GitError) {
      return try call()
    } catch {
      throw failure(error, doing: what)
    }
  }

  /// Runs git work of several steps and puts its errors into words.
  package func run<Value>(
    _ what: String, _ body: (Repository) throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    do throws(GitError) {
      return try body(repository)
    } catch {
      throw failure(error, doing: what)
    }
  }

  private func failure(_ error: GitError, doing what: String) -> MemoError {
    var error = error
    if error.code == .notFound, repository.isPartialClone {
      error.code = .partialClone
    } else if error.code == .notFound, error.area == .objects {
      error.code = .missingObject
    }
    return MemoError(error, doing: what)
  }
}

extension MemoError {
  /// For a folder of git's own, where no work tree is.
  package static func bare(_ folder: String) -> MemoError {
    MemoError(
      .noStore, "\(folder) is a bare repository: it has no files to keep tasks in",
      hints: ["clone it, and use the clone"])
  }
}

/// Files of the work tree, with the library's own errors.
extension StoreGit {
  /// A regular file's content, or nil when there surely is no file.
  package func content(of path: String) throws(MemoError) -> [UInt8]? {
    try MemoError.rethrowing(files.content(path))
  }

  /// The status of the file at a path; nil if there is certainly none.
  package func status(of path: String) throws(MemoError) -> FileStatus? {
    try MemoError.rethrowing(files.status(of: path))
  }
}

extension StoreGit {
  /// Finds paths that neither a task nor anything else has: a file that git ignores, a link or a
  /// folder on the disk, or a link or a folder in a commit.
  ///
  /// A file that the commit has, and the disk has not, was moved or deleted: its path is free.
  /// - Parameter absent: Of the commit, and neither here nor gone.
  package func freePaths(
    besides tasks: [StoredTask], in commit: ObjectID?, absent: Set<PathKey> = []
  ) -> FreePaths {
    lazy var recorded = commit.flatMap { try? CommitFiles(repository, $0) }
    return FreePaths(besides: tasks) { path in
      if absent.contains(PathKey(path)) { return true }
      let place = repositoryPath(path)
      // What can't be looked at is told by whoever writes there next.
      if (try? files.status(of: place)) != nil { return true }
      if let entry = try? recorded?.file(at: place), !entry.mode.isFile { return true }
      return (try? recorded?.files(below: place))?.isEmpty == false
    } isNoFolder: { folder in
      let place = repositoryPath(folder)
      if let status = try? files.status(of: place) { return status.kind != .folder }
      return (try? recorded?.file(at: place))?.map { _ in true } ?? false
    }
  }
}
