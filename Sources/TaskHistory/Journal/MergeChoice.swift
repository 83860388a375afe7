internal import Git
internal import StoreFiles
internal import TaskFile

/// A field that sides of a merge had otherwise, and that is as one of them had it.
struct MergeChoice {
  /// Nil for the task as a whole, which the other side had deleted.
  var part: TaskChange.Part?
  var value: String?
  var lost: String?
  /// The side that was taken; nil for one that had not changed it.
  var taken: Int?
  var left: Int

  /// What a side did counts also where it took that back itself: a journal that is played
  /// forward ends with it otherwise.
  /// - Parameter sides: By parent; nil where it has no such task.
  static func all(
    _ sides: [TaskVersion?], _ after: TaskVersion, since base: TaskVersion?, _ pasts: SidePasts
  ) -> [MergeChoice] {
    let (old, new) = (base?.fieldTexts, after.fieldTexts)
    var choices: [MergeChoice] = []
    let gone = sides.firstIndex { $0 == nil }
    if let gone, base != nil || pasts.deleted[gone] != nil {
      choices.append(MergeChoice(part: nil, taken: sides.firstIndex { $0 != nil }, left: gone))
    }
    // Of a side that deleted it, what it had made of it before.
    let texts = sides.indices.map { (sides[$0] ?? pasts.deleted[$0])?.fieldTexts }
    let names = texts.compactMap { $0?.keys }.reduce(into: Set(new.keys)) { $0.formUnion($1) }
    for name in names.sorted(by: { $0.label < $1.label }) {
      func isChanged(_ side: Int) -> Bool {
        guard let text = texts[side] else { return false }
        return old == nil || text[name] != old?[name] || pasts.changed[side]?.contains(name) == true
      }
      let holders = texts.indices.filter { sides[$0] != nil && texts[$0]?[name] == new[name] }
      let losers = texts.indices.filter { isChanged($0) && texts[$0]?[name] != new[name] }
      guard let holder = holders.first(where: isChanged) ?? holders.first, let loser = losers.first
      else { continue }
      choices.append(
        MergeChoice(
          part: name, value: new[name], lost: texts[loser]?[name],
          taken: isChanged(holder) ? holder : nil, left: loser))
    }
    return choices
  }

  func decision(_ pasts: SidePasts) -> MergeDecision {
    func side(_ number: Int?, _ value: String?) -> MergeDecision.Side {
      MergeDecision.Side(
        value: value, change: number.flatMap { pasts.lastChange(of: part, on: $0) })
    }
    return MergeDecision(part, side(taken, value), over: side(left, lost))
  }
}

/// What the sides of a merge did to a task since they parted.
struct SidePasts {
  /// The last version before a side deleted it, by parent.
  private(set) var deleted: [Int: TaskVersion] = [:]
  /// The fields that a side touched, whatever they are now; by parent.
  private(set) var changed: [Int: Set<TaskChange.Part>] = [:]
  /// By parent.
  private var changes: [Int: [TaskPart: LastChange]] = [:]

  /// - Parameter past: The history, and where the merge's touch is in it; nil where that is not
  ///   known.
  init(_ touch: Touch, _ past: (History, History.Place)?) throws(MemoError) {
    guard let (history, place) = past else { return }
    for side in touch.befores.indices {
      changes[side] = try history.lastChanges(of: place, on: side)
      changed[side] = try history.changedFields(of: place, on: side)
      if touch.befores[side] == nil,
        let state = try history.lastVersion(of: place, deletedOn: side)
      {
        deleted[side] = try history.git.version(of: state)
      }
    }
  }

  /// The last change on a side of what the journal calls by a name; of anything for nil.
  func lastChange(of part: TaskChange.Part?, on side: Int) -> LastChange? {
    changes[side]?.newest(of: part)
  }
}

extension History {
  /// The fields that the journal tells of on one side of a merge, and not on the others.
  fileprivate func changedFields(
    of place: Place, on side: Int
  ) throws(MemoError) -> Set<TaskChange.Part> {
    let parents = index.nodes[place.node].parents
    guard side < parents.count, let number = try identities().task(at: place) else { return [] }
    let others = parents.indices.filter { $0 != side }.map { parents[$0] }
    var parts: Set<TaskChange.Part> = []
    for place in try identities().tasks[number].places
    where isAncestor(place.node, of: parents[side])
      && !others.contains(where: { isAncestor(place.node, of: $0) })
    {
      guard let after = self[place].after else { continue }
      let texts = try git.version(of: after).fieldTexts
      for before in self[place].befores {
        let old = try before.map { state throws(MemoError) in
          try git.version(of: state).fieldTexts
        }
        parts.formUnion(
          Set(texts.keys).union(old.map { Set($0.keys) } ?? []).filter { texts[$0] != old?[$0] })
      }
    }
    return parts
  }

  /// A task as it was before one of a merge's parents deleted it.
  fileprivate func lastVersion(
    of place: Place, deletedOn side: Int
  ) throws(MemoError) -> FileState? {
    let parents = index.nodes[place.node].parents
    guard side < parents.count, let number = try identities().task(at: place) else { return nil }
    let deletion = try identities().tasks[number].places
      .filter { self[$0].after == nil && isAncestor($0.node, of: parents[side]) }
      .max { precedes($0.node, $1.node) }
    return try deletion.flatMap { place throws(MemoError) in
      try versions(before: place).first?.state
    }
  }
}

extension [TaskPart: LastChange] {
  /// The last change of what the journal calls by a name; of anything for nil.
  func newest(of part: TaskChange.Part?) -> LastChange? {
    let changes = filter { changed, _ in
      switch (changed, part) {
      case (_, nil), (.status, .status), (.line, .body), (.line, .text), (.line, .conflicts),
        (.folder, .path), (.fileName, .path):
        true
      case (.field(let key), .key(let name)): key == name
      default: false
      }
    }
    return changes.values.max { $1.isNewer(than: $0) }
  }
}
