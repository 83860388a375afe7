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
  /// Whether it is the place in another folder under the same name.
  var isSameName = false

  /// What a side did counts also where it took that back itself: a journal that is played
  /// forward ends with it otherwise.
  /// - Parameter sides: By parent; nil where it has no such task.
  static func all(
    _ sides: [TaskVersion?], _ after: TaskVersion, since base: TaskVersion?, _ pasts: SidePasts
  ) -> [MergeChoice] {
    let (old, new) = (base?.fieldTexts, after.fieldTexts)
    var choices: [MergeChoice] = []
    let kept = sides.firstIndex { $0 == after } ?? sides.firstIndex { $0 != nil }
    for gone in sides.indices
    where sides[gone] == nil && (base != nil || pasts.deleted[gone] != nil) {
      choices.append(MergeChoice(part: nil, taken: kept, left: gone))
    }
    // Of a side that deleted it, what it had made of it before, perhaps on several branches.
    let versions = sides.indices.map { side in
      sides[side].map { [$0] } ?? pasts.deleted[side] ?? []
    }
    let texts = versions.map { $0.map(\.fieldTexts) }
    let names = texts.joined().reduce(into: Set(new.keys)) { $0.formUnion($1.keys) }
    // What can't be understood has no fields to choose, but that it lies somewhere.
    let chosen = after.isUnderstood ? names : names.intersection([.status, .path, .text])
    for name in chosen.sorted(by: { $0.label < $1.label }) {
      func isChanged(_ side: Int, _ text: [TaskChange.Part: String]) -> Bool {
        if old == nil || text[name] != old?[name] { return true }
        if pasts.changed[side]?.contains(name) == true { return true }
        // Whoever kept it over a deletion may have given up a field that what it kept hasn't.
        return text[name] == nil && pasts.keptOverDeletion.contains(side)
      }
      // Whoever renamed it told where it then was; of the place a move to another status leaves
      // no more than the name.
      func isSame(_ side: Int, _ number: Int) -> Bool {
        texts[side][number][name] == new[name]
          && (name != .path || versions[side][number].isAt(after.path))
      }
      let holders = texts.indices.filter {
        sides[$0] != nil && texts[$0].contains { $0[name] == new[name] }
      }.sorted { isSame($0, 0) && !isSame($1, 0) }
      let losers = texts.indices.flatMap { side in
        texts[side].indices.filter {
          !isSame(side, $0) && isChanged(side, texts[side][$0])
        }.map { (side, versions[side][$0].value(of: name), texts[side][$0][name] == new[name]) }
      }
      func isChanged(_ side: Int) -> Bool { texts[side].contains { isChanged(side, $0) } }
      guard let holder = holders.first(where: isChanged) ?? holders.first else { continue }
      let isMoved = name == .path && sides[holder].map { base?.isAt($0.path) == false } ?? false
      // A merge of several branches left what each of the others had.
      var told: Set<Int> = []
      for (side, lost, _) in losers where told.insert(side).inserted {
        choices.append(
          MergeChoice(
            part: name, value: after.value(of: name), lost: lost,
            taken: isChanged(holder) || isMoved ? holder : nil,
            left: side,
            isSameName: losers.allSatisfy { $0.0 != side || $0.2 }))
      }
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
  /// The versions that a side deleted, the last first; by parent.
  private(set) var deleted: [Int: [TaskVersion]] = [:]
  /// The fields that a side changed, whatever they are now; by parent.
  private(set) var changed: [Int: Set<TaskChange.Part>] = [:]
  /// The sides, by parent, on which a merge kept the task although somebody had deleted it.
  private(set) var keptOverDeletion: Set<Int> = []
  /// Whether the history was cut off before the sides parted.
  private(set) var beginsAtCut = false
  /// By parent.
  private var changes: [Int: [TaskPart: LastChange]] = [:]
  /// By parent: the same of what is no one value to a merge, as a text whose lines went.
  private var fieldChanges: [Int: [TaskChange.Part: LastChange]] = [:]
  /// Who deleted the task on a side that has none, last; by parent.
  private var deletions: [Int: LastChange] = [:]

  /// - Parameter sides: Nil where nothing is known of what they did.
  init(_ delta: TaskDelta, _ sides: MergeSides?) throws(MemoError) {
    guard var sides else { return }
    if try sides.needsWhole(delta) { sides = try sides.inWhole() }
    let history = sides.history
    for side in delta.befores.indices {
      let places = try sides.places(of: delta, on: side)
      changes[side] = try history.lastChanges(by: places) { () throws(MemoError) in
        try delta.befores[side].map { state throws(MemoError) in
          try history.taskVersion(of: PlacedState(state: state, node: sides.parents[side])).placed
        }
      }
      fieldChanges[side] = try history.lastFieldChanges(
        by: places, upTo: delta.befores[side], in: sides.parents[side],
        besides: changes[side] ?? [:])
      changed[side] = try history.changedFields(by: places)
      if places.contains(where: { history[$0].keepsOverDeletion }) { keptOverDeletion.insert(side) }
      if delta.base == nil, places.contains(where: { history.isCutOff($0.node) }) {
        beginsAtCut = true
      }
      guard delta.befores[side] == nil else { continue }
      deletions[side] = try history.lastDeletion(by: places)
      var states = history.deleted(by: places)
      states += history.looseEnds(of: places).filter { !states.contains($0) }
      if states.isEmpty, let base = delta.base {
        states = [PlacedState(state: base, node: sides.parents[side])]
      }
      if states.isEmpty { continue }
      deleted[side] = try states.map { state throws(MemoError) in
        try history.taskVersion(of: state)
      }
    }
  }

  /// The last change on a side of what the journal calls by a name; for nil of the task as a whole:
  /// its deletion, else that of anything.
  func lastChange(of part: TaskChange.Part?, on side: Int) -> LastChange? {
    if part == nil, let deletion = deletions[side] { return deletion }
    let (parts, fields) = (changes[side] ?? [:], fieldChanges[side] ?? [:])
    guard let part else { return (Array(parts.values) + Array(fields.values)).newest }
    return parts.change(of: part) ?? fields[part]
  }
}

extension History {
  /// The fields that the journal tells of in some deltas of a task.
  fileprivate func changedFields(
    by places: [Place]
  ) throws(MemoError) -> Set<TaskChange.Part> {
    var parts: Set<TaskChange.Part> = []
    for place in places { parts.formUnion(try changedFields(at: place)) }
    return parts
  }

  private func changedFields(at place: Place) throws(MemoError) -> Set<TaskChange.Part> {
    if let known = lookup.changedFields[place] { return known }
    var parts: Set<TaskChange.Part> = []
    for own in try fields(changedAt: place) { parts.formUnion(own) }
    lookup.changedFields[place] = parts
    return parts
  }

  /// The fields that no parent of a merge had so.
  private func ownFields(at place: Place) throws(MemoError) -> Set<TaskChange.Part> {
    let all = try fields(changedAt: place)
    return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  }

  /// By parent: what is otherwise there.
  private func fields(changedAt place: Place) throws(MemoError) -> [Set<TaskChange.Part>] {
    guard let after = self[place].after else { return [] }
    let version = try taskVersion(of: PlacedState(state: after, node: place.node))
    let texts = version.fieldTexts
    return try placedBefores(place).map { before throws(MemoError) in
      let former = try before.map { state throws(MemoError) in try taskVersion(of: state) }
      let old = former?.fieldTexts
      var parts = Set(texts.keys).union(old.map { Set($0.keys) } ?? [])
        .filter { texts[$0] != old?[$0] }
      // Whoever chose one of two places told it, and who put a file where its text had put the
      // task before.
      if let former, !version.isAt(former.path),
        self[place].befores.count > 1 || !version.isWhereStatusBrings(former)
      {
        parts.insert(.path)
      }
      return parts
    }
  }

  /// Who last changed each field that the journal tells of: of several those that made it what it is;
  /// where nobody did, which merge first chose it.
  ///
  /// A merge has put together texts that others wrote.
  /// - Parameter known: What is known as the change of a part; that is not asked for again.
  fileprivate func lastFieldChanges(
    by places: [Place], upTo present: FileState?, in node: Int,
    besides known: [TaskPart: LastChange]
  ) throws(MemoError) -> [TaskChange.Part: LastChange] {
    var (made, chosen): ([TaskChange.Part: [Place]], [TaskChange.Part: [Place]]) = ([:], [:])
    for place in places {
      let isMerge = self[place].befores.count { $0 != nil } > 1
      let isOwn = self[place].isOwn
      for part in try isMerge && isOwn ? ownFields(at: place) : changedFields(at: place)
      where known.change(of: part) == nil {
        if !isOwn {
          chosen[part, default: []].append(place)
        } else if !isMerge || ![.body, .text].contains(part) {
          made[part, default: []].append(place)
        }
      }
    }
    var found: [TaskChange.Part: LastChange] = [:]
    if made.values.allSatisfy({ $0.count == 1 }), chosen.keys.allSatisfy({ made[$0] != nil }) {
      for (part, places) in made { found[part] = try lastChange(at: places[0].node) }
      return found
    }
    var texts: [Int: [TaskChange.Part: String]] = [:]
    for place in Set(made.values.joined()).union(chosen.values.joined()) {
      guard let state = self[place].after else { continue }
      let version = try taskVersion(of: PlacedState(state: state, node: place.node))
      texts[place.node] = version.fieldTexts
    }
    let now = try present.map { state throws(MemoError) in
      try taskVersion(of: PlacedState(state: state, node: node)).fieldTexts
    }
    for (part, places) in made {
      let standing = places.filter { now != nil && texts[$0.node]?[part] == now?[part] }
      found[part] = try (standing.isEmpty ? places : standing).map { place throws(MemoError) in
        try lastChange(at: place.node)
      }.newest
    }
    for (part, places) in chosen where found[part] == nil && now != nil {
      found[part] = try places.filter { texts[$0.node]?[part] == now?[part] }
        .map { place throws(MemoError) in try lastChange(at: place.node) }
        .min { $1.isNewer(than: $0) }
    }
    return found
  }

  /// How a task was left on branches that a merge gave up without another word, the last of them
  /// first.
  fileprivate func looseEnds(of places: [Place]) -> [PlacedState] {
    places.filter { place in
      guard let after = self[place].after else { return false }
      return !places.contains { next in
        next != place && self[next].befores.contains(after)
          && isAncestor(place.node, of: next.node)
      }
    }.sorted { precedes($1.node, $0.node) }
      .compactMap { place in
        self[place].after.map { PlacedState(state: $0, node: place.node) }
      }
  }

  /// A task as it was before the deltas that deleted it, the last of them first.
  fileprivate func deleted(by places: [Place]) -> [PlacedState] {
    places.filter { self[$0].after == nil }.sorted { precedes($1.node, $0.node) }
      .flatMap { placedBefores($0).compactMap { $0 } }
  }
}

extension [TaskPart: LastChange] {
  /// The last change of what the journal calls by a name, of a field or a place.
  fileprivate func change(of part: TaskChange.Part) -> LastChange? {
    // What moves a task to another status moves its file.
    newest(of: part) ?? (part == .path ? newest(of: .status) : nil)
  }

  private func newest(of part: TaskChange.Part) -> LastChange? {
    let changes = filter { changed, _ in
      switch (changed, part) {
      case (.status, .status), (.folder, .path), (.fileName, .path): true
      case (.field(let key), .key(let name)): key == name
      default: false
      }
    }
    return Array(changes.values).newest
  }
}

extension [LastChange] {
  fileprivate var newest: LastChange? { self.max { $1.isNewer(than: $0) } }
}
