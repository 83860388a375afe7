internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// A folder in which another program keeps tasks of all statuses: `tasks` of Backlog.md,
/// `.kanbn/tasks`.
///
/// memo moves them to the folders of their statuses.
struct OtherFolder {
  struct File {
    /// The path relative to the store.
    var path: String
    var mode: FileMode
    /// The status if the text has none: that of the board's column that lists the file.
    var folder: Status
    /// The path relative to the other program's folder.
    var name: String

    /// The task that the file becomes; nil if the file is absent now.
    ///
    /// - Throws: ``MemoError`` if the file can't be read.
    func task(_ store: Store) throws(MemoError) -> StoredTask? {
      guard let bytes = try MemoError.rethrowing(store.files.content(path)) else { return nil }
      return StoredTask(
        path: "\(folder.rawValue)/\(name)", bytes: bytes, file: nil, store.settings.aliases)
    }
  }

  /// Relative to the store.
  let path: String
  let files: [File]
  /// The files that git ignores, which can't be committed.
  let ignored: [String]

  /// Lists the folder; empty if it doesn't exist.
  init(_ path: String, of store: Store, _ git: StoreGit) throws(MemoError) {
    self.path = path
    let columns = try Self.columns(beside: path, store)
    var files: [File] = []
    for entry in try MemoError.rethrowing(store.files.list(path, upTo: Limits.listDepth)) {
      guard entry.kind == .regular, StoredTask.isTaskName(Paths.name(of: entry.path)),
        entry.path.isCheckoutPath,
        !Self.isReadMe(entry.path),
        let name = Paths.relative(entry.path, to: path)
      else { continue }
      guard let status = try MemoError.rethrowing(store.files.status(of: entry.path)),
        status.kind == .regular, status.size <= Limits.taskBytes
      else { continue }
      files.append(
        File(
          path: entry.path, mode: status.gitMode,
          folder: columns[Paths.stem(of: entry.path)] ?? .todo, name: name))
    }
    let left = try store.ignored(files.map(\.path))
    self.files = files.filter { !left.contains(PathKey($0.path)) }
    ignored = files.map(\.path).filter { left.contains(PathKey($0)) }
  }

  private static func isReadMe(_ path: String) -> Bool {
    Paths.name(of: path).lowercased() == "readme.md"
  }

  /// The outermost folder called `tasks` around a file; nil for a README or if there is none.
  fileprivate static func around(_ path: String) -> String? {
    let folders = path.split(separator: "/").dropLast()
    guard !isReadMe(path), let index = folders.firstIndex(of: "tasks") else { return nil }
    return folders[...index].joined(separator: "/")
  }

  /// The statuses of files by a board's columns: kanbn's `index.md` lists files below headings.
  ///
  /// - Throws: ``MemoError`` if the board can't be read, since every task would be in `todo`.
  private static func columns(
    beside path: String, _ store: Store
  ) throws(MemoError) -> [String: Status] {
    let index = Paths.join(Paths.parent(of: path), "index.md")
    guard let bytes = try MemoError.rethrowing(store.files.content(index)),
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
  /// The path, relative to the store, of another program's folder to adopt.
  ///
  /// - Parameter folder: The absolute path.
  /// - Throws: ``MemoError`` of kind `refused` if it is unsuitable.
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
    let parents = sequence(first: path) { $0.contains("/") ? Paths.parent(of: $0) : nil }
    let own = parents.first { WorkTree.status(at: "\(root)/\($0)/.git") != nil }
    if let own {
      throw refusal(
        "\(path) lies in a git repository of its own, \(own), which would lose its files",
        "copy the files into todo/ and run 'memo init', or begin a store in that repository")
    }
    let isIgnored = try git.run(
      "read the ignore files", git.repository.isIgnored(git.repositoryPath(path)))
    guard !isIgnored else {
      throw refusal(
        "git ignores \(path), so it can't be committed",
        "'git check-ignore -v \(path)' says where")
    }
    return path
  }
}

extension Store {
  /// Markdown files outside of the task folders, at any depth.
  ///
  /// Hidden and ignored files, and other repositories, are left out. So are unreadable folders,
  /// since this is only a report.
  ///
  /// - Returns: The folders called `tasks`, as Backlog.md and kanbn have, with their numbers of
  ///   files, and the paths of the other files, in order.
  func looseFiles() -> (paths: [String], folders: [(path: String, count: Int)]) {
    let folders = Set(Status.allCases.map(\.rawValue))
    // If git can't be asked, the files are reported.
    func besidesIgnored(_ paths: [String]) -> [String] {
      let ignored = (try? ignored(paths)) ?? []
      return paths.filter { !ignored.contains(PathKey($0)) }
    }
    var loose: [String] = []
    var counts: [String: Int] = [:]
    let tops = (WorkTree.names(in: root) ?? []).filter {
      !folders.contains($0) && (!$0.hasPrefix(".") || $0 == ".kanbn")
    }
    for name in besidesIgnored(tops) {
      // An unreadable folder has no files to report.
      guard let status = try? files.status(of: name) else { continue }
      if status.kind == .folder {
        let entries = (try? files.list(name, upTo: Limits.listDepth)) ?? []
        let paths = entries.filter {
          $0.kind == .regular && $0.isUTF8 && StoredTask.isTaskName(Paths.name(of: $0.path))
        }.map(\.path)
        for path in besidesIgnored(paths) {
          if let folder = OtherFolder.around(path) {
            counts[folder, default: 0] += 1
          } else if !name.hasPrefix(".") {
            loose.append(path)
          }
        }
      } else if status.kind == .regular, StoredTask.isTaskName(name), name != "README.md" {
        loose.append(name)
      }
    }
    return (
      loose.sorted { $0.precedes(path: $1) },
      counts.map { ($0.key, $0.value) }.sorted { $0.path.precedes(path: $1.path) }
    )
  }
}
