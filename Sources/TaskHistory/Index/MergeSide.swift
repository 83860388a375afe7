internal import StoreFiles
internal import TaskFile

/// What one parent of a merge did that others don't have.
final class MergeSide {
  private let history: History
  private var lookup: DeltaLookup { history.lookup }
  /// The files without an id that it deleted, as they were before.
  private(set) lazy var deletedNameless = nodes.filter(lookup.isDeleting).flatMap { node in
    history.index.places(in: node).filter { history[$0].after == nil }
      .flatMap { history.placedBefores($0).compactMap { $0 }.filter { $0.state.id == nil } }
  }
  /// Its commits, parents before their children.
  private let nodes: [Int]
  private(set) lazy var isDeleting = nodes.contains { lookup.isDeleting($0) }
  /// The ids that it changed by hand, from and to.
  private(set) lazy var changedIDs = nodes.reduce(into: Set<TaskID>()) {
    $0.formUnion(lookup.changedIDs($1))
  }
  private lazy var related = RelatedIdentities(history, isPart: true) { [unowned self] in
    contains($0)
  }

  init(_ history: History, of parent: Int, besides others: [Int]) {
    self.history = history
    nodes = history.index.nodes(leadingTo: parent, notTo: others)
    if let first = nodes.first { lookup.take(history.index, from: first) }
  }

  /// Whether something was done by it.
  func contains(_ place: History.Place) -> Bool {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < place.node { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count && nodes[low] == place.node
  }

  /// Whether it made a file what that is; perhaps one of a task that was not there before.
  func made(_ state: FileState, asBirth: Bool = false) -> Bool {
    lookup.places(of: state.name).contains { place in
      let delta = history[place]
      return delta.after == state && (!asBirth || delta.isBirth) && contains(place)
    }
  }

  /// The last commit that made a file what that is; nil where that was before.
  func origin(of state: FileState) -> Int? {
    lookup.places(of: state.name).filter { history[$0].after == state && contains($0) }
      .map(\.node).max(by: history.precedes)
  }

  /// The files with an id that it began with, and whether it added or deleted one.
  func beginnings(of id: TaskID) -> (names: Set<FileState.Name>, haveComeOrGone: Bool) {
    var (beginnings, made): (Set<FileState.Name>, [FileState.Name: Int]) = ([], [:])
    var haveComeOrGone = false
    for place in lookup.places(of: id).filter(contains).sorted(by: history.precedes) {
      let delta = history[place]
      if delta.after == nil || delta.isBirth { haveComeOrGone = true }
      for case let state? in delta.befores
      where state.id == id && made[state.name].map({ $0 != place.node }) != true {
        beginnings.insert(state.name)
      }
      if let name = delta.after?.name, made[name] == nil { made[name] = place.node }
    }
    return (beginnings, haveComeOrGone)
  }

  /// Whether it deleted a file with an id.
  func deleted(_ id: TaskID) -> Bool {
    lookup.places(of: id).contains { history[$0].after == nil && contains($0) }
  }

  /// Which file is which task, of those that have to do with a file as it was.
  func identities(of name: FileState.Name) throws(MemoError) -> TaskIdentities {
    try related.around(name)
  }

  /// Which file is which task, of those that have to do with an id.
  func identities(of id: TaskID) throws(MemoError) -> TaskIdentities { try related.around(id) }
}
