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
    let delta = self[place]
    let parents = index.nodes[place.node].parents
    let befores = zip(delta.befores, parents).compactMap { state, node in
      state.map { PlacedState(state: $0, node: node) }
    }
    guard befores.isEmpty, let number = try identities().task(at: place) else { return befores }
    let deletion = try identities().tasks[number].places
      .filter { self[$0].after == nil && $0 != place && isAncestor($0.node, of: place.node) }
      .max { precedes($0.node, $1.node) }
    return try deletion.map { deletion throws(MemoError) in try versions(before: deletion) } ?? []
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
  /// The delta that brought a task to the status that it has had since.
  ///
  /// What came back as it was before is what it was before: a task that was done, deleted and
  /// restored has been done since the first of the three.
  /// - Returns: Nil when that was before a history that was cut off.
  package func statusChange(of version: PlacedState) throws(MemoError) -> Place? {
    let status = StoredTask.folderStatus(of: version.state.path)
    var version = version
    while let place = try origin(of: version) {
      if isCutOff(place.node) { return nil }
      let before = try versions(before: place).first {
        StoredTask.folderStatus(of: $0.state.path) == status
      }
      guard let before else { return place }
      version = before
    }
    return nil
  }

  /// The id that a file of the last commit had before it lost it or got another.
  func formerID(of version: PlacedState) throws(MemoError) -> TaskID? {
    guard let number = try task(of: version) else { return nil }
    return try identities().tasks[number].ids.last { $0 != version.state.id }
  }

  /// What a task's folder and text both said in its newest version in which they agreed.
  ///
  /// What came back as it was once, by an undo or otherwise, has the past that it had then.
  func lastAgreement(on version: PlacedState) throws(MemoError) -> Status? {
    var waiting = [version]
    var seen: Set<PlacedState> = []
    while let version = waiting.popLast() {
      guard seen.insert(version).inserted else { continue }
      let state = version.state
      let folder = StoredTask.folderStatus(of: state.path)
      let text = try git.version(of: state).item.status
      if let folder, text ?? folder == folder { return folder }
      guard let place = try first(version) else { continue }
      waiting += try versions(before: place).reversed()
      waiting += try models(of: place)
    }
    return nil
  }

  /// What a copy was made of.
  private func models(of place: Place) throws(MemoError) -> [PlacedState] {
    let identities = try identities()
    guard self[place].isBirth, let number = identities.task(at: place),
      let owner = identities.tasks[number].copiedID.flatMap({ identities.task(of: $0) }),
      let last = identities.tasks[owner].places.filter({ isAncestor($0.node, of: place.node) })
        .max(by: { precedes($0.node, $1.node) })
    else { return [] }
    if last.node == place.node { return try versions(before: last) }
    return self[last].after.map { [PlacedState(state: $0, node: last.node)] } ?? []
  }

  /// Where a task's file first was as it is in a commit.
  private func first(_ version: PlacedState) throws(MemoError) -> Place? {
    let number = try task(of: version)
    let places = try identities().origins(of: version.state.name)
    var found: [Place] = []
    for place in places where isAncestor(place.node, of: version.node) {
      if try identities().task(at: place) == number { found.append(place) }
    }
    return found.min { precedes($0.node, $1.node) }
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
