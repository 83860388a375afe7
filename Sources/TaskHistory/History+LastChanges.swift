package import Git
package import StoreFiles
package import TaskFile

extension History {
  /// Who changed the parts of a task last on one side of a merge.
  ///
  /// - Parameters:
  ///   - place: What the merge did to the task.
  ///   - side: The parent's number.
  func lastChanges(of place: Place, on side: Int) throws(MemoError) -> [TaskPart: LastChange] {
    let parents = index.nodes[place.node].parents
    guard side < parents.count, let number = try identities().task(at: place) else { return [:] }
    let others = parents.enumerated().filter { $0.offset != side }.map(\.element)
    return try lastChanges(of: number, in: parents[side], hiding: others)
  }

  /// The last change of each part of a task among the commits that lead to one and not to
  /// others.
  ///
  /// By the committer's clock, ties by the commit's id, so that everybody who asks finds the
  /// same. Of a merge only what is not as any of its parents has it.
  package func lastChanges(
    of number: Int, in node: Int, hiding others: [Int]
  ) throws(MemoError) -> [TaskPart: LastChange] {
    var found: [TaskPart: LastChange] = [:]
    for place in try identities().tasks[number].places
    where self[place].isOwn && isAncestor(place.node, of: node)
      && !others.contains(where: { isAncestor(place.node, of: $0) })
    {
      let parts = try changedParts(place)
      guard !parts.isEmpty else { continue }
      let change = LastChange(try git.commit(index.nodes[place.node].commit))
      for part in parts {
        if let known = found[part], known.isNewer(than: change) { continue }
        found[part] = change
      }
    }
    return found
  }

  /// The parts of a task that a commit left otherwise than every parent had them.
  func changedParts(_ place: Place) throws(MemoError) -> Set<TaskPart> {
    let touch = self[place]
    guard let after = try touch.after.map({ state throws(MemoError) in try placed(state) }) else {
      return []
    }
    var parts: Set<TaskPart>?
    for state in touch.befores {
      let before = try state.map { state throws(MemoError) in try placed(state) }
      let changed = TaskPart.changed(from: before, to: after)
      parts = parts?.intersection(changed) ?? changed
    }
    return parts ?? []
  }

  private func placed(_ state: FileState) throws(MemoError) -> PlacedDocument {
    PlacedDocument(path: state.path, document: try git.version(of: state).document)
  }
}

extension LastChange {
  /// What a commit did.
  package init(_ commit: Commit) {
    self.init(
      author: commit.author.name,
      time: Timestamp(
        secondsSince1970: commit.committer.seconds,
        offsetMinutes: commit.committer.offsetMinutes),
      commit: commit.id.hex)
  }
}
