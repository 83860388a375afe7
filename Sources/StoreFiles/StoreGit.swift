package import Git
package import TaskFile

/// The git repository of a store, with conversions between store and repository paths.
package struct StoreGit {
  package let repository: Repository
  package let files: WorkTree
  /// The store's path in the repository, with a trailing `/`; "" for the repository's root.
  package let prefix: String
  /// The store's aliases for keys and values; nil if none.
  package var aliases: FieldAliases?

  /// - Throws: ``MemoError`` of kind `noStore` if the store is in no repository, or in a bare one.
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
      // False inside `.git`.
      inside.isEmpty || inside.isCheckoutPath
    else { throw .bare(storeRoot) }
    found.treeBudget = .ofStores
    self.repository = found
    let prefix = inside.isEmpty ? "" : inside + "/"
    // Keep the status folders even when they are empty.
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

  /// The same repository, with a former folder of the store.
  package func at(_ prefix: String) -> StoreGit {
    var moved = StoreGit(repository, files, prefix: prefix)
    moved.aliases = aliases
    return moved
  }

  /// Parses a task with the store's aliases.
  package func document(_ bytes: [UInt8]) -> TaskDocument { TaskDocument(bytes, aliases) }

  /// The status folders, as repository paths.
  package var taskFolders: [String] { Status.allCases.map { prefix + $0.rawValue } }

  package func repositoryPath(_ storePath: String) -> String {
    prefix.isEmpty ? storePath : prefix + storePath
  }

  /// Converts a repository path to a store path; nil if it is outside the store.
  package func storePath(_ repositoryPath: String) -> String? {
    repositoryPath.hasPrefix(prefix) ? String(repositoryPath.dropFirst(prefix.count)) : nil
  }

  package func head() throws(MemoError) -> Head { try run("read HEAD", repository.head()) }

  /// Converts the errors of a git call to ``MemoError``.
  ///
  /// - Parameter what: The action for the message, such as "read the history".
  package func run<Value>(
    _ what: String, _ call: @autoclosure () throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    try run(what) { _ throws(GitError) in try call() }
  }

  package func run<Value>(
    _ what: String, _ body: (Repository) throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    do throws(GitError) {
      return try body(repository)
    } catch {
      var error = error
      if error.code == .notFound, repository.isPartialClone {
        error.code = .partialClone
      } else if error.code == .notFound, error.area == .objects {
        error.code = .missingObject
      }
      throw MemoError(error, doing: what)
    }
  }
}

extension Timestamp {
  package init(_ signature: Signature) {
    self.init(secondsSince1970: signature.seconds, offsetMinutes: signature.offsetMinutes)
  }
}

extension MemoError {
  /// The error for a folder in a bare repository or in `.git`.
  package static func bare(_ folder: String) -> MemoError {
    MemoError(
      .noStore, "\(folder) is a bare repository: it has no files to keep tasks in",
      hints: ["clone it, and use the clone"])
  }
}

extension StoreGit {
  /// The content of a regular file; nil if it certainly doesn't exist.
  package func content(of path: String) throws(MemoError) -> [UInt8]? {
    try MemoError.rethrowing(files.content(path))
  }

  /// The status of a file; nil if it certainly doesn't exist.
  package func status(of path: String) throws(MemoError) -> FileStatus? {
    try MemoError.rethrowing(files.status(of: path))
  }
}

extension StoreGit {
  /// Finds paths without a task, an ignored file, a link or a folder, on disk and in a commit.
  ///
  /// A committed file that is not on disk was moved or deleted, so its path is free.
  ///
  /// - Parameter absent: Committed paths that are not on disk although nobody deleted them.
  package func freePaths(
    besides tasks: [StoredTask], in commit: ObjectID?, absent: Set<PathKey> = []
  ) -> FreePaths {
    // Treat an unreadable commit or path as free: the later write reports the error.
    FreePaths(besides: tasks) { path in
      if absent.contains(PathKey(path)) { return true }
      let place = repositoryPath(path)
      if (try? files.status(of: place)) != nil { return true }
      guard let commit else { return false }
      let entry = try? repository.entry(at: place, in: commit)
      if let entry, !entry.mode.isFile { return true }
      return (try? repository.files(in: commit, under: [place]))?.isEmpty == false
    } isNoFolder: { folder in
      let place = repositoryPath(folder)
      if let status = try? files.status(of: place) { return status.kind != .folder }
      return commit.flatMap { try? repository.entry(at: place, in: $0) } != nil
    }
  }
}
