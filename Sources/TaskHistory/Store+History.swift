package import Git
package import StoreFiles
internal import TaskFile

extension Store {
  private enum KnownHistory: StoreKey {
    static var initialValue: History? { nil }
  }

  /// The history that was read last.
  private var knownHistory: History? {
    get { self[KnownHistory.self] }
    set { self[KnownHistory.self] = newValue }
  }

  /// The history up to HEAD: from memory as far as that goes, the rest compared now.
  ///
  /// - Parameter mostNews: Nil is returned when more commits than this would have to be
  ///   compared first.
  /// - Returns: Nil also when there is no commit.
  package func history(_ git: StoreGit, mostNews: Int = .max) throws(MemoError) -> History? {
    let head = try git.head()
    return try history(git, of: head.commit, mostNews: mostNews)
  }

  /// The history up to a commit.
  package func history(
    _ git: StoreGit, of start: ObjectID?, mostNews: Int = .max
  ) throws(MemoError) -> History? {
    guard let start else { return nil }
    if let known = knownHistory, known.index.nodes[known.last].commit == start { return known }
    // The history of a shallow clone begins elsewhere as soon as somebody deepens it.
    let isLasting = !git.repository.isShallow
    var index = isLasting ? storedHistory(git) : HistoryIndex()
    let stored = index.nodes.count
    if let last = index.position(of: start) {
      let history = History(git, index, last: last)
      knownHistory = history
      return history
    }
    guard try git.extend(&index, to: start, mostNews: mostNews),
      let last = index.position(of: start)
    else { return nil }
    let history = History(git, index, last: last)
    knownHistory = history
    if isLasting, Self.isWorthSaving(index.nodes[stored...]) { save(history, git) }
    return history
  }

  /// The history up to a commit, and with it what leads to another one, on whichever line that is.
  func history(
    _ git: StoreGit, of start: ObjectID?, besides other: ObjectID?
  ) throws(MemoError) -> History? {
    guard let history = try history(git, of: start) else { return nil }
    guard let other else { return history }
    if let node = history.index.position(of: other), history.isIn[node] { return history }
    var index = history.index
    guard try git.extend(&index, to: other, mostNews: .max), let node = index.position(of: other)
    else { return history }
    return History(git, index, last: history.last, and: node)
  }

  /// In a flat folder of thousands, where it takes longest, two or three commits are compared as
  /// quickly as a new index is written; it is written before that has been done much more often.
  private static let mostUnsaved = 5

  /// A commit that changed so many files takes longer to compare than the others together.
  private static let mostUnsavedDeltas = 100

  private static func isWorthSaving(_ news: ArraySlice<HistoryIndex.Node>) -> Bool {
    news.count > mostUnsaved || news.reduce(0) { $0 + $1.deltas.count } > mostUnsavedDeltas
  }

  /// What a status in a text means, the store's aliases say: under other ones another file.
  private var historyFile: String {
    let aliases = settings.aliases.map { "-\(String($0.fingerprint, radix: 16))" }
    return ownFile("history\(aliases ?? "")")
  }

  private func storedHistory(_ git: StoreGit) -> HistoryIndex {
    WorkTree.content(at: "\(git.repository.commonDirectory)/\(historyFile)")
      .map { HistoryIndex($0) } ?? HistoryIndex()
  }

  private func save(_ history: History, _ git: StoreGit) {
    // What was rebased away or belongs to other branches stays as long as it is the lesser part.
    let count = history.isIn.reduce(0) { $0 + ($1 ? 1 : 0) }
    let index =
      history.index.nodes.count > 2 * count + Self.mostUnsaved
      ? history.index.keeping(history.isIn) : history.index
    WorkTree.keep(index.encoded, in: git.repository.commonDirectory, as: historyFile)
  }
}

extension StoreGit {
  /// What happened to the Markdown of a folder in which another program keeps its tasks.
  ///
  /// - Parameter folder: Relative to the store.
  func history(ofOther folder: String, until commit: ObjectID) throws(MemoError) -> History? {
    var index = HistoryIndex()
    let finder = try DeltaFinder(self, ofOther: folder)
    guard try extend(&index, to: commit, mostNews: .max, finder),
      let last = index.position(of: commit)
    else { return nil }
    return History(self, index, last: last)
  }

  /// Adds a commit and all of its history that is not known yet.
  ///
  /// - Parameter finder: Nil for one of the store's tasks.
  /// - Returns: False when that is more than `mostNews`; then nothing was added.
  fileprivate func extend(
    _ index: inout HistoryIndex, to start: ObjectID, mostNews: Int, _ finder: DeltaFinder? = nil
  ) throws(MemoError) -> Bool {
    var places: [ObjectID: Int] = [:]
    places.reserveCapacity(index.nodes.count)
    for (place, node) in index.nodes.enumerated() { places[node.commit] = place }
    guard let found = try commits(leadingTo: start, besides: { places[$0] != nil }, most: mostNews)
    else { return false }
    var finder = finder
    if finder == nil { finder = try DeltaFinder(self) }
    guard let finder else { return false }
    for commit in found.reversed() { try finder.follow(commit) }
    for commit in found {
      let parents = commit.parents.compactMap { places[$0] }
      let deltas = try finder.deltas(of: commit)
      places[commit.id] = index.nodes.count
      index.append(
        HistoryIndex.Node(
          commit, parents: parents, deltas: deltas, prefix: finder.prefix(in: commit.id)))
    }
    return true
  }

  /// A commit and all that lead to it, parents before their children.
  ///
  /// - Parameters:
  ///   - isKnown: Which of them to leave out, with all that lead to them.
  ///   - most: Nil is returned when there are more.
  func commits(
    leadingTo start: ObjectID, besides isKnown: (ObjectID) -> Bool = { _ in false },
    most: Int = .max
  ) throws(MemoError) -> [Commit]? {
    // Depth first, on a stack of its own.
    var stack: [(commit: Commit, next: Int)] = [(try commit(start), 0)]
    var found: [Commit] = []
    var begun: Set<ObjectID> = [start]
    while let top = stack.last {
      guard top.next < top.commit.parents.count else {
        found.append(stack.removeLast().commit)
        continue
      }
      stack[stack.count - 1].next += 1
      let parent = top.commit.parents[top.next]
      guard !isKnown(parent), begun.insert(parent).inserted else { continue }
      guard begun.count <= most else { return nil }
      stack.append((try commit(parent), 0))
    }
    return found
  }

  package func commit(_ id: ObjectID) throws(MemoError) -> Commit {
    try run("read a commit", repository.commit(id))
  }
}
