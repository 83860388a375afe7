package import Git
package import StoreFiles
package import TaskFile

/// Finds the tasks that a commit changed by comparing its files with those of its parents.
///
/// It ignores commit messages, which may be wrong, edited or copied by a rebase.
package final class DeltaFinder {
  let git: StoreGit
  private let comparison: TreeComparison
  /// Facts about blobs, cached, since most blobs occur in two comparisons.
  private var facts: [ObjectID: FileState.Facts] = [:]
  private var roots: [ObjectID: ObjectID] = [:]
  private var folders: StoreFolders
  private let isTask: (String) -> Bool

  package convenience init(_ git: StoreGit) throws(MemoError) {
    try self.init(git, under: Status.allCases.map(\.rawValue)) { path in
      StoredTask.isTaskName(path) && StoredTask.folderStatus(of: path) != nil
    }
  }

  /// Finds changes of the Markdown files in another program's folder.
  ///
  /// - Parameter folder: Relative to the store; may be hidden.
  convenience init(_ git: StoreGit, ofOther folder: String) throws(MemoError) {
    try self.init(git, under: [folder]) { StoredTask.isTaskName(Paths.name(of: $0)) }
  }

  private init(
    _ git: StoreGit, under folders: [String], isTask: @escaping (String) -> Bool
  ) throws(MemoError) {
    self.git = git
    self.isTask = isTask
    comparison = try git.run(
      "open the history", TreeComparison(git.repository, under: folders))
    self.folders = StoreFolders(git)
  }

  /// Finds the store's folder in a commit's parents.
  ///
  /// Call this for children before their parents.
  package func follow(_ commit: Commit) throws(MemoError) {
    roots[commit.id] = commit.tree
    try folders.follow(commit) { parent throws(MemoError) in try root(of: parent) }
  }

  /// The store's folder in a commit, empty or with a trailing `/`; nil for the present folder.
  func prefix(in commit: ObjectID) -> String? { folders.prefix(in: commit) }

  /// A task before and after a change; at least one is not nil.
  package typealias Pair = (before: FileState?, after: FileState?)
  package typealias States = (befores: [FileState], afters: [FileState])

  /// The changes that a commit made itself.
  ///
  /// For a merge, these are the files that differ from all parents, and those with a recorded
  /// decision. At the cut of a shallow history, all tasks are additions.
  package func deltas(of commit: Commit) throws(MemoError) -> [TaskDelta] {
    roots[commit.id] = commit.tree
    guard commit.parents.count > 1 else {
      var parent: ObjectID?
      if let id = commit.parents.first { parent = try tree(of: id) }
      return try pairs(from: parent, to: tree(of: commit.id)).map {
        TaskDelta(befores: [$0.before], after: $0.after)
      }
    }
    return try MergeDeltas(commit, self).all.sorted()
  }

  private func pairs(from old: ObjectID?, to new: ObjectID?) throws(MemoError) -> [Pair] {
    try pairs(try states(from: old, to: new), in: new)
  }

  /// - Parameters:
  ///   - changes: Differing task files of two commits, in the store's present folder.
  ///   - new: The later commit.
  package func pairs(_ changes: [FileChange], in new: ObjectID) throws(MemoError) -> [Pair] {
    func inStore(_ entry: TreeEntry?) -> TreeEntry? {
      entry.flatMap { entry in
        git.storePath(entry.path).map { TreeEntry(path: $0, id: entry.id, mode: entry.mode) }
      }
    }
    let inside = changes.map {
      FileChange(path: $0.path, before: inStore($0.before), after: inStore($0.after))
    }
    return try pairs(try states(inside), in: tree(of: new))
  }

  func pairs(_ states: States, in new: ObjectID?) throws(MemoError) -> [Pair] {
    if let pairs = certainPairs(states) { return pairs }
    let unchanged = try unchangedIDs(states.befores, states.afters, in: new)
    return try pairsByContent(states.befores, states.afters, unchanged: unchanged)
  }

  /// The pairs; nil if ids don't decide all of them.
  func certainPairs(_ states: States) -> [Pair]? {
    guard let pairs = Self.pairsByID(states.befores, states.afters),
      Self.replaced(states.befores, states.afters).isEmpty
    else { return nil }
    return pairs
  }

  func states(from old: ObjectID?, to new: ObjectID?) throws(MemoError) -> States {
    try states(try files(from: old, to: new))
  }

  func files(of commit: ObjectID) throws(MemoError) -> [FileState] {
    try states(try files(from: nil, to: tree(of: commit))).afters
  }

  /// The store's tree in a commit; nil if the commit has no store.
  func tree(of commit: ObjectID) throws(MemoError) -> ObjectID? {
    try folders.store(in: commit, try root(of: commit))
  }

  private func root(of commit: ObjectID) throws(MemoError) -> ObjectID {
    if let root = roots[commit] { return root }
    return try git.commit(commit).tree
  }

  private func files(from old: ObjectID?, to new: ObjectID?) throws(MemoError) -> [FileChange] {
    let changes = try git.run("compare two commits", comparison.changes(from: old, to: new))
    return changes.filter { isTask($0.path) }
  }

  private func states(_ changes: [FileChange]) throws(MemoError) -> States {
    var (befores, afters): ([FileState], [FileState]) = ([], [])
    for change in changes {
      if let state = try state(change.before) { befores.append(state) }
      if let state = try state(change.after) { afters.append(state) }
    }
    return (befores, afters)
  }

  /// Pairs files by id; nil unless every file has a different id.
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

  /// The old and new ids of paths at which one id replaced another.
  ///
  /// If an unchanged file has the old id, this file was a copy that got a new id.
  package static func replaced(
    _ befores: [some IdentifiedFile], _ afters: [some IdentifiedFile]
  ) -> Set<TaskID> {
    let old = Dictionary(
      befores.map { (PathKey($0.path), $0.id) }, uniquingKeysWith: { first, _ in first })
    let (idsBefore, idsAfter) = (Set(befores.compactMap(\.id)), Set(afters.compactMap(\.id)))
    var found: Set<TaskID> = []
    for state in afters {
      if let id = state.id, let former = old[PathKey(state.path)] ?? nil, former != id,
        !idsAfter.contains(former), !idsBefore.contains(id)
      {
        found.formUnion([id, former])
      }
    }
    return found
  }

  /// The ids from ``replaced(_:_:)`` that unchanged files have.
  private func unchangedIDs(
    _ befores: [FileState], _ afters: [FileState], in tree: ObjectID?
  ) throws(MemoError) -> Set<TaskID> {
    let wanted = Self.replaced(befores, afters)
    // Reading every file takes long, so return early in the usual case.
    guard !wanted.isEmpty else { return [] }
    let changed = Set(afters.map { PathKey($0.path) })
    let all = try states(try files(from: nil, to: tree)).afters
    return wanted.intersection(
      all.filter { !changed.contains(PathKey($0.path)) }.compactMap(\.id))
  }

  private func pairsByContent(
    _ befores: [FileState], _ afters: [FileState], unchanged: Set<TaskID>
  ) throws(MemoError) -> [Pair] {
    var (old, new): ([TaskVersion], [TaskVersion]) = ([], [])
    for state in befores { old.append(try git.version(of: state)) }
    for state in afters { new.append(try git.version(of: state)) }
    let (olds, news) = (befores.byPath, afters.byPath)
    return Pairing(before: old, after: new, unchangedIDs: unchanged).pairs.map { pair in
      (pair.before.flatMap { olds[$0.path] }, pair.after.flatMap { news[$0.path] })
    }
  }

  private func state(_ entry: TreeEntry?) throws(MemoError) -> FileState? {
    guard let entry, entry.mode.isFile else { return nil }
    let path = entry.path
    if let known = facts[entry.id] {
      return FileState(path: path, blob: entry.id, mode: entry.mode, known)
    }
    let found = try git.facts(of: entry.id, at: path)
    if facts.count > Self.mostFacts { facts = [:] }
    facts[entry.id] = found
    return FileState(path: path, blob: entry.id, mode: entry.mode, found)
  }

  private static let mostFacts = 100_000
}

