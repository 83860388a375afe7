internal import Git
internal import Synchronization
internal import TaskFile

extension Store {
  /// The file of the cache of tasks; nil if there is none.
  func memoryFile() -> KeptFile? {
    gitFolder.flatMap { KeptFile("\($0.own)/\(memoryName)") }
  }

  /// Stores what was read, if enough of it is new.
  ///
  /// Readers do this, too, as `git status` updates the index.
  ///
  /// It needs no lock, since the cache is replaced atomically and each entry is valid by itself. An
  /// error in writing is ignored.
  func remember(_ snapshot: Snapshot) {
    guard snapshot.news > max(Self.mostNews, snapshot.tasks.count / 50), let folder = cacheFolder
    else { return }
    try? WorkTree.write(
      FileMemory.encoded(snapshot.tasks, before: snapshot.began, settings.aliases),
      to: "\(folder)/\(memoryName)")
  }

  /// git's folder, if this user may write caches in it.
  private var cacheFolder: String? {
    gitFolder.flatMap { WorkTree.isOwnFolder($0.own) ? $0.own : nil }
  }

  /// The cached folder listings; nil if there are none.
  func folderMemory() -> FolderMemory? {
    gitFolder.flatMap { KeptFile("\($0.own)/\(folderMemoryName)") }
      .flatMap { file in file.bytes(file.size, at: 0) }.flatMap { FolderMemory($0) }
  }

  /// Stores folder listings, if they are new.
  func remember(_ folders: FolderMemory?) {
    guard let folders, let own = cacheFolder else { return }
    try? WorkTree.write(folders.encoded, to: "\(own)/\(folderMemoryName)")
  }

  private var folderMemoryName: String { ownFile("cache/folders") }

  /// Opening this many files takes as long as writing a new cache.
  private static let mostNews = 200

  private var memoryName: String { ownFile("cache/files") }

  /// A file for this store in git's folder.
  ///
  /// A repository may have several stores.
  ///
  /// - Returns: Relative to git's folder, such as `memo/watch`.
  package func ownFile(_ name: String) -> String {
    guard let folder = gitFolder?.workTree, let inside = Paths.relative(root, to: folder),
      !inside.isEmpty
    else { return "memo/\(name)" }
    return "memo/\(name)-" + inside.replacing("%", with: "%25").replacing("/", with: "%2F")
  }

  /// git's folders, found without libgit2; nil outside of a repository, and if they can't be found.
  package var gitFolder: GitFolder? {
    var folder = root
    while true {
      do throws(FileError) {
        if let found = try GitFolder(workTree: folder) { return found }
      } catch {
        // A repository further up doesn't belong to this store. Callers that need git get the error
        // from git().
        return nil
      }
      guard folder != "/" else { return nil }
      folder = Paths.parent(of: folder)
    }
  }
}

/// git's folders for a work tree.
package struct GitFolder {
  /// The top of the work tree.
  var workTree: String
  /// The folder of this work tree only.
  package var own: String
  /// The folder that all work trees of the repository share.
  package var common: String
}

extension GitFolder {
  /// The repository that a folder's `.git` refers to; nil if there is none.
  ///
  /// - Throws: ``FileError`` if it can't be read.
  fileprivate init?(workTree: String) throws(FileError) {
    let place = Paths.join(workTree, ".git")
    guard let kind = try WorkTree.knownStatus(at: place)?.kind else { return nil }
    var own = place
    // In a linked work tree or a submodule: `gitdir: …/.git/worktrees/NAME`. git accepts a symbolic
    // link to a folder, too.
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

/// The unchanged files.
struct KnownFiles: Sendable {
  let memory: FileMemory
  /// The unchanged files among those that were checked, by row.
  private let tasks: Slots<StoredTask>

  init(_ memory: FileMemory) {
    self.memory = memory
    tasks = Slots(count: memory.count)
  }

  /// Checks some of the files.
  ///
  /// Threads must check different ones.
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

  /// Takes the tasks of files that were also listed, by path.
  func take(where isFound: [Bool]) -> [StoredTask] { tasks.taken { isFound[$0] } }
}

/// A part of the unchanged files.
///
/// A task is only made when it is needed.
///
/// Neighboring files share a part, so that threads with other files don't wait for its lock.
final class RememberedFiles: Sendable {
  let memory: FileMemory
  /// The contents that were needed, by row.
  private let contents = Mutex<[Int: TaskContent]>([:])

  init(_ memory: FileMemory) { self.memory = memory }

  /// A file's path, text and parsed task.
  ///
  /// - Parameter isKept: Whether to keep the result.
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

  /// A parsed task, which isn't kept if it is new.
  func item(at row: Int) -> TaskItem {
    if let known = contents.withLock({ $0[row] }) { return known.unkeptItem }
    return memory.item(at: row) ?? content(at: row).item
  }
}

/// The last reading of a store's task files, for callers that read again and again.
///
/// Unchanged files are not opened again. Stores of the same folder can use it one after another, in
/// one thread at a time.
package final class Readings {
  /// A file must have been changed at least this many seconds before it was read.
  ///
  /// Otherwise another change might not show, since file systems have coarse times.
  package var margin: Int64 = 2
  /// The number of opened files so far.
  package private(set) var opened = 0
  private var last = CachedReading(tasks: [], before: 0, aliases: nil)

  package init() {}

  /// The reading, if the aliases are equal.
  func usable(_ aliases: FieldAliases?) -> CachedReading {
    last.aliases == aliases ? last : CachedReading(tasks: [], before: 0, aliases: aliases)
  }

  /// - Parameter tasks: Parsed from their files only.
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
  /// Where readings are kept; nil if nothing will be read again.
  package var readings: Readings? {
    get { self[Readings.Key.self] }
    set { self[Readings.Key.self] = newValue }
  }
}

/// One reading of all task files.
struct CachedReading: Sendable {
  /// In the order in which folders are listed.
  let tasks: [StoredTask]
  /// Files that were changed at this second or later are read again.
  let before: Int64
  let aliases: FieldAliases?

  /// The task of an unchanged file.
  ///
  /// - Parameter hint: The index of the last one. The next one is usually after it.
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
