internal import Git
internal import Platform
internal import TaskFile

extension Store {
  /// Reads all tasks, and may update the cache.
  ///
  /// - Parameter reconcile: Sets the status of tasks whose folder and text disagree.
  /// - Throws: ``MemoError`` if a folder can't be listed.
  package func readFiles(
    _ reconcile: (inout Snapshot) throws(MemoError) -> Void
  ) throws(MemoError) -> Snapshot {
    let noteFile = noteFile
    let mark = { noteFile.flatMap { WorkTree.status(at: $0) } }
    var attempts = 0
    while true {
      // The lock file is empty unless a change is in progress.
      let before = mark()
      let change = before?.size ?? 0 > 0 ? noteFile.flatMap(unfinishedChange) : nil
      var snapshot = try readFiles(seeingThrough: change)
      try reconcile(&snapshot)
      attempts += 1
      // A change began or ended during the reading, so the files may be in different states.
      if attempts == Self.mostReadings || mark() == before {
        writeCache(snapshot)
        return snapshot
      }
    }
  }

  /// Read even if another process changes the store all the time.
  private static let mostReadings = 5

  private func readFiles(
    seeingThrough change: UnfinishedChange?
  ) throws(MemoError) -> Snapshot {
    var snapshot = Snapshot(root: root, began: .now, tasks: [], strays: [])
    let (result, known) = rememberedListing()
    let listing = try result.get()
    let (found, kept, folders) = sorted(listing, known, &snapshot)
    let read = tasks(at: found)
    snapshot.tasks = kept
    snapshot.replaceTasks(with: read)
    snapshot.news = read.count(where: \.isRead)
    if let known { writeCache(listing.memory(of: known.memory, before: snapshot.began)) }
    if let change {
      // The tasks differ from the files now, so don't cache them.
      snapshot.news = 0
      try seeThrough(change, &snapshot)
    }
    snapshot.folders = Set(folders.map(PathKey.init))
    try dropIgnored(&snapshot, folders)
    snapshot.markDoubles()
    return snapshot
  }

  private typealias Listing = Result<StoreListing, MemoError>
  /// The cache, and its ``TaskFileCache/unchangedTasks()``.
  private typealias Known = (memory: TaskFileCache, tasks: [StoredTask?])

  /// The listing, and the tasks of the cache; nil without one.
  ///
  /// Threads check the files while this one lists the folders.
  private func rememberedListing() -> (Listing, Known?) {
    guard let file = cacheFile("files") else { return (listing(), nil) }
    let (files, aliases, folders) = (files, settings.aliases, folderMemory())
    let (listing, known) = System.both({ self.listing(knowing: folders) }) {
      let memory = TaskFileCache(file, of: files, aliases)
      return (memory, memory.unchangedTasks()) as Known
    }
    let isOfThese = folders == nil || folders?.files == known.memory.checksum
    return (isOfThese ? listing : self.listing(), known)
  }

  private func listing(knowing memory: FolderListingCache? = nil) -> Listing {
    Result { () throws(FileError) in try StoreListing(files, knowing: memory) }
      .mapError { MemoError($0) }
  }

  /// Sorts the listed entries into tasks, other files and folders.
  ///
  /// - Returns: The files to read and the tasks from the cache, both by path, and the folders.
  private func sorted(
    _ listing: StoreListing, _ known: Known?, _ snapshot: inout Snapshot
  ) -> (found: [String], kept: [StoredTask], folders: [String]) {
    var found: [String] = []
    var folders = Status.allCases.map(\.rawValue)
    var isThere = [Bool](repeating: false, count: known?.memory.count ?? 0)
    func add(_ entry: WorkTree.Entry) {
      if entry.kind == .folder { folders.append(entry.path) }
      if entry.isUnlisted { snapshot.unlisted.insert(PathKey(entry.path)) }
      switch Self.role(of: entry) {
      case .task: found.append(entry.path)
      case .stray(let message):
        snapshot.strays.append(StoreProblem(path: entry.path, message: message))
      case .none:
        if entry.kind == .regular, entry.isUTF8, NonTaskFiles.contains(entry.path) {
          snapshot.others.append(entry.path)
        }
      }
    }
    let isListed = listing.found.contains { $0.kind == .regular }
    let lookup = isListed ? known.map { TaskFileCache.Lookup($0.memory) } : nil
    for entry in listing.found {
      if entry.kind == .regular, entry.isUTF8, let row = lookup?.row(of: entry.path) {
        isThere[row] = true
      } else {
        add(entry)
      }
    }
    for other in listing.known.flatMap(\.others) where other.kind != .folder { add(other) }
    if let known {
      // A file that was deleted since is found missing when it is read.
      let unchanged = Set(listing.known.map { PathKey($0.path) })
      for run in known.memory.runs(in: isThere.indices) where unchanged.contains(run.folder) {
        for row in run.rows { isThere[row] = true }
      }
      for row in isThere.indices where isThere[row] && known.tasks[row] == nil {
        found.append(known.memory.path(at: row))
      }
    }
    found.sort { $0.precedes(path: $1) }
    snapshot.strays.sort { $0.path.precedes(path: $1.path) }
    snapshot.others.sort { $0.precedes(path: $1) }
    snapshot.hidden = listing.hidden
    let kept = zip(known?.tasks ?? [], isThere).compactMap { $1 ? $0 : nil }
    return (found, kept, folders)
  }

