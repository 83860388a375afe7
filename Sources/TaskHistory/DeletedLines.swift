internal import Git
public import Query
public import StoreFiles
public import TaskFile

/// A line that a task no longer has.
public struct DeletedLine: Hashable, Sendable {
  /// The newest commit that wrote a version with the line.
  public var change: LastChange
  /// The path at that time, relative to the store.
  public var path: String
  public var title: String
  /// The task's id, even if that version had none; nil for a task that never had one.
  public var id: String?
  public var line: TextLine
}

extension Store {
  /// Matching lines that are in no present task, the newest first.
  ///
  /// Searches all versions in HEAD's history. All parts of the query must occur in one version.
  /// Each line is reported once.
  /// - Parameters:
  ///   - snapshot: The present tasks.
  ///   - isMeant: Whether to search a version.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func deletedLines(
    _ query: TextQuery, _ snapshot: Snapshot, where isMeant: (StoredTask) -> Bool = { _ in true }
  ) throws(MemoError) -> [DeletedLine] {
    guard let history = try history(git()) else { return [] }
    let matcher = TextMatcher(query)
    var current: [TaskRef: [StoredTask]] = [:]
    for task in snapshot.tasks {
      if let ref = try history.task(of: task) { current[ref, default: []].append(task) }
    }
    // Equal texts are the same line, even if they moved.
    func mark(_ line: TextLine) -> String { "\(line.part.rawValue) \(line.text)" }
    // By task: its present lines, and the reported ones.
    var known: [TaskRef: Set<String>] = [:]
    var found: [DeletedLine] = []
    // By task, since other tasks may have had the same text and path.
    var seen: [TaskRef: Set<FileState.Name>] = [:]
    try history.walk { indexed, changes throws(MemoError) in
      for change in changes where change.delta.isOwn {
        let ref = change.task
        guard let state = change.after, seen[ref, default: []].insert(state.name).inserted,
          let task = StoredTask(try history.git.version(of: state)),
          isMeant(task), let lines = matcher.lines(in: task.document, task.item)
        else { continue }
        if known[ref] == nil {
          known[ref] = Set(
            (current[ref] ?? []).flatMap { TextLine.all(of: $0.document, $0.item) }.map(mark))
        }
        let news = lines.filter { known[ref, default: []].insert(mark($0)).inserted }
        guard !news.isEmpty else { continue }
        let last = LastChange(try history.git.commit(indexed.id))
        let id: TaskID? = if case .id(let id) = ref { id } else { nil }
        found += news.map { line in
          DeletedLine(
            change: last, path: task.path, title: task.title, id: id?.text, line: line)
        }
      }
      return true
    }
    return found
  }
}
