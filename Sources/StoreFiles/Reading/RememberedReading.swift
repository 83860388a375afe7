internal import Git
internal import Synchronization
internal import TaskFile

extension Store {
  /// Where what is remembered of the task files lies; nil where there is no memory.
  func memoryFile() -> KeptFile? {
    gitFolder.flatMap { KeptFile("\($0.own)/\(memoryName)") }
  }

  /// Remembers what was read, if enough of it is news; also who only reads does so, as git's
  /// `status` does with its index.
  ///
  /// It needs no lock, since a memory takes the place of another in one step and every entry of
  /// it is true for itself. One that can't be written is no loss.
  func remember(_ snapshot: Snapshot) {
    guard snapshot.news > max(Self.mostNews, snapshot.tasks.count / 50), let folder = cacheFolder
    else { return }
    try? WorkTree.write(
      FileMemory.encoded(snapshot.tasks, before: snapshot.began, settings.aliases),
      to: "\(folder)/\(memoryName)")
  }

  /// git's folder, where this user may keep caches in it.
  private var cacheFolder: String? {
    gitFolder.flatMap { WorkTree.isOwnFolder($0.own) ? $0.own : nil }
  }

  /// What is known of the folders; nil where nothing is.
  func folderMemory() -> FolderMemory? {
    gitFolder.flatMap { KeptFile("\($0.own)/\(folderMemoryName)") }
      .flatMap { file in file.bytes(file.size, at: 0) }.flatMap { FolderMemory($0) }
  }

  /// Remembers what is in the folders, where that is news.
  func remember(_ folders: FolderMemory?) {
    guard let folders, let own = cacheFolder else { return }
    try? WorkTree.write(folders.encoded, to: "\(own)/\(folderMemoryName)")
  }

  private var folderMemoryName: String { ownFile("cache/folders") }

  /// So many files are opened as quickly as a new memory would be written.
  private static let mostNews = 200

  private var memoryName: String { ownFile("cache/files") }

  /// A file for this store's own use in git's folder; a repository may have several stores.
  ///
  /// - Returns: Relative to git's folder, as `memo/watch`.
  package func ownFile(_ name: String) -> String {
    guard let folder = gitFolder?.workTree, let inside = Paths.relative(root, to: folder),
      !inside.isEmpty
    else { return "memo/\(name)" }
    return "memo/\(name)-" + inside.replacing("%", with: "%25").replacing("/", with: "%2F")
  }

  /// git's folders as the files tell, without starting libgit2; nil outside of a repository, and
  /// where nobody can tell.
  package var gitFolder: GitFolder? {
    var folder = root
    while true {
      do throws(FileError) {
        if let found = try GitFolder(workTree: folder) { return found }
      } catch {
        // What is further up is not this store's; who needs git's folder gets the error from git().
        return nil
      }
      guard folder != "/" else { return nil }
      folder = Paths.parent(of: folder)
    }
  }
}

/// Where git keeps its files for a store.
package struct GitFolder {
  /// The top of the work tree.
  var workTree: String
  /// Of this work tree alone.
  package var own: String
  /// What all work trees of the repository share.
  package var common: String
}

extension GitFolder {
  /// What the `.git` in a folder leads to; nil when it leads to no repository.
  ///
  /// - Throws: ``FileError`` when the system doesn't tell.
  fileprivate init?(workTree: String) throws(FileError) {
    let place = Paths.join(workTree, ".git")
    guard let kind = try WorkTree.knownStatus(at: place)?.kind else { return nil }
    var own = place
    // Of a linked work tree or a submodule: `gitdir: …/.git/worktrees/NAME`. A link leads to a
    // folder, as far as git is concerned, if it leads to one.
    if kind != .folder, let pointer = try WorkTree.knownContent(at: place) {
      let text = String(decoding: pointer, as: UTF8.self)
      guard let space = text.firstIndex(of: " ") else { return nil }
      let target = text[text.index(after: space)...].prefix { !$0.isNewline }
      own = Paths.absolute(String(target), from: workTree, home: nil)
    }
    guard try WorkTree.knownStatus(at: Paths.join(own, "HEAD")) != nil else { return nil }
    let shared = try WorkTree.knownContent(at: Paths.join(own, "commondir")).map {
      String(decoding: $0, as: UTF8.self).prefix { !$0.isNewline }
    }
    self.workTree = workTree
    self.own = own
    common = shared.map { Paths.absolute(String($0), from: own, home: nil) } ?? own
  }
}

/// The files that are as they are remembered.
struct KnownFiles: Sendable {
  let memory: FileMemory
  /// Of the files that were looked at again, those that are as they were, by their rows.
  private let tasks: Slots<StoredTask>

