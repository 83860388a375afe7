internal import Git
internal import StoreFiles
internal import TaskFile

/// Which files of a merge and its parents are one task.
///
/// What the parents did since they parted says it of theirs, and a file that is as one of them has
/// it is that one's: so each task is in each of them once at most. Only of what no parent has so,
/// and of what is new in several, ids and contents have to tell.
struct MergeTasks {
  /// A task as a merge and its parents have it.
  struct Row {
    var befores: [FileState?]
    var after: FileState?
  }

  var rows: [Row] = []
  let commit: Commit
  let finder: DeltaFinder
  /// Nil where nothing is known of what the parents did.
  let sides: MergeSides?
  /// By parent: the files of which it isn't known yet which task they are.
  var free: [[FileState]] = []
  /// The same of the merge.
  var freeAfters: [FileState] = []
  /// Ids that several files may have.
  private(set) var shared: Set<TaskID> = []

  init(_ commit: Commit, _ finder: DeltaFinder, _ sides: MergeSides?) throws(MemoError) {
    (self.commit, self.finder, self.sides) = (commit, finder, sides)
    let columns = try MergeColumns(commit, finder)
    (free, freeAfters) = (columns.parents, columns.merge)
    try takeCertain(columns)
    guard !freeAfters.isEmpty || free.contains(where: { !$0.isEmpty }) else { return }
    try takeAlike()
    let certain = rows.count
    for parent in free.indices { try place(parent) }
    try join(from: certain)
    claim()
    try pairOwn(byID: true)
    try pairNews()
    try pairOwn()
    rows += freeAfters.map { Row(befores: none, after: $0) }
  }

  /// No parent has it.
  var none: [FileState?] { commit.parents.map { _ in nil } }

  /// Files with an id that nobody has twice.
  private mutating func takeCertain(_ columns: MergeColumns) throws(MemoError) {
    // A task whose id somebody changed has another one in each of them.
    let unique = columns.unique.subtracting(sides?.changedIDs ?? [])
    var found: [TaskID: Row] = [:]
    for (parent, states) in columns.parents.enumerated() {
      for state in states {
        guard let id = state.id, unique.contains(id) else { continue }
        found[id, default: Row(befores: none)].befores[parent] = state
      }
    }
    for state in columns.merge {
      guard let id = state.id, unique.contains(id) else { continue }
      found[id, default: Row(befores: none)].after = state
    }
    if let sides {
      for (id, row) in found where row.befores.count(where: { $0 != nil }) > 1 {
        if sides.mayShare(id) { found[id] = nil }
      }
    }
    shared = Set((columns.parents + [columns.merge]).joined().compactMap(\.id))
      .subtracting(found.keys)
    rows = found.sorted { $0.key < $1.key }.map(\.value)
    func isLeft(_ state: FileState) -> Bool { state.id.map { found[$0] == nil } ?? true }
    free = free.map { $0.filter(isLeft) }
    freeAfters = freeAfters.filter(isLeft)
  }

  /// Looks at what all of them have alike as well: of several files with one id it may be another
  /// task's in each.
  private mutating func takeAlike() throws(MemoError) {
    guard sides != nil, !shared.isEmpty else { return }
    func all(_ commit: ObjectID, besides known: [FileState]) throws(MemoError) -> [FileState] {
      let known = Set(known)
      return try finder.files(of: commit).filter { state in
        state.id.map(shared.contains) == true && !known.contains(state)
      }
    }
    freeAfters += try all(commit.id, besides: freeAfters)
    for (parent, id) in commit.parents.enumerated() {
      free[parent] += try all(id, besides: free[parent])
    }
  }
}
