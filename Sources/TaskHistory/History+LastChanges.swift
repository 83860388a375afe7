package import Git
package import StoreFiles
package import TaskFile

extension History {
  /// The last change of each part of a task by some of its deltas.
  ///
  /// By the author dates, ties by the commit's id, so that everybody who asks finds the
  /// same. Of a merge only what is not as any of its parents has it; and of several changes of a
  /// part those that made it what it is, where a merge chose among them: whoever's value gave way
  /// there has not written this one.
  ///
  /// - Parameter present: Gives the task after all of these, nil where it is gone; asked only where
  ///   something was changed more than once.
  package func lastChanges(
    by places: [Place], upTo present: () throws(MemoError) -> PlacedDocument?
  ) throws(MemoError) -> [TaskPart: LastChange] {
    var all: [TaskPart: [(change: LastChange, place: Place)]] = [:]
    for place in places where self[place].isOwn {
      let parts = try changedParts(place)
      guard !parts.isEmpty else { continue }
      let change = try lastChange(at: place.node)
      for part in parts { all[part, default: []].append((change, place)) }
    }
    let isAnyRepeated = all.values.contains { $0.count > 1 }
    let present = isAnyRepeated ? try present() : nil
    var differences: [Place: Set<TaskPart>] = [:]
    var found: [TaskPart: LastChange] = [:]
    for (part, changes) in all {
      let sorted = changes.sorted { $0.change.isNewer(than: $1.change) }
      found[part] = sorted[0].change
      guard let present, sorted.count > 1 else { continue }
      for (change, place) in sorted {
        if differences[place] == nil {
          differences[place] = try self.differences(of: place, from: present)
        }
        guard differences[place]?.contains(part) == false else { continue }
        found[part] = change
        break
      }
    }
    return found
  }

  /// The parts of a task that are not as a commit left them.
  private func differences(
    of place: Place, from present: PlacedDocument
  ) throws(MemoError) -> Set<TaskPart> {
    guard let state = self[place].after else { return [] }
    let version = try taskVersion(of: PlacedState(state: state, node: place.node))
    return TaskPart.changed(from: version.placed, to: present)
  }

  /// What a commit did, whatever that is.
  func lastChange(at node: Int) throws(MemoError) -> LastChange {
    if let known = lookup.lastChanges[node] { return known }
    let found = LastChange(try git.commit(index.nodes[node].commit))
    lookup.lastChanges[node] = found
    return found
  }

  /// The parts of a task that a commit left otherwise than every parent had them.
  func changedParts(_ place: Place) throws(MemoError) -> Set<TaskPart> {
    if let known = lookup.changedParts[place] { return known }
    guard let state = self[place].after else { return [] }
    let after = try taskVersion(of: PlacedState(state: state, node: place.node))
    var parts: Set<TaskPart>?
    for state in placedBefores(place) {
      let before = try state.map { state throws(MemoError) in try taskVersion(of: state) }
      var changed = TaskPart.changed(from: before.map(\.placed), to: after.placed)
      // What puts folder and text at one with each other is no news.
      if before?.status == after.status { changed.remove(.status) }
      parts = parts?.intersection(changed) ?? changed
    }
    lookup.changedParts[place] = parts ?? []
    return parts ?? []
  }
}

extension TaskVersion {
  var placed: PlacedDocument { PlacedDocument(path: path, document: document) }
}

extension LastChange {
  /// What a commit did, when its author did it: a rebase keeps that, and a hand edit has the time
  /// at which its file was saved.
  package init(_ commit: Commit) {
    self.init(
      author: commit.author.name,
      time: Timestamp(
        secondsSince1970: commit.author.seconds,
        offsetMinutes: commit.author.offsetMinutes),
      commit: commit.id.hex)
  }
}
