internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension StoreGit {
  /// Puts together what the commits in between say is one task, though its first and its last file
  /// tell nothing of it: one without an id that was renamed and then rewritten.
  ///
  /// - Parameter pairs: Of two commits, as their files tell.
  func joined(
    _ pairs: [DeltaFinder.Pair], from old: ObjectID, to new: ObjectID
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    let gone = pairs.compactMap { $0.after == nil && $0.before?.id == nil ? $0.before : nil }
    let come = pairs.compactMap { $0.before == nil ? $0.after : nil }
    guard !gone.isEmpty, !come.isEmpty, let history = try History.side(self, of: new, since: old)
    else { return pairs }
    var former: [TaskID: FileState] = [:]
    for state in gone { former[try history.task(ofRoot: state.name).id] = state }
    var isJoined: Set<PathKey> = []
    var joined: [DeltaFinder.Pair] = []
    for pair in pairs {
      guard pair.before == nil, let after = pair.after,
        let ref = try history.change(making: after.name)?.task,
        let before = former.removeValue(forKey: ref.id)
      else {
        joined.append(pair)
        continue
      }
      isJoined.insert(PathKey(before.path))
      joined.append((before, after))
    }
    return joined.filter { pair in
      pair.after != nil || pair.before.map { !isJoined.contains(PathKey($0.path)) } ?? true
    }
  }

  /// Pairs the files of a commit with those of an earlier one, for an undo: a file that had no id
  /// in the earlier one is the task that it became.
  func joined(
    _ pairs: [DeltaFinder.Pair], to old: ObjectID, _ history: () throws(MemoError) -> History?
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    let isAnyGone = pairs.contains { $0.after == nil }
    let isAnyNameless = pairs.contains { $0.before == nil && $0.after?.id == nil }
    guard isAnyGone, isAnyNameless, let history = try history(),
      let commit = try history.commit(old)
    else { return pairs }
    var places = PathMap<TaskID>()
    for case (nil, let after?) in pairs where after.id == nil {
      // The id that a file got is mostly the one that is computed for it.
      places[after.path] = try history.change(making: after.name, in: commit)?.task.id
    }
    return joined(pairs, at: places)
  }

  /// - Parameter places: The tasks that files without an id are known to be, by their paths.
  func joined(_ pairs: [DeltaFinder.Pair], at places: PathMap<TaskID>) -> [DeltaFinder.Pair] {
    var gone: [TaskID: FileState] = [:]
    for case (let before?, nil) in pairs {
      if let id = before.id { gone[id] = before }
    }
    guard !gone.isEmpty else { return pairs }
    var isJoined: Set<PathKey> = []
    let joined = pairs.map { pair -> DeltaFinder.Pair in
      guard pair.before == nil, let after = pair.after, after.id == nil,
        let before = places[after.path].flatMap({ gone.removeValue(forKey: $0) })
      else { return pair }
      isJoined.insert(PathKey(before.path))
      return (before, after)
    }
    return joined.filter { pair in
      pair.after != nil || pair.before.map { !isJoined.contains(PathKey($0.path)) } ?? true
    }
  }
}
