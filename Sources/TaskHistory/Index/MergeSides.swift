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

    func isSame(as other: Line) -> Bool {
      candidates.contains { one in other.candidates.contains { $0.state == one.state } }
    }
  }

  let history: History
  /// The parents' positions, in their order.
  private let parents: [Int]
  private var nodes: [[Int]: [Int]] = [:]
  private var deltas: [[Int]: SideDeltas] = [:]
  private var identities: [[Int]: TaskIdentities] = [:]

  /// - Parameter history: Must know what the commits did that only some of the parents have.
  init(_ history: History, parents: [Int]) { (self.history, self.parents) = (history, parents) }

  /// The commits that a parent has and others don't.
  private func nodes(of side: Int, besides others: [Int]) -> [Int] {
    if let found = nodes[[side] + others] { return found }
    let found = history.index.nodes(
      leadingTo: parents[side], notTo: others.map { parents[$0] })
    nodes[[side] + others] = found
    return found
  }

  /// All that a parent's commits did which others don't have.
  func deltas(of side: Int, besides others: [Int]) -> SideDeltas {
    if let found = deltas[[side] + others] { return found }
    var found = SideDeltas()
    for node in nodes(of: side, besides: others) {
      for delta in history.index.nodes[node].deltas { found.add(delta) }
    }
    deltas[[side] + others] = found
    return found
  }

  /// Which file is which task, as far as a parent's own commits tell.
  private func identities(
    of side: Int, besides others: [Int]
  ) throws(MemoError) -> TaskIdentities {
    if let found = identities[[side] + others] { return found }
    let found = try TaskIdentities(history, among: nodes(of: side, besides: others))
    identities[[side] + others] = found
    return found
  }

  /// Which task a parent's file is, as another parent knows it.
  func line(of state: FileState, on side: Int, besides other: Int) throws(MemoError) -> Line {
    let identities = try identities(of: side, besides: [other])
    let file = PlacedState(state: state, node: parents[side])
    guard let number = number(of: state, on: side, identities) else {
      return Line(file: file, beginnings: [file])
    }
    return Line(file: file, beginnings: identities.tasks[number].beginnings)
  }

  /// How a task was when the parents parted, by one file of each that has it; nil for a new one.
  func base(of befores: [FileState?]) throws(MemoError) -> FileState? {
    var lines: [Line] = []
    for (side, state) in befores.enumerated() {
      if let state { lines.append(try line(of: state, on: side, besides: side == 0 ? 1 : 0)) }
    }
    lines.removeAll(where: \.isNew)
    guard let first = lines.first else { return nil }
    let shared = first.candidates.filter { one in
      lines.count > 1 && lines.allSatisfy { $0.candidates.contains { $0.state == one.state } }
    }
    return (shared.isEmpty ? first.beginnings : shared)
      .max { history.precedes($0.node, $1.node) }?.state
  }

  /// Whether a parent's commits deleted a task that another has.
  func deletes(_ line: Line, on side: Int, besides other: Int) throws(MemoError) -> Bool {
    let identities = try identities(of: side, besides: [other])
    return line.candidates.contains { beginning in
      guard let number = identities.task(from: beginning.state.name) else { return false }
      return identities.tasks[number].places.contains { history[$0].after == nil }
    }
  }

  private func number(
    of state: FileState, on side: Int, _ identities: TaskIdentities
  ) -> Int? {
    history.newest(of: identities.origins(of: state.name), in: parents[side])
      .flatMap { identities.task(at: $0) } ?? identities.task(from: state.name)
  }

  /// What a parent did to the task of a merge's delta, and no other parent has.
  func places(of delta: TaskDelta, on side: Int) throws(MemoError) -> [History.Place] {
    let others = parents.indices.filter { $0 != side }
    let identities = try identities(of: side, besides: others)
    return try number(of: delta, on: side, identities).map { identities.tasks[$0].places } ?? []
  }

  private func number(
    of delta: TaskDelta, on side: Int, _ identities: TaskIdentities
  ) throws(MemoError) -> Int? {
    if let state = delta.befores[side] {
      return number(of: state, on: side, identities)
    }
    // It deleted the task.
    if let number = delta.base.flatMap({ identities.task(from: $0.name) }) { return number }
    for state in delta.states {
      if let number = state.id.flatMap({ identities.task(of: $0) }) { return number }
    }
    return nil
  }
}

/// What several commits did.
struct SideDeltas {
  private(set) var afters: Set<FileState> = []
  /// Of tasks that were not there before.
  private(set) var births: Set<FileState> = []
  private(set) var deletedIDs: Set<TaskID> = []
  private(set) var isDeleting = false

  mutating func add(_ delta: TaskDelta) {
    guard let after = delta.after else {
      isDeleting = true
      deletedIDs.formUnion(delta.befores.compactMap { $0?.id })
      return
    }
    afters.insert(after)
    if delta.isBirth { births.insert(after) }
  }
}
