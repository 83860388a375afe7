internal import Git
internal import StoreFiles
internal import TaskFile

extension MergeSides {
  /// What a parent did to the task of a merge's delta, and no parent has that has it otherwise.
  func places(of delta: TaskDelta, on side: Int) throws(MemoError) -> [History.Place] {
    let all = parents.indices.filter { $0 != side }
    // What several did together, as a deletion before they parted, each of them did.
    let others = all.filter { delta.befores[$0] != delta.befores[side] }
    let own = self.side(side, besides: others.isEmpty ? all : others)
    if try needsWhole(delta) { return try knownPlaces(of: delta, on: own) }
    if let state = delta.befores[side] {
      let identities = try own.identities(of: state.name)
      return number(of: state, on: side, identities).map { identities.tasks[$0].places } ?? []
    }
    // It deleted the task, as it was when the parents parted; which may have been in several ways.
    var beginnings = delta.base.map { [$0] } ?? []
    for (other, state) in delta.befores.enumerated() {
      guard let state else { continue }
      beginnings += try line(of: state, on: other, besides: side).candidates.map(\.state)
    }
    for beginning in beginnings {
      let identities = try own.identities(of: beginning.name)
      if let number = identities.task(from: beginning.name) {
        return identities.tasks[number].places
      }
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

  /// Whether what the sides did tells too little of a merge's delta.
  ///
  /// Where one deleted the task, another branch of it may have made something else of it before
  /// they met, and where several files have the id it takes the past to say which is which.
  func needsWhole(_ delta: TaskDelta) throws(MemoError) -> Bool {
    if delta.keepsOverDeletion { return true }
    return try isShared(delta)
  }

  /// Whether several files have had the id of a merge's delta since the parents parted.
  private func isShared(_ delta: TaskDelta) throws(MemoError) -> Bool {
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
