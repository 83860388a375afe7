internal import Git
internal import StoreFiles
internal import TaskFile

/// What a merge did itself, compared with what its parents had done since they parted.
struct MergeDeltas {
  /// In no order.
  private(set) var all: Set<TaskDelta> = []

  private let commit: Commit
  /// Nil where only what no parent has so is wanted.
  private let sides: MergeSides?
  /// By parent: what is not as it has it.
  private let news: [SideChanges]

  init(_ commit: Commit, _ finder: DeltaFinder, _ sides: MergeSides?) throws(MemoError) {
    (self.commit, self.sides) = (commit, sides)
    news = try MergePairs(commit, finder, sides).pairs.map { SideChanges($0) }
    for (number, side) in news.enumerated() {
      for pair in side.pairs { try add(pair, parent: number) }
    }
  }

  /// A file is met with every parent that doesn't have it so.
  private mutating func add(_ pair: DeltaFinder.Pair, parent: Int) throws(MemoError) {
    var befores: [FileState?] = []
    for side in commit.parents.indices {
      befores.append(side == parent ? pair.before : try state(pair, of: parent, on: side))
    }
    let chosen = befores.indices.filter { befores[$0] == pair.after }
    if !chosen.isEmpty {
      guard try isChoice(pair, befores, of: parent, chosen) else { return }
    }
    all.insert(TaskDelta(befores: befores, after: pair.after, base: try sides?.base(of: befores)))
  }

  /// Whether a merge that has what some parents have gave up what another did.
  private func isChoice(
    _ pair: DeltaFinder.Pair, _ befores: [FileState?], of parent: Int, _ chosen: [Int]
  ) throws(MemoError) -> Bool {
    guard let sides else { return false }
    let side = sides.side(parent, besides: chosen)
    if let before = pair.before {
      guard side.made(before) else { return false }
      // What was only brought back is gone all the same, with the task.
      guard pair.after == nil, !side.made(before, asBirth: true) else { return true }
      return try before != sides.base(of: befores)
    }
    guard let after = pair.after, side.isDeleting else { return false }
    if let id = after.id, side.deleted(id) { return true }
    let line = try sides.line(of: after, on: chosen[0], besides: parent)
    return try sides.deletes(line, on: parent, besides: chosen[0])
  }

  /// How a parent has the task of a pair.
  private func state(
    _ pair: DeltaFinder.Pair, of parent: Int, on side: Int
  ) throws(MemoError) -> FileState? {
    if let after = pair.after {
      // What doesn't differ is as it is here.
      return news[side].change(to: after).map(\.before) ?? after
    }
    guard let before = pair.before else { return nil }
    if let id = before.id, let found = news[side].deletedIDs[id] { return found }
    guard let sides else { return news[side].deletedPaths[before.path] }
    let line = try sides.line(of: before, on: parent, besides: side)
    for state in news[side].deleted {
      let other = try sides.line(of: state, on: side, besides: parent)
      if line.isSame(as: other)
        || line.isNew && other.isNew && before.path.isSamePath(as: state.path)
      {
        return state
      }
    }
    return nil
  }
}

/// The tasks that two commits don't have alike.
private struct SideChanges {
  let pairs: [DeltaFinder.Pair]
  /// What is gone in the second, by path.
  private(set) var deleted: [FileState] = []
  private(set) var deletedIDs: [TaskID: FileState] = [:]
  private(set) var deletedPaths: [String: FileState] = [:]
  private var befores: [FileState: FileState?] = [:]

  /// That something was done to a task.
  struct Change {
    /// How it was; nil for a task that was not there, or where that is not known.
    var before: FileState?
  }

  init(_ pairs: [DeltaFinder.Pair]) {
    self.pairs = pairs
    for (before, after) in pairs {
      if let after {
        befores[after] = .some(before)
      } else if let before {
        deleted.append(before)
        deletedPaths[before.path] = before
        if let id = before.id { deletedIDs[id] = before }
      }
    }
    deleted.sort { $0.path.precedes(path: $1.path) }
  }

  /// How a task was before that is so now; nil where nothing changed.
  func change(to after: FileState) -> Change? {
    befores[after].map { Change(before: $0) }
  }
}
