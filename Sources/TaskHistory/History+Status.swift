internal import Git
package import StoreFiles
package import TaskFile

extension History {
  /// The status that a commit's file has: what its folder says, or its text where that was
  /// changed since both said the same.
  package func status(of version: PlacedState) throws(MemoError) -> Status? {
    let folder = StoredTask.folderStatus(of: version.state.path)
    guard let folder, let said = version.state.said else { return folder }
    if let known = lookup.statuses[version] { return known }
    let agreed = try lastAgreement(on: version)
    let status = Reconciliation(folder: folder, text: said, agreed: agreed).status
    lookup.statuses[version] = status
    return status
  }

  /// Whether no parent of a commit had a task in a status in which the commit has it.
  package func isChange(_ place: Place, to status: Status) throws(MemoError) -> Bool {
    for before in placedBefores(place) {
      if let before, try self.status(of: before) == status { return false }
    }
    return true
  }

  /// A task as a commit has it.
  package func taskVersion(of version: PlacedState) throws(MemoError) -> TaskVersion {
    var found = try git.version(of: version.state)
    found.status = try status(of: version)
    return found
  }

  /// The delta that brought a task to the status that it has had since.
  ///
  /// What an undo or a redo brought back, it has had since it came to it first.
  ///
  /// What came back as it was before is what it was before: a task that was done, deleted and
  /// restored has been done since the first of the three.
  /// - Returns: Nil when that was before a history that was cut off.
  package func statusChange(of version: PlacedState) throws(MemoError) -> Place? {
    if let known = lookup.statusChanges[version] { return known }
    var found = try findStatusChange(of: version)
    if let place = found { found = try laterStatusChange(of: version, since: place) ?? place }
    lookup.statusChanges[version] = .some(found)
    return found
  }

  /// Where a task came to its status anew on a line from which its file was not taken: it had left
  /// the status there meanwhile, and the file is as it was.
  private func laterStatusChange(
    of version: PlacedState, since place: Place
  ) throws(MemoError) -> Place? {
    guard let status = try status(of: version), let number = try task(of: version) else {
      return nil
    }
    let later = try identities().tasks[number].places.filter {
      $0.node > place.node && isAncestor(place.node, of: $0.node)
        && isAncestor($0.node, of: version.node)
    }
    // Where it was left and come to again are two.
    guard later.count > 1 else { return nil }
    var newest: PlacedState?
    for place in later {
      let state = self[place].after.map { PlacedState(state: $0, node: place.node) }
      if try state.map({ state throws(MemoError) in try self.status(of: state) }) != status {
        newest = nil
      } else if try isChange(place, to: status) {
        newest = state
      }
    }
    return try newest.flatMap { version throws(MemoError) in try findStatusChange(of: version) }
  }

  private func findStatusChange(of version: PlacedState) throws(MemoError) -> Place? {
    let (status, task) = (try status(of: version), try task(of: version))
    var version = version
    while let place = try origin(of: version) {
      if isCutOff(place.node) { return nil }
      var formers: [PlacedState] = []
      for before in try versions(before: place) where try self.status(of: before) == status {
        // A copy's history starts where it got its own id.
        if try self.task(of: before) == task { formers.append(before) }
      }
      if formers.isEmpty, let status {
        formers = [try broughtBack(place, status)].compactMap { $0 }
      }
      guard let first = formers.first else { return place }
      if formers.count > 1 { return try newestStatusChange(of: formers) }
      version = first
    }
    return nil
  }

  /// Where several sides of a merge have the same status: the last that brought one of them there,
  /// whoever merged.
  private func newestStatusChange(of versions: [PlacedState]) throws(MemoError) -> Place? {
    let places = try versions.map { version throws(MemoError) in
      try statusChange(of: version)
    }.compactMap { $0 }
    let last = places.filter { place in
      !places.contains { $0 != place && isAncestor(place.node, of: $0.node) }
    }
    return last.max { key(of: $0) < key(of: $1) }
  }

