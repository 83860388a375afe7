internal import Git

extension Store {
  /// What is remembered of the task files; nothing where there is no memory.
  func fileMemory() -> FileMemory {
    guard let folder = gitFolder?.own,
      let bytes = WorkTree.content(at: "\(folder)/\(memoryFile)")
    else { return FileMemory() }
    return FileMemory(bytes)
  }

  /// Remembers what was read, if enough of it is news.
  ///
  /// A memory that can't be written is no loss.
  func remember(_ snapshot: Snapshot, _ git: StoreGit) {
    guard snapshot.news > Self.mostNews,
      let folder = try? WorkTree(git.repository.gitDirectory)
    else { return }
    let bytes = FileMemory.encoded(snapshot.tasks, before: snapshot.began)
    let old = try? folder.read(memoryFile).bytes
    try? folder.replace(memoryFile, with: bytes, expecting: old)
  }

  /// So many files are opened as quickly as a new memory would be written.
  private static let mostNews = 200

  private var memoryFile: String { ownFile("files") }

  /// A file for this store's own use in git's folder; a repository may have several stores.
  ///
  /// - Returns: Relative to git's folder, as `memo/watch`.
  func ownFile(_ name: String) -> String {
    guard let folder = gitFolder?.workTree, let inside = Paths.relative(root, to: folder),
      !inside.isEmpty
    else { return "memo/\(name)" }
    return "memo/\(name)-" + inside.replacing("%", with: "%25").replacing("/", with: "%2F")
  }

  /// git's folders as the files tell, without starting libgit2; nil outside of a repository.
  var gitFolder: GitFolder? {
    var folder = root
    while true {
      let git = Paths.join(folder, ".git")
      switch WorkTree.status(at: git)?.kind {
      case .folder: return GitFolder(workTree: folder, own: git, common: git)
      case .regular:
        // A linked work tree: `gitdir: …/.git/worktrees/NAME`.
        let pointer = String(decoding: WorkTree.content(at: git) ?? [], as: UTF8.self)
        let target = pointer.split(separator: " ", maxSplits: 1).last?.filter { $0 != "\n" } ?? ""
        let own = Paths.absolute(target, from: folder, home: nil)
        return GitFolder(
          workTree: folder, own: own, common: Paths.absolute("../..", from: own, home: nil))
      default: break
      }
      guard folder != "/" else { return nil }
      folder = Paths.parent(of: folder)
    }
  }
}

/// Where git keeps its files for a store.
struct GitFolder {
  /// The top of the work tree.
  var workTree: String
  /// Of this work tree alone.
  var own: String
  /// What all work trees of the repository share.
  var common: String
}
