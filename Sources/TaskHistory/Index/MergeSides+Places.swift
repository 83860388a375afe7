internal import Git
internal import StoreFiles
internal import TaskFile

extension MergeSides {
  /// What a parent did to the task of a merge's delta, and no other parent has.
  func places(of delta: TaskDelta, on side: Int) throws(MemoError) -> [History.Place] {
    let own = self.side(side, besides: parents.indices.filter { $0 != side })
    if try isShared(delta) { return try knownPlaces(of: delta, on: own) }
    if let state = delta.befores[side] {
      let identities = try own.identities(of: state.name)
      return number(of: state, on: side, identities).map { identities.tasks[$0].places } ?? []
    }
    // It deleted the task.
    if let base = delta.base {
      let identities = try own.identities(of: base.name)
      if let number = identities.task(from: base.name) { return identities.tasks[number].places }
    }
    for id in delta.states.compactMap(\.id) {
      let identities = try own.identities(of: id)
      if let number = identities.task(of: id) { return identities.tasks[number].places }
    }
    return []
  }

  /// The same, as all of the history knows it.
  private func knownPlaces(
    of delta: TaskDelta, on own: MergeSide
  ) throws(MemoError) -> [History.Place] {
    let identities = try history.identities()
    for (side, state) in delta.befores.enumerated() {
      guard let state, let number = identities.task(of: state.name, in: parents[side], history)
      else { continue }
      return identities.tasks[number].places.filter(own.contains)
    }
    return []
  }

  /// Whether several files have had the id of a merge's delta since the parents parted.
  func isShared(_ delta: TaskDelta) throws(MemoError) -> Bool {
    for id in Set(delta.states.compactMap(\.id)) {
      var (count, isNew) = (0, false)
      for side in parents.indices {
        let own = self.side(side, besides: parents.indices.filter { $0 != side })
        let identities = try own.identities(of: id)
        let numbers = identities.tasks(with: id)
        if numbers.count > 1 { return true }
        count += numbers.count
        if numbers.contains(where: { identities.tasks[$0].beginnings.isEmpty }) { isNew = true }
      }
      if isNew, count > 1 { return true }
    }
    return false
  }

  /// The same sides, as a history knows them that knows all; these where this does.
  func inWhole() throws(MemoError) -> MergeSides {
    guard let whole = try history.whole?() else { return self }
    let known = parents.compactMap { whole.index.position(of: history.index.nodes[$0].commit) }
    return known.count == parents.count ? MergeSides(whole, parents: known) : self
  }
}
