internal import Git
internal import StoreFiles
package import TaskFile

/// Which file of the past is which task: decided once, for everybody who asks.
///
/// A delta says which file a commit's file was in a parent. An id names one task wherever it
/// is met, also what that was before it got the id, and after it lost it. Of several files
/// with one id in one commit, the one that came later is a copy: another task, born from it.
package final class TaskIdentities {
  package struct Task {
    /// What happened to it, parents before their children.
    package var places: [History.Place] = []
    /// The ids that it had for itself, the oldest first.
    var ids: [TaskID] = []
    /// The id of the task from which it was copied.
    var copiedID: TaskID?
    /// How it was before the first commits that are asked, where it was there before.
    var beginnings: [PlacedState] = []
  }

  package internal(set) var tasks: [Task] = []
  /// Files that came with the id of another task, or went and left it.
  private(set) var copies: Set<History.Place> = []
  /// Where files came to be as they are.
  private var origins: [FileState.Name: [History.Place]] = [:]
  /// The same, and the merges that chose them: whichever task had been there on other sides, since
  /// then it is the one that the merge took.
  private var passages: [FileState.Name: [History.Place]] = [:]
  /// The tasks of files that were there before the first commit that is known.
  var roots: [FileState.Name: Int] = [:]
  /// By place: the task's number.
  private var numbers: [History.Place: Int] = [:]
  /// By a task's number: what happened to it so far.
  private(set) var trails: [Int: [History.Place]] = [:]
  private var owners: [TaskID: Int] = [:]
  /// Tasks that had an id which another has for itself since both were there at once.
  private var formerOwners: [TaskID: Set<Int>] = [:]
  /// Where files were deleted, as they were.
  private(set) var deletions: [FileState.Name: [History.Place]] = [:]
  /// The tasks that were found to be another, and which.
  private var merged: [Int: Int] = [:]

  var holders = IDHolders()

  /// - Parameter places: What is asked, in the order of ``History/precedes(_:_:)``. Of deltas that
  ///   have to do with one another, by an id or by a file as it was, all or none.
  init(_ history: History, among places: [History.Place]) throws(MemoError) {
    numbers.reserveCapacity(places.count)
    passages.reserveCapacity(places.count)
    origins.reserveCapacity(places.count)
    try add(places, history)
    for place in places {
      if let number = task(at: place) { tasks[number].places.append(place) }
    }
  }

  /// Takes in what was done since.
  ///
  /// - Parameter places: None of what was taken in, and no parent of it; parents before their
  ///   children.
  func add(_ places: [History.Place], _ history: History) throws(MemoError) {
    for node in places.chunks(by: \.node) {
      holders.advance(by: node, history)
      // Most commits do one thing.
      if node.count == 1, let place = node.first {
        try add(place, history)
        continue
      }
      // What was there before goes on first, so that what comes with the same id is a copy of it.
      let order = node.sorted { one, other in
        let (one, other) = (history[one], history[other])
        return one.isBirth == other.isBirth ? one < other : other.isBirth
      }
      for place in order {
        try add(place, history)
      }
    }
  }

  /// The deltas that made a file what it is, wherever that was.
  package func origins(of name: FileState.Name) -> [History.Place] { origins[name] ?? [] }

  /// The delta that made a file what it is in a commit; nil where none of these did.
  package func origin(of name: FileState.Name, in node: Int, _ history: History) -> History.Place? {
    guard let last = passage(of: name, in: node, history) else { return nil }
    let all = origins(of: name)
    // Nearly every file came to be as it is but once.
    if all.count == 1, all[0] == last { return last }
    let own = history.newest(of: all.filter { task(at: $0) == task(at: last) }, in: node)
    if let own, history.isAncestor(own.node, of: node) { return own }
    // The task was another one's on the side from which a merge took its file.
    return history.newest(of: all, in: node)
  }

  /// The number of the task that a file of a commit is; nil where it was that before all of these.
  package func task(of name: FileState.Name, in node: Int, _ history: History) -> Int? {
    passage(of: name, in: node, history).flatMap { task(at: $0) }
  }

  func passage(
    of name: FileState.Name, in node: Int, _ history: History
  ) -> History.Place? {
    history.newest(of: passages[name] ?? [], in: node)
  }

  /// The number of the task that something happened to.
  package func task(at place: History.Place) -> Int? { numbers[place].map(canonical) }

  /// The number of the task of a file that was there before the first commit that is known.
  package func task(from name: FileState.Name) -> Int? { roots[name].map(canonical) }

  /// The number of the task that has an id for itself, or had it.
  func task(of id: TaskID) -> Int? { owners[id].map(canonical) }

  /// The id by which a task is known of which a version holds an id; nil where it never had one.
  func ownID(of number: Int, holding id: TaskID?) -> TaskID? {
    if let id, task(of: id) == number { return id }
    return tasks[number].ids.last
  }

  /// The numbers of all tasks that have or had an id, copies of it last.
  package func tasks(with id: TaskID) -> [Int] {
    let all = [task(of: id)].compactMap { $0 } + (copiesByID[id] ?? []).map(canonical)
    var seen: Set<Int> = []
    return all.filter { seen.insert($0).inserted }
  }

  private var copiesByID: [TaskID: [Int]] = [:]
}

