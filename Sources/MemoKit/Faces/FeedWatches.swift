internal import Git
internal import StoreFiles

/// The folders in which a change may mean something to who looks at a store: its own, and git's.
final class FeedWatches {
  private let watches: [FolderWatch]
  /// Which folders these are: another one at the same path is to be watched anew.
  let places: [Place]

  struct Place: Hashable {
    var path: String
    var device: UInt64
    var inode: UInt64
  }

  init(_ store: Store, _ pace: FeedPace) {
    places = Self.places(of: store)
    watches = Self.scopes(of: store).map {
      FolderWatch($0, pollingEvery: pace.polling, alwaysPolls: pace.alwaysPolls)
    }
  }

  static func places(of store: Store) -> [Place] {
    scopes(of: store).compactMap { scope in
      // What is gone is not the same, either.
      WorkTree.status(at: scope.root).map {
        Place(path: scope.root, device: $0.device, inode: $0.inode)
      }
    }
  }

  private static func scopes(of store: Store) -> [FolderWatch.Scope] {
    let files = FolderWatch.Scope(
      root: store.root, folders: NonTaskFiles.watchedFolders, isFile: NonTaskFiles.isWatched)
    guard let git = store.gitFolder else { return [files] }
    let memo = [store.watchFile, "memo/lock", "memo/last-sync"]
    let isFile = { @Sendable (path: String) in
      path.hasPrefix("refs/") ? !path.hasSuffix(".lock") : memo.contains(path)
    }
    // A link of the user's may lead there.
    let own = WorkTree.resolved(git.own) ?? git.own
    let common = WorkTree.resolved(git.common) ?? git.common
    let (ownFolders, shared) = (["memo", "rebase-merge", "rebase-apply", "sequencer"], ["refs"])
    let ownFiles: Set = [
      "HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "config.worktree",
    ]
    let sharedFiles: Set = ["packed-refs", "config"]
    guard own != common else {
      return [
        files,
        FolderWatch.Scope(
          root: own, folders: ownFolders + shared, files: ownFiles.union(sharedFiles),
          isFile: isFile),
      ]
    }
    return [
      files, FolderWatch.Scope(root: own, folders: ownFolders, files: ownFiles, isFile: isFile),
      FolderWatch.Scope(root: common, folders: shared, files: sharedFiles, isFile: isFile),
    ]
  }

  var descriptors: [Int32] { watches.compactMap(\.descriptor) }

  /// When a look is to be taken where the system doesn't tell; nil where it does.
  var nextLook: ContinuousClock.Instant? { watches.compactMap(\.nextLook).min() }

  /// Takes the news there is.
  ///
  /// - Returns: Whether something may have changed.
  func take() -> Bool { watches.reduce(false) { $1.take() || $0 } }

  /// Whether a folder that comes back would go unheard of.
  var isLost: Bool { watches.contains(where: \.isLost) }

  /// Why changes are looked for again and again; nil where the system tells of them.
  var pollingReason: String? { watches.compactMap(\.pollingReason).first }

  func isBeingWritten(_ path: String) -> Bool { watches.first?.isBeingWritten(path) ?? false }
}
