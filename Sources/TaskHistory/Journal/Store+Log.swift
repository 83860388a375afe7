internal import Git
internal import Query
public import StoreFiles
internal import TaskFile

extension Store {
  /// Visits the log entries, the newest first, by comparing the files of commits.
  ///
  /// A merge has entries only for changes that no side had.
  /// - Parameter body: Called with each entry until it returns false.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func log(
    _ query: LogQuery = LogQuery(), _ body: (LogEntry) -> Bool
  ) throws(MemoError) {
    guard query.limit != 0, let history = try history(git()) else { return }
    var left = query.limit ?? .max
    var range = LogRange(query)
    let wanted = try query.tasks.map { tasks throws(MemoError) in
      try tasks.map { task throws(MemoError) in try history.changes(of: task) }.flatMap(\.self)
    }
    try history.walk(wanted) { indexed, changes throws(MemoError) in
      guard range.goesOn(at: indexed.time) else { return false }
      guard !history.isCutOff(indexed), !changes.isEmpty else { return true }
      let commit = try history.git.commit(indexed.id)
      guard range.contains(commit) else { return true }
      var parents: [IndexedCommit] = []
      for case let place? in indexed.parents {
        if let parent = try history.commit(at: place) { parents.append(parent) }
      }
      let logged = LoggedCommit(commit, parents)
      for change in changes {
        let step = try TaskStep(change, in: commit, history.git)
        guard let entry = LogEntry(step, of: logged, history.git) else { continue }
        left -= 1
        guard body(entry), left > 0 else { return false }
      }
      return true
    }
  }

  /// The log entries, the newest first.
  ///
  /// - Throws: ``MemoError`` if the history can't be read.
  public func entries(_ query: LogQuery) throws(MemoError) -> [LogEntry] {
    var entries: [LogEntry] = []
    try log(query) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// The tasks of some files, as the history knows them.
  ///
  /// A file without an id, or with another task's id, has none before it is committed.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func refs(of tasks: [StoredTask]) throws(MemoError) -> Set<TaskRef> {
    guard let history = try history(git()) else { return [] }
    var refs: Set<TaskRef> = []
    for task in tasks {
      if let id = task.id, !task.sharesID {
        refs.insert(.id(id))
      } else if let recorded = try history.present(at: task.path) {
        refs.insert(recorded.task)
      } else if !task.isOnDisk, let last = try history.lastTask(withoutIDAt: task.path) {
        refs.insert(last)
      }
    }
    return refs
  }

  public func isHistoryCutOff() throws(MemoError) -> Bool { try git().repository.isShallow }

  package static let cutOffWords =
    "older history is not in this clone; 'git fetch --unshallow' brings it"
}

/// Matches commits against a query, and finds the end of the search.
struct LogRange {
  private let query: LogQuery
  private let author: String?
  private var tooOld = 0

  init(_ query: LogQuery) {
    self.query = query
    author = query.author?.lowercased()
  }

  func contains(_ commit: Commit) -> Bool {
    let time = Timestamp(commit.author)
    if let since = query.since, !since.isReached(by: time) { return false }
    if let until = query.until, until.isOver(at: time) { return false }
    if let client = query.client, !commit.isMade(byClient: client) { return false }
    guard let author else { return true }
    return "\(commit.author.name) <\(commit.author.email)>".lowercased().contains(author)
  }

  /// Whether ancestors of a commit with this date may still match.
  ///
  /// A wrong clock can make one commit look too old. So the search ends only after several commits
  /// in a row that are more than a day too old.
  mutating func goesOn(at committed: Int64) -> Bool {
    guard let since = query.since, committed < since.first - 86_400 else {
      tooOld = 0
      return true
    }
    tooOld += 1
    return tooOld < 50
  }
}
