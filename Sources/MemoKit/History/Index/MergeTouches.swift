internal import Git
internal import TaskFile

/// What a merge did itself, compared with what its parents had done since they parted.
struct MergeTouches {
  /// In no order.
  private(set) var all: Set<Touch> = []

  private let commit: Commit
  private let finder: TouchFinder
  /// By parent: what is not as it has it.
  private var news: [SideChanges] = []
  private var since: [[Int]: SideChanges?] = [:]

  init(_ commit: Commit, _ finder: TouchFinder) throws(MemoError) {
    (self.commit, self.finder) = (commit, finder)
    for parent in commit.parents {
      news.append(
        SideChanges(try finder.pairs(from: try finder.tree(of: parent), to: commit.tree)))
    }
    var found: Set<FileState> = []
    for (number, side) in news.enumerated() {
      for pair in side.pairs {
        // A file is met with every parent that doesn't have it so.
        if let after = pair.after, !found.insert(after).inserted { continue }
        try add(pair, parent: number)
      }
    }
  }

  private mutating func add(_ pair: TouchFinder.Pair, parent: Int) throws(MemoError) {
    var befores = commit.parents.indices.map { state(pair, on: $0) }
    befores[parent] = pair.before
    guard let choice = befores.firstIndex(of: pair.after) else {
      let base = try base(of: befores)
      all.insert(Touch(befores: befores, after: pair.after, base: base))
      return
    }
    if let change = try change(of: pair, on: parent, chosen: choice) {
      all.insert(Touch(befores: befores, after: pair.after, base: change.before))
    }
  }

  /// How a parent has the task of a pair.
  private func state(_ pair: TouchFinder.Pair, on side: Int) -> FileState? {
    if let after = pair.after {
      // What doesn't differ is as it is here.
      return news[side].change(to: after).map(\.before) ?? after
    }
    return pair.before.flatMap { news[side].deletion(like: $0) }
  }

  /// The task at the parents' common ancestor, found from what a parent has.
  private mutating func base(of befores: [FileState?]) throws(MemoError) -> FileState? {
    for (side, state) in befores.enumerated() {
      guard let state, let changes = try changes(on: side, against: side == 0 ? 1 : 0) else {
        continue
      }
      guard let change = changes.change(to: state) else { return state }
      if let before = change.before { return before }
    }
    return nil
  }

  /// What a parent had done to a task that the merge has as another parent has it; nil where
  /// it had done nothing.
  private mutating func change(
    of pair: TouchFinder.Pair, on side: Int, chosen: Int
  ) throws(MemoError) -> Change? {
    guard let changes = try changes(on: side, against: chosen) else { return Change() }
    if let before = pair.before {
      return changes.change(to: before)
    }
    // It has no such task: it may have deleted it.
    guard let after = pair.after, let others = try self.changes(on: chosen, against: side),
      let base = others.change(to: after).map(\.before) ?? after, changes.deletes(base)
    else { return nil }
    return Change(before: base)
  }

  /// What a parent did since it and another parted; nil where they have nothing in common.
  private mutating func changes(
    on side: Int, against other: Int
  ) throws(MemoError) -> SideChanges? {
    if let known = since[[side, other]] { return known }
    let (one, two) = (commit.parents[side], commit.parents[other])
    let base = try finder.git.run("find the merge base") { repository throws(GitError) in
      try repository.mergeBase(one, two)
    }
    let changes = try base.map { base throws(MemoError) in
      SideChanges(
        try finder.pairs(from: try finder.tree(of: base), to: try finder.tree(of: one)))
    }
    since[[side, other]] = .some(changes)
    return changes
  }
}

/// That something was done to a task.
private struct Change {
  /// How it was; nil for a task that was not there, or where that is not known.
  var before: FileState?
}

/// The tasks that two commits don't have alike.
private struct SideChanges {
  let pairs: [TouchFinder.Pair]
  private var befores: [FileState: FileState?] = [:]
  private var deleted: Set<FileState> = []
  private var deletedIDs: [TaskID: FileState] = [:]
  private var deletedPaths: [String: FileState] = [:]

  init(_ pairs: [TouchFinder.Pair]) {
    self.pairs = pairs
    for (before, after) in pairs {
      if let after {
        befores[after] = .some(before)
      } else if let before {
        deleted.insert(before)
        deletedPaths[before.path] = before
        if let id = before.id { deletedIDs[id] = before }
      }
    }
  }

  /// How a task was before that is so now; nil where nothing changed.
  func change(to after: FileState) -> Change? {
    befores[after].map { Change(before: $0) }
  }

  func deletes(_ before: FileState) -> Bool { deleted.contains(before) }

  /// The task that is gone here as another is gone there.
  func deletion(like state: FileState) -> FileState? {
    state.id.flatMap { deletedIDs[$0] } ?? deletedPaths[state.path]
  }
}
