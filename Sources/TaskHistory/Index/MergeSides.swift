internal import Git
internal import StoreFiles
internal import TaskFile

/// What the parents of a merge did since they parted.
package final class MergeSides {
  /// Which task a file of a parent is, as another parent knows it.
  struct Line {
    var file: PlacedState
    /// How it was when the two parted: most often one; none for a task that is new since.
    var beginnings: [PlacedState]

    var isNew: Bool { beginnings.isEmpty }

    /// Beside its beginnings the file as it is: what was done to it may have been done before they
    /// parted as well, and what came back as it was is what it was.
    var candidates: [PlacedState] { beginnings + [file] }
  }

  let history: History
  /// The parents' positions, in their order.
  let parents: [Int]
  private var sides: [[Int]: MergeSide] = [:]
  private var foundPast: (history: History, identities: RelatedIdentities)?

  /// - Parameter history: Must know what the commits did that only some of the parents have.
  init(_ history: History, parents: [Int]) { (self.history, self.parents) = (history, parents) }

  /// What a parent has and others don't.
  func side(_ side: Int, besides others: [Int]) -> MergeSide {
    if let found = sides[[side] + others] { return found }
    let found = MergeSide(history, of: parents[side], besides: others.map { parents[$0] })
    sides[[side] + others] = found
    return found
  }

  /// The last of a parent's own commits that made a file what that is; nil where that was before.
  func origin(of state: FileState, on side: Int) -> Int? {
    self.side(side, besides: parents.indices.filter { $0 != side }).origin(of: state)
  }

  /// The ids that a parent changed by hand since they parted, from and to.
  var changedIDs: Set<TaskID> {
    parents.indices.reduce(into: []) { ids, side in
      ids.formUnion(self.side(side, besides: parents.indices.filter { $0 != side }).changedIDs)
    }
  }

  /// Whether several files may have had an id since the parents parted, the first and copies of it.
  func mayShare(_ id: TaskID) -> Bool {
    var names: Set<FileState.Name> = []
    for side in parents.indices {
      let own = self.side(side, besides: parents.indices.filter { $0 != side })
      let (beginnings, haveComeOrGone) = own.beginnings(of: id)
      names.formUnion(beginnings)
      if haveComeOrGone || names.count > 1 { return true }
    }
    return false
  }

  /// Which task a parent's file is, as another parent knows it.
  func line(of state: FileState, on side: Int, besides other: Int) throws(MemoError) -> Line {
    let identities = try self.side(side, besides: [other]).identities(of: state.name)
    let file = PlacedState(state: state, node: parents[side])
    guard let number = number(of: state, on: side, identities) else {
      return Line(file: file, beginnings: [file])
    }
    return Line(file: file, beginnings: identities.tasks[number].beginnings)
  }

  /// The task that a parent's file is, as all knows it that leads to the merge.
  func task(of state: FileState, on side: Int) throws(MemoError) -> RelatedIdentities.Task? {
    try task(of: PlacedState(state: state, node: parents[side]))
  }

  private func task(of version: PlacedState) throws(MemoError) -> RelatedIdentities.Task? {
    let (history, identities) = try past()
    let commit = self.history.index.nodes[version.node].commit
    guard let node = history === self.history ? version.node : history.index.position(of: commit)
    else { return nil }
    return try identities.task(of: version.state.name, in: node)
  }

  /// The ids that the task of a parent's file has had, likewise.
  private func ids(of state: FileState, on side: Int) throws(MemoError) -> [TaskID] {
    guard let task = try task(of: state, on: side) else { return [] }
    return try past().identities.ids(of: task)
  }

  /// All that leads to the merge, and nothing else: what others did meanwhile changes no answer.
  private func past() throws(MemoError) -> (history: History, identities: RelatedIdentities) {
    if let foundPast { return foundPast }
    let history = try history.whole?() ?? history
    let index = self.history.index
    let ends =
      history === self.history
      ? parents
      : parents.compactMap {
        history.index.position(of: index.nodes[$0].commit)
      }
    history.lookup.take(history.index, from: 0)
    let past = (
      history,
      RelatedIdentities(history, isPart: false) { place in
        ends.contains { history.isAncestor(place.node, of: $0) }
      }
    )
    foundPast = past
    return past
  }

  /// How a task was when the parents parted, by one file of each that has it; nil for a new one.
  func base(of befores: [FileState?]) throws(MemoError) -> FileState? {
    var lines: [Line] = []
    for (side, state) in befores.enumerated() {
      guard let state else { continue }
      for other in befores.indices where other != side {
        lines.append(try line(of: state, on: side, besides: other))
      }
    }
    lines.removeAll(where: \.isNew)
    guard let first = lines.first else { return nil }
    let isSeveral = Set(lines.map(\.file.node)).count > 1
    let shared = first.candidates.filter { one in
      isSeveral && lines.allSatisfy { $0.candidates.contains { $0.state == one.state } }
    }
    if !shared.isEmpty { return shared.max { history.precedes($0.node, $1.node) }?.state }
    // Some of many parted later than others.
    guard befores.count > 2 else {
      return first.beginnings.max { history.precedes($0.node, $1.node) }?.state
    }
    return lines.flatMap(\.beginnings).min { history.precedes($0.node, $1.node) }?.state
  }

  /// Whether a side's commits deleted the task of another parent's file, by what the whole history
  /// knows of it, where one of the two has no id: what came back before the sides met may be gone
  /// since.
  func deletesNameless(
    _ state: FileState, of parent: Int, by side: MergeSide
  ) throws(MemoError) -> Bool {
    if state.id == nil, try ids(of: state, on: parent).contains(where: side.deleted) { return true }
    let deleted = side.deletedNameless
    guard !deleted.isEmpty, let task = try task(of: state, on: parent) else { return false }
    for version in deleted where try self.task(of: version) == task { return true }
    return false
  }

  /// Whether a parent's commits deleted a task that another has.
  func deletes(_ line: Line, on side: Int, besides other: Int) throws(MemoError) -> Bool {
    for beginning in line.candidates {
      let name = beginning.state.name
      let identities = try self.side(side, besides: [other]).identities(of: name)
      if let number = identities.task(from: name),
        identities.tasks[number].places.contains(where: { history[$0].after == nil })
      {
        return true
      }
    }
    return false
  }

  func number(
    of state: FileState, on side: Int, _ identities: TaskIdentities
  ) -> Int? {
    identities.task(of: state.name, in: parents[side], history)
      ?? identities.task(from: state.name)
  }
}
