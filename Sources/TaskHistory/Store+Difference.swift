internal import Git
package import StoreFiles
internal import TaskFile

extension Store {
  /// The differences between two states of the store, by task.
  ///
  /// The history shows the task of each file without an id.
  /// - Parameters:
  ///   - before: The earlier tasks.
  ///   - after: The later tasks; nil for the present.
  ///   - snapshot: The present files.
  ///   - recorded: The committed versions of present files, by path, where they differ.
  /// - Returns: Additions, moves, edits and deletions, each in the order of paths.
  package func differences(
    from before: PastState, to after: PastState?, _ snapshot: Snapshot,
    recorded: PathMap<TaskVersion> = PathMap()
  ) throws(MemoError) -> [TaskChange] {
    let git = try git()
    let (first, last) = (ObjectID(hex: before.commit), after.flatMap { ObjectID(hex: $0.commit) })
    let end: ObjectID?
    if let last { end = last } else { end = try git.head().commit }
    let news = (after?.snapshot ?? snapshot).tasks
    // If all files have ids, the history isn't needed.
    let isAsked = (before.snapshot.tasks + news).contains { $0.id == nil }
    let history = isAsked ? try history(git, of: end, besides: first) : nil
    func known(_ id: ObjectID?) throws(MemoError) -> PathMap<RecordedTask> {
      guard let history, let id, let commit = try history.commit(id) else { return PathMap() }
      return try history.present(in: commit)
    }
    let (former, present) = (try known(first), try known(end))
    func ref(_ task: StoredTask, _ known: PathMap<RecordedTask>) -> TaskRef? {
      task.id.map { .id($0) } ?? known[task.path]?.task
    }
    return VersionPair.all(
      from: before.snapshot.tasks.map { (TaskVersion($0), ref($0, former)) },
      to: news.map { (recorded[$0.path] ?? TaskVersion($0), ref($0, present)) }
    )
    .compactMap { TaskChange(from: $0.before, to: $0.after) }.sorted { $0.precedes($1) }
  }
}

extension VersionPair {
  /// Pairs files with known tasks by task, and others by path and text.
  fileprivate static func all(
    from before: [(version: TaskVersion, task: TaskRef?)],
    to after: [(version: TaskVersion, task: TaskRef?)]
  ) -> [VersionPair] {
    var pairs: [VersionPair] = []
    var waiting: [TaskRef: [TaskVersion]] = [:]
    for case (let version, let task?) in before { waiting[task, default: []].append(version) }
    var unknown: [TaskVersion] = []
    for (version, task) in after {
      guard let task else {
        unknown.append(version)
        continue
      }
      let olds = waiting[task] ?? []
      // If several files became one, prefer the file at the same path.
      let place = olds.firstIndex { $0.isAt(version.path) } ?? olds.indices.first
      pairs.append(VersionPair(before: place.map { olds[$0] }, after: version))
      if let place { waiting[task]?.remove(at: place) }
    }
    var left = waiting.values.flatMap { $0 }.sorted { $0.path.precedes(path: $1.path) }
    // If two files had the same id, a copy may be left. It is the same task in the other state.
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
