internal import Git
internal import StoreFiles
internal import TaskFile

extension MergeTasks {
  /// Gives each task the merge's file that is as a parent has it.
  ///
  /// Where the merge has one task under several names, as one that it kept where it was and where
  /// a side had moved it, the file that was so first is the task, and the others are copies.
  mutating func claim() {
    var holders: [FileState: [Int]] = [:]
    for row in rows.indices where rows[row].after == nil {
      for state in Set(rows[row].befores.compactMap { $0 }) {
        holders[state, default: []].append(row)
      }
    }
    var contenders: [Int: [FileState]] = [:]
    for state in freeAfters {
      for row in holders[state] ?? [] { contenders[row, default: []].append(state) }
    }
    var taken: Set<FileState> = []
    // Those come first that have no choice.
    for (row, states) in contenders.sorted(by: {
      ($0.value.count, $0.key) < ($1.value.count, $1.key)
    }) {
      let left = states.filter { !taken.contains($0) }
      let own = left.filter { !isOthers($0.id, than: row) }
      guard let eldest = eldest(own.isEmpty ? left : own, of: row) else { continue }
      rows[row].after = eldest
      taken.insert(eldest)
    }
    freeAfters.removeAll(where: taken.contains)
  }

  /// Whether a parent has the id in another task, of which it isn't known yet what became.
  private func isOthers(_ id: TaskID?, than row: Int) -> Bool {
    guard let id else { return false }
    return rows.indices.contains { other in
      other != row && rows[other].after == nil && rows[other].befores.contains { $0?.id == id }
    }
  }

  /// The file of a task that came to be as it is before others, in the order of commits and paths.
  private func eldest(_ states: [FileState], of row: Int) -> FileState? {
    guard let sides, states.count > 1 else { return states.first }
    let befores = rows[row].befores
    var eldest: (state: FileState, node: Int?)?
    for state in states {
      let nodes = befores.indices.filter { befores[$0] == state }
        .map { sides.origin(of: state, on: $0) }
      // Nil for what was so before the parents parted.
      let node = nodes.contains(nil) ? nil : nodes.compactMap { $0 }.min(by: sides.history.precedes)
      guard let known = eldest else {
        eldest = (state, node)
        continue
      }
      guard let other = known.node else { continue }
      if node.map({ sides.history.precedes($0, other) }) ?? true { eldest = (state, node) }
    }
    return eldest?.state
  }

  /// What is new on two sides, and of which the merge has one, may be one task.
  mutating func pairNews() throws(MemoError) {
    guard let sides else { return }
    for parent in commit.parents.indices {
      for other in commit.parents.indices where other != parent {
        func isNew(_ row: Int, on parent: Int, besides other: Int) throws(MemoError) -> Bool {
          guard let state = rows[row].befores[parent], rows[row].befores[other] == nil
          else { return false }
          return try sides.line(of: state, on: parent, besides: other).isNew
        }
        var (olds, news): ([Int], [Int]) = ([], [])
        for row in rows.indices {
          if rows[row].after == nil {
            if try isNew(row, on: parent, besides: other) { olds.append(row) }
          } else if rows[row].befores[other] == rows[row].after {
            if try isNew(row, on: other, besides: parent) { news.append(row) }
          }
        }
        for (old, state) in try pairs(olds, parent, news.compactMap { rows[$0].after }) {
          // Two that came with one id are two.
          guard let new = news.first(where: { rows[$0].after == state }),
            state.id == nil || rows[old].befores[parent]?.id != state.id
          else { continue }
          rows[new].befores[parent] = rows[old].befores[parent]
          rows[old].befores[parent] = nil
        }
      }
    }
    rows.removeAll { $0.after == nil && $0.befores.allSatisfy { $0 == nil } }
  }

  /// What no parent has so may be any of the tasks that are left; a file that lost its task to an
  /// elder one as well.
  ///
  /// - Parameter byID: Only where both have the same id. Of several with it, as one that a side
  ///   deleted and the copy that it left, one comes first that nobody deleted.
  mutating func pairOwn(byID: Bool = false) throws(MemoError) {
    for isLast in byID ? [false, true] : [true] {
      for parent in commit.parents.indices where !freeAfters.isEmpty {
        let open = rows.indices.filter { rows[$0].after == nil }
        for (row, state) in try pairs(open, parent, freeAfters) {
          if byID, state.id == nil || state.id != rows[row].befores[parent]?.id { continue }
          if !isLast, try isDeleted(row) { continue }
          rows[row].after = state
          freeAfters.removeAll { $0 == state }
        }
      }
    }
  }

  /// Whether a parent has deleted a task since they parted.
  private func isDeleted(_ row: Int) throws(MemoError) -> Bool {
    guard let sides else { return false }
    for (parent, state) in rows[row].befores.enumerated() {
      guard let state else { continue }
      for other in commit.parents.indices where rows[row].befores[other] == nil {
        let line = try sides.line(of: state, on: parent, besides: other)
        guard !line.isNew else { continue }
        if try sides.deletes(line, on: other, besides: parent) { return true }
      }
    }
    return false
  }
}