  private enum Role {
    case task, none
    case stray(String)
  }

  private static func role(of entry: WorkTree.Entry) -> Role {
    if entry.isUnlisted {
      return .stray(
        entry.path.isCheckoutPath
          ? "a folder in \(Limits.listDepth) others is not looked into"
          : "git allows no such path, so memo does not look into it")
    }
    // The listing contains no hidden names.
    guard StoredTask.isTaskName(entry.path) else { return .none }
    guard entry.isUTF8 else { return .stray("a file whose name is not UTF-8 is not a task") }
    return switch entry.kind {
    case .regular: .task
    case .symbolicLink: .stray("a symbolic link, which memo never follows, is not a task")
    case .folder: .stray("a folder with a task's name is not a task")
    case .other: .stray("not a regular file, so no task")
    }
  }

  /// The number of files that a thread reads at a time.
  private static let partSize = 256

  /// Reads files on all cores, in no order.
  package func tasks(at found: [String]) -> [StoredTask] {
    let (files, aliases) = (files, settings.aliases)
    return System.parts(of: found.indices, size: Self.partSize) { range in
      var tasks: [StoredTask] = []
      func note(_ path: String, _ error: FileError) {
        // Somebody deleted the file after the listing.
        guard !error.isMissing else { return }
        if let task = StoredTask(unread: path, error) { tasks.append(task) }
      }
      let folders = Dictionary(grouping: found[range]) { PathKey(Paths.parent(of: $0)) }
      for (folder, paths) in folders {
        do throws(FileError) {
          try files.read(paths, in: folder.path, atMost: Limits.taskBytes) { path, result in
            switch result {
            case .success(let (bytes, file)):
              if let task = StoredTask(path: path, bytes: bytes, file: file, aliases) {
                tasks.append(task)
              }
            case .failure(let error): note(path, error)
            }
          }
        } catch {
          for path in paths { note(path, error) }
        }
      }
      return tasks
    }.flatMap { $0 }
  }
}

/// The contents of the status folders, partly from the cache.
struct StoreListing {
  /// In the system's order.
  let found: [WorkTree.Entry]
  /// Unchanged folders from the cache.
  let known: [FolderListingCache.Folder]
  /// Listed folders, each with the time of its last change in seconds since 1970.
  private let listed: [(folder: FolderListingCache.Folder, changed: Int64)]
  /// Hidden temporary files of killed processes.
  let hidden: [String]

  /// - Parameter memory: The cached listings.
  /// - Throws: ``FileError`` if a folder can't be listed.
  init(_ files: WorkTree, knowing memory: FolderListingCache?) throws(FileError) {
    var (found, hidden) = ([WorkTree.Entry](), [String]())
    var known: [FolderListingCache.Folder] = []
    var listed: [(folder: FolderListingCache.Folder, changed: Int64)] = []
    for status in Status.allCases {
      try files.list(
        status.rawValue, upTo: Limits.listDepth, into: &found, onHidden: { hidden.append($0) },
        known: { path, status in
          if let folder = memory?.folders[path], folder.isSame(status) {
            known.append(folder)
            return folder.folders
          }
          listed.append((FolderListingCache.Folder(path, status), Self.lastChange(of: status)))
          return nil
        })
    }
    (self.found, self.hidden, self.known, self.listed) = (found, hidden, known, listed)
  }

  /// In seconds since 1970; the distant future if the times may not show all changes.
  ///
  /// On FAT and exFAT, some systems don't update a folder's time when a file is added. Times that
  /// are multiples of 10 ms suggest these file systems.
  private static func lastChange(of folder: FileStatus) -> Int64 {
    guard !folder.modified.nanoseconds.isMultiple(of: 10_000_000) else { return .max }
    return max(folder.modified.seconds, folder.changed.seconds)
  }

  /// The listings to cache; nil if nothing is new.
  ///
  /// - Parameter moment: The time of reading. Folders changed in the two seconds before are left
  ///   out: since file systems have coarse times, a later change might not show.
  func memory(of files: TaskFileCache, before moment: FileStatus.Time) -> FolderListingCache? {
    var folders = PathMap(
      listed.filter { $0.changed < moment.seconds - 2 }.map(\.folder)
    ) { $0.path }
    guard !files.isEmpty, !folders.isEmpty else { return nil }
    let lookup = TaskFileCache.Lookup(files)
    for entry in found {
      let folder = Paths.parent(of: entry.path)
      let isCached = lookup.row(of: entry.path) != nil
      // Something else may have replaced a cached file.
      let isReplaced = isCached && entry.kind != .regular
      if isReplaced || !entry.isUTF8 || entry.isUnlisted || entry.isRepository {
        folders[folder] = nil
      } else if !isCached {
        folders[folder]?.others.append(entry)
      }
    }
    for path in hidden { folders[Paths.parent(of: path)] = nil }
    // A folder that can't be cached is listed each time, which is no reason to write the cache.
    guard !folders.isEmpty else { return nil }
    return FolderListingCache(files: files.checksum, known + folders.values)
  }
}