package protocol IdentifiedFile {
  var path: String { get }
  var id: TaskID? { get }
}

extension FileState: IdentifiedFile {}
extension TaskVersion: IdentifiedFile {}

extension [FileState] {
  fileprivate var byPath: PathMap<FileState> {
    var found = PathMap<FileState>()
    for state in self where found[state.path] == nil { found[state.path] = state }
    return found
  }
}

extension StoreGit {
  /// The duplicate ids in a commit among files that changed since another commit, with all paths.
  ///
  /// - Parameter isKnown: Whether an unchanged file may have an id.
  package func doubles(
    in new: ObjectID, since old: ObjectID, _ isKnown: (TaskID) -> Bool
  ) throws(MemoError) -> [TaskID: [String]] {
    let finder = try DeltaFinder(self)
    let states = try finder.states(from: finder.tree(of: old), to: finder.tree(of: new))
    let former = Set(states.befores.compactMap(\.id))
    var seen: Set<TaskID> = []
    let wanted = Set(
      states.afters.compactMap(\.id).filter { id in
        !seen.insert(id).inserted || !former.contains(id) && isKnown(id)
      })
    // Reading every file takes long, so return early in the usual case.
    guard !wanted.isEmpty else { return [:] }
    var paths: [TaskID: [String]] = [:]
    for state in try finder.files(of: new) {
      if let id = state.id, wanted.contains(id) { paths[id, default: []].append(state.path) }
    }
    return paths.filter { $0.value.count > 1 }
  }
}

