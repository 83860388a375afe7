internal import Git
package import StoreFiles
internal import TaskFile

/// A task's file in one commit, from which its past is followed.
package struct PlacedState: Hashable {
  package var state: FileState
  /// The commit's position.
  var node: Int

  package init(state: FileState, node: Int) {
    self.state = state
    self.node = node
  }
}

extension History {
  /// Where a commit's file came to be as it is there.
  ///
  /// - Returns: Nil only beyond the end of a history that was cut off.
  func origin(of version: PlacedState) throws(MemoError) -> Place? {
    newest(of: try identities().origins(of: version.state.name), in: version.node)
  }

  /// The one of some deltas that made what a commit has; of those of unrelated commits, the
  /// newest.
  package func newest(of places: [Place], in node: Int) -> Place? {
    guard places.count > 1 else { return places.first }
    let known = places.filter { isAncestor($0.node, of: node) }
    guard let last = known.max(by: { precedes($0.node, $1.node) }) else { return nil }
    return known.filter { $0 == last || !isAncestor($0.node, of: last.node) }
      .max { key(of: $0) < key(of: $1) }
  }

  private func key(of place: Place) -> (Int64, ObjectID) {
    (index.nodes[place.node].time, index.nodes[place.node].commit)
  }

  /// How a task was before something happened to it: as each parent has it; before it came
  /// back, as it was when it was deleted.
  package func versions(before place: Place) throws(MemoError) -> [PlacedState] {
    let befores = placedBefores(place).compactMap { $0 }
    guard befores.isEmpty, let number = try identities().task(at: place) else { return befores }
    let deletion = try identities().tasks[number].places
      .filter { self[$0].after == nil && $0 != place && isAncestor($0.node, of: place.node) }
      .max { precedes($0.node, $1.node) }
    return try deletion.map { deletion throws(MemoError) in try versions(before: deletion) } ?? []
  }

  /// How each parent of a commit has a task, in their order; nil where it has none.
  func placedBefores(_ place: Place) -> [PlacedState?] {
    let parents = index.nodes[place.node].parents
    return self[place].befores.enumerated().map { side, state in
      // A first commit has one side and no parent.
      state.map { PlacedState(state: $0, node: side < parents.count ? parents[side] : place.node) }
    }
  }

  /// The task that a commit's file is, by its number in ``identities()``.
  func task(of version: PlacedState) throws(MemoError) -> Int? {
    guard let origin = try origin(of: version) else { return nil }
    return try identities().task(at: origin)
  }

  /// The task that a file is now, by its number; nil for one that is not recorded yet.
  package func task(of task: StoredTask) throws(MemoError) -> Int? {
    let living = try living()
    if let number = living.numbers[task.path],
      let state = living.states[task.path], task.id == nil || state.id == nil || task.id == state.id
    {
      return number
    }
    return try task.id.flatMap { id throws(MemoError) in try identities().task(of: id) }
  }

  /// The file of the last commit that a file is now; nil for one that is not recorded yet.
  package func recorded(_ task: StoredTask) throws(MemoError) -> FileState? {
    let living = try living()
    if let state = living.states[task.path],
      task.id == nil || state.id == nil || task.id == state.id
    {
      return state
    }
    guard let number = try self.task(of: task) else { return nil }
    return living.numbers.filter { $0.value == number }.keys.min { $0.precedes(path: $1) }
      .flatMap { living.states[$0] }
  }

  /// The task files of the last commit.
  package func living() throws(MemoError) -> LivingFiles {
    if let foundLiving { return foundLiving }
    var living = LivingFiles()
    let head = index.nodes[last].commit
    let entries = try git.run(
      "read the last commit's files", git.repository.files(in: head, under: git.taskFolders))
    for entry in entries {
      guard let path = git.storePath(entry.path) else { continue }
      let name = FileState.Name(path: path, blob: entry.id)
      guard let place = newest(of: try identities().origins(of: name), in: last),
        let state = self[place].after, let number = try identities().task(at: place)
      else { continue }
      living.states[path] = state
      living.numbers[path] = number
      living.tasks.insert(number)
    }
    foundLiving = living
    return living
  }
}

/// The task files of one commit, by their paths in the store.
package struct LivingFiles {
  package var states: [String: FileState] = [:]
  /// Their tasks' numbers in ``TaskIdentities``.
  var numbers: [String: Int] = [:]
  var tasks: Set<Int> = []

  package init(
    states: [String: FileState] = [:], numbers: [String: Int] = [:], tasks: Set<Int> = []
  ) {
    self.states = states
    self.numbers = numbers
    self.tasks = tasks
  }
}

extension History {
  /// The id that a file of the last commit had before it lost it or got another.
  func formerID(of version: PlacedState) throws(MemoError) -> TaskID? {
    guard let number = try task(of: version) else { return nil }
    return try identities().tasks[number].ids.last { $0 != version.state.id }
  }

  /// Where the task of a commit's file began; of several lines that were joined, the first in
  /// the order of ``precedes(_:_:)``.
  func birth(of version: PlacedState) throws(MemoError) -> Place? {
    guard let number = try task(of: version) else { return nil }
    return try identities().tasks[number].places
      .filter { self[$0].isBirth && isAncestor($0.node, of: version.node) }
      .min { ($0.node == $1.node && self[$0] < self[$1]) || precedes($0.node, $1.node) }
  }

  /// Of several files of the last commit with one id, the one that had it first.
  func eldest(_ versions: [PlacedState], of id: TaskID) throws(MemoError) -> PlacedState? {
    var eldest: (version: PlacedState, since: Int)?
    for version in versions.sorted(by: { $0.state.path.precedes(path: $1.state.path) }) {
      let since = try holding(version, id)
      if let known = eldest, known.since == since || precedes(known.since, since) { continue }
      eldest = (version, since)
    }
    return eldest?.version
  }

  /// The commit since which a file has had an id.
  private func holding(_ version: PlacedState, _ id: TaskID) throws(MemoError) -> Int {
    var version = version
    var since = version.node
    while let place = try origin(of: version) {
      since = place.node
      let delta = self[place]
      let before = zip(delta.befores, index.nodes[place.node].parents).first { $0.0?.id == id }
      guard let before, let state = before.0 else { break }
      version = PlacedState(state: state, node: before.1)
    }
    return since
  }
}
