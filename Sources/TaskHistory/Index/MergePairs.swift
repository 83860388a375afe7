internal import Git
internal import StoreFiles
internal import TaskFile

/// Which file of a merge was which of each of its parents.
///
/// The id says so. Of others, a file that is as one parent has it is that parent's, and what
/// the parents did since they parted says which of another parent's files is the same task; only
/// of what no parent has so, and of what is new in both, their content has to tell.
struct MergePairs {
  /// By parent: the tasks that it and the merge don't have alike.
  private(set) var pairs: [[DeltaFinder.Pair]] = []

  private let commit: Commit
  private let finder: DeltaFinder

  /// - Parameter sides: Nil where nothing is known of what the parents did.
  init(_ commit: Commit, _ finder: DeltaFinder, _ sides: MergeSides?) throws(MemoError) {
    (self.commit, self.finder) = (commit, finder)
    var changes: [DeltaFinder.States] = []
    for parent in commit.parents {
      changes.append(
        try finder.states(from: finder.tree(of: parent), to: finder.tree(of: commit.id)))
    }
    let afters = changes.map { Set($0.afters) }
    for (side, states) in changes.enumerated() {
      if let certain = finder.certainPairs(states) {
        pairs.append(certain)
      } else if let sides {
        // A file that doesn't differ from a parent's is that one.
        let origins = states.afters.map { after in
          afters.indices.first { $0 != side && !afters[$0].contains(after) }
        }
        var matching = Matching(states, origins)
        try match(&matching, side, sides)
        pairs.append(matching.all)
      } else {
        pairs.append(try finder.pairs(states, in: finder.tree(of: commit.id)))
      }
    }
  }

  private func match(
    _ matching: inout Matching, _ side: Int, _ sides: MergeSides
  ) throws(MemoError) {
    matching.matchIDs()
    var isNew: Set<Int> = []
    for after in matching.freeAfters {
      guard let other = matching.origins[after] else { continue }
      let line = try sides.line(of: matching.afters[after], on: other, besides: side)
      if line.isNew { isNew.insert(after) }
      for before in matching.freeBefores where !matching.haveOtherIDs(before, after) {
        guard
          try sides.line(of: matching.befores[before], on: side, besides: other).isSame(as: line)
        else { continue }
        matching.match(before, after)
        break
      }
    }
    // What the merge made itself may be any of them.
    let own = matching.freeAfters.filter { matching.origins[$0] == nil }
    try matchByContent(&matching, matching.freeBefores, own)
    for other in Set(isNew.compactMap { matching.origins[$0] }).sorted() {
      let news = matching.freeAfters.filter { isNew.contains($0) && matching.origins[$0] == other }
      var olds: [Int] = []
      for before in matching.freeBefores
      where try sides.line(of: matching.befores[before], on: side, besides: other).isNew {
        olds.append(before)
      }
      try matchByContent(&matching, olds, news)
    }
  }

  private func matchByContent(
    _ matching: inout Matching, _ befores: [Int], _ afters: [Int]
  ) throws(MemoError) {
    guard !befores.isEmpty, !afters.isEmpty else { return }
    let states = (befores.map { matching.befores[$0] }, afters.map { matching.afters[$0] })
    for pair in try finder.pairs(states, in: finder.tree(of: commit.id)) {
      guard let before = befores.first(where: { matching.befores[$0] == pair.before }),
        let after = afters.first(where: { matching.afters[$0] == pair.after })
      else { continue }
      matching.match(before, after)
    }
  }
}

/// Files of a parent and of a merge, and which of them were found to be one.
private struct Matching {
  let befores: [FileState]
  let afters: [FileState]
  /// By the number of a merge's file: the parent that has it as it is; nil for none.
  let origins: [Int?]
  private var found: [(before: Int, after: Int)] = []
  private(set) var freeBefores: [Int]
  private(set) var freeAfters: [Int]

  init(_ states: DeltaFinder.States, _ origins: [Int?]) {
    (befores, afters, self.origins) = (states.befores, states.afters, origins)
    func sorted(_ states: [FileState]) -> [Int] {
      states.indices.sorted { states[$0].path.precedes(path: states[$1].path) }
    }
    (freeBefores, freeAfters) = (sorted(befores), sorted(afters))
  }

  mutating func match(_ before: Int, _ after: Int) {
    found.append((before, after))
    freeBefores.removeAll { $0 == before }
    freeAfters.removeAll { $0 == after }
  }

  /// Pairs the files of an id that one of each has.
  mutating func matchIDs() {
    let (olds, news) = (Self.byID(befores), Self.byID(afters))
    for (id, before) in olds.sorted(by: { $0.key < $1.key }) {
      if before.count == 1, let after = news[id], after.count == 1 { match(before[0], after[0]) }
    }
  }

  /// Whether both have an id, and another file that is left has one of the two.
  func haveOtherIDs(_ before: Int, _ after: Int) -> Bool {
    guard let old = befores[before].id, let new = afters[after].id, old != new else { return false }
    return freeBefores.contains { befores[$0].id == new }
      || freeAfters.contains { afters[$0].id == old }
  }

  private static func byID(_ states: [FileState]) -> [TaskID: [Int]] {
    var found: [TaskID: [Int]] = [:]
    for (number, state) in states.enumerated() {
      if let id = state.id { found[id, default: []].append(number) }
    }
    return found
  }

  /// The pairs, and what has none.
  var all: [DeltaFinder.Pair] {
    found.map { (befores[$0.before], afters[$0.after]) }
      + freeBefores.map { (befores[$0], nil) } + freeAfters.map { (nil, afters[$0]) }
  }
}
