internal import Git
public import Query
public import StoreFiles
public import TaskFile

/// A line that a task no longer has.
public struct DeletedLine: Hashable, Sendable {
  /// The full name of the newest commit that wrote a version with the line.
  public var commit: String
  public var time: Timestamp
  public var author: String
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
    var search = DeletedLineSearch(TextMatcher(query))
    for task in snapshot.tasks {
      guard let ref = try history.task(of: task) else { continue }
      search.add(current: task, ref)
    }
    var seen: Set<SeenVersion> = []
    try history.walk { indexed throws(MemoError) in
      for change in try history.changes(in: indexed) where change.delta.isOwn {
        guard let state = change.after,
          seen.insert(SeenVersion(task: change.task, path: state.path, blob: state.blob)).inserted,
          let task = StoredTask(
            path: state.path, bytes: try history.git.version(of: state).bytes, file: nil,
            settings.aliases),
          isMeant(task)
        else { continue }
        let lines = search.news(in: task, change.task)
        guard !lines.isEmpty else { continue }
        let commit = try history.git.commit(indexed.id)
        let id: TaskID? = if case .id(let id) = change.task { id } else { nil }
        search.found += lines.map { DeletedLine($0, of: task, id, in: commit) }
      }
      return true
    }
    return search.found
  }
}

extension DeletedLine {
  fileprivate init(_ line: TextLine, of task: StoredTask, _ id: TaskID?, in commit: Commit) {
    self.init(
      commit: commit.id.hex, time: Timestamp(commit.author), author: commit.author.name,
      path: task.path, title: task.title, id: id?.text, line: line)
  }
}

/// A version of a task; other tasks may have had the same text and path.
private struct SeenVersion: Hashable {
  var task: TaskRef
  var path: String
  var blob: ObjectID
}

private struct DeletedLineSearch {
  var found: [DeletedLine] = []
  private let matcher: TextMatcher
  /// By task: its present lines, and the reported ones.
  private var known: [TaskRef: Set<String>] = [:]
  private var current: [TaskRef: [StoredTask]] = [:]

  init(_ matcher: TextMatcher) { self.matcher = matcher }

  mutating func add(current task: StoredTask, _ ref: TaskRef) {
    current[ref, default: []].append(task)
  }

  /// The matching lines that no newer version has.
  mutating func news(in task: StoredTask, _ ref: TaskRef) -> [TextLine] {
    guard let lines = matcher.lines(in: task.document, task.item) else { return [] }
    var known =
      known[ref]
      ?? Set(
        (current[ref] ?? []).flatMap { TextLine.all(of: $0.document, $0.item) }.map(Self.mark))
    let news = lines.filter { known.insert(Self.mark($0)).inserted }
    self.known[ref] = known
    return news
  }

  /// Equal texts are the same line, even if they moved.
  private static func mark(_ line: TextLine) -> String { "\(line.part.rawValue) \(line.text)" }
}
