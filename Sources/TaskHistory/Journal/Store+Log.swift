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
    try history.forEachEntry(query) { entry in
      left -= 1
      return body(entry) && left > 0
    }
  }
}

extension Store {
  public func isHistoryCutOff() throws(MemoError) -> Bool { try git().repository.isShallow }

  package static let cutOffWords =
    "older history is not in this clone; 'git fetch --unshallow' brings it"
}

extension History {
  /// The task of a target; nil if the history has none.
  package func task(meantBy target: LogQuery.Target) throws(MemoError) -> TaskRef? {
    switch target {
    case .id(let id), .present(_, let id?): return .id(id)
    case .present(let path, nil): return try present(at: path)?.task
    case .file(let path):
      if let change = try present(at: path) { return change.task }
      return try lastTask(withoutIDAt: path)
    }
  }

  fileprivate func forEachEntry(
    _ query: LogQuery, _ body: (LogEntry) -> Bool
  ) throws(MemoError) {
    let builder = LogEntryBuilder(self)
    var range = LogRange(query)
    func tell(
      _ indexed: IndexedCommit, _ changes: () throws(MemoError) -> [CommitChange]
    ) throws(MemoError) -> Bool {
      guard range.goesOn(at: indexed.time) else { return false }
      guard query.includesCut || !isCutOff(indexed) else { return true }
      let changes = try changes()
      guard !changes.isEmpty else { return true }
      let commit = try git.commit(indexed.id)
      guard range.contains(commit) else { return true }
      var parentTimes: [Int64] = []
      for case let parent? in indexed.parents {
        if let time = try self.commit(at: parent)?.time { parentTimes.append(time) }
      }
      for change in changes {
        if let entry = try builder.entry(change, of: commit, after: parentTimes) {
          guard body(entry) else { return false }
        }
      }
      return true
    }
    guard let targets = query.tasks else {
      return try walk { commit throws(MemoError) in
        try tell(commit) { () throws(MemoError) in try changes(in: commit) }
      }
    }
    var wanted: [IndexedCommit: [CommitChange]] = [:]
    var tasks: Set<TaskRef> = []
    for target in targets {
      if let task = try task(meantBy: target) { tasks.insert(task) }
    }
    for task in tasks {
      for change in try changes(of: task) { wanted[change.commit, default: []].append(change) }
    }
    for commit in try newestFirst(Set(wanted.keys)) {
      let changes = (wanted[commit] ?? []).sorted { $0.delta < $1.delta }
      guard try tell(commit, { changes }) else { return }
    }
  }
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