/// The changes that a merge made itself.
///
/// These are the tasks that differ from all parents, and those with a recorded ``MergeDecision``.
/// Commits on the sides of the merge made all other changes.
struct MergeDeltas {
  private(set) var all: [TaskDelta] = []

  init(_ commit: Commit, _ finder: DeltaFinder) throws(MemoError) {
    let decided = MergeDecision.lines(in: Trailers(commit.message))
    all = try Self.tasks(commit, finder).filter { delta in
      delta.isOwn || delta.states.contains { $0.id.map { decided.keys.contains($0.text) } ?? false }
    }
  }

  /// The tasks that differ between a merge and its parents, with the file of each parent.
  ///
  /// Files are paired as between any commit and its parent.
  private static func tasks(
    _ commit: Commit, _ finder: DeltaFinder
  ) throws(MemoError) -> [TaskDelta] {
    let columns = try MergeColumns(commit, finder)
    let tree = try finder.tree(of: commit.id)
    let none: [FileState?] = commit.parents.map { _ in nil }
    var deltas = columns.merge.map { TaskDelta(befores: none, after: $0) }
    let places = Dictionary(
      columns.merge.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    // Several parents may have a task that the merge lacks.
    var gone: [String: Int] = [:]
    for (parent, states) in columns.parents.enumerated() {
      for pair in try finder.pairs((states, columns.merge), in: tree) {
        guard let before = pair.before else { continue }
        let key = before.id?.text ?? before.path
        if let place = pair.after.map({ places[$0] }) ?? gone[key],
          deltas[place].befores[parent] == nil
        {
          deltas[place].befores[parent] = before
        } else {
          gone[key] = deltas.count
          deltas.append(TaskDelta(befores: none, after: nil))
          deltas[deltas.count - 1].befores[parent] = before
        }
      }
    }
    return deltas
  }
}

/// The files that differ between a merge and any of its parents, for each commit.
private struct MergeColumns {
  let parents: [[FileState]]
  let merge: [FileState]

  init(_ commit: Commit, _ finder: DeltaFinder) throws(MemoError) {
    var differences: [DeltaFinder.States] = []
    let tree = try finder.tree(of: commit.id)
    for parent in commit.parents {
      differences.append(try finder.states(from: finder.tree(of: parent), to: tree))
    }
    var here = PathMap<FileState>()
    for state in differences.flatMap(\.afters) { here[state.path] = state }
    var paths = PathMap<Void>()
    for state in differences.flatMap({ $0.befores + $0.afters }) { paths[state.path] = () }
    let all = paths.sorted.map(\.path)
    merge = all.compactMap { here[$0] }
    parents = differences.map { difference in
      var (isOther, there) = (PathMap<Void>(), PathMap<FileState>())
      for state in difference.afters { isOther[state.path] = () }
      for state in difference.befores { there[state.path] = state }
      // Without a difference, the parent has the same file as the merge.
      return all.compactMap { there[$0] ?? (isOther[$0] == nil ? here[$0] : nil) }
    }
  }
}
