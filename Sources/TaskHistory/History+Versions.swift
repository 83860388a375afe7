internal import Git
package import StoreFiles
internal import TaskFile

/// A task's file in one commit, from which its past is followed.
package struct PlacedState: Hashable {
  package var state: FileState
  /// The commit's position.
  var node: Int

  package init(state: FileState, node: Int) {
    self.state = state
    self.node = node
  }
}

extension History {
  /// Where a commit's file came to be as it is there.
  ///
  /// - Returns: Nil only beyond the end of a history that was cut off.
  func origin(of version: PlacedState) throws(MemoError) -> Place? {
    let place = try identities().origin(of: version.state.name, in: version.node, self)
    // Where copies changed places, the only delta that is known of a task may be a later one.
    return place.flatMap { $0.node <= version.node ? $0 : nil }
  }

  /// The one of some deltas that made what a commit has; of those of unrelated commits, the
  /// newest.
  package func newest(of places: [Place], in node: Int) -> Place? {
    guard places.count > 1 else { return places.first }
    let known = places.filter { isAncestor($0.node, of: node) }
    guard let last = known.max(by: { precedes($0.node, $1.node) }) else { return nil }
    return known.filter { $0 == last || !isAncestor($0.node, of: last.node) }
      .max { key(of: $0) < key(of: $1) }
  }

  /// By the committer's clock, ties by the commit's id.
  func key(of place: Place) -> (Int64, ObjectID) {
    (index.nodes[place.node].time, index.nodes[place.node].commit)
  }

  /// How a task was before something happened to it: as each parent has it; before it came
  /// back, as it was when it was deleted.
  package func versions(before place: Place) throws(MemoError) -> [PlacedState] {
    let befores = placedBefores(place).compactMap { $0 }
    guard befores.isEmpty, let number = try identities().task(at: place) else { return befores }
    let deletion = try identities().tasks[number].places
      .filter { self[$0].after == nil && $0 != place && isAncestor($0.node, of: place.node) }
      .max { precedes($0.node, $1.node) }
    return try deletion.map { deletion throws(MemoError) in try versions(before: deletion) } ?? []
  }

  /// How each parent of a commit has a task, in their order; nil where it has none.
  func placedBefores(_ place: Place) -> [PlacedState?] {
    let parents = index.nodes[place.node].parents
    return self[place].befores.enumerated().map { side, state in
      // A first commit has one side and no parent.
      state.map { PlacedState(state: $0, node: side < parents.count ? parents[side] : place.node) }
    }
  }

  /// The task that a commit's file is, by its number in ``identities()``.
  func task(of version: PlacedState) throws(MemoError) -> Int? {
    try identities().task(of: version.state.name, in: version.node, self)
  }
}

extension History {
  /// The id that a file of the last commit had before it lost it or got another.
  func formerID(of version: PlacedState) throws(MemoError) -> TaskID? {
    guard let number = try task(of: version) else { return nil }
    return try identities().tasks[number].ids.last { $0 != version.state.id }
  }

  /// Where the task of a commit's file began; of several lines that were joined, the first in
  /// the order of ``precedes(_:_:)``.
  func birth(of version: PlacedState) throws(MemoError) -> Place? {
    guard let number = try task(of: version) else { return nil }
    return try identities().tasks[number].places
      .filter { self[$0].isBirth && isAncestor($0.node, of: version.node) }
      .min { ($0.node == $1.node && self[$0] < self[$1]) || precedes($0.node, $1.node) }
  }

  /// Of several files of the last commit with one id, the one that had it first.
  func eldest(_ versions: [PlacedState], of id: TaskID) throws(MemoError) -> PlacedState? {
    var eldest: (version: PlacedState, since: Int, origin: Int)?
    for version in versions.sorted(by: { $0.state.path.precedes(path: $1.state.path) }) {
      let since = try holding(version, id)
      // Of two places that a merge has kept, the one where the file lay before.
      let origin = try self.origin(of: version)?.node ?? version.node
      if let known = eldest {
        let isSame = known.since == since
        if isSame ? !precedes(origin, known.origin) : precedes(known.since, since) { continue }
      }
      eldest = (version, since, origin)
    }
    return eldest?.version
  }

  /// The first commit in which a file had an id; it may have been without for a while.
  private func holding(_ version: PlacedState, _ id: TaskID) throws(MemoError) -> Int {
    var version = version
    var since = version.node
    var isWithout = version.state.id == nil
    while let place = try origin(of: version) {
      if !isWithout { since = place.node }
      let befores = try versions(before: place)
      guard
        let before = befores.first(where: { $0.state.id == id })
          ?? befores.first(where: { $0.state.id == nil })
      else { break }
      version = before
      isWithout = version.state.id == nil
    }
    return since
  }
}
