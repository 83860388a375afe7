internal import Git
internal import Query
public import StoreFiles
internal import TaskFile

extension Store {
  /// The journal, newest first: what each commit did to each task, found by comparing files.
  ///
  /// What a merge brings in is told by the commits that it brings; the merge itself tells only
  /// what none of its sides had.
  /// - Parameter body: Gets one entry after another until it returns false.
  /// - Throws: ``MemoError``
  public func log(
    _ query: LogQuery = LogQuery(), _ body: (LogEntry) -> Bool
  ) throws(MemoError) {
    try log(query, mostNews: 200, body)
  }

  /// - Parameters:
  ///   - mostNews: The newest entries are found without the history when more commits than this
  ///     are not known yet.
  ///   - isWithCut: Whether the commits at which the history was cut off are told as well, as if
  ///     each had added all that it has.
  func log(
    _ query: LogQuery, mostNews: Int, isWithCut: Bool = false, _ body: (LogEntry) -> Bool
  ) throws(MemoError) {
    guard query.limit != 0 else { return }
    let git = try git()
    var left = query.limit ?? .max
    let show = { (entry: LogEntry) in
      left -= 1
      return body(entry) && left > 0
    }
    // The newest entries of all tasks need no history to be found.
    if query.tasks == nil, query.limit != nil || query.since != nil {
      guard let history = try history(git, mostNews: mostNews) else {
        return try NewestEntries(self, git).forEachEntry(query, show)
      }
      return try git.forEachEntry(history, self, query, isWithCut: isWithCut, show)
    }
    guard let history = try history(git) else { return }
    try git.forEachEntry(history, self, query, isWithCut: isWithCut, show)
  }
}

extension Store {
  /// Whether the history was cut off when it was cloned, so that its beginning is not known.
  public func isHistoryCutOff() throws(MemoError) -> Bool { try git().repository.isShallow }

  /// What is said of a history that was cut off.
  package static let cutOffWords =
    "older history is not in this clone; 'git fetch --unshallow' brings it"
}

extension StoreGit {
  fileprivate func forEachEntry(
    _ history: History, _ store: Store, _ query: LogQuery, isWithCut: Bool,
    _ body: (LogEntry) -> Bool
  ) throws(MemoError) {
    let builder = LogEntryBuilder(git: self)
    var wanted: Set<History.Place>?
    if let targets = query.tasks {
      wanted = try history.deltas(
        of: targets, among: PresentFiles(history, readFrom: store))
    }
    let nodes = wanted.map { Set($0.map(\.node)) }
    var range = LogRange(query)
    try history.walk { place throws(MemoError) in
      let node = history.index.nodes[place]
      guard range.goesOn(at: node.time) else { return false }
      guard nodes?.contains(place) ?? !node.deltas.isEmpty,
        isWithCut || !history.isCutOff(place)
      else { return true }
      let commit = try commit(node.commit)
      guard range.contains(commit) else { return true }
      for (number, delta) in node.deltas.enumerated().sorted(by: { $0.element < $1.element })
      where wanted?.contains(History.Place(node: place, delta: number)) ?? true {
        var (birth, isCopy) = (LogEntry.Kind.add, false)
        let place = History.Place(node: place, delta: number)
        if delta.isBirth { (birth, isCopy) = try history.birth(at: place) }
        if delta.after == nil { isCopy = try history.leavesElder(at: place) }
        let entry = try builder.entry(
          delta, of: commit, after: node.parents.map { history.index.nodes[$0].time },
          birth: birth, isCopy: isCopy,
          statusOf: { (state, parent) throws(MemoError) in
            let node = parent.map { node.parents[$0] } ?? place.node
            return try history.status(of: PlacedState(state: state, node: node))
          })
        if let entry {
          guard body(entry) else { return false }
        }
      }
      return true
    }
  }
}

/// Which commits a query is about, and when there can't be any more of them.
struct LogRange {
  private let query: LogQuery
  private let author: String?
  private var tooOld = 0

  init(_ query: LogQuery) {
    self.query = query
    author = query.author?.lowercased()
  }

  func contains(_ commit: Commit) -> Bool {
    let time = Timestamp(
      secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes)
    if let since = query.since, !since.isReached(by: time) { return false }
    if let until = query.until, until.isOver(at: time) { return false }
    guard let author else { return true }
    return "\(commit.author.name) <\(commit.author.email)>".lowercased().contains(author)
  }

  /// Whether commits behind one that was committed then may still be recent enough.
  ///
  /// A clock that was wrong makes a commit look old whose parents are not; so it takes some
  /// that are older by more than a day.
  mutating func goesOn(at committed: Int64) -> Bool {
    guard let since = query.since, committed < since.first - 86_400 else {
      tooOld = 0
      return true
    }
    tooOld += 1
    return tooOld < 50
  }
}

extension TaskDelta: Comparable {
  /// In the order of paths, whichever way a history was found; of several at one path, as two
  /// that change places have, in that of what came of them.
  package static func < (a: TaskDelta, b: TaskDelta) -> Bool {
    guard a.path.isSamePath(as: b.path) else { return a.path.precedes(path: b.path) }
    return a.names.lexicographicallyPrecedes(b.names)
  }

  private var path: String { (after ?? befores.lazy.compactMap { $0 }.first)?.path ?? "" }

  private var names: [String] {
    ([after] + befores).map { state in state.map { "\($0.blob.hex) \($0.path)" } ?? "" }
  }
}
