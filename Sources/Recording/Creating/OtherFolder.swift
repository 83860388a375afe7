internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// A folder in which another program keeps all its tasks, whatever their status: `tasks` of
/// Backlog.md, `.kanbn/tasks` of kanbn.
///
/// A task of memo's lies in the folder of its status, so that these are none where they are, and
/// are moved.
struct OtherFolder {
  /// One of its Markdown files.
  struct File {
    /// Relative to the store.
    var path: String
    var bytes: [UInt8]
    var mode: FileMode
    /// Where it goes, as far as its text doesn't say: the folder of a column that lists it.
    var folder: Status
    /// Its path below the other program's folder.
    var name: String

    /// As the task that it becomes.
    func task(_ aliases: FieldAliases?) -> StoredTask? {
      StoredTask(path: "\(folder.rawValue)/\(name)", bytes: bytes, file: nil, aliases)
    }
  }

  /// Relative to the store.
  let path: String
  let files: [File]

  /// Reads it; what isn't there has no files.
  init(_ path: String, of store: Store, _ git: StoreGit) throws(MemoError) {
    self.path = path
    let columns = Self.columns(beside: path, store)
    var files: [File] = []
    for entry in try MemoError.rethrowing(store.files.list(path, upTo: Limits.listDepth)) {
      guard entry.kind == .regular, StoredTask.isTaskName(Paths.name(of: entry.path)),
        entry.path.isCheckoutPath,
        let name = Paths.relative(entry.path, to: path)
      else { continue }
      let (bytes, status) = try MemoError.rethrowing(store.files.read(entry.path))
      guard bytes.count <= Limits.taskBytes else { continue }
      files.append(
        File(
          path: entry.path, bytes: bytes, mode: status.gitMode,
          folder: columns[Paths.stem(of: entry.path)] ?? .todo, name: name))
    }
    self.files = files
  }

  /// Which status the columns of a board give to files, by their names: as kanbn's `index.md`
  /// lists them, below headings.
  private static func columns(beside path: String, _ store: Store) -> [String: Status] {
    let index = Paths.join(Paths.parent(of: path), "index.md")
    // A folder without such a board has none.
    guard let bytes = try? store.files.read(index).bytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return [:] }
    var columns: [String: Status] = [:]
    var column: Status?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("## ") {
        column = AliasProposal.status(called: String(line.dropFirst(3)).trimmingSpaces)
      } else if let column, let start = line.firstRange(of: "](")?.upperBound,
        let end = line[start...].firstIndex(of: ")"), line[start..<end].hasSuffix(".md")
      {
        columns[Paths.stem(of: String(line[start..<end]))] = column
      }
    }
    return columns
  }
}

extension Store {
  /// A folder of another program's tasks, which is to be taken in.
  ///
  /// - Parameter folder: Absolute.
  /// - Throws: ``MemoError`` of kind `refused` for what can't be one.
  static func otherFolder(
    _ folder: String, in root: String, _ git: StoreGit
  ) throws(MemoError) -> String {
    func refusal(_ message: String, _ hint: String) -> MemoError {
      MemoError(.refused, message, hints: [hint])
    }
    guard let resolved = WorkTree.resolved(folder), WorkTree.status(at: resolved)?.kind == .folder
    else { throw refusal("there is no folder \(folder)", "'ls' shows what there is") }
    guard let path = Paths.relative(resolved, to: root), !path.isEmpty else {
      throw refusal(
        "\(folder) doesn't lie in the store's folder, \(root)",
        "begin the store in a folder above it, or copy the files into todo/ and run 'memo init'")
    }
    let isOwn = StoredTask.folderStatus(of: "\(path)/") != nil || "\(path)/".hasPrefix(".memo/")
    guard !isOwn else {
      throw refusal("\(path) is the store's own folder", "name one that another program has")
    }
    let isIgnored = try git.run(
      "read the ignore files", git.repository.isIgnored(git.repositoryPath(path)))
    guard !isIgnored else {
      throw refusal(
        "git ignores \(path), so nothing of it can be recorded",
        "'git check-ignore -v \(path)' says where")
    }
    return path
  }
}

extension WriteSession {
  /// What becomes of the files of another program's folder.
  mutating func taking(
    _ folder: OtherFolder, besides found: HandEdits
  ) throws(MemoError) -> [TaskEdit] {
    var paths = FreePaths(besides: snapshot.tasks)
    let there = Set(snapshot.tasks.map { PathKey($0.path) })
    for path in found.tasks.compactMap({ $0.after?.path }) where !there.contains(PathKey(path)) {
      _ = paths.take(like: path)
    }
    var normalization = Normalization(
      on: .adoption, snapshot, RecordedPast(store, git, of: head.commit), store.environment)
    var edits: [TaskEdit] = []
    for file in folder.files {
      let document = git.document(file.bytes)
      let status = document.item(fileName: "").status ?? file.folder
      let version = TaskVersion(
        path: paths.take(like: "\(status.rawValue)/\(file.name)"), document: document,
        mode: file.mode)
      let pair = VersionPair(after: version)
      edits += [TaskEdit(from: nil, to: try normalization.normalize(pair))].compactMap { $0 }
    }
    notices += normalization.notices
    if !folder.files.isEmpty {
      let count = folder.files.count
      notices.append(
        (count == 1 ? "1 file of \(folder.path)/ is" : "\(count) files of \(folder.path)/ are")
          + " in todo/, doing/ and done/ now; a program that looks for its tasks in "
          + "\(folder.path)/ doesn't find \(count == 1 ? "it" : "them") there any more")
    }
    return edits
  }

  /// The files of another program's folder that the last commit doesn't have as they are.
  func unrecorded(_ folder: OtherFolder) throws(MemoError) -> [OtherFolder.File] {
    let head = head
    return try git.run("read HEAD") { [git] repository throws(GitError) in
      var files: [OtherFolder.File] = []
      for file in folder.files {
        let path = git.repositoryPath(file.path)
        let recorded = try head.commit.flatMap { commit throws(GitError) in
          try repository.entry(at: path, in: commit)
        }
        let blob = try ObjectID.blob(repository.blobContent(of: file.bytes, at: path))
        if recorded?.id != blob { files.append(file) }
      }
      return files
    }
  }
}
