internal import Git
internal import StoreFiles
internal import TaskFile

/// What is asked of a history's deltas again and again, found once: one for all merges.
///
/// It takes in as much of the history as is asked about, so that one merge on top of a long
/// history costs no more than its sides are long.
package final class DeltaLookup {
  /// The positions of the commits that were taken in.
  private var known = 0..<0
  private var placesByName: [FileState.Name: [History.Place]] = [:]
  private var placesByID: [TaskID: [History.Place]] = [:]
  private var deleting: Set<Int> = []
  /// Ids that a commit changed by hand, from and to, by its position.
  private var changedIDs: [Int: Set<TaskID>] = [:]
  private var ancestors: [Int: [Bool]] = [:]
  private var ancestorCount = 0
  /// What was found of single deltas, which never changes.
  var changedParts: [History.Place: Set<TaskPart>] = [:]
  var changedFields: [History.Place: Set<TaskChange.Part>] = [:]
  /// By the commit's position.
  var lastChanges: [Int: LastChange] = [:]
  /// By what a commit's files hold: the ids.
  var ids: [ObjectID: TaskID?] = [:]
  /// Of the commit that was looked at last: where files of which id are.
  var paths: (node: Int, byID: [TaskID: [String]])?
  /// Of files of which folder and text don't say the same.
  var statuses: [PlacedState: Status] = [:]
  /// Where a version's task came to its status; nil where that was before a history was cut off.
  var statusChanges: [PlacedState: History.Place?] = [:]

  package init() {}

  /// Takes in the commits from a position on.
  func take(_ index: HistoryIndex, from first: Int) {
    if known.isEmpty { known = index.nodes.count..<index.nodes.count }
    for node in known.upperBound..<max(known.upperBound, index.nodes.count) { add(node, index) }
    for node in min(first, known.lowerBound)..<known.lowerBound { add(node, index) }
    known = min(first, known.lowerBound)..<max(known.upperBound, index.nodes.count)
  }

  /// Says that the deltas of a commit were found after it was put in.
  func update(_ node: Int, of index: HistoryIndex) {
    if known.contains(node) { add(node, index) }
  }

  private func add(_ node: Int, _ index: HistoryIndex) {
    for (number, delta) in index.nodes[node].deltas.enumerated() {
      let place = History.Place(node: node, delta: number)
      let states = delta.states
      for name in Set(states.map(\.name)) { placesByName[name, default: []].append(place) }
      for id in Set(states.compactMap(\.id)) { placesByID[id, default: []].append(place) }
      if delta.after == nil { deleting.insert(node) }
      if let id = delta.after?.id {
        for case let former? in delta.befores.map({ $0?.id }) where former != id {
          changedIDs[node, default: []].formUnion([former, id])
        }
      }
    }
  }

  /// The deltas before or after which a file was so; in no order.
  func places(of name: FileState.Name) -> [History.Place] { placesByName[name] ?? [] }

  /// The deltas of files with an id; in no order.
  func places(of id: TaskID) -> [History.Place] { placesByID[id] ?? [] }

  /// Whether a commit deleted a task.
  func isDeleting(_ node: Int) -> Bool { deleting.contains(node) }

  /// The ids that a commit changed, from and to.
  func changedIDs(_ node: Int) -> Set<TaskID> { changedIDs[node] ?? [] }

  /// Whether a commit is another, or lies in its history.
  func isAncestor(_ node: Int, of child: Int, _ index: HistoryIndex) -> Bool {
    if node >= child { return node == child }
    if index.generations[node] >= index.generations[child] { return false }
    if let found = ancestors[child] { return found[node] }
    if ancestorCount > Self.mostAncestors { (ancestors, ancestorCount) = ([:], 0) }
    let found = index.ancestors(of: child)
    ancestors[child] = found
    ancestorCount += found.count
    return found[node]
  }

  /// In bytes.
  private static let mostAncestors = 1 << 25
}
