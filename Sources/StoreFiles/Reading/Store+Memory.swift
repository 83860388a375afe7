internal import Git

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
    guard snapshot.news > max(Self.mostNews, snapshot.tasks.count / 50), let folder = gitFolder?.own
    else { return }
    WorkTree.keepCache(
      FileMemory.encoded(snapshot.tasks, before: snapshot.began, settings.aliases),
      at: "\(folder)/\(memoryName)")
  }

  /// What is known of the folders; nil where nothing is.
  func folderMemory() -> FolderMemory? {
    gitFolder.flatMap { KeptFile("\($0.own)/\(folderMemoryName)") }
      .flatMap { file in file.bytes(file.size, at: 0) }.flatMap { FolderMemory($0) }
  }

  /// Remembers what is in the folders, where that is news.
  func remember(_ folders: FolderMemory?) {
    guard let folders, let own = gitFolder?.own else { return }
    WorkTree.keepCache(folders.encoded, at: "\(own)/\(folderMemoryName)")
  }

  private var folderMemoryName: String { ownFile("folders") }

  /// So many files are opened as quickly as a new memory would be written.
  private static let mostNews = 200

  private var memoryName: String { ownFile("files") }

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
