internal import Git
internal import Merging
internal import Recording
internal import StoreFiles

/// What has to happen to a branch so that it has everything of the other side.
enum SyncPlan: Hashable {
  /// The other side has nothing that is not here.
  case nothingToTake
  /// Only the other side has commits; the common commit, nil for a branch without any.
  case fastForward(from: ObjectID?)
  /// Both sides have commits since the one they have in common.
  case merge(base: ObjectID, ours: ObjectID)

  /// - Throws: ``MemoError`` when the two have no commit in common, and when the remote has
  ///   thrown away commits that are here.
  init(
    _ git: StoreGit, _ link: SyncLink, ours: ObjectID?, theirs: ObjectID
  ) throws(MemoError) {
    guard let ours else {
      self = .fastForward(from: nil)
      return
    }
    guard let base = try git.commonAncestor(ours, theirs) else {
      throw MemoError(
        .refused, "the remote's history and this one have no commit in common",
        hints: [
          "if the remote is another store, clone it and move the files over",
          "if both belong together: memo git pull --allow-unrelated-histories",
        ])
    }
    if base != ours { try git.checkNotRewritten(link, ours: ours, theirs: theirs) }
    self =
      base == theirs
      ? .nothingToTake : base == ours ? .fastForward(from: ours) : .merge(base: base, ours: ours)
  }
}
