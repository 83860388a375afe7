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
    return state.id.flatMap { task(of: $0) }
  }
}