extension TaskIdentities {
  func canonical(_ number: Int) -> Int {
    var number = number
    while let other = merged[number] { number = other }
    return number
  }

  private func add(_ place: History.Place, _ history: History) throws(MemoError) {
    let delta = history[place]
    var number = try number(before: place, history)
    if delta.after == nil, let id = delta.befores.lazy.compactMap({ $0?.id }).first,
      number == nil || task(of: id) != number,
      try holders.hasOther(id, besides: nil, at: place.node, history)
    {
      copies.insert(place)
    }
    if let after = delta.after {
      number = try self.number(number, of: after, place, history)
      note(after, place, history)
    }
    for case let state? in delta.befores where delta.after == nil {
      deletions[state.name, default: []].append(place)
    }
    let found = number ?? newTask()
    numbers[place] = found
    trails[canonical(found), default: []].append(place)
    let parents = history.index.nodes[place.node].parents
    for (side, state) in delta.befores.enumerated() {
      let node = side < parents.count ? parents[side] : place.node
      guard let state, roots[state.name] == nil, passage(of: state.name, in: node, history) == nil
      else { continue }
      roots[state.name] = found
      tasks[canonical(found)].beginnings.append(PlacedState(state: state, node: node))
      if let id = state.id, owners[id] == nil {
        tasks[canonical(found)].ids.insert(id, at: 0)
        owners[id] = found
      }
    }
  }

  func note(_ after: FileState, _ place: History.Place, _ history: History) {
    passages[after.name, default: []].append(place)
    if history[place].isOwn { origins[after.name, default: []].append(place) }
  }

  /// The task that a file is, given what it was before.
  private func number(
    _ former: Int?, of state: FileState, _ place: History.Place, _ history: History
  ) throws(MemoError) -> Int {
    guard let id = state.id else {
      return former ?? restored(state, at: place.node, history) ?? newTask()
    }
    if let former, tasks[former].ids.contains(id) { return former }
    // A copy and its elder are what they were when they come back as they were, whatever has become
    // of the other.
    if former == nil, let known = restored(state, at: place.node, history),
      tasks[known].copiedID == id || task(of: id) == known
    {
      return known
    }
    guard let owner = task(of: id) else {
      // A copy that got its own id while the first kept it.
      if let former, let old = tasks[former].ids.last,
        try isElsewhere(former, old, besides: state.path, at: place.node, history)
      {
        return newTask(id, copyOf: old)
      }
      let number = former ?? newTask()
      own(id, number)
      return number
    }
    if owner == former { return owner }
    if let former, formerOwners[id]?.contains(former) == true { return former }
    var isTaken = try holders.hasOther(id, besides: state.path, at: place.node, history)
    if !isTaken, let other = try present(owner, besides: state.path, at: place.node, history) {
      if let otherID = other.id, otherID != id {
        // It lives under another id, as where a merge has what each side made of one task.
        copies.insert(place)
        let number = former ?? newTask(copyOf: otherID)
        tasks[owner].ids.removeAll { $0 == id }
        formerOwners[id, default: []].insert(owner)
        own(id, number)
        return number
      }
      isTaken = true
    }
    guard isTaken else {
      // A copy stays one, also where it is the only one that is left.
      if let former, tasks[former].copiedID == id { return former }
      // It is the same task again, or still: what it was while it had no id belongs to it.
      if let former, tasks[former].ids.isEmpty { merge(former, into: owner, history) }
      guard let former, canonical(former) == former, isElsewhere(owner, than: place.node, history)
      else { return owner }
      // Only other lines have the id so far, of a file that they took from here.
      merge(owner, into: former, history)
      tasks[former].ids.removeAll { $0 == id }
      tasks[former].ids.append(id)
      return former
    }
    copies.insert(place)
    guard let former else { return newTask(copyOf: id) }
    copiesByID[id, default: []].append(former)
    return former
  }

  func newTask(_ id: TaskID? = nil, copyOf copied: TaskID? = nil) -> Int {
    tasks.append(Task())
    let number = tasks.count - 1
    tasks[number].copiedID = copied
    if let copied { copiesByID[copied, default: []].append(number) }
    if let id { own(id, number) }
    return number
  }

  private func own(_ id: TaskID, _ number: Int) {
    tasks[number].ids.append(id)
    owners[id] = number
  }

  func merge(_ number: Int, into other: Int, _ history: History) {
    merged[number] = other
    for id in tasks[number].ids where !tasks[other].ids.contains(id) {
      tasks[other].ids.insert(id, at: 0)
      owners[id] = other
    }
    tasks[number].ids = []
    trails[other, default: []] += trails.removeValue(forKey: number) ?? []
    trails[other]?.sort(by: history.precedes)
    tasks[other].beginnings += tasks[number].beginnings
  }
}

extension [History.Place] {
  /// What follows one another and has the same key.
  fileprivate func chunks<Key: Equatable>(by key: (Element) -> Key) -> [ArraySlice<Element>] {
    var found: [ArraySlice<Element>] = []
    var start = startIndex
    for place in indices where place + 1 == endIndex || key(self[place + 1]) != key(self[place]) {
      found.append(self[start...place])
      start = place + 1
    }
    return found
  }
}
