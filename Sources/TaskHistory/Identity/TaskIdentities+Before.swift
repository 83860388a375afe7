internal import Git
internal import StoreFiles
internal import TaskFile

extension TaskIdentities {
  /// The task that a file was before a commit.
  func number(
    before place: History.Place, _ history: History
  ) throws(MemoError) -> Int? {
    let delta = history[place]
    // Nearly every commit has one parent.
    if delta.befores.count == 1 {
      return try number(before: place, on: 0, history).map(canonical)
    }
    // Of a merge's sides, the one that has the id already.
    let sides = delta.befores.indices.filter { delta.befores[$0] != nil }
    let first = sides.first { delta.befores[$0]?.id == delta.after?.id }
    var numbers: [(Int, Int)] = []
    for side in [first].compactMap({ $0 }) + sides.filter({ $0 != first }) {
      if let number = try number(before: place, on: side, history) {
        numbers.append((side, number))
      }
    }
    guard let (side, found) = numbers.first else { return nil }
    // What a merge has as one task is one since the sides parted; but for copies, which are tasks
    // beside the one whose id they have.
    for (other, number) in numbers.dropFirst()
    where number != found && (tasks[number].ids.isEmpty || tasks[found].ids.isEmpty) {
      let isCopy = tasks[number].copiedID != nil || tasks[found].copiedID != nil
      if isCopy, delta.befores[side]?.path != delta.befores[other]?.path { continue }
      if canonical(number) != canonical(found) {
        merge(canonical(number), into: canonical(found), history)
      }
    }
    return canonical(found)
  }

  private func number(
    before place: History.Place, on side: Int, _ history: History
  ) throws(MemoError) -> Int? {
    guard let state = history[place].befores[side] else { return nil }
    let parents = history.index.nodes[place.node].parents
    if side < parents.count, let number = task(of: state.name, in: parents[side], history) {
      return number
    }
    if let known = task(from: state.name) { return known }
    guard let id = state.id, let owner = owner(of: id) else { return nil }
    if !isPart || side >= parents.count { return owner }
    if let known = task(from: state.name) { return known }
    // It may be the same at another time; of several that were there at once, each is a task.
    let version = PlacedState(state: state, node: parents[side])
    for number in tasks(with: id) {
      var isOther = tasks[number].beginnings.isEmpty
      for other in tasks[number].beginnings where !isOther {
        isOther = try history.isBeside(version, other)
      }
      if !isOther { return number }
    }
    let number = newTask(copyOf: id)
    roots[state.name] = number
    tasks[number].beginnings = [version]
    return number
  }

  /// The task that has an id for itself, also one of which nothing was met yet.
  func owner(of id: TaskID) -> Int? {
    if let owner = task(of: id) { return owner }
    guard let first = begun[id]?.first else { return nil }
    let number = newTask(id)
    roots[first.state.name] = number
    tasks[number].beginnings = [first]
    return number
  }

  /// Finds what was there before, so that whatever comes with the same id is a copy of it also
  /// where it comes first.
  func findBeginnings(
    _ places: [History.Place], _ history: History
  ) {
    for place in places {
      if let after = history[place].after { note(after, place, history) }
    }
    var known: Set<FileState.Name> = []
    for place in places {
      for version in history.placedBefores(place).compactMap({ $0 }) {
        guard let id = version.state.id, known.insert(version.state.name).inserted,
          passage(of: version.state.name, in: version.node, history) == nil
        else { continue }
        begun[id, default: []].append(version)
      }
    }
  }
}