  init(_ memory: FileMemory) {
    self.memory = memory
    tasks = Slots(count: memory.count)
  }

  /// Looks at some of them again; no two threads at the same.
  func look(at rows: Range<Int>, in files: WorkTree) {
    let remembered = RememberedFiles(memory)
    memory.revisit(rows, in: files) { row, folder in
      let task =
        StoredTask(remembered, row: row, in: folder)
        ?? StoredTask(
          path: memory.path(at: row), bytes: memory.text(at: row), file: memory.status(at: row),
          memory.aliases)
      if let task { tasks.put(task, at: row) }
    }
  }

  func isKnown(_ row: Int) -> Bool { tasks.isFull(at: row) }

  /// Takes the tasks of the files that were found as well, by their paths.
  func take(where isFound: [Bool]) -> [StoredTask] { tasks.taken { isFound[$0] } }
}

/// Some of the files that are as they are remembered: of thousands, nothing is made of one before
/// somebody asks for it.
///
/// Those that lie side by side share one, so that threads which look at others don't get into
/// each other's way.
final class RememberedFiles: Sendable {
  let memory: FileMemory
  /// What was asked for, by rows.
  private let contents = Mutex<[Int: TaskContent]>([:])

  init(_ memory: FileMemory) { self.memory = memory }

  /// A file's path, text and meaning.
  ///
  /// - Parameter isKept: Whether what is found is kept for the next one who asks.
  func content(at row: Int, isKept: Bool = true) -> TaskContent {
    if let known = contents.withLock({ $0[row] }) { return known }
    let content = TaskContent(
      memory.path(at: row), memory.status(at: row), CachedTask(memory: memory, index: row))
    guard isKept else { return content }
    return contents.withLock { contents in
      let first = contents[row] ?? content
      contents[row] = first
      return first
    }
  }

  /// A file's meaning, which isn't kept where it isn't known yet.
  func item(at row: Int) -> TaskItem {
    if let known = contents.withLock({ $0[row] }) { return known.unkeptItem }
    return memory.item(at: row) ?? content(at: row).item
  }
}

/// What was read of a store's task files the last time, for who reads them again and again.
///
/// Of the files that are as they were none is opened again. Several stores of the same folder,
/// opened one after another, may have it in turn; it belongs to one thread at a time.
package final class Readings {
  /// So many seconds before it was read a file must have been changed last: else it may change
  /// again without a sign, since clocks of file systems tick slowly.
  package var margin: Int64 = 2
  /// How many files were opened so far.
  package private(set) var opened = 0
  private var last = CachedReading(tasks: [], before: 0, aliases: nil)

  package init() {}

  /// What may be used again where words mean this.
  func usable(_ aliases: FieldAliases?) -> CachedReading {
    last.aliases == aliases ? last : CachedReading(tasks: [], before: 0, aliases: aliases)
  }

  /// - Parameter tasks: As their files say, without what others have a say in.
  func keep(
    _ tasks: [StoredTask], opened: Int, since began: FileStatus.Time, _ aliases: FieldAliases?
  ) {
    self.opened += opened
    last = CachedReading(tasks: tasks, before: began.seconds - margin, aliases: aliases)
  }

  enum Key: StoreKey {
    static var initialValue: Readings? { nil }
  }
}

extension Store {
  /// Where what is read is kept for the next time; nil where nobody will read again.
  package var readings: Readings? {
    get { self[Readings.Key.self] }
    set { self[Readings.Key.self] = newValue }
  }
}

/// One reading of all task files.
struct CachedReading: Sendable {
  /// In the order in which folders are listed.
  let tasks: [StoredTask]
  /// Files that were changed at this second or later are not to be trusted.
  let before: Int64
  let aliases: FieldAliases?

  /// The task of a file that is as it was.
  ///
  /// - Parameter hint: Where the last one was found; the next one is most likely behind it.
  func task(_ path: String, _ file: FileStatus, hint: inout Int) -> StoredTask? {
    guard let index = index(of: path, hint) else { return nil }
    hint = index + 1
    let task = tasks[index]
    guard task.file == file, max(file.modified.seconds, file.changed.seconds) < before else {
      return nil
    }
    return task
  }

  private func index(of path: String, _ hint: Int) -> Int? {
    if hint < tasks.count, tasks[hint].isAt(path) { return hint }
    var (low, high) = (0, tasks.count)
    while low < high {
      let middle = (low + high) / 2
      if tasks[middle].path.precedes(path: path) { low = middle + 1 } else { high = middle }
    }
    return low < tasks.count && tasks[low].isAt(path) ? low : nil
  }
}
