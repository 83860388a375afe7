internal import Git
package import StoreFiles
internal import TaskFile

extension Store {
  /// What is different between two moments of the store, task by task.
  ///
  /// Which file was which task the history tells, as everywhere.
  /// - Parameters:
  ///   - before: The tasks as they were.
  ///   - after: The tasks as they were later; nil for now.
  ///   - snapshot: The files that there are now.
  ///   - recorded: What they are recorded as, by where they are, where that is not what they are.
  /// - Returns: Additions first, then moves, edits and deletions, each in the order of paths.
  package func differences(
    from before: PastState, to after: PastState?, _ snapshot: Snapshot,
    recorded: PathMap<TaskVersion> = PathMap()
  ) throws(MemoError) -> [TaskChange] {
    let git = try git()
    let (first, last) = (ObjectID(hex: before.commit), after.flatMap { ObjectID(hex: $0.commit) })
    let end: ObjectID?
    if let last { end = last } else { end = try git.head().commit }
    var (olds, news) = (PathMap<Int>(), PathMap<Int>())
    if let history = try history(git, of: end, besides: first) {
      olds = try history.tasks(of: first)
      news =
        after == nil
        ? try PresentFiles(history, comparing: snapshot).tasks : try history.tasks(of: last)
    }
    return VersionPair.all(
      from: before.snapshot.tasks.map { (TaskVersion($0), olds[$0.path]) },
      to: (after?.snapshot ?? snapshot).tasks.map {
        (recorded[$0.path] ?? TaskVersion($0), news[$0.path])
      }
    )
    .compactMap { TaskChange(from: $0.before, to: $0.after) }.sorted { $0.precedes($1) }
  }
}

extension History {
  /// Which task each file of a commit is, by its path.
  fileprivate func tasks(of commit: ObjectID?) throws(MemoError) -> PathMap<Int> {
    var numbers = PathMap<Int>()
    guard let node = commit.flatMap({ index.position(of: $0) }) else { return numbers }
    for file in try files(of: node).sorted { numbers[file.state.path] = file.number }
    return numbers
  }
}

extension VersionPair {
  /// Files whose tasks are known by their numbers; of the others, their text has to tell.
  fileprivate static func all(
    from before: [(version: TaskVersion, task: Int?)],
    to after: [(version: TaskVersion, task: Int?)]
  ) -> [VersionPair] {
    var pairs: [VersionPair] = []
    var waiting: [Int: [TaskVersion]] = [:]
    for case (let version, let task?) in before { waiting[task, default: []].append(version) }
    var unknown: [TaskVersion] = []
    for (version, task) in after {
      guard let task else {
        unknown.append(version)
        continue
      }
      let olds = waiting[task] ?? []
      // Of several that became one, the one that stayed where it was.
      let place = olds.firstIndex { $0.isAt(version.path) } ?? olds.indices.first
      pairs.append(VersionPair(before: place.map { olds[$0] }, after: version))
      if let place { waiting[task]?.remove(at: place) }
    }
    var left = waiting.values.flatMap { $0 }.sorted { $0.path.precedes(path: $1.path) }
    // Of two that had one id a copy may be left: between two moments it is what has the id.
    for number in pairs.indices where pairs[number].before == nil {
      guard let id = pairs[number].after?.id,
        let place = left.firstIndex(where: { $0.id == id })
      else { continue }
      pairs[number].before = left.remove(at: place)
    }
    pairs += left.map { VersionPair(before: $0) }
    let rest = before.filter { $0.task == nil }.map(\.version)
    return pairs
      + Pairing(before: rest, after: unknown, unchangedIDs: Set(pairs.compactMap { $0.after?.id }))
      .pairs
  }
}
