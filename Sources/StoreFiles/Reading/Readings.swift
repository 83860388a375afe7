package import Git
internal import TaskFile

extension Store {
  /// A cache in git's folder: `files` or `folders`.
  func cacheFile(_ name: String) -> KeptFile? {
    gitFolder.flatMap { KeptFile("\($0.own)/\(ownFile("cache/\(name)"))") }
  }

  func folderMemory() -> FolderListingCache? {
    cacheFile("folders").flatMap { $0.bytes($0.size, at: 0) }.flatMap { FolderListingCache($0) }
  }

  /// Writes the cache of files if enough of them were read anew.
  ///
  /// Readers do this too, as `git status` updates the index.
  ///
  /// It needs no lock: the file is replaced atomically, and each entry is valid independently. A
  /// failure to write doesn't matter.
  func writeCache(_ snapshot: Snapshot) {
    guard snapshot.news > max(Self.mostNews, snapshot.tasks.count / 50) else { return }
    writeCache(
      "files", TaskFileCache.encoded(snapshot.tasks, before: snapshot.began, settings.aliases))
  }

  /// Writes the cached folder listings, if they are new.
  func writeCache(_ folders: FolderListingCache?) {
    if let folders { writeCache("folders", folders.encoded) }
  }

  private func writeCache(_ name: String, _ bytes: @autoclosure () -> [UInt8]) {
    // Another user's git folder stays as it is.
    guard let own = gitFolder?.own, WorkTree.isOwnFolder(own) else { return }
    // Without a new cache, the next reading takes longer.
    try? WorkTree.write(bytes(), to: "\(own)/\(ownFile("cache/\(name)"))")
  }

  /// To open this many files takes as long as to write a new cache.
  private static let mostNews = 200

  /// The path of a file for this store in git's folder, such as `memo/watch`.
  ///
  /// A repository may contain several stores, so the name contains the store's path.
  package func ownFile(_ name: String) -> String {
    guard let folder = gitFolder?.workTree, let inside = Paths.relative(root, to: folder),
      !inside.isEmpty
    else { return "memo/\(name)" }
    return "memo/\(name)-" + inside.replacing("%", with: "%25").replacing("/", with: "%2F")
  }

  /// The folders of git, found without libgit2; nil outside of a repository or if unreadable.
  package var gitFolder: GitFolder? {
    var folder = root
    while true {
      do throws(FileError) {
        if let found = try GitFolder(workTree: folder) { return found }
      } catch {
        // A repository further up is not this store's. Callers of `git()` get the error from there.
        return nil
      }
      guard folder != "/" else { return nil }
      folder = Paths.parent(of: folder)
    }
  }
}

/// The last reading of a store's tasks, for callers that read repeatedly.
///
/// Unchanged files are not opened again. Several stores of the same folder may use it, all in one
/// thread at a time.
package final class Readings {
  /// The minimum age in seconds of a file's last change when it was read.
  ///
  /// A later change of a younger file might not show, since file systems have coarse times.
  package var margin: Int64 = 2
  /// The number of files opened so far.
  package private(set) var opened = 0
  private var last: LastReading?

  package init() {}

  /// The last reading; nil if it had no tasks or other aliases.
  func last(with aliases: FieldAliases?) -> LastReading? {
    last.flatMap { $0.tasks.isEmpty || $0.aliases != aliases ? nil : $0 }
  }

  /// - Parameter snapshot: With tasks that were parsed from their files alone.
  func keep(_ snapshot: Snapshot, _ aliases: FieldAliases?) {
    opened += snapshot.news
    last = LastReading(
      tasks: snapshot.tasks, before: snapshot.began.seconds - margin, aliases: aliases)
  }
}

struct LastReading: Sendable {
  /// Sorted by path.
  let tasks: [StoredTask]
  /// The time in seconds since 1970; files changed at it or later are read again.
  let before: Int64
  let aliases: FieldAliases?

  /// The task of an unchanged file.
  ///
  /// - Parameter hint: The likely index. It becomes the next one.
  func task(_ path: String, _ file: FileStatus, hint: inout Int) -> StoredTask? {
    let isLikely = hint < tasks.count && tasks[hint].isAt(path)
    guard let index = isLikely ? hint : tasks.index(of: path) else { return nil }
    hint = index + 1
    let task = tasks[index]
    guard task.file == file, max(file.modified.seconds, file.changed.seconds) < before else {
      return nil
    }
    return task
  }
}
