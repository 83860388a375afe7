internal import Git
internal import StoreFiles
internal import TaskFile

extension MergeTasks {
  /// What two parents' files of one task have in common.
  private enum Trait: Hashable {
    /// How it was at one time.
    case state(FileState)
    case id(TaskID)
    /// The task that it is to the whole history.
    case task(RelatedIdentities.Task)
  }

  /// Finds out which of the tasks that other parents have a parent's files are.
  mutating func place(_ parent: Int) throws(MemoError) {
    for from in commit.parents.indices where from != parent && !free[parent].isEmpty {
      guard let sides else {
        match(parent, from) { state, _, _ in [.state(state)] }
        match(parent, from) { state, _, _ in state.id.map { [.id($0)] } ?? [] }
        try pairByContent(parent, from)
        continue
      }
      // Of several with one id: what lies far back has to tell, too, as which was there first.
      let shared = shared
      try match(parent, from, isKnown: true) { state, side, _ throws(MemoError) in
        guard let id = state.id, shared.contains(id) else { return [] }
        return try sides.task(of: state, on: side).map { [.task($0)] } ?? []
      }
      // What it was when they parted tells most: one may lie now where another was.
      try match(parent, from) { state, side, other throws(MemoError) in
        try sides.line(of: state, on: side, besides: other).beginnings.map { .state($0.state) }
      }
      try match(parent, from) { state, side, other throws(MemoError) in
        try sides.line(of: state, on: side, besides: other).candidates.map { .state($0.state) }
      }
    }
    for state in free[parent] {
      var row = Row(befores: none)
      row.befores[parent] = state
      rows.append(row)
    }
    free[parent] = []
  }

  /// Finds what one parent has and another neither has nor deleted, among what only that one has.
  ///
  /// Where a side has merged something of old, its files may have begun at another time than the
  /// other's.
  /// - Parameter first: The rows before are of ids that nobody has twice.
  mutating func join(from first: Int) throws(MemoError) {
    guard let sides else { return }
    for row in rows.indices.dropFirst(first) {
      for (parent, state) in rows[row].befores.enumerated() {
        guard let state else { continue }
        for other in commit.parents.indices where rows[row].befores[other] == nil {
          let line = try sides.line(of: state, on: parent, besides: other)
          guard !line.isNew, try !sides.deletes(line, on: other, besides: parent) else { continue }
          for open in rows.indices where rows[open].befores[parent] == nil {
            guard let there = rows[open].befores[other],
              try !sides.line(of: there, on: other, besides: parent).isNew,
              let task = try sides.task(of: state, on: parent),
              try sides.task(of: there, on: other) == task
            else { continue }
            rows[row].befores[other] = there
            rows[open].befores[other] = nil
            rows[row].after = rows[row].after ?? rows[open].after
            rows[open].after = nil
            break
          }
        }
      }
    }
    rows.removeAll { $0.after == nil && $0.befores.allSatisfy { $0 == nil } }
  }

  /// - Parameters:
  ///   - isKnown: Whether the whole history says it.
  ///   - traits: Of a file, the parent that has it, and the one that it is compared with.
  private mutating func match<Failure: Error>(
    _ parent: Int, _ from: Int, isKnown: Bool = false,
    by traits: (FileState, _ side: Int, _ other: Int) throws(Failure) -> [Trait]
  ) throws(Failure) {
    guard !free[parent].isEmpty else { return }
    var holders: [Trait: [Int]] = [:]
    var ids: Set<TaskID> = []
    for row in rows.indices where rows[row].befores[parent] == nil {
      guard let state = rows[row].befores[from] else { continue }
      if let id = state.id { ids.insert(id) }
      for trait in try traits(state, from, parent) { holders[trait, default: []].append(row) }
    }
    let freeIDs = Set(free[parent].compactMap(\.id))
    var rest: [FileState] = []
    for state in free[parent] {
      let found = try traits(state, parent, from).lazy.flatMap { holders[$0] ?? [] }
        .first { row in
          guard rows[row].befores[parent] == nil else { return false }
          if isKnown { return true }
          guard let id = state.id, let other = rows[row].befores[from]?.id else { return true }
          // Of several with one id the whole history has said which is which.
          if id == other { return !shared.contains(id) }
          // Another file that is left has the id of one of the two.
          return !ids.contains(id) && !freeIDs.contains(other)
        }
      if let found { rows[found].befores[parent] = state } else { rest.append(state) }
    }
    free[parent] = rest
  }

  private mutating func pairByContent(_ parent: Int, _ from: Int) throws(MemoError) {
    let open = rows.indices.filter {
      rows[$0].befores[parent] == nil && rows[$0].befores[from] != nil
    }
    for (row, state) in try pairs(open, from, free[parent]) {
      rows[row].befores[parent] = state
      free[parent].removeAll { $0 == state }
    }
  }

  /// Which of some files are those that a parent has of some tasks, by what is in them.
  func pairs(
    _ rows: [Int], _ parent: Int, _ states: [FileState]
  ) throws(MemoError) -> [(row: Int, state: FileState)] {
    let olds = rows.compactMap { self.rows[$0].befores[parent] }
    guard !olds.isEmpty, !states.isEmpty else { return [] }
    return try finder.pairs((olds, states), in: finder.tree(of: commit.id)).compactMap { pair in
      guard let old = pair.before, let state = pair.after,
        let row = rows.first(where: { self.rows[$0].befores[parent] == old })
      else { return nil }
      return (row, state)
    }
  }
}