  /// The version to whose status an undo or a redo brought a task back: the one before what it
  /// took back, or the one that it made again.
  ///
  /// - Parameters:
  ///   - place: Where the task came to the status.
  ///   - status: As it is since.
  /// - Returns: Nil for every other change.
  private func broughtBack(
    _ place: Place, _ status: Status
  ) throws(MemoError) -> PlacedState? {
    guard let number = try identities().task(at: place) else { return nil }
    var earlier: [Place] = []
    var wasSo = false
    for other in try identities().tasks[number].places where other.node < place.node {
      guard isAncestor(other.node, of: place.node) else { continue }
      earlier.append(other)
      guard let state = self[other].after, !wasSo else { continue }
      wasSo = try self.status(of: PlacedState(state: state, node: other.node)) == status
    }
    // Most tasks are done once, and then no message has to be read.
    guard wasSo, let mark = try marks(of: index.nodes[place.node].commit).undo
    else { return nil }
    for name in mark.kind == .undo ? mark.names : mark.names.reversed() {
      let meant = try newest(of: earlier) { place throws(MemoError) in
        try isPart(place, of: name)
      }
      guard let meant else { continue }
      var versions: [PlacedState] = []
      if mark.kind == .undo {
        versions = try self.versions(before: meant)
      } else {
        // What a merge had made of it since was there before it was taken back.
        let undone = try newest(of: earlier) { place throws(MemoError) in
          let other = try marks(of: index.nodes[place.node].commit).undo
          return other?.kind == .undo && other?.names.contains(name) == true
        }
        if let undone { versions = try self.versions(before: undone) }
        if let state = self[meant].after {
          versions.append(PlacedState(state: state, node: meant.node))
        }
      }
      for version in versions where try self.status(of: version) == status { return version }
      return nil
    }
    return nil
  }

  /// The last of some places at which something is so.
  private func newest(
    of places: [Place], where isSo: (Place) throws(MemoError) -> Bool
  ) throws(MemoError) -> Place? {
    var newest: Place?
    for place in places where try isSo(place) {
      if newest.map({ precedes($0.node, place.node) }) ?? true { newest = place }
    }
    return newest
  }

  /// Whether a commit belongs to an operation.
  private func isPart(_ place: Place, of name: OperationName) throws(MemoError) -> Bool {
    let commit = index.nodes[place.node].commit
    return switch name {
    case .commit(let id): id == commit
    case .operation(let id): try marks(of: commit).operation == id
    }
  }

  /// What a commit's trailers say of operations; read once, since one commit may move thousands of
  /// tasks, and names them all.
  private func marks(of commit: ObjectID) throws(MemoError) -> CommitMarks {
    if let known = marks[commit] { return known }
    let trailers = Trailers(try git.commit(commit).message)
    let found = CommitMarks(operation: OperationMark(trailers)?.id, undo: UndoMark(trailers))
    marks[commit] = found
    return found
  }

  /// What a task's folder and text both said in its newest version in which they agreed.
  ///
  /// What an undo or a redo brought back as it was once has the past that it had then. A word that
  /// meant nothing by then agreed with every folder.
  func lastAgreement(on version: PlacedState) throws(MemoError) -> Status? {
    var waiting = [version]
    var seen: Set<PlacedState> = []
    while let version = waiting.popLast() {
      guard seen.insert(version).inserted else { continue }
      if version.state.said == nil { return StoredTask.folderStatus(of: version.state.path) }
      guard let place = try beginning(of: version) else { continue }
      if let folder = try folderBeforeWords(version, place) { return folder }
      waiting += try versions(before: place).reversed()
      waiting += try models(of: place)
    }
    return nil
  }

  /// The folder of a version whose text says another status only since the settings say so of its
  /// word; nil for every other.
  private func folderBeforeWords(
    _ version: PlacedState, _ place: Place
  ) throws(MemoError) -> Status? {
    let commit = index.nodes[place.node].commit
    if words[commit] == nil {
      words[commit] = .some(try git(at: place.node).otherWords(in: commit))
    }
    guard let folder = StoredTask.folderStatus(of: version.state.path), let words = words[commit],
      let words, words.agreed(try git.version(of: version.state).document, with: folder)
    else { return nil }
    return folder
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

  /// Where somebody made a task's file what it is in a commit, and no undo or redo that had it so
  /// again.
  private func beginning(of version: PlacedState) throws(MemoError) -> Place? {
    let number = try task(of: version)
    let places = try identities().origins(of: version.state.name)
    var found: [Place] = []
    for place in places where isAncestor(place.node, of: version.node) {
      if try identities().task(at: place) == number { found.append(place) }
    }
    found.sort { precedes($0.node, $1.node) }
    // Most were so but once, and then no message has to be read.
    while found.count > 1, let last = found.last,
      try marks(of: index.nodes[last.node].commit).undo != nil
    {
      found.removeLast()
    }
    return found.last
  }
}
