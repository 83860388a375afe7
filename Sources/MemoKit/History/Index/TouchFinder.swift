internal import Git
internal import TaskFile

/// Finds out which tasks a commit touched, by comparing its files with its parents'.
///
/// The message has no say in it: it may be edited, copied to another commit by a rebase, or
/// untrue, and nothing cheaper than the files themselves would show that.
final class TouchFinder {
  private let git: StoreGit
  private let comparison: TreeComparison
  /// The ids in blobs that were looked at; a file before a change was once one after another.
  private var ids: [ObjectID: TaskID?] = [:]
  private var trees: [ObjectID: ObjectID] = [:]

  init(_ git: StoreGit) throws(MemoError) {
    self.git = git
    comparison = try git.run("open the history") { repository throws(GitError) in
      try TreeComparison(repository, under: git.taskFolders)
    }
  }

  /// A task before and after; at least one of them.
  private typealias Pair = (before: FileState?, after: FileState?)

  /// What a commit did itself: of a merge only what is not as one of its parents has it.
  ///
  /// Where the history was cut off, nobody knows what the commit did; then it is nothing.
  func touches(of commit: Commit) throws(MemoError) -> [Touch] {
    trees[commit.id] = commit.tree
    if git.repository.isShallow, git.repository.shallowBoundary.contains(commit.id) { return [] }
    var changes: [[FileChange]] = []
    for parent in commit.parents {
      changes.append(try files(from: try tree(of: parent), to: commit.tree))
    }
    switch changes.count {
    case 0:
      return try pairs(files(from: nil, to: commit.tree)).map {
        Touch(befores: [$0.before], after: $0.after)
      }
    case 1: return try pairs(changes[0]).map { Touch(befores: [$0.before], after: $0.after) }
    default: return try mergeTouches(changes)
    }
  }

  private func mergeTouches(_ changes: [[FileChange]]) throws(MemoError) -> [Touch] {
    // A task that was touched is a file here that no parent has so, or was one in every parent.
    let news = changes.map { Set($0.filter { $0.after != nil }.map(\.path)) }
    let shared = news.dropFirst().reduce(news[0]) { $0.intersection($1) }
    let canBeGone = changes.allSatisfy { $0.contains { $0.after == nil } }
    guard !shared.isEmpty || canBeGone else { return [] }
    var sides: [[String: Pair]] = []
    for change in changes {
      let pairs = try pairs(change).map { pair in
        (pair.after.map { "at \($0.path)" } ?? "gone \(pair.before?.name ?? "")", pair)
      }
      sides.append(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
    }
    return sides[0].keys.sorted().compactMap { key in
      let pairs = sides.compactMap { $0[key] }
      guard pairs.count == sides.count else { return nil }
      return Touch(befores: pairs.map(\.before), after: pairs[0].after)
    }
  }

  private func tree(of commit: ObjectID) throws(MemoError) -> ObjectID {
    if let tree = trees[commit] { return tree }
    return try git.commit(commit).tree
  }

  /// The task files that differ.
  private func files(from old: ObjectID?, to new: ObjectID) throws(MemoError) -> [FileChange] {
    let changes = try git.run("compare two commits") { repository throws(GitError) in
      try comparison.changes(from: old, to: new)
    }
    return changes.filter { change in
      git.storePath(change.path).map {
        StoredTask.isTaskName($0) && StoredTask.folderStatus(of: $0) != nil
      } ?? false
    }
  }

  private func pairs(_ changes: [FileChange]) throws(MemoError) -> [Pair] {
    var (befores, afters): ([FileState], [FileState]) = ([], [])
    for change in changes {
      if let state = try state(change.before) { befores.append(state) }
      if let state = try state(change.after) { afters.append(state) }
    }
    if let pairs = Self.pairsByID(befores, afters) { return pairs }
    return try pairsByContent(befores, afters)
  }

  /// Where every file has an id of its own, these say which is which.
  private static func pairsByID(_ befores: [FileState], _ afters: [FileState]) -> [Pair]? {
    var olds: [TaskID: FileState] = [:]
    for state in befores {
      guard let id = state.id, olds.updateValue(state, forKey: id) == nil else { return nil }
    }
    var seen: Set<TaskID> = []
    var pairs: [Pair] = []
    for state in afters {
      guard let id = state.id, seen.insert(id).inserted else { return nil }
      pairs.append((olds.removeValue(forKey: id), state))
    }
    return pairs
      + befores.filter { state in state.id.map { olds[$0] != nil } ?? false }
      .map { ($0, nil) }
  }

  private func pairsByContent(
    _ befores: [FileState], _ afters: [FileState]
  ) throws(MemoError) -> [Pair] {
    var (old, new): ([TaskVersion], [TaskVersion]) = ([], [])
    for state in befores { old.append(try git.version(of: state)) }
    for state in afters { new.append(try git.version(of: state)) }
    let (olds, news) = (befores.byPath, afters.byPath)
    return Pairing(before: old, after: new, settledIDs: []).pairs.map { pair in
      (pair.before.flatMap { olds[$0.path] }, pair.after.flatMap { news[$0.path] })
    }
  }

  private func state(_ entry: TreeEntry?) throws(MemoError) -> FileState? {
    guard let entry, entry.mode == .regular || entry.mode == .executable,
      let path = git.storePath(entry.path)
    else { return nil }
    var state = FileState(path: path, blob: entry.id, mode: entry.mode, id: nil)
    if let known = ids[entry.id] {
      state.id = known
    } else {
      state.id = try git.version(of: state).id
      if ids.count > Self.mostIDs { ids = [:] }
      ids[entry.id] = .some(state.id)
    }
    return state
  }

  private static let mostIDs = 100_000
}

extension FileState {
  /// The id, or the path of a file that has none.
  fileprivate var name: String { id?.text ?? path }
}

extension [FileState] {
  fileprivate var byPath: [String: FileState] {
    Dictionary(map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension StoreGit {
  /// A task as a commit has it.
  func version(of state: FileState) throws(MemoError) -> TaskVersion {
    let bytes = try run("read \(state.path) of a commit") { repository throws(GitError) in
      try repository.taskText(state.blob)
    }
    return TaskVersion(path: state.path, document: TaskDocument(bytes), mode: state.mode)
  }
}
