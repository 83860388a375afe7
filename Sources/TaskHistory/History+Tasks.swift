internal import Git
package import StoreFiles
internal import TaskFile

extension History {
  /// Whether a task that a commit has and no parent has was there before: then it was
  /// deleted and is restored, or lives on and this is a copy of it.
  func birth(at place: Place) throws(MemoError) -> (kind: LogEntry.Kind, isCopy: Bool) {
    let identities = try identities(around: place)
    if identities.copies.contains(place) { return (.add, true) }
    guard let number = identities.task(at: place) else { return (.add, false) }
    let wasThere = identities.tasks[number].places.contains {
      $0.node < place.node && isAncestor($0.node, of: place.node)
    }
    return (wasThere ? .restore : .add, false)
  }

  /// Whether a task that a commit removes was a copy, and the one whose id it had is there still.
  func leavesElder(at place: Place) throws(MemoError) -> Bool {
    try identities(around: place).copies.contains(place)
  }

  /// All deltas of some tasks.
  package func deltas(
    of targets: Set<LogQuery.Target>, among present: PresentFiles
  ) throws(MemoError) -> Set<Place> {
    if let found = try relatedDeltas(of: targets) { return found }
    let identities = try identities()
    var found: Set<Place> = []
    for target in targets {
      for number in try numbers(of: target, among: present) {
        found.formUnion(identities.tasks[number].places)
      }
    }
    return found
  }

  /// The same, without a look at all other tasks; nil where it takes one.
  private func relatedDeltas(
    of targets: Set<LogQuery.Target>
  ) throws(MemoError) -> Set<Place>? {
    guard targets.count <= Self.fewTargets else { return nil }
    var found: Set<Place> = []
    for target in targets {
      guard let id = target.id, let identities = try identities(relatedTo: id) else { return nil }
      let numbers = identities.tasks(with: id)
      // Of copies it takes the living ones to say which is meant, as of a file that no commit has
      // there with the id.
      guard numbers.count < 2, try isRecorded(target) else { return nil }
      for number in numbers { found.formUnion(identities.tasks[number].places) }
    }
    return found
  }

  /// For so many tasks it is quicker to go through the history for each.
  private static let fewTargets = 4

  /// Whether the last commit has a file as it is there; of an id that is no question.
  private func isRecorded(_ target: LogQuery.Target) throws(MemoError) -> Bool {
    guard case .present(let path, let id?) = target else { return true }
    return try git.state(at: path, in: index.nodes[last].commit)?.id == id
  }

  func numbers(
    of target: LogQuery.Target, among present: PresentFiles
  ) throws(MemoError) -> [Int] {
    switch target {
    case .id(let id): return [try holder(of: id)].compactMap { $0 }
    case .present(let path, let id): return [try present.task(at: path, id)].compactMap { $0 }
    case .file(let path):
      if let file = try living()[path] { return [file.number] }
      return [try lastNameless(at: path)].compactMap { $0 }
    }
  }

  /// The task that an id means: of several that had it the first that has it now, or else of those
  /// that had it at their end the one that went last, or else the one that it was given to.
  func holder(of id: TaskID) throws(MemoError) -> Int? {
    let identities = try identities()
    let all = identities.tasks(with: id)
    guard all.count > 1 else { return all.first }
    // A copy whose first was deleted has the id for itself, until it gets its own.
    let living = try living()
    let holders = living.holders[id] ?? []
    if let present = all.first(where: holders.contains) { return present }
    var newest: (number: Int, place: Place)?
    for number in all where living.firstOfTask[number] == nil {
      guard let place = lastPlace(of: identities.tasks[number], isLiving: false),
        self[place].states.contains(where: { $0.id == id })
      else { continue }
      if newest.map({ precedes($0.place.node, place.node) }) ?? true { newest = (number, place) }
    }
    return newest?.number ?? all.first
  }

  /// A path that is meant, where the last commit that did something at such a one did it.
  func lastPath(where isMeant: (String) -> Bool) -> String? {
    for (node, isIn) in isIn.enumerated().reversed() where isIn {
      for change in index.nodes[node].deltas {
        for state in change.states where isMeant(state.path) { return state.path }
      }
    }
    return nil
  }

  /// The task that was last at a path and that no id means.
  private func lastNameless(at path: String) throws(MemoError) -> Int? {
    for (node, isIn) in isIn.enumerated().reversed() where isIn {
      for (delta, change) in index.nodes[node].deltas.enumerated() {
        guard let state = change.states.first(where: { $0.path.isSamePath(as: path) }),
          let number = try identities().task(at: Place(node: node, delta: delta))
        else { continue }
        if let id = state.id, try holder(of: id) == number { continue }
        return number
      }
    }
    return nil
  }
}

extension LogQuery.Target {
  /// By which a task is known wherever it lies.
  fileprivate var id: TaskID? {
    switch self {
    case .id(let id): id
    case .present(_, let id): id
    case .file: nil
    }
  }
}
