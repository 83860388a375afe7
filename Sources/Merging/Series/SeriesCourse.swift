internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What the commits of one side did to a task of a series that was not there where the sides parted.
struct SeriesCourse {
  /// Who deleted it last; nil where nobody did, or only by opening the one before it again, which
  /// takes it back.
  private(set) var deletion: LastChange?
  /// Whether somebody has done anything else to it than to add it and to take it back.
  private var isChanged = false
  /// As it was added, by whomever.
  private var births: [PlacedDocument] = []

  init(of place: SeriesPlace, _ history: History, _ git: StoreGit) throws(MemoError) {
    let before = SeriesPlace(first: place.first, number: place.number - 1)
    for done in try history.changes(of: .id(place.id)) {
      // What a merge has, its sides have made.
      if done.delta.befores.count > 1 { continue }
      if let after = done.after, done.delta.isBirth {
        let version = try git.version(of: after)
        births.append(PlacedDocument(path: version.path, document: version.document))
      } else if done.after != nil {
        isChanged = true
      } else if try !history.changes(in: done.commit).contains(where: {
        $0.delta.reopens(before.id)
      }) {
        let change = LastChange(try git.commit(done.commit.id))
        if deletion.map({ change.isNewer(than: $0) }) ?? true { deletion = change }
      }
    }
  }

  /// Whether a task is as it was added; one that somebody has brought back is not.
  func hasOnlyAdded(_ task: PlacedDocument) -> Bool {
    deletion == nil && (!isChanged || births.contains(task))
  }
}

extension TaskDelta {
  /// Whether it moves a task out of `done/`.
  fileprivate func reopens(_ id: TaskID) -> Bool {
    guard let after, let before = befores.first ?? nil, before.id == id else { return false }
    return StoredTask.folderStatus(of: before.path) == .done
      && StoredTask.folderStatus(of: after.path) != .done
  }
}
