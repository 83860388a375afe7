internal import Git
internal import StoreFiles
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
  private var done: [[Int]: SideTouches] = [:]

  /// - Parameter known: What commits did that lead to this one.
  init(
    _ commit: Commit, _ finder: TouchFinder, _ known: TouchFinder.KnownTouches
  ) throws(MemoError) {
    (self.commit, self.finder) = (commit, finder)
    for parent in commit.parents {
      news.append(
        SideChanges(try finder.pairs(from: try finder.tree(of: parent), to: commit.tree)))
    }
    for (number, side) in news.enumerated() {
      for pair in side.pairs { try add(pair, parent: number, known) }
    }
  }

  /// A file is met with every parent that doesn't have it so.
  private mutating func add(
    _ pair: TouchFinder.Pair, parent: Int, _ known: TouchFinder.KnownTouches
  ) throws(MemoError) {
    var befores = commit.parents.indices.map { state(pair, on: $0) }
    befores[parent] = pair.before
    let chosen = befores.indices.filter { befores[$0] == pair.after }
    let base = try base(of: befores)
    if !chosen.isEmpty {
      let touches = try touches(on: parent, hiding: chosen, known)
      if let before = pair.before {
        // What was only brought back is gone all the same, with the task.
        let isLost =
          pair.after == nil
          ? touches.births.contains(before) || before != base && touches.afters.contains(before)
          : touches.afters.contains(before)
        guard isLost else { return }
      } else {
        guard touches.deletes([pair.after, base].compactMap { $0 }) else { return }
      }
    }
    all.insert(Touch(befores: befores, after: pair.after, base: base))
  }

  /// What a parent's commits did that others don't have.
  private mutating func touches(
    on side: Int, hiding others: [Int], _ known: TouchFinder.KnownTouches
  ) throws(MemoError) -> SideTouches {
    if let touches = done[[side] + others] { return touches }
    let (start, hidden) = (commit.parents[side], others.map { commit.parents[$0] })
    let commits = try finder.git.run("read the history") { repository throws(GitError) in
      var commits: [ObjectID] = []
      try repository.walk(from: [start], hiding: hidden) { commit throws(GitError) in
        commits.append(commit.id)
        return true
      }
      return commits
    }
    var touches = SideTouches()
    for id in commits {
      for touch in try known(id) { touches.add(touch) }
    }
    done[[side] + others] = touches
    return touches
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

  /// What a parent did since it and another parted; nil where they have nothing in common.
  private mutating func changes(
    on side: Int, against other: Int
  ) throws(MemoError) -> SideChanges? {
    if let known = since[[side, other]] { return known }
    let (one, two) = (commit.parents[side], commit.parents[other])
    let base = try finder.git.run("find the merge base", finder.git.repository.mergeBase(one, two))
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
  private var deletedIDs: [TaskID: FileState] = [:]
  private var deletedPaths: [String: FileState] = [:]

  init(_ pairs: [TouchFinder.Pair]) {
    self.pairs = pairs
    for (before, after) in pairs {
      if let after {
        befores[after] = .some(before)
      } else if let before {
        deletedPaths[before.path] = before
        if let id = before.id { deletedIDs[id] = before }
      }
    }
  }

  /// How a task was before that is so now; nil where nothing changed.
  func change(to after: FileState) -> Change? {
    befores[after].map { Change(before: $0) }
  }

  /// The task that is gone here as another is gone there.
  func deletion(like state: FileState) -> FileState? {
    state.id.flatMap { deletedIDs[$0] } ?? deletedPaths[state.path]
  }
}

/// What several commits did.
private struct SideTouches {
  private(set) var afters: Set<FileState> = []
  /// Of tasks that were not there before.
  private(set) var births: Set<FileState> = []
  private var deletedIDs: Set<TaskID> = []
  private var deletedPaths: Set<String> = []

  mutating func add(_ touch: Touch) {
    guard let after = touch.after else {
      for before in touch.befores.compactMap({ $0 }) {
        if let id = before.id { deletedIDs.insert(id) }
        deletedPaths.insert(before.path)
      }
      return
    }
    afters.insert(after)
    if touch.isBirth { births.insert(after) }
  }

  /// Whether a task was deleted that was so, or so.
  func deletes(_ states: [FileState]) -> Bool {
    states.contains { state in
      state.id.map(deletedIDs.contains) ?? deletedPaths.contains(state.path)
    }
  }
}
