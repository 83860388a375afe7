package import Git
package import StoreFiles
package import TaskFile

extension StoreGit {
  /// The ids that several files of a commit have, of those with which files came since another; with
  /// the paths of all.
  ///
  /// - Parameter isKnown: Whether a file that has stayed may have an id.
  package func doubles(
    in new: ObjectID, since old: ObjectID, _ isKnown: (TaskID) -> Bool
  ) throws(MemoError) -> [TaskID: [String]] {
    let finder = try DeltaFinder(self)
    let states = try finder.states(from: finder.tree(of: old), to: finder.tree(of: new))
    let former = Set(states.befores.compactMap(\.id))
    var seen: Set<TaskID> = []
    let wanted = Set(
      states.afters.compactMap(\.id).filter { id in
        !seen.insert(id).inserted || !former.contains(id) && isKnown(id)
      })
    // Nearly always: to look into every file takes long.
    guard !wanted.isEmpty else { return [:] }
    var paths: [TaskID: [String]] = [:]
    for state in try finder.files(of: new) {
      if let id = state.id, wanted.contains(id) { paths[id, default: []].append(state.path) }
    }
    return paths.filter { $0.value.count > 1 }
  }
}
