package import Git

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
